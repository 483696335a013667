//! A campaign of a million trials: its bookkeeping costs the same at the end as at the beginning.
//!
//! Two candidates a generation, one game each at depth 0, within ranges so narrow that all games are alike. Prints the
//! time of each tenth, the memory, and how long the record takes to read. Fails if the last thousands take 10 % longer
//! than the first ones, or memory grows with the trials.
//!
//! `cargo bench -p tune2048-tuner --bench million_trials`; `-- 50000` for so many trials.

use std::path::Path;
use std::time::Instant;

use tune2048_engine::evaluate::{GameEvaluator, Monitor};
use tune2048_tuner::campaign::{Campaign, Event};
use tune2048_tuner::record::Folder;

const TRIALS: usize = 1_000_000;
/// The trials that are timed together.
const BLOCK: usize = 1000;
/// The blocks at either end whose median is compared.
const ENDS: usize = 10;
/// Memory that a longer campaign may take: no number of bytes that a trial could leave behind.
const MOST_GROWTH_KIB: u64 = 4096;

fn main() {
    let trials = std::env::args().find_map(|text| text.parse().ok()).unwrap_or(TRIALS);
    assert!(
        trials >= 2 * ENDS * BLOCK,
        "found {trials} trials, expected at least {}",
        2 * ENDS * BLOCK
    );
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path().join("campaign");
    let space = Path::new("million.toml");
    let mut campaign = Campaign::create(&folder, space, &text(trials)).expect("a campaign");
    let evaluator = GameEvaluator::new(Some(1)).expect("a thread starts");
    let (mut played, mut last) = (0, Instant::now());
    let (mut seconds, mut memory) = (Vec::new(), Vec::new());
    campaign
        .run(&evaluator, &Monitor::default(), &mut |event| {
            let Event::Generation(state) = event else { return };
            played = state.trials as usize;
            if played % BLOCK == 0 {
                seconds.push(last.elapsed().as_secs_f64());
                memory.push(memory_kib());
                last = Instant::now();
            }
        })
        .expect("it runs to its end");
    assert_eq!(played, trials, "the search has ended early");

    println!("{:>10} {:>14} {:>12}", "trials", "trials/s", "memory, MiB");
    let tenth = seconds.len() / 10;
    for (place, part) in seconds.chunks(tenth).enumerate() {
        let end = place * tenth + part.len();
        let speed = (part.len() * BLOCK) as f64 / part.iter().sum::<f64>();
        println!("{:>10} {speed:>14.0} {:>12.1}", end * BLOCK, memory[end - 1] as f64 / 1024.0);
    }
    let [first, last] = [&seconds[..ENDS], &seconds[seconds.len() - ENDS..]].map(median);
    println!(
        "a thousand trials: the first {first:.3} s, the last {last:.3} s, {:.3} times as long",
        last / first
    );

    let start = Instant::now();
    let state = Folder::at(&folder).read(false).expect("a sound record");
    assert_eq!(state.trials as usize, trials);
    println!("the record is read in {:.1} s", start.elapsed().as_secs_f64());
    assert!(last < 1.1 * first, "a trial costs more at the end than at the beginning");
    let growth = memory[memory.len() - 1].saturating_sub(memory[ENDS - 1]);
    assert!(growth < MOST_GROWTH_KIB, "memory has grown by {growth} KiB");
}

fn text(trials: usize) -> String {
    format!(
        "name = 'million'\nseed = 1\nplayer.expectimax.depth = 0\nheuristic.rows.empty = {{ low = 269, high = 271 }}\n\
         objective.games-per-candidate = 1\noptimizer.cma-es.population = 2\nbudget.generations = {}\n\
         selection.games = 100\nvalidation.games = 100\n",
        trials / 2
    )
}

/// The median of times.
fn median(times: &[f64]) -> f64 {
    let mut times = times.to_vec();
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

/// The memory of this process; 0 where the system does not tell.
fn memory_kib() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(0)
}
