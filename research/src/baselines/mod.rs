//! Plays the games of the stored baselines that are missing, on one thread.
//!
//! `cargo run --release -p tune2048-tuner --example baselines [FILE [PRESET DEPTH GAMES]]`
//!
//! Without FILE the one in the sources is continued. With PRESET, DEPTH and GAMES only that
//! baseline is, up to that many games; DEPTH is 0 for the preset's own player. The file is
//! written every ten seconds: end the program at any time and start it again.

use std::path::{Path, PathBuf};
use std::time::Instant;

use tune2048_engine::evaluate::{Monitor, SerialEvaluator};
use tune2048_engine::presets::Preset;
use tune2048_files::atomic;
use tune2048_tuner::baselines::{Baselines, WantedGames};

const SAVED_EVERY_SECONDS: f64 = 10.0;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let path = arguments.first().map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("src/baselines/stored.toml"),
        PathBuf::from,
    );
    let wanted = match arguments.get(1..) {
        Some([preset, depth, games]) => vec![WantedGames {
            preset: Preset::find(preset).ok_or("expected the name of a preset")?,
            depth: Some(depth.parse()?).filter(|&depth| depth > 0),
            games: games.parse()?,
        }],
        _ => WantedGames::all(),
    };
    let mut stored = Baselines::parse(&atomic::read_text(&path)?)?;
    for wanted in wanted {
        let mut saved = Instant::now();
        loop {
            let baseline = stored.entry(wanted.preset, wanted.depth);
            let missing = wanted.games.saturating_sub(baseline.games);
            baseline.play(missing.min(20), &SerialEvaluator, &Monitor::default())?;
            if missing == 0 || saved.elapsed().as_secs_f64() > SAVED_EVERY_SECONDS {
                let progress = format!(
                    "{}, {}: {} of {} games, mean {:.1}",
                    baseline.weights,
                    baseline.player,
                    baseline.games,
                    wanted.games,
                    baseline.mean()
                );
                println!("{progress}");
                atomic::replace(&path, &stored.to_toml())?;
                saved = Instant::now();
            }
            if missing == 0 {
                break;
            }
        }
    }
    Ok(())
}
