//! Weights of the heuristic corner-matrix over powers of face values for expectimax depth 1, written by tune2048 0.1.0.
//! Verdict: better; ratio to the starting weights' mean score 1.698, 95 % interval 1.661 to 1.736.
//! Campaign corner-free: 97996 games of search, front runner, trial 3713, first of 8 in a race of 10000 games.
//! Measured on 5000 games: validation stream of seed 6, games 0 to 4999.
//! Mean score, these weights: 40356 (95 % interval 39763 to 40949).
//! Mean score, start weights: 23765 (95 % interval 23462 to 24068).
//! This was validation 1: the ratio's interval is one of 97.5 %, so that those of all validations of this campaign hold together with 95 %.

/// The power of the face value that stands for a tile.
pub const EXPONENT: f64 = 1.6628469944742246;
/// In reading order.
pub const CORNER_MATRIX: [[f64; 4]; 4] = [
    [0.4, 0.361748315956429, 0.375826161155487, 0.29469856255011134],
    [0.22444019414107474, 0.13830869577919436, 0.1817181685113659, 0.25335597612454464],
    [0.08644072149196833, 0.05466485188122082, 0.06641591204619843, 0.1282953858868004],
    [-0.015388444309068189, -0.08379277834575756, -0.1, -0.1],
];
