//! Studies of players and of tuners, beside campaigns.
//!
//! | module | question |
//! |---|---|
//! | [`compare`] | which of two players is better, on common seeds, until it is settled? |
//! | [`tournament`] | how do many players score on common seeds? |
//! | [`explain`] | how do two players differ in their moves, and why? |
//! | [`ablation`] | which of the differences between two sets of weights make the gain? |
//! | [`diagnose`] | how reliable are a tuner's rankings, and what is its best candidate worth? |

pub mod ablation;
pub mod compare;
pub mod diagnose;
pub mod explain;
pub mod tournament;
