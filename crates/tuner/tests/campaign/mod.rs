//! Campaigns on simulated games: whole searches within milliseconds, interrupted and damaged at every place.
//!
//! | file | question |
//! |---|---|
//! | `resume` | does an interrupted campaign end with the same files as an uninterrupted one? |
//! | `search_settings` | do campaigns that tune the search leave the same record anywhere, and name its cost? |
//! | `seeds` | who plays which games? |
//! | `budget` | when does a search end, and which limits may be raised? |
//! | `changes` | does a changed campaign end with the same files wherever it was interrupted? |
//! | `changed_space` | (helpers: kinds of changes) |
//! | `change_requests` | what happens to changes that are requested while the campaign runs? |
//! | `change_comparison` | does a changed campaign compare only candidates of the same player? |
//! | `change_records` | which changes are refused, and how are damaged records of changes reported? |
//! | `adaptive` | does the number of games follow the reliability of the ranking? |
//! | `adaptive_resume` | does a campaign with adaptive games survive interruption and damage anywhere? |
//! | `noise_stop` | when does a search stop because its ranking is noise? |
//! | `pilot` | is the pilot played once, recorded, and counted? |
//! | `winner` | which weights are recommended, and why? |
//! | `looks` | is every look at validation games counted, and none played twice? |
//! | `stored_baseline` | does a validation against stored scores claim, record and keep what it should? |
//! | `stored_baseline_records` | does such a campaign survive interruption, and is damage of its record noticed? |
//! | `warm_start`, `trials_start` | does a search start from the distribution of another one, or from trials? |
//! | `ladder` | does each rung start from the one below, wherever it was interrupted? |
//! | `damage` | is every changed byte reported, or harmless? |
//! | `divergence` | is every changed point reported? |
//! | `fingerprint` | are files of another campaign, edited evidence and lost rows noticed? |
//! | `round_trip` | does a search that goes on from a distribution replay to the bit, those of earlier builds included? |

#![allow(clippy::float_cmp, reason = "files keep every bit of a number")]

mod adaptive;
mod adaptive_resume;
mod budget;
mod change_comparison;
mod change_records;
mod change_requests;
mod changed_space;
mod changes;
mod damage;
mod divergence;
mod effects;
mod fingerprint;
mod ladder;
mod looks;
mod noise_stop;
mod pilot;
mod resume;
mod round_trip;
mod search_settings;
mod seeds;
mod stored_baseline;
mod stored_baseline_records;
mod trials_start;
mod warm_start;
mod winner;
