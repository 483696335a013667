// Weights of the heuristic rows for expectimax depth 1, written by tune2048 0.1.0.
// Verdict: better; ratio of the mean scores 1.818, 97.5 % interval 1.789 to 1.847.
// Campaign rows-depth1-rich: 399 360 games of search, average of the means of the last 105 generations, first of 8 in a race of 20000 games.
// Measured on 10 000 games: validation stream of seed 11, games 0 to 9999.
// These weights: mean score 58 122 (57 532 to 58 713).
// The starting weights: mean score 31 974 (31 577 to 32 372).
// Check 1: 97.5 % intervals, a little wider so that checking again keeps the risk of a wrong range at 5 %.

export const weights = {
  heuristic: "rows",
  // Added to each row and column; keeps live boards above dead ones.
  constant: 200000.0,
  // Per empty cell of a row or column.
  empty: 417.86894636330976,
  // Per tile that stands beside an equal one, empty cells between them ignored.
  merges: 577.9053484600677,
  // Penalty on rises and falls of rank^monotonicity-exponent, whichever of the two are smaller in sum.
  monotonicity: 216.26418948026134,
  // The power of the ranks that monotonicity compares.
  monotonicityExponent: 1.9781923257925143,
  // Penalty on the sum of rank^sum-exponent.
  sum: 66.33486475441364,
  // The power of the ranks that sum adds up.
  sumExponent: 2.1581849567997287,
  // Bonus for a row or column whose largest rank stands at one of its ends.
  edge: -531.4336768332614,
  // Penalty on the differences of rank between neighbouring tiles, empty cells between them ignored.
  smoothness: 342.09720085463834,
  // In place of empty in the two middle rows and columns.
  innerEmpty: 916.6534084945552,
  // In place of merges in the two middle rows and columns.
  innerMerges: 956.5877143972502,
  // In place of monotonicity in the two middle rows and columns.
  innerMonotonicity: 146.44069020613347,
  // In place of monotonicity-exponent in the two middle rows and columns.
  innerMonotonicityExponent: 2.13367004257007,
  // In place of sum in the two middle rows and columns.
  innerSum: 58.442591001832525,
  // In place of sum-exponent in the two middle rows and columns.
  innerSumExponent: 2.1985236271774498,
  // In place of edge in the two middle rows and columns.
  innerEdge: 2261.273316228097,
  // In place of smoothness in the two middle rows and columns.
  innerSmoothness: 177.12836799042998,
  // Bonus for a board with a largest tile in a corner.
  corner: 3401.524429756506,
  // Times the number of empty cells of the board raised to board-empty-exponent.
  boardEmpty: -33.84959881675596,
  // The power of the number of empty cells that board-empty multiplies.
  boardEmptyExponent: 2.797471881215772,
};
