//! The argument FOLDER: the folder of a campaign or a learning run, or its name.

pub(crate) use tune2048_tuner::weights::source::{NETWORKS, RESULTS, campaign_folder};
