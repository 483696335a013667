//! `list`: the campaigns of a folder, whatever their state.

use std::time::{Duration, SystemTime};

use tune2048_testkit::program::{LONG, Scratch, TINY, assert_has};

#[test]
fn campaigns_are_listed_newest_first() {
    let scratch = Scratch::new();
    scratch.prints("list", &["tune2048 run quickstart"]);
    assert_eq!(scratch.json("list"), serde_json::json!([]));
    scratch.refuses("list nowhere", &["nowhere"]);
    scratch.write("tiny.toml", TINY);
    scratch.tune2048("run tiny.toml --out results/old").succeeds();
    scratch.tune2048("run tiny.toml --out results/new").succeeds();
    for entry in std::fs::read_dir(scratch.path("results/old")).unwrap() {
        let file = std::fs::File::options().append(true).open(entry.unwrap().path());
        let yesterday = SystemTime::now() - Duration::from_secs(100_000);
        file.unwrap().set_modified(yesterday).unwrap();
    }
    scratch.write("results/broken/trials.csv", "nonsense");
    scratch.write("results/two\nlines/trials.csv", "nonsense");
    let list = scratch.tune2048("list").succeeds();
    let place = |name: &str| list.text().find(name).expect(name);
    assert!(place("new ") < place("old "), "{list}");
    assert_has(list.text(), &["1 day ago", "two\\nlines", "damaged"]);
    // It says of each campaign what `status` says of it.
    let status = scratch.json("status old");
    let json = scratch.json("list");
    let all = json.as_array().expect("a list");
    let old = all.iter().find(|entry| entry["campaign"] == "old").expect("it is there");
    assert_eq!(old["state"], "finished");
    assert_eq!(old["games"], status["games"]);
    assert_eq!(old["verdict"], status["evidence"]["verdict"]);
    assert_eq!(old["ratio"], status["evidence"]["ratio"]);
    let broken = all.iter().find(|entry| entry["campaign"] == "broken").expect("it is there");
    assert!(broken["problem"].is_string());
    // So it is from within the folder.
    let mut within = scratch.command(["list", "--json"]);
    let within = within.current_dir(scratch.path("results")).output().unwrap().stdout;
    let within: serde_json::Value = serde_json::from_slice(&within).unwrap();
    assert_eq!(within.as_array().map(Vec::len), Some(all.len()));
}

#[test]
fn running_campaigns_differ_from_interrupted_ones() {
    let scratch = Scratch::with("long.toml", LONG);
    let mut running = scratch.start("run long.toml --games 10000000 --generations 1000000");
    let state = || {
        let json = scratch.json("list");
        json[0]["state"].as_str().map(str::to_owned)
    };
    // Before its first candidates a campaign is not listed at all.
    assert!(running.wait_until(|| state().as_deref() == Some("running")));
    assert!(running.kill());
    assert_eq!(state().as_deref(), Some("interrupted"));
    scratch.prints("list", &["interrupted 0 %"]);
}

#[test]
fn what_is_built_in_has_a_name_and_a_meaning() {
    let scratch = Scratch::new();
    let lines = ["  quickstart ", "  rows-depth1 ", "  small ", "  tuned-depth1 "];
    scratch.prints("list --built-in", &lines);
    let json = scratch.json("list --built-in");
    for kind in ["search-spaces", "learning", "weights"] {
        let names = json[kind].as_array().unwrap();
        assert!(names.len() > 5);
        assert!(names.iter().all(|name| name["meaning"].as_str().unwrap().len() > 5), "{json}");
    }
}
