//! Campaigns on made-up games: whole searches in no time, cut and damaged at every place.
//!
//! | file | question |
//! |---|---|
//! | `resume` | is a campaign that was cut anywhere the one that was not? |
//! | `seeds` | who plays which games? |
//! | `budget` | when does a search end, and what may be raised? |
//! | `changes` | do changes on the way end the same, cut anywhere, and compare only what is comparable? |
//! | `adaptive` | do games follow the ranking's reliability, cut anywhere? |
//! | `pilot` | is the pilot played once, recorded, and counted? |
//! | `winner` | which weights are recommended, and why? |
//! | `looks` | is every look at validation games counted, and none played twice? |
//! | `warm_start` | does a search start from what another one has learnt? |
//! | `ladder` | does each rung start from the one below, wherever it was cut? |
//! | `damage` | is every changed byte told, or harmless? |
//! | `divergence` | is every changed point noticed? |

#![allow(clippy::float_cmp, reason = "files keep every bit of a number")]

mod adaptive;
mod budget;
mod changes;
mod damage;
mod divergence;
mod fake;
mod ladder;
mod looks;
mod pilot;
mod resume;
mod seeds;
mod warm_start;
mod winner;
