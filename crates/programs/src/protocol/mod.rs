//! The protocol: what programs are asked, and what they answer.

pub(crate) mod answer;
pub(crate) mod json_line;
pub(crate) mod moves;
pub(crate) mod once_per_game;
pub(crate) mod request;
