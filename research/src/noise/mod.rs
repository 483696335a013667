//! Simulated scores with a known truth: are the claims true as often as they state?
//!
//! Short versions always run. The long ones print the documented figures and
//! check their limits:
//! `cargo test --release -p tune2048-tuner --test tuner noise:: -- --ignored --nocapture`
//!
//! | file | question |
//! |---|---|
//! | `sequence` | how often does a comparison err that is looked at after every game, and how many games does it take? |
//! | `effect` | how often does a test of no difference against an effect err, and how many games does it take? |
//! | `best` | how accurate is the estimate of the best candidate? |
//! | `validation` | how often does the interval of a look hold the truth, and how many games does it take, if the starting weights play or are stored? |
//! | `ranking` | is the start of noise found? |

mod best;
mod effect;
mod luck;
mod ranking;
mod sequence;
mod validation;
