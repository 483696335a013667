//! Learning runs: the same bytes whatever cuts them, and what is told when a file is not as it was.

use tune2048_testkit::program::Scratch;

/// About a second of learning.
const TINY: &str = "games = 1500\ntuples = 'lines'\ncurve = 60\ntest-games = 20\n\
                    [method]\nlambda = 0.5\n";

const FILES: [&str; 2] = ["snapshot.safetensors", "network.safetensors"];

fn curve(scratch: &Scratch, folder: &str) -> String {
    tune2048_testkit::csv_text::without_times(&scratch.read(&format!("{folder}/curve.csv")))
}

fn assert_same(scratch: &Scratch, folder: &str) {
    for file in FILES {
        let [found, expected] =
            [folder, "networks/tiny"].map(|folder| scratch.bytes(&format!("{folder}/{file}")));
        assert!(found == expected, "{folder}/{file} differs");
    }
    assert_eq!(curve(scratch, folder), curve(scratch, "networks/tiny"));
    let manifest = scratch.read(&format!("{folder}/learning.json"));
    assert_eq!(manifest, scratch.read("networks/tiny/learning.json"));
}

#[test]
fn a_run_cut_anywhere_ends_with_the_same_bytes_and_programs_are_told_its_points() {
    let scratch = Scratch::with("tiny.toml", TINY);
    let lines = scratch.tune2048("learn tiny.toml --threads 1 --json").succeeds().json_lines();
    let kinds: Vec<&str> = lines.iter().map(|line| line["kind"].as_str().unwrap()).collect();
    assert_eq!(kinds, [vec!["point"; 25], vec!["phase", "result"]].concat());
    let games: Vec<u64> = lines[..25].iter().map(|line| line["games"].as_u64().unwrap()).collect();
    assert_eq!(games, (1..=25).map(|point| 60 * point).collect::<Vec<_>>());
    assert_eq!(lines[26]["test"]["games"], 20);
    assert_eq!(scratch.rows("networks/tiny/curve.csv"), 25);
    // Killed after its first snapshot, then interrupted, then let go on.
    let mut killed = scratch.start("learn tiny.toml --out out --threads 1");
    killed.wait_until(|| scratch.path("out/snapshot.safetensors").exists());
    killed.kill();
    let mut stopped = scratch.start("resume out --threads 1");
    let rows = scratch.rows("out/curve.csv");
    stopped.wait_until(|| scratch.rows("out/curve.csv") > rows + 1);
    // It may have ended meanwhile.
    if !stopped.has_ended() {
        stopped.signal("INT");
    }
    let stopped = stopped.finish();
    if stopped.code == Some(130) {
        stopped.says("games are saved in out").says("resume out");
    }
    scratch.tune2048("resume out --threads 1").succeeds();
    assert_same(&scratch, "out");
    // The network plays, by its folder or its file.
    for name in ["out", "out/network.safetensors"] {
        scratch.tune2048(&format!("evaluate {name} --games 4 --depth 1")).succeeds();
    }
    // A finished run says again what it found, to programs as its status.
    scratch.prints("resume out", &["Learned from 1 500 games"]);
    let mut found = scratch.json("resume out");
    assert_eq!(found.as_object_mut().unwrap().remove("kind"), Some("result".into()));
    assert_eq!(found, scratch.json("status out"));
    // A folder in use is left as it is.
    let words = ["networks/tiny: there is a learning run or a campaign here already"];
    scratch.refuses("learn tiny.toml", &words).says("resume networks/tiny");
    scratch.refuses("resume out --games 100000", &["found a learning run, expected a campaign"]);
    let text = scratch.read("out/learning.toml");
    scratch.write("out/learning.toml", text.replace("0.5", "0.6"));
    scratch.refuses("resume out", &["found other settings than those"]);
}

#[test]
fn the_test_plays_the_games_of_evaluate_and_the_network_of_another_run_is_noticed() {
    let scratch = Scratch::with("tiny.toml", TINY.replace("games = 1500", "games = 120"));
    let parts = ["Played without search and without learning it scores ", "in 20 games"];
    let run = scratch.prints("learn tiny.toml --threads 1", &parts);
    run.says("MiB of memory; free are ");
    let manifest = scratch.read_json("networks/tiny/learning.json");
    let games = manifest["test"].as_array().unwrap().iter();
    let sum: u64 = games.map(|game| game["score"].as_u64().unwrap()).sum();
    let evaluated = scratch.json("evaluate tiny --depth 0 --games 20 --seed 1");
    assert_eq!(evaluated["mean"].as_f64(), Some(sum as f64 / 20.0));
    scratch.write("other.toml", TINY.replace("games = 1500", "games = 180"));
    scratch.tune2048("learn other.toml --out other --threads 1").succeeds();
    scratch.write("networks/tiny/network.safetensors", scratch.bytes("other/network.safetensors"));
    let words = ["its learning.games is 180, and that of the run 120"];
    scratch.refuses("resume networks/tiny --threads 1", &words);
}

#[test]
fn the_record_says_how_was_learned() {
    let scratch = Scratch::new();
    let text = TINY.replace("games = 1500", "games = 300");
    scratch.write("tiny.toml", text.replace("lambda = 0.5", "kind = 'td'"));
    scratch.tune2048("learn tiny.toml --threads 2").succeeds().says("--threads 1");
    let curve = scratch.read("networks/tiny/curve.csv");
    let methods: Vec<_> = curve.lines().filter_map(|line| line.split(',').nth(9)).collect();
    assert_eq!(methods, ["method", "td", "td", "td", "td", "td"]);
    let manifest = scratch.read("networks/tiny/learning.json");
    assert!(manifest.contains("\"deterministic\": false"), "{manifest}");
    scratch.tune2048("report networks/tiny").succeeds();
    let page = scratch.read("networks/tiny/report.html");
    assert!(page.contains("Several threads") && page.contains("figure-curve"), "{page}");
    let parts = ["by the method td, from 300 games", "20 games of seed 1", "| seed | 1 |"];
    scratch.prints("report networks/tiny --markdown", &parts);
    scratch.prints("status networks/tiny", &["finished, learned from 300 games"]);
    scratch.prints("list", &["network, mean score"]);
}

/// A run that was killed between two snapshots.
fn killed() -> Scratch {
    let scratch = Scratch::with("tiny.toml", TINY.replace("games = 1500", "games = 150000"));
    let mut run = scratch.start("learn tiny.toml --out out --threads 1");
    assert!(run.wait_until(|| scratch.path("out/snapshot.safetensors").exists()));
    assert!(run.kill(), "the test has nothing to see");
    scratch
}

#[test]
fn files_that_are_not_as_they_were_written_are_told() {
    let scratch = killed();
    let says = |file: &str, bytes: &[u8], problem: &str| {
        let file = format!("out/{file}");
        let whole = scratch.bytes(&file);
        scratch.write(&file, bytes);
        let words: [&str; 3] = [&format!("{file}: "), problem, "restore the file from a copy"];
        scratch.refuses("resume out --threads 1", &words);
        assert!(scratch.bytes(&file) == bytes);
        scratch.write(&file, whole);
    };
    let snapshot = scratch.bytes("out/snapshot.safetensors");
    let of_snapshot = |bytes: &[u8], problem| says("snapshot.safetensors", bytes, problem);
    of_snapshot(&snapshot[..snapshot.len() - 1], "bytes of weights, expected");
    of_snapshot(&snapshot[..5], "cut short");
    let mut altered = snapshot.clone();
    altered[snapshot.len() / 2] ^= 1;
    of_snapshot(&altered, "found the checksum");
    let version = br#""format":"5""#;
    let place = snapshot.windows(version.len()).position(|found| found == version);
    let mut newer = snapshot.clone();
    newer[place.expect("the version of the file") + 10] = b'9';
    of_snapshot(&newer, "`format` is 9, expected 5");

    let curve = scratch.read("out/curve.csv");
    let of_curve = |text: &str, problem| says("curve.csv", text.as_bytes(), problem);
    let header: String = curve.lines().take(1).flat_map(|line| [line, "\n"]).collect();
    of_curve(&header, "found 0 points, expected");
    scratch.write("out/curve.csv", &header);
    for command in ["report out", "status out"] {
        scratch.refuses(command, &["out/curve.csv: found 0 points, expected"]);
    }
    // A row that was being written is played again.
    scratch.write("out/curve.csv", format!("{curve}120,"));
    let mut run = scratch.start("resume out --threads 1");
    let rows = scratch.rows("out/curve.csv");
    assert!(run.wait_until(|| scratch.rows("out/curve.csv") > rows + 1));
    run.kill();
    scratch.tune2048("report out").succeeds();

    let manifest = scratch.read("out/learning.json");
    let of_manifest = |text: &str, problem| says("learning.json", text.as_bytes(), problem);
    of_manifest(&manifest.replace("\"format\": 2", "\"format\": 9"), "found format 9, expected 2");
    let finished = manifest.replace("\"finished\": false", "\"finished\": true");
    of_manifest(&finished, "its values are not those that were written");
    std::fs::remove_file(scratch.path("out/learning.json")).unwrap();
    for command in ["resume out", "status out"] {
        scratch
            .refuses(command, &["out/learning.json: found no file, but snapshot.safetensors is"]);
    }
}

#[test]
fn weights_that_diverge_are_noticed_and_the_remedy_is_told() {
    let scratch = Scratch::new();
    let method = "kind = 'td'\nlearning-rate = 100";
    scratch.write("tiny.toml", TINY.replace("lambda = 0.5", method));
    let words = ["the weights diverge in games 0 to 59", "`learning-rate`, a tenth of 100"];
    scratch.fails(1, "learn tiny.toml --threads 1", &words);
}

#[test]
#[cfg(target_os = "linux")]
fn too_little_memory_is_an_error_with_what_to_do() {
    let scratch = Scratch::new();
    let run = scratch.limited("ulimit -v 700000", "learn first-network --threads 1");
    run.fails(1)
        .says("learning needs 768 MiB of memory, which the system denied")
        .says("kind = \"td\"");
}

#[test]
fn mistakes_in_settings_are_told_at_their_places() {
    let scratch = Scratch::new();
    for (text, problem) in [
        ("tuples = '9x9'", "no network has these tuples"),
        ("stages = [1000]", "a stage cannot begin at 1000"),
        ("method.kind = 'td0'", "expected \"td\" or \"tc\""),
        ("method.horizon = 3", "a horizon needs errors of later moves"),
        ("games = 10\ncurve = 20", "more games than the run"),
        ("game = 10", "unknown key `game`"),
        ("games = 1\n[search]\ngames = 2", "found 2, expected at most the 1 of `games`"),
    ] {
        scratch.write("bad.toml", text);
        scratch.refuses("learn bad.toml", &["bad.toml:", problem]);
    }
    for (text, problem) in [
        ("tuples = 'lines'\nstart = 'learned-small'", "expected tuples 0123,4567"),
        ("start = 'nowhere'", "`nowhere` cannot be used"),
        ("start = 'bad.toml'", "it is no safetensors file"),
    ] {
        scratch.write("bad.toml", text);
        scratch.refuses("learn bad.toml", &[problem]);
    }
    scratch.refuses("learn quickstrat", &["one that is built in: "]);
    assert!(!scratch.path("results").exists(), "nothing was started");
}
