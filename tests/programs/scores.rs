//! Scores as other games have them: a start at 0, rates, costs below 0.

use serde_json::Value;
use tune2048_testkit::program::{Scratch, assert_has, replaced};

use super::opponents::RUNNER;
use super::with_player;

/// A program whose scores are named by its argument.
const PLAYER: &str = include_str!("players/scores.py");

/// A folder with a search space of this program and two files of its weights.
fn scratch(kind: &str, objective: &str) -> Option<Scratch> {
    let scratch = with_player(PLAYER)?;
    let player = format!("[player.command]\nprogram = [\"python3\", \"player.py\", \"{kind}\"]\n");
    let weights = |x: f64| format!("{player}[heuristic.command]\nx = {x}\n");
    scratch.write("a.toml", weights(0.2));
    scratch.write("b.toml", weights(0.9));
    let space = format!(
        "name = \"out\"\n{player}[heuristic.command]\nx = {{ start = 0.5, low = 0, high = 1 }}\n\
         [objective]\n{objective}\ngames-per-candidate = 2\n[budget]\ngames = 400\n\
         [selection]\ngames = 100\n[validation]\ngames = 100\n"
    );
    scratch.write("space.toml", space);
    Some(scratch)
}

#[test]
fn a_start_that_scores_nothing_is_beaten_in_every_command() {
    let Some(scratch) = scratch("zero", "") else { return };
    let words = ["Ratio of the mean scores at least ", " (from 0), at 97.5 %; tuned weights"];
    scratch.prints("run space.toml", &words);
    for command in ["status out", "list", "report out --markdown", "export out --format python"] {
        scratch.prints(command, &["at least ", "(from 0)"]);
    }
    assert_eq!(scratch.json("status out")["evidence"]["verdict"], "better");
    scratch.tune2048("report out --out report.html").succeeds();
    assert_has(&scratch.read("report.html"), &["from 0"]);
    for (options, games) in [("", 100), ("--by 50%", 100), ("--tell 5%", 100), ("--once", 400)] {
        for (sides, verdict) in [("a.toml b.toml", "above"), ("b.toml a.toml", "below")] {
            let json = scratch.json(&format!("compare {sides} --games 400 {options}"));
            assert_eq!(json["verdict"], verdict, "{json}");
            assert_eq!(json["games"], games, "{json}");
        }
    }
    let words = ["B is better than A: ratio of the mean scores at least "];
    scratch.prints("compare a.toml b.toml --games 400", &words);
}

#[test]
fn results_of_a_program_beside_points_of_2048_are_told() {
    let Some(scratch) = scratch("rate", "") else { return };
    let note = "note: 2014 plays 2048, and the games of a.toml have the rules of its program";
    scratch.tune2048("compare 2014 a.toml --games 200").succeeds().says(note);
}

#[test]
fn costs_are_minimised_and_compared_in_points() {
    let Some(scratch) = scratch("cost", "minimize = \"mean-score\"") else { return };
    scratch.prints("run space.toml", &["are better.\nDifference of the mean scores -"]);
    scratch.prints("status out", &["Difference of the mean scores -"]);
    scratch.tune2048("report out --out report.html").succeeds();
    // The weights of the campaign bring the question along.
    let json = scratch.json("compare a.toml results/out/best.toml");
    assert!(json["verdict"] == "below" && json["better"] == "lower", "{json}");
    let compare = "compare b.toml a.toml --effect difference";
    let words = ["B is worse than A: difference of the mean scores +14.0.\n"];
    scratch.prints(&format!("{compare} --minimize --tell 5"), &words);
    scratch.refuses(&format!("{compare} --by 5%"), &["expected a number of points"]);
    scratch.prints("plan space.toml", &["one game varies by 0.2"]);
}

/// A program with a choice, a condition and an array, whose best is known: the second of three modes with its cut at
/// 30, and the entries 1 and 2.
const CHOICES: &str = include_str!("players/choices.py");

#[test]
fn choices_conditions_and_arrays_are_tuned_to_a_right_verdict() {
    let Some(scratch) = with_player(CHOICES) else { return };
    scratch.write(
        "space.toml",
        "name = \"out\"\nconstraints = [\"line_0 <= line_1\"]\n[player.command]\nprogram = [\"python3\", \"player.py\"]\n\
         [heuristic.command]\n\
         mode = { choices = [\"first\", \"second\", \"a|`<b\"], start = \"first\" }\n\
         \"second.cut\" = { start = 90, low = 0, high = 100, only-when = { mode = \"second\" } }\n\
         line = { length = 2, start = 0, low = -4, high = 4 }\n\
         steps = { values = [1, 2, 4, 80], start = 2 }\nfixed = 3\n\
         [objective]\neffect = \"difference\"\n[budget]\ngames = 3000\n",
    );
    scratch.prints("run space.toml", &["The tuned weights are better."]);
    let best = ["mode = \"second\"\n\"second.cut\" = ", "line = ["];
    assert_has(&scratch.read("results/out/best.toml"), &best);
    // What the folder has is read back, shown and exported in words.
    let trials = scratch.read("results/out/trials.csv");
    assert!(trials.lines().nth(1).is_some_and(|row| row.contains(",second,100,")), "{trials}");
    assert_eq!(scratch.json("status out")["evidence"]["verdict"], "better");
    scratch.tune2048("report out --out report.html").succeeds();
    let page = scratch.read("report.html");
    assert_has(&page, &["first, second, a|`&lt;b", "1, 2, 4, 80"]);
    assert!(!page.contains("+–"), "{page}");
    let rows = [
        "| mode | first | second |",
        "| steps | 2 | 80 |",
        "tuned among \"first\", \"second\", \"a\\|\\`\\<b\" |",
    ];
    scratch.prints("report out --markdown", &rows);
    scratch.prints("export out --format python", &["mode = \"second\"", "steps = 80\n"]);
    scratch.prints("export out --format c", &["static const long long fixed = 3;"]);
    let by_hand = "[player.command]\nprogram = [\"./x\"]\n[heuristic.command]\nlist = [1, 2]\nerrno = 1\nNULL = 2\nINT_MAX = 3\nlogf = 4\nbig = 9007199254740992\ncut = 2.5\n";
    scratch.write("hand.toml", by_hand);
    let typed = ["LIST: [i64; 2] = [1, 2]", "BIG: i64", "CUT: f64 = 2.5"];
    scratch.prints("export hand.toml --format rust", &typed);
    let renamed = ["errno_ = 1;", "NULL_ = 2;", "INT_MAX_ = 3;", "logf_ = 4;", " cut = 2.5;"];
    scratch.prints("export hand.toml --format c", &renamed);
    scratch.prints("export hand.toml --format json", &["\"big\": 9007199254740992,"]);
    scratch.tune2048("evaluate results/out/best.toml --games 20").succeeds();
    // The cut takes part once the mode has changed, and its line comes after that.
    let steps = scratch.json("explain out --ablation --games 20")["steps"].clone();
    let names = steps.as_array().unwrap().iter().map(|step| step["weight"].as_str().unwrap());
    let names: Vec<_> = names.collect();
    let place = |name| names.iter().position(|step| *step == name);
    assert!(place("second.cut") > place("mode") && place("mode").is_some(), "{names:?}");
    scratch.tune2048("resume out --games 3500").succeeds();
}

/// A program that plays a match of two games: whoever has the larger `x` wins more of them.
const MATCH: &str = include_str!("players/match.py");

#[test]
fn two_sides_play_a_match() {
    let Some(scratch) = with_player(MATCH) else { return };
    let player = "[player.command]\nprogram = [\"python3\", \"player.py\"]\nopponent = \"start\"\n";
    let space = format!(
        "name = \"out\"\n{player}[heuristic.command]\nx = {{ start = 0, low = -1, high = 1 }}\n\
         [objective]\nscore-kind = \"result\"\nscore-scale = 2\n[budget]\ngames = 2000\n"
    );
    scratch.write("space.toml", &space);
    let run = scratch.tune2048("run space.toml").succeeds();
    let words = ["are better.\nRating difference +", " Elo, 97.5 % interval +"];
    assert_has(run.text(), &words);
    let evidence = scratch.json("status out")["evidence"].clone();
    let [tuned, start] = ["tuned", "start"].map(|side| evidence[side]["mean"].as_f64().unwrap());
    assert!(tuned > 0.6 && (tuned + start - 1.0).abs() < 1e-12, "{evidence}");
    assert!(evidence["elo"].as_f64().unwrap() > 70.0, "{evidence}");
    // Players meet in a tournament, and are rated.
    let player_of = player.replace("\"start\"", "{ x = 0 }") + "won-score = 2\n";
    let mut entrants = String::new();
    for (name, x) in [("weak", -0.8), ("fair", 0.0), ("strong", 0.8)] {
        scratch
            .write(&format!("{name}.toml"), format!("{player_of}[heuristic.command]\nx = {x}\n"));
        entrants += &format!("[[players]]\nname = \"{name}\"\nweights = \"{name}.toml\"\n");
    }
    scratch.write("meet.toml", format!("name = \"meet\"\nseed = 2\ngames = 100\n{entrants}"));
    for (way, pairings) in [("--round-robin", 3), ("--gauntlet", 2)] {
        let table = scratch.json(&format!("tournament meet.toml {way} --out meet{way}"));
        assert_eq!(table["players"].as_array().map(Vec::len), Some(pairings), "{table}");
        let ratings = table["ratings"]["ratings"].as_array().expect("ratings");
        let names: Vec<_> = ratings.iter().map(|rating| rating["name"].as_str()).collect();
        assert_eq!(names, [Some("strong"), Some("fair"), Some("weak")], "{table}");
    }
    // Weights files play against each other.
    let settings = player.replace("\"start\"", "{ x = 0 }") + "won-score = 2\n";
    scratch.write("a.toml", format!("{settings}[heuristic.command]\nx = -0.5\n"));
    let compared = scratch.json("compare a.toml results/out/best.toml");
    assert!(compared["verdict"] == "above" && compared["effect"].is_null(), "{compared}");
    assert!(compared["elo"].as_f64().unwrap() > 100.0, "{compared}");
    let words = ["pairs of games of B against A", ": rating difference +"];
    scratch.prints("compare a.toml results/out/best.toml", &words);
    let evaluated = scratch.json("evaluate a.toml --games 200");
    let elo = evaluated["elo"].as_f64().unwrap();
    assert!((-150.0..-30.0).contains(&elo) && evaluated["opponent"]["x"] == 0.0, "{evaluated}");
    assert!(evaluated["moves"].is_null() && evaluated["nodes"].is_null(), "{evaluated}");
    let parts = ["  share of the points  0.", "  Elo                  -", "{\"x\": 0"];
    let text = scratch.prints("evaluate a.toml --games 200", &parts);
    assert!(!text.text().contains("median"), "{text}");
    for amount in ["2%", "0.02"] {
        let command = format!("compare a.toml results/out/best.toml --by {amount}");
        scratch.refuses(&command, &["expected Elo, such as 5elo"]);
    }
    let words = ["2014 and a.toml: found points of 2048 and results of a match", "one game"];
    scratch.refuses("compare 2014 a.toml", &words);
    // A score that is no result is refused at the first answer.
    let half = space.replace("score-scale = 2\n", "").replace("\"out\"", "\"half\"");
    scratch.write("half.toml", half);
    scratch.fails(1, "run half.toml", &["expected the result of a pair of games, from 0 to 1"]);
}

#[test]
fn two_builds_meet_in_one_runner() {
    let Some(scratch) = with_player(RUNNER) else { return };
    let build = |strength: u32, more: &str| {
        format!(
            "[player.command]\nprogram = [\"python3\", \"player.py\"]\n\
             engine = [\"./engine\", \"{strength}\"]\n{more}[heuristic.command]\nx = 0\n"
        )
    };
    scratch.write("old.toml", build(0, ""));
    scratch.write("new.toml", build(2, ""));
    // The stronger one wins three games of four, whichever side it is.
    for (command, share) in
        [("compare old.toml new.toml", 0.75), ("compare new.toml old.toml", 0.25)]
    {
        let compared = scratch.json(&format!("{command} --games 2000 --once"));
        let interval = &compared["difference_interval"];
        let [low, high] = ["low", "high"].map(|end| interval[end].as_f64().unwrap());
        assert!((low..high).contains(&(2.0 * share - 1.0)), "{compared}");
        assert!(compared["elo"].is_number(), "{compared}");
    }
    let both = "[[players]]\nweights = \"old.toml\"\n[[players]]\nweights = \"new.toml\"\n";
    scratch.write("meet.toml", format!("name = \"meet\"\nseed = 1\ngames = 2\n{both}"));
    let words = ["found an opponent of its own for each", "--round-robin or --gauntlet"];
    scratch.refuses("tournament meet.toml", &words);
    // A campaign's candidates play with its engine against another one.
    let space = build(2, "opponent-engine = [\"./engine\", \"0\"]\nopponent = \"start\"\n")
        .replace("x = 0\n", "x = { start = 0, low = -1, high = 1 }\n");
    scratch.write("space.toml", format!("name = \"out\"\n{space}[budget]\ngames = 600\n"));
    let run = scratch.tune2048("run space.toml").succeeds();
    assert_has(&run.to_string(), &["with ./engine 2 and ./engine 0"]);
    let start = scratch.json("status out")["evidence"]["start"]["mean"].as_f64().unwrap();
    assert!((0.65..0.85).contains(&start), "the start's engine is the stronger one: {start}");
    // What cannot meet is refused.
    let other = build(1, "").replace("player.py\"]", "player.py\", \"other\"]");
    scratch.write("other.toml", other);
    scratch.refuses("compare old.toml other.toml", &["runners", "one process plays both sides"]);
    scratch.write("alone.toml", build(1, "opponent = { x = 0 }\n").replace("engine = [", "# ["));
    scratch.refuses("compare old.toml alone.toml", &["`engine` in one of them"]);
    for (more, setting) in [("opponent = \"self\"\n", "opponent-engine"), ("", "opponent-engine")] {
        let space = space.replace("opponent = \"start\"\n", more);
        scratch.write("refused.toml", format!("name = \"refused\"\n{space}"));
        scratch.refuses("check refused.toml", &[setting]);
    }
}

/// Against a mirror image in the search, against the start before and after it; a campaign that is cut goes on the same.
#[test]
fn candidates_play_their_mirror_images() {
    let kept = "    q = json.loads(line)\n    open(\"requests\", \"a\").write(line)\n";
    let program = replaced(MATCH, "    q = json.loads(line)\n", kept);
    let Some(scratch) = with_player(&program) else { return };
    let space = "name = \"out\"\n[player.command]\nprogram = [\"python3\", \"player.py\"]\nopponent = \"self\"\ndeterministic = false\n\
         [heuristic.command]\nx = { start = 0, low = -1, high = 1 }\n\
         [objective]\nscore-scale = 2\n[budget]\ngames = 1500\n";
    scratch.write("space.toml", space);
    scratch.tune2048("run space.toml --out whole --threads 1").succeeds();
    let requests = scratch.read("requests");
    let requests = requests.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let sides =
        |request: &Value| ["weights", "opponent"].map(|side| request[side]["x"].as_f64().unwrap());
    let played: Vec<(Value, [f64; 2])> =
        requests.map(|request| (request["seeds"].clone(), sides(&request))).collect();
    let met: Vec<_> = played.iter().filter(|(_, [_, other])| *other != 0.0).collect();
    // The first mean is the start, 0.
    for pair in met[..20].chunks_exact(2) {
        let [(seeds, [own, other]), (other_seeds, sides)] = pair else { unreachable!() };
        let [first, second] = sides;
        assert!((own + other).abs() < 1e-12 && (first, second) == (other, own), "{pair:?}");
        assert_ne!(seeds, other_seeds);
    }
    let last = played.last().unwrap();
    assert!(last.1.contains(&0.0), "{last:?}");
    let evidence = scratch.json("status whole")["evidence"].clone();
    let mean = evidence["tuned"]["mean"].as_f64().unwrap();
    assert!(evidence["verdict"] == "better" && mean > 0.6, "{evidence}");
    scratch.refuses("diagnose whole", &["candidates met each other", "status whole"]);
    let trials = scratch.rows("whole/trials.csv");
    for kept in [0, 37, trials] {
        scratch.keep_trials("whole", "cut", kept);
        scratch.tune2048("resume cut --threads 2").succeeds();
        scratch.assert_same_record("cut", "whole");
    }
    // A swarm remembers the best of all generations, whose scores then do not compare.
    let swarm = space.to_owned() + "[optimizer.particle-swarm]\n";
    scratch.write("swarm.toml", swarm);
    scratch.refuses("check swarm.toml", &["player.command.opponent", "mirrored-es"]);
}
