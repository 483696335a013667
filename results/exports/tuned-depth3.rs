//! Weights of the heuristic rows for expectimax depth 3, written by tune2048 0.1.0.
//! Verdict: better; ratio of the mean scores 1.166, 97.5 % interval 1.073 to 1.269.
//! Campaign rows-depth3: 3 840 games of search, average of the means of the last 5 generations, first of 4 in a race of 600 games.
//! Measured on 300 games: validation stream of seed 3, games 0 to 299.
//! These weights: mean score 148 694 (139 862 to 157 527).
//! The starting weights: mean score 127 473 (120 199 to 134 747).
//! Check 1: 97.5 % intervals, a little wider so that checking again keeps the risk of a wrong range at 5 %.

/// Added to each row and column; keeps live boards above dead ones.
pub const CONSTANT: f64 = 200000.0;
/// Per empty cell of a row or column.
pub const EMPTY: f64 = 750.7920079767173;
/// Per tile that stands beside an equal one, empty cells between them ignored.
pub const MERGES: f64 = 569.6065180106343;
/// Penalty on rises and falls of rank^monotonicity-exponent, whichever of the two are smaller in sum.
pub const MONOTONICITY: f64 = 77.42089701638648;
/// The power of the ranks that monotonicity compares.
pub const MONOTONICITY_EXPONENT: f64 = 2.851213598688842;
/// Penalty on the sum of rank^sum-exponent.
pub const SUM: f64 = 9.250450850975934;
/// The power of the ranks that sum adds up.
pub const SUM_EXPONENT: f64 = 3.428659547108407;
/// Bonus for a row or column whose largest rank stands at one of its ends.
pub const EDGE: f64 = 0.0;
