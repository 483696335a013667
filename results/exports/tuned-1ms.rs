//! Weights of the heuristic rows for expectimax 200000 nodes, written by tune2048 0.1.0.
//! Verdict: better; ratio of the mean scores 1.087, 97.5 % interval 1.011 to 1.169.
//! Campaign rows-200000-boards-rich: 2 240 games of search, mean of the final distribution, without a race.
//! Measured on 300 games: validation stream of seed 34, games 0 to 299.
//! These weights: mean score 338 486 (322 030 to 354 942).
//! The starting weights: mean score 311 364 (294 467 to 328 261).
//! Check 1: 97.5 % intervals, a little wider so that checking again keeps the risk of a wrong range at 5 %.

/// Added to each row and column; keeps live boards above dead ones.
pub const CONSTANT: f64 = 200000.0;
/// Per empty cell of a row or column.
pub const EMPTY: f64 = 1807.9421494458222;
/// Per tile that stands beside an equal one, empty cells between them ignored.
pub const MERGES: f64 = 1787.1759281307043;
/// Penalty on rises and falls of rank^monotonicity-exponent, whichever of the two are smaller in sum.
pub const MONOTONICITY: f64 = 193.4737416078151;
/// The power of the ranks that monotonicity compares.
pub const MONOTONICITY_EXPONENT: f64 = 3.1398467604652662;
/// Penalty on the sum of rank^sum-exponent.
pub const SUM: f64 = 30.247248869587047;
/// The power of the ranks that sum adds up.
pub const SUM_EXPONENT: f64 = 3.2086169660706085;
/// Bonus for a row or column whose largest rank stands at one of its ends.
pub const EDGE: f64 = -3220.3006901173867;
/// Penalty on the differences of rank between neighbouring tiles, empty cells between them ignored.
pub const SMOOTHNESS: f64 = 24.816276778183237;
/// In place of empty in the two middle rows and columns.
pub const INNER_EMPTY: f64 = 942.2163182604766;
/// In place of merges in the two middle rows and columns.
pub const INNER_MERGES: f64 = 2383.5412549721946;
/// In place of monotonicity in the two middle rows and columns.
pub const INNER_MONOTONICITY: f64 = 209.9486204635895;
/// In place of monotonicity-exponent in the two middle rows and columns.
pub const INNER_MONOTONICITY_EXPONENT: f64 = 3.06873599129026;
/// In place of sum in the two middle rows and columns.
pub const INNER_SUM: f64 = 16.635713423158418;
/// In place of sum-exponent in the two middle rows and columns.
pub const INNER_SUM_EXPONENT: f64 = 3.246041754609129;
/// In place of edge in the two middle rows and columns.
pub const INNER_EDGE: f64 = 1430.2411804340377;
/// In place of smoothness in the two middle rows and columns.
pub const INNER_SMOOTHNESS: f64 = -107.18574605121907;
/// Bonus for a board with a largest tile in a corner.
pub const CORNER: f64 = 702.3559395405737;
/// Times the number of empty cells of the board raised to board-empty-exponent.
pub const BOARD_EMPTY: f64 = 28.47082694047151;
/// The power of the number of empty cells that board-empty multiplies.
pub const BOARD_EMPTY_EXPONENT: f64 = 0.5207553272048187;
