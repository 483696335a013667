//! Options and arguments that several commands share.

mod args;
mod files;
mod names;
mod weights_source;

pub(crate) use args::{
    BudgetOptions, DepthOption, Threads, cores, count_in, folders_of_runs, out_path, parse_games,
    parse_threads,
};
pub(crate) use files::{FileKind, make_folder, write_file};
pub(crate) use names::Names;
pub(crate) use tune2048_tuner::record::source::{NETWORKS, RESULTS, campaign_folder};
pub(crate) use weights_source::WeightsSource;
