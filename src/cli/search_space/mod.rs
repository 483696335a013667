//! Commands about the file that describes a campaign.

pub(crate) mod check;
pub(crate) mod init;
pub(crate) mod init_text;
pub(crate) mod schema;
