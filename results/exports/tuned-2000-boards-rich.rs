//! Weights of the heuristic rows for expectimax 2000 nodes, written by tune2048 0.1.0.
//! Verdict: better; ratio of the mean scores 1.536, 97.5 % interval 1.486 to 1.587.
//! Campaign rows-2000-boards-rich: 13 056 games of search, front runner, trial 1082, first of 8 in a race of 4000 games.
//! Measured on 2 000 games: validation stream of seed 31, games 0 to 1999.
//! These weights: mean score 158 747 (154 873 to 162 622).
//! The starting weights: mean score 103 370 (100 979 to 105 762).
//! Check 1: 97.5 % intervals, a little wider so that checking again keeps the risk of a wrong range at 5 %.

/// Added to each row and column; keeps live boards above dead ones.
pub const CONSTANT: f64 = 200000.0;
/// Per empty cell of a row or column.
pub const EMPTY: f64 = 1979.4425454443551;
/// Per tile that stands beside an equal one, empty cells between them ignored.
pub const MERGES: f64 = 1922.8208764687517;
/// Penalty on rises and falls of rank^monotonicity-exponent, whichever of the two are smaller in sum.
pub const MONOTONICITY: f64 = 222.51963487267872;
/// The power of the ranks that monotonicity compares.
pub const MONOTONICITY_EXPONENT: f64 = 2.810004051886872;
/// Penalty on the sum of rank^sum-exponent.
pub const SUM: f64 = 50.810062583333526;
/// The power of the ranks that sum adds up.
pub const SUM_EXPONENT: f64 = 3.1771600453836717;
/// Bonus for a row or column whose largest rank stands at one of its ends.
pub const EDGE: f64 = -3022.6377010272804;
/// Penalty on the differences of rank between neighbouring tiles, empty cells between them ignored.
pub const SMOOTHNESS: f64 = -75.2649118519023;
/// In place of empty in the two middle rows and columns.
pub const INNER_EMPTY: f64 = 1493.3230547733237;
/// In place of merges in the two middle rows and columns.
pub const INNER_MERGES: f64 = 3946.950123340477;
/// In place of monotonicity in the two middle rows and columns.
pub const INNER_MONOTONICITY: f64 = 193.26066881627852;
/// In place of monotonicity-exponent in the two middle rows and columns.
pub const INNER_MONOTONICITY_EXPONENT: f64 = 3.1347763341232797;
/// In place of sum in the two middle rows and columns.
pub const INNER_SUM: f64 = 28.145059283940828;
/// In place of sum-exponent in the two middle rows and columns.
pub const INNER_SUM_EXPONENT: f64 = 2.8746428414492025;
/// In place of edge in the two middle rows and columns.
pub const INNER_EDGE: f64 = 3423.3594949528465;
/// In place of smoothness in the two middle rows and columns.
pub const INNER_SMOOTHNESS: f64 = -367.92957440154163;
/// Bonus for a board with a largest tile in a corner.
pub const CORNER: f64 = -93.64677090223586;
/// Times the number of empty cells of the board raised to board-empty-exponent.
pub const BOARD_EMPTY: f64 = 44.87897633485319;
/// The power of the number of empty cells that board-empty multiplies.
pub const BOARD_EMPTY_EXPONENT: f64 = 1.8221394227772334;
