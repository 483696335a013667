//! Options and arguments that several commands share.

pub(crate) mod args;
pub(crate) mod built_in;
pub(crate) mod campaign_folder;
pub(crate) mod completion;
pub(crate) mod count;
pub(crate) mod file_kind;
pub(crate) mod input;
pub(crate) mod weights_source;
