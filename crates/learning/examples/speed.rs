//! Prints the speed of learning, in moves per second of processor time, with the mean score.
//!
//! ```text
//! cargo run --release -p tune2048-learning --example speed -- 4x6 12000 1
//! ```

use std::time::Instant;

use tune2048_engine::tuples::{Layout, Stages, named_set};
use tune2048_learning::{Batch, Learner, Step};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [set, games, threads] = &arguments[..] else {
        return Err("give a set of tuples, a number of games and a number of threads".into());
    };
    let layout = Layout::new(named_set(set)?, Stages::default());
    let mut learner = Learner::new(layout, true)?;
    let all: u64 = games.parse()?;
    let threads = threads.parse()?;
    let chunk = 2000;
    let mut first = 0;
    while first < all {
        let batch = Batch { seed: 1, first, games: chunk, step: Step::COHERENT, threads };
        let start = Instant::now();
        let result = learner.learn(&batch)?;
        let seconds = start.elapsed().as_secs_f64();
        first += chunk;
        println!(
            "{first} games: mean of the last {} {:.0}, {:.2} M moves/s",
            chunk,
            result.score as f64 / result.games as f64,
            result.moves as f64 / seconds / 1e6
        );
    }
    Ok(())
}
