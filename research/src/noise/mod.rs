//! Simulated scores with a known truth: are the claims true as often as they state?
//!
//! The subcommand `noise` prints the documented figures and checks their limits; tests run short
//! versions.
//!
//! | file | question |
//! |---|---|
//! | `sequence` | how often does a comparison err that is looked at after every game, and how many games does it take? |
//! | `effect` | how often does a test of no difference against an effect err, and how many games does it take? |
//! | `elo` | how often do the tests of a match err, and how many pairs of games do they take? |
//! | `best` | how accurate is the estimate of the best candidate? |
//! | `validation` | how often does the interval of a look hold the truth, and how many games does it take, if the starting weights play or are stored? |

mod best;
mod effect;
mod elo;
pub(crate) mod luck;
mod sequence;
mod validation;

/// Prints the figures of comparisons and looks.
pub(crate) fn run() {
    sequence::peeking_at_an_ordinary_interval_errs_often();
    sequence::error_rates_under_constant_peeking();
    sequence::a_rare_and_extreme_score_of_one_side_breaks_the_promise();
    sequence::games_until_a_difference_is_settled();
    effect::games_and_errors_with_an_effect();
    effect::errors_of_large_effects();
    validation::the_interval_against_stored_scores_holds_the_truth();
    validation::a_quarter_of_the_games_is_as_precise();
}

/// Prints the figures of matches.
pub(crate) fn matches() {
    elo::errors_and_pairs(2_000);
}

/// Prints the figures of `diagnose`.
pub(crate) fn diagnosis() {
    best::errors_of_the_best();
}
