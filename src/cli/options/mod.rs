//! Options and arguments that several commands share.

mod args;
mod built_in;
mod completion;
mod count;
mod destination;
mod file_kind;
mod weights_source;

pub(crate) use args::{
    BudgetOptions, DepthOption, Threads, cores, folders_of_runs, out_path, parse_games,
    parse_threads,
};
pub(crate) use built_in::{LEARNING, SPACES, meanings};
pub(crate) use completion::{Names, candidate, offer};
pub(crate) use count::count_in;
pub(crate) use destination::{make_folder, write_file};
pub(crate) use file_kind::FileKind;
pub(crate) use tune2048_tuner::record::source::{NETWORKS, RESULTS, campaign_folder};
pub(crate) use weights_source::WeightsSource;
