//! A night in short: everything is killed, workers are far away, and some do not mean well.

use std::fs;
use std::thread;
use std::time::{Duration, Instant};

use crate::cluster::Cluster;
use crate::hostile::Hostile;
use tune2048_testkit::csv_text::without_times;
use tune2048_testkit::program::{Running, Scratch, is_installed, random};
use tune2048_testkit::spaces::LONG;

/// The longest pause between two kills, in microseconds.
const PAUSE: u64 = 2_500_000;

/// Milliseconds each way between the server and the workers that are not beside it.
const DELAYS: [u32; 3] = [20, 50, 100];

/// What is killed.
#[derive(Clone, Copy)]
enum Victim {
    Worker,
    Server,
    Run,
}

/// A command whose games are recorded below a folder `OUT`, and the files that must be equal.
struct Work {
    start: &'static str,
    files: &'static [&'static str],
}

const WORKS: [Work; 3] = [
    Work { start: "run night.toml --out OUT", files: &["trials.csv", "games.csv", "best.toml"] },
    Work {
        start: "compare 2014 near.toml --games 1200 --pairs --out OUT/games.csv",
        files: &["games.csv"],
    },
    Work { start: "tournament two.toml --out OUT", files: &["games.csv"] },
];

impl Work {
    /// Starts it, or goes on with what is there.
    fn go_on(&self, scratch: &Scratch, options: &str) -> Running {
        let is_campaign = scratch.path("there/log.jsonl").exists();
        let command = if is_campaign { "resume OUT" } else { self.start };
        scratch.start(&format!("{} {options}", command.replace("OUT", "there")))
    }

    /// Waits for the end, and takes the record away if it is that of one machine.
    fn end(&self, scratch: &Scratch, run: Running, here: &str) {
        run.finish().succeeds();
        for file in self.files {
            let text = |folder: &str| {
                let text = scratch.read(&format!("{folder}/{file}"));
                if text.contains(",time_") { without_times(&text) } else { text }
            };
            assert!(text("there") == text(here), "{file} of {} differs", self.start);
        }
        fs::remove_dir_all(scratch.path("there")).unwrap();
    }
}

/// A size of the test by the end of its variable.
fn size(variable: &str, default: usize) -> usize {
    let text = std::env::var(format!("TUNE2048_NIGHT_{variable}"));
    text.ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

#[test]
#[ignore = "takes long: cargo test --features workers --test workers night -- --ignored --nocapture"]
fn a_night_of_kills_ends_with_the_bytes_of_one_machine() {
    let scratch = Scratch::new();
    let Some(mut cluster) = Cluster::start(&scratch, 0) else { return };
    if !is_installed("python3") {
        return;
    }
    let start = Instant::now();
    let two = "name = 'two'\nseed = 5\ngames = 400\n[[players]]\nweights = '2014'\n\
               [[players]]\nweights = 'near.toml'\n";
    scratch.write("night.toml", LONG);
    scratch.write("near.toml", "[heuristic.rows]\nempty = 330\n");
    scratch.write("two.toml", two);
    for (work, number) in WORKS.iter().zip(0..) {
        let command = work.start.replace("OUT", &format!("here-{number}"));
        scratch.start(&command).finish().succeeds();
    }
    DELAYS.iter().for_each(|&delay| cluster.add_relay(delay));
    for _ in 0..size("WORKERS", 6) {
        cluster.add_worker(&scratch);
    }
    let mut hangs = scratch.start(&cluster.worker());
    let hostile = Hostile::start(cluster.server.port());
    let mut random = random(7);
    let options = cluster.options();
    let (mut killed, mut ended) = ([0; 3], 0);
    for (work, number) in WORKS.iter().zip(0..) {
        let here = format!("here-{number}");
        let mut victims = Vec::new();
        for (victim, count) in [
            (Victim::Worker, size("WORKER_KILLS", 60)),
            (Victim::Server, size("SERVER_KILLS", 30)),
            (Victim::Run, size("RUN_KILLS", 30)),
        ] {
            victims.resize(victims.len() + count / WORKS.len(), victim);
        }
        let mut run = work.go_on(&scratch, &options);
        while !victims.is_empty() {
            thread::sleep(Duration::from_micros(random(PAUSE)));
            if run.has_ended() {
                work.end(&scratch, run, &here);
                run = work.go_on(&scratch, &options);
                ended += 1;
                continue;
            }
            hangs.signal(if random(2) == 0 { "STOP" } else { "CONT" });
            let victim = victims.swap_remove(random(victims.len() as u64) as usize);
            let is_killed = match victim {
                Victim::Worker => cluster.kill_worker(&scratch),
                Victim::Server => {
                    cluster.server.restart();
                    true
                }
                Victim::Run => {
                    let is_killed = run.kill();
                    run = work.go_on(&scratch, &options);
                    is_killed
                }
            };
            if is_killed {
                killed[victim as usize] += 1;
            } else {
                victims.push(victim);
            }
        }
        hangs.signal("CONT");
        work.end(&scratch, run, &here);
        ended += 1;
    }
    let ([workers, servers, runs], sent) = (killed, hostile.end());
    eprintln!(
        "killed: {workers} workers, {servers} servers, {runs} runs; {sent} hostile messages; \
         {ended} works with the bytes of one machine in {:.0?}",
        start.elapsed()
    );
}
