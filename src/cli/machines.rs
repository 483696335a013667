//! The options that say where games are played.

use super::args::Threads;
#[cfg(feature = "workers")]
use super::workers::WorkersOptions;

/// The options `--threads`, `--workers` and `--token-file`.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct Machines {
    #[command(flatten)]
    pub(super) threads: Threads,
    #[cfg(feature = "workers")]
    #[command(flatten)]
    pub(super) workers: WorkersOptions,
}
