//! Weights of the heuristic rows for expectimax depth 1, written by tune2048 0.1.0.
//! Verdict: better; ratio of the mean scores 1.644, 97.5 % interval 1.618 to 1.671.
//! Campaign rows-depth1: 159 678 games of search, front runner, trial 8591, first of 8 in a race of 20000 games.
//! Measured on 10 000 games: validation stream of seed 1, games 0 to 9999.
//! These weights: mean score 52 567 (52 034 to 53 099).
//! The starting weights: mean score 31 971 (31 573 to 32 368).
//! Check 1: 97.5 % intervals, a little wider so that checking again keeps the risk of a wrong range at 5 %.

/// Added to each row and column; keeps live boards above dead ones.
pub const CONSTANT: f64 = 200000.0;
/// Per empty cell of a row or column.
pub const EMPTY: f64 = 354.9700722572692;
/// Per tile that stands beside an equal one, empty cells between them ignored.
pub const MERGES: f64 = 540.6190259303419;
/// Penalty on rises and falls of rank^monotonicity-exponent, whichever of the two are smaller in sum.
pub const MONOTONICITY: f64 = 201.6113326170435;
/// The power of the ranks that monotonicity compares.
pub const MONOTONICITY_EXPONENT: f64 = 1.9851956141521174;
/// Penalty on the sum of rank^sum-exponent.
pub const SUM: f64 = 79.9379314316958;
/// The power of the ranks that sum adds up.
pub const SUM_EXPONENT: f64 = 2.165471738077859;
/// Bonus for a row or column whose largest rank stands at one of its ends.
pub const EDGE: f64 = 0.0;
