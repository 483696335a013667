//! Plays the games of the stored baselines that are missing, on one thread.
//!
//! The file is written every ten seconds: end the program at any time and start it again.

mod baseline_games;
mod play;

use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::Context;
use tune2048_engine::evaluate::{GameEvaluator, Monitor};
use tune2048_engine::presets::Preset;
use tune2048_files::{atomic, regular};
use tune2048_tuner::baselines::Baselines;

use baseline_games::BaselineGames;
pub(crate) use play::entry;
use play::{play, to_toml};

const SAVED_EVERY_SECONDS: f64 = 10.0;

/// Which baselines to play.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// File to continue [default: the one in the sources].
    file: Option<PathBuf>,
    /// Play this preset only.
    #[arg(long, requires = "games")]
    preset: Option<String>,
    /// Search depth of the preset [default: its own player].
    #[arg(long, requires = "preset")]
    depth: Option<u8>,
    /// Number of games of the preset.
    #[arg(long, requires = "preset")]
    games: Option<u64>,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let path = (arguments.file.clone()).unwrap_or_else(|| {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/tuner/src/baselines/stored.toml")
    });
    let wanted = match (&arguments.preset, arguments.games) {
        (Some(preset), Some(games)) => vec![BaselineGames {
            preset: Preset::find(preset).context("expected the name of a preset")?,
            depth: arguments.depth,
            games,
        }],
        _ => BaselineGames::all(),
    };
    let mut stored = toml::from_str::<Baselines>(&regular::read_text(&path)?)?;
    let evaluator = GameEvaluator::new(Some(1))?;
    for wanted in wanted {
        let mut saved = Instant::now();
        loop {
            let baseline = entry(&mut stored, wanted.preset, wanted.depth);
            let missing = wanted.games.saturating_sub(baseline.games);
            play(baseline, missing.min(20), &evaluator, &Monitor::default())?;
            if missing == 0 || saved.elapsed().as_secs_f64() > SAVED_EVERY_SECONDS {
                println!(
                    "{}, {}: {} of {} games, mean {:.1}",
                    baseline.weights,
                    baseline.player,
                    baseline.games,
                    wanted.games,
                    baseline.mean()
                );
                atomic::replace(&path, to_toml(&stored))?;
                saved = Instant::now();
            }
            if missing == 0 {
                break;
            }
        }
    }
    Ok(())
}
