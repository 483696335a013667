//! Stored scores of presets, so that a comparison with one of them plays the other side only.
//!
//! The file `stored.toml` contains counts and sums of many games of each preset, no single
//! scores. The games are those of [`Stream::Baseline`] with seed 0 from the index 0 on, which no
//! other command plays. `cargo run --release -p tune2048-tuner --example baselines` continues them.

mod record;

use std::sync::LazyLock;

pub use record::{Baseline, Baselines, WantedGames};

use crate::weights_file::WeightsFile;
#[cfg(doc)]
use tune2048_engine::game::Stream;

static STORED: LazyLock<Baselines> = LazyLock::new(|| {
    Baselines::parse(include_str!("stored.toml")).expect("a test reads the stored baselines")
});

/// Returns all stored baselines.
pub fn stored() -> &'static Baselines {
    &STORED
}

/// Returns the stored baseline of exactly these weights with exactly this player.
pub fn find(file: &WeightsFile) -> Option<&'static Baseline> {
    let fingerprint = record::fingerprint(file);
    let mut stored = STORED.baselines.iter();
    stored.find(|baseline| baseline.fingerprint == fingerprint)
}
