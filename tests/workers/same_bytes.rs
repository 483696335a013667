use crate::cluster::Cluster;
use tune2048_testkit::program::{LEARNED, LEARNING, Scratch, TINY, without_times};

#[test]
fn comparisons_tournaments_and_served_evaluations_are_those_of_one_machine() {
    let scratch = Scratch::new();
    let Some(cluster) = Cluster::start(&scratch, 2) else { return };
    let options = cluster.options();
    let compare = "compare 2014 2014-simple --games 100 --out";
    scratch.tune2048(&format!("{compare} here.csv")).succeeds();
    assert!(scratch.rows("here.csv") > 10);
    scratch.tune2048(&format!("{compare} there.csv {options}")).succeeds();
    assert_eq!(scratch.read("there.csv"), scratch.read("here.csv"));

    let text = "name = \"two\"\nseed = 7\ngames = 12\n[[players]]\nweights = \"2014\"\n\
                [[players]]\nweights = \"2014-simple\"\n";
    scratch.write("two.toml", text);
    scratch.tune2048("tournament two.toml --out here").succeeds();
    scratch.tune2048(&format!("tournament two.toml --out there {options}")).succeeds();
    let games = |folder: &str| without_times(&scratch.read(&format!("{folder}/games.csv")));
    assert_eq!(games("there"), games("here"));

    scratch.write("tiny.toml", TINY);
    let request =
        |id| format!("{{\"id\": {id}, \"point\": [0.{id}, 0.5, 0.5], \"seeds\": [0, 1, 2, 3]}}\n");
    let requests: String = (0..6).map(request).collect();
    let served = |options: &str| {
        let arguments = format!("serve-evaluations tiny.toml {options}");
        let mut lines = scratch.with_input(&arguments, requests.clone()).succeeds().json_lines();
        lines.sort_by_key(|line| (line["id"].as_u64(), line["seed"].as_u64()));
        lines
    };
    let here = served("");
    assert_eq!(here.len(), 1 + 6 * 4);
    assert_eq!(served(&options), here);
}

#[test]
#[cfg(unix)]
fn a_campaign_over_learning_is_played_by_a_script() {
    use std::os::unix::fs::PermissionsExt;
    let scratch = Scratch::new();
    let Some(cluster) = Cluster::start(&scratch, 0) else { return };
    scratch.write("learned.toml", LEARNED);
    scratch.write("numbers.toml", LEARNING);
    let program = env!("CARGO_BIN_EXE_tune2048");
    let script = format!("#!/bin/sh\nexec {program} learn --as-program learned.toml\n");
    scratch.write("script", script);
    let rights = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(scratch.path("script"), rights).unwrap();
    let _worker = scratch.start(&format!("{} --program tune2048=script", cluster.worker()));
    scratch.tune2048("run numbers.toml --out here").succeeds();
    let options = cluster.options();
    scratch.tune2048(&format!("run numbers.toml --out there {options}")).succeeds();
    scratch.assert_same_record("there", "here");
}
