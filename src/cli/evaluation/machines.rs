//! The options that say where games are played.

#[cfg(feature = "workers")]
use super::workers::WorkersOptions;
use crate::cli::options::Threads;

/// The options `--threads`, `--workers` and `--token-file`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Machines {
    #[command(flatten)]
    pub(crate) threads: Threads,
    #[cfg(feature = "workers")]
    #[command(flatten)]
    pub(crate) workers: WorkersOptions,
}
