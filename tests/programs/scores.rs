//! Scores as other games have them: a start at 0, rates, costs below 0.

use tune2048_testkit::program::{Scratch, is_installed};

/// A program whose scores are named by its argument.
const PLAYER: &str = r#"
import json, random, sys
def score(x, seed):
    if sys.argv[1] == "zero":
        return 1000 + seed % 100 if abs(x - 0.9) < 0.38 else 0
    r = random.Random(seed).random()
    if sys.argv[1] == "rate":
        return 2 if r < 0.1 + x / 4 else 1 if r < 0.2 + x / 2 else 0
    return 20 * abs(x - 0.9) - 5 + r
print('{"protocol": 1}', flush=True)
for line in sys.stdin:
    q = json.loads(line)
    for seed in q["seeds"]:
        found = score(q["weights"]["x"], seed)
        print(json.dumps({"id": q["id"], "seed": seed, "score": found}), flush=True)
"#;

/// A folder with a search space of this program and two files of its weights.
fn scratch(kind: &str, objective: &str) -> Option<Scratch> {
    if !is_installed("python3") {
        return None;
    }
    let scratch = Scratch::with("player.py", PLAYER);
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
    let run = scratch.tune2048("run space.toml").succeeds();
    assert!(run.text().contains("Ratio of the mean scores infinite (from 0)."), "{run}");
    for command in ["status out", "list", "report out --markdown", "export out --format python"] {
        scratch.tune2048(command).succeeds().prints("infinite (from 0)");
    }
    let status = scratch.tune2048("status out --json").succeeds();
    assert_eq!(status.json()["evidence"]["verdict"], "better", "{status}");
    let page = scratch.tune2048("report out --out report.html").succeeds();
    assert!(scratch.read("report.html").contains("from 0"), "{page}");
    for (options, games) in [("", 100), ("--by 50%", 100), ("--tell 5%", 100), ("--once", 400)] {
        for (sides, verdict) in [("a.toml b.toml", "above"), ("b.toml a.toml", "below")] {
            let command = format!("compare {sides} --games 400 {options} --json");
            let json = scratch.tune2048(&command).succeeds().json();
            assert_eq!(
                (&json["verdict"], &json["games"]),
                (&verdict.into(), &games.into()),
                "{command}"
            );
        }
    }
    let text = scratch.tune2048("compare a.toml b.toml --games 400").succeeds();
    assert!(
        text.text().contains("B is better than A: its mean score is above A's mean of 0."),
        "{text}"
    );
}

#[test]
fn rates_have_three_digits() {
    let Some(scratch) = scratch("rate", "") else { return };
    let text = scratch.tune2048("evaluate a.toml --games 300").succeeds().text().to_owned();
    let mean = text.lines().find(|line| line.contains("mean score")).expect("a mean");
    let numbers = mean.split_whitespace().filter(|word| word.starts_with("0."));
    let numbers: Vec<&str> = numbers.collect();
    assert_eq!(numbers.len(), 3, "{text}");
    assert!(numbers.iter().all(|number| number.len() == 5), "{text}");
    assert!(text.contains("lowest, highest     0, 2"), "{text}");
}

#[test]
fn costs_are_minimised_and_compared_in_points() {
    let Some(scratch) = scratch("cost", "minimize = \"mean-score\"") else { return };
    let run = scratch.tune2048("run space.toml").succeeds();
    assert!(run.text().contains("are better.\nDifference of the mean scores -"), "{run}");
    scratch.tune2048("status out").succeeds().prints("tuned less starting weights");
    scratch.tune2048("report out --out report.html").succeeds();
    // The weights of the campaign bring the question along.
    let json = scratch.tune2048("compare a.toml results/out/best.toml --json").succeeds().json();
    assert_eq!((&json["verdict"], &json["better"]), (&"below".into(), &"lower".into()), "{json}");
    let text = scratch.tune2048("compare b.toml a.toml --effect difference --minimize --tell 5");
    let text = text.succeeds();
    assert!(text.text().contains("B is worse than A: its mean score is 14"), "{text}");
    let refused = scratch.tune2048("compare a.toml b.toml --effect difference --by 5%").fails(2);
    assert!(refused.to_string().contains("expected a number of points"), "{refused}");
    scratch.tune2048("plan space.toml").succeeds().prints("one game varies by 0.2");
}
