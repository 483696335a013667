use crate::cluster::Cluster;
use tune2048_testkit::program::Scratch;
use tune2048_testkit::spaces::{TINY, long};

#[test]
fn a_worker_that_stops_and_goes_on_adds_nothing_twice() {
    let scratch = Scratch::new();
    let Some(mut cluster) = Cluster::start(&scratch, 2) else { return };
    scratch.write("long.toml", long(20, 20));
    scratch.tune2048("run long.toml --out here").succeeds();
    let mut run = scratch.start(&format!("run long.toml --out there {}", cluster.options()));
    run.wait_until(|| scratch.rows("there/trials.csv") > 2);
    cluster.signal_worker("STOP");
    // Its games go to the other worker, and its late answers find them answered.
    let before = scratch.rows("there/trials.csv");
    run.wait_until(|| scratch.rows("there/trials.csv") > before + 20);
    cluster.signal_worker("CONT");
    run.finish().succeeds();
    scratch.assert_same_record("there", "here");
}

#[test]
fn a_server_that_keeps_few_jobs_delays_the_others() {
    let scratch = Scratch::new();
    let configuration = "authorization { token: s3cret }\njetstream { max_mem: 4096 }\n";
    let Some(cluster) = Cluster::configured(&scratch, 2, configuration, ["s3cret"; 2]) else {
        return;
    };
    scratch.write("tiny.toml", TINY);
    scratch.tune2048("run tiny.toml --out here").succeeds();
    let options = cluster.options();
    let run = format!("run tiny.toml --out there {options}");
    scratch.tune2048(&run).succeeds();
    scratch.assert_same_record("there", "here");
}

#[test]
#[cfg(unix)]
fn a_full_disk_of_the_run_loses_nothing() {
    let scratch = Scratch::new();
    let Some(cluster) = Cluster::start(&scratch, 2) else { return };
    scratch.write("tiny.toml", TINY);
    scratch.tune2048("run tiny.toml --out here").succeeds();
    let options = cluster.options();
    // No file may grow beyond a few blocks of 512 bytes.
    let run = scratch.limited("ulimit -f 4", &format!("run tiny.toml --out there {options}"));
    assert_ne!(run.code, Some(0), "{run}");
    let resume = format!("resume there {options}");
    scratch.tune2048(&resume).succeeds();
    scratch.assert_same_record("there", "here");
}
