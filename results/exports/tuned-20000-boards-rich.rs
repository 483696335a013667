//! Weights of the heuristic rows for expectimax 20000 nodes, written by tune2048 0.1.0.
//! Verdict: better; ratio of the mean scores 1.193, 99.2 % interval 1.091 to 1.304.
//! Campaign rows-20000-boards-rich: 5 856 games of search, mean of the final distribution, first of 4 in a race of 400 games.
//! Measured on 300 games: validation stream of seed 32, games 300 to 599.
//! These weights: mean score 283 052 (266 308 to 299 796).
//! The starting weights: mean score 237 271 (221 489 to 253 053).
//! Check 2: 99.2 % intervals, a little wider so that checking again keeps the risk of a wrong range at 5 %.

/// Added to each row and column; keeps live boards above dead ones.
pub const CONSTANT: f64 = 200000.0;
/// Per empty cell of a row or column.
pub const EMPTY: f64 = 2143.3261967593;
/// Per tile that stands beside an equal one, empty cells between them ignored.
pub const MERGES: f64 = 2072.477877662856;
/// Penalty on rises and falls of rank^monotonicity-exponent, whichever of the two are smaller in sum.
pub const MONOTONICITY: f64 = 267.85995844689376;
/// The power of the ranks that monotonicity compares.
pub const MONOTONICITY_EXPONENT: f64 = 2.8734304317908204;
/// Penalty on the sum of rank^sum-exponent.
pub const SUM: f64 = 32.892833321810194;
/// The power of the ranks that sum adds up.
pub const SUM_EXPONENT: f64 = 3.214616232774657;
/// Bonus for a row or column whose largest rank stands at one of its ends.
pub const EDGE: f64 = -3354.216075387239;
/// Penalty on the differences of rank between neighbouring tiles, empty cells between them ignored.
pub const SMOOTHNESS: f64 = 19.7336662492944;
/// In place of empty in the two middle rows and columns.
pub const INNER_EMPTY: f64 = 971.4664768385276;
/// In place of merges in the two middle rows and columns.
pub const INNER_MERGES: f64 = 3200.605422998708;
/// In place of monotonicity in the two middle rows and columns.
pub const INNER_MONOTONICITY: f64 = 179.23383269433248;
/// In place of monotonicity-exponent in the two middle rows and columns.
pub const INNER_MONOTONICITY_EXPONENT: f64 = 3.3091707915528525;
/// In place of sum in the two middle rows and columns.
pub const INNER_SUM: f64 = 25.366708133681062;
/// In place of sum-exponent in the two middle rows and columns.
pub const INNER_SUM_EXPONENT: f64 = 2.8771791532715243;
/// In place of edge in the two middle rows and columns.
pub const INNER_EDGE: f64 = 1351.7914894924397;
/// In place of smoothness in the two middle rows and columns.
pub const INNER_SMOOTHNESS: f64 = -140.31421925295828;
/// Bonus for a board with a largest tile in a corner.
pub const CORNER: f64 = 1577.505645213199;
/// Times the number of empty cells of the board raised to board-empty-exponent.
pub const BOARD_EMPTY: f64 = 34.49773753694734;
/// The power of the number of empty cells that board-empty multiplies.
pub const BOARD_EMPTY_EXPONENT: f64 = 0.7217504324263371;
