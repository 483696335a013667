use crate::cluster::Cluster;
use tune2048_testkit::program::Scratch;

#[test]
fn another_machine_without_a_secret_is_refused_on_both_sides() {
    let scratch = Scratch::new();
    for arguments in
        ["worker --connect nats://192.0.2.1", "evaluate 2014 --workers nats://192.0.2.1"]
    {
        scratch.refuses(arguments, &["192.0.2.1:4222 is another machine", "--token-file"]);
    }
}

#[test]
fn a_server_that_is_not_there_is_named() {
    let scratch = Scratch::new();
    for arguments in
        ["evaluate 2014 --workers nats://127.0.0.1:9", "worker --connect nats://127.0.0.1:9"]
    {
        scratch.fails(1, arguments, &["cannot connect to nats://127.0.0.1:9", "(nats-server)"]);
    }
}

#[test]
fn a_wrong_token_is_refused() {
    let scratch = Scratch::new();
    let Some(cluster) = Cluster::start(&scratch, 0) else { return };
    scratch.write("token", "another\n");
    scratch.write("worker-token", "another\n");
    for arguments in [cluster.worker(), format!("evaluate 2014 {}", cluster.options())] {
        scratch.fails(1, &arguments, &["authorization violation", "--token-file"]);
    }
}

#[test]
fn a_worker_offers_programs_that_are_there() {
    let scratch = Scratch::new();
    for wrong in ["solver", "solver=missing", "=solver"] {
        let words = ["expected NAME=PATH"];
        scratch.refuses(&format!("worker --connect localhost --program {wrong}"), &words);
    }
}

#[test]
fn a_network_of_ones_own_is_played_by_workers_that_were_given_it() {
    let scratch = Scratch::new();
    let Some(cluster) = Cluster::start(&scratch, 0) else { return };
    scratch.write("net.toml", "games = 300\ntuples = 'lines'\ncurve = 60\ntest-games = 20\n");
    scratch.tune2048("learn net.toml --threads 1").succeeds();
    let evaluate = format!("evaluate net --games 5 {}", cluster.options());
    let mut without = scratch.start(&cluster.worker());
    scratch.fails(1, &evaluate, &["worker", "is not here", "--network FILE"]);
    without.signal("TERM");
    without.finish().fails(130);
    let file = "networks/net/network.safetensors";
    let _with = scratch.start(&format!("{} --network {file}", cluster.worker()));
    scratch.tune2048(&evaluate).succeeds();
    let wrong = format!("{} --network net.toml", cluster.worker());
    scratch.refuses(&wrong, &["net.toml: "]);
}

const GUIDE: &str = include_str!("../../docs/guide/many-machines.md");

#[test]
fn the_rights_of_the_guide_are_enough_for_workers() {
    let scratch = Scratch::new();
    let configuration = GUIDE.split("```text\n").find(|block| block.starts_with("authorization"));
    let configuration = configuration.and_then(|block| block.split("```").next());
    let configuration = configuration.expect("the guide has a configuration");
    let secrets = ["run:RUN-PASSWORD", "worker:WORKER-PASSWORD"];
    let Some(cluster) = Cluster::configured(&scratch, 1, configuration, secrets) else { return };
    scratch.tune2048(&format!("evaluate 2014 --games 5 {}", cluster.options())).succeeds();
    // A worker's secret does not start a run.
    scratch.write("token", secrets[1]);
    let evaluate = format!("evaluate 2014 {}", cluster.options());
    scratch.fails(1, &evaluate, &["the server lets this user hand out no games"]);
}
