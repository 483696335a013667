use crate::cluster::Cluster;
use tune2048_testkit::program::{Scratch, replaced};
use tune2048_testkit::spaces::LONG;

#[test]
fn a_killed_worker_is_soon_shown_no_more() {
    let scratch = Scratch::new();
    let Some(mut cluster) = Cluster::start(&scratch, 2) else { return };
    scratch.write("long.toml", replaced(LONG, "candidate = 12", "candidate = 4000"));
    let mut run = scratch.start(&format!("run long.toml --out out {}", cluster.options()));
    let workers = || {
        let status = scratch.json("status out");
        status["workers"].as_array().unwrap().clone()
    };
    let have_played = || workers().iter().all(|worker| worker["games"] != 0);
    let all = || {
        let now = std::fs::read_to_string(scratch.path("out/now.json")).unwrap_or_default();
        now.matches("\"worker\":").count()
    };
    run.wait_until(|| all() == 2 && have_played());
    assert_eq!(workers().len(), 2);
    for worker in workers() {
        assert_eq!(worker["cores"], 1);
        assert!(worker["host"].as_str().is_some_and(|host| !host.is_empty()));
    }
    scratch.prints("status out", &["2 workers, 2 cores"]);
    assert!(cluster.kill_worker(&scratch), "a worker does not end by itself");
    run.wait_until(|| all() == 3);
    run.wait_until(|| workers().len() == 2);
    run.signal("INT");
    run.finish().fails(130);
    scratch.tune2048("report out").succeeds();
    assert!(scratch.read("out/report.html").contains("Other machines have played"));
}
