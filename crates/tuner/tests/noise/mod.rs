//! Simulated scores with a known truth: are the claims true as often as they say?
//!
//! Small versions run always. The figures of docs/noise.md are printed, and
//! held to their limits, by the long ones:
//! `cargo test --release --test noise -- --ignored --nocapture`
//!
//! | file | question |
//! |---|---|
//! | `sequence` | how often does a comparison err that is looked at after every game, and how many games does it take? |
//! | `best` | how far off is what the best candidate is said to be worth? |
//! | `ranking` | is noise found where it begins? |

mod best;
mod luck;
mod ranking;
mod sequence;
