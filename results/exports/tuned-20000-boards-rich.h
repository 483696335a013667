/*
 * Weights of the heuristic rows for expectimax 20000 nodes, written by tune2048 0.1.0.
 * Verdict: better; ratio of the mean scores 1.193, 99.2 % interval 1.091 to 1.304.
 * Campaign rows-20000-boards-rich: 5 856 games of search, mean of the final distribution, first of 4 in a race of 400 games.
 * Measured on 300 games: validation stream of seed 32, games 300 to 599.
 * These weights: mean score 283 052 (266 308 to 299 796).
 * The starting weights: mean score 237 271 (221 489 to 253 053).
 * Check 2: 99.2 % intervals, a little wider so that checking again keeps the risk of a wrong range at 5 %.
 */
#ifndef TUNE2048_WEIGHTS_3E8E6C1F_H
#define TUNE2048_WEIGHTS_3E8E6C1F_H

#ifndef TUNE2048_ALL_TERMS_ARE_EVALUATED
#error "programs with the constants of 2014 do not have the terms of edge, smoothness, inner-empty, inner-merges, inner-monotonicity, inner-monotonicity-exponent, inner-sum, inner-sum-exponent, inner-edge, inner-smoothness, corner, board-empty and would ignore them; add them to the evaluation, then define TUNE2048_ALL_TERMS_ARE_EVALUATED"
#endif

/* Added to each row and column; keeps live boards above dead ones. */
static const double SCORE_LOST_PENALTY = 200000.0;
/* Per empty cell of a row or column. */
static const double SCORE_EMPTY_WEIGHT = 2143.3261967593;
/* Per tile that stands beside an equal one, empty cells between them ignored. */
static const double SCORE_MERGES_WEIGHT = 2072.477877662856;
/* Penalty on rises and falls of rank^SCORE_MONOTONICITY_POWER, whichever of the two are smaller in sum. */
static const double SCORE_MONOTONICITY_WEIGHT = 267.85995844689376;
/* The power of the ranks that monotonicity compares. */
static const double SCORE_MONOTONICITY_POWER = 2.8734304317908204;
/* Penalty on the sum of rank^SCORE_SUM_POWER. */
static const double SCORE_SUM_WEIGHT = 32.892833321810194;
/* The power of the ranks that sum adds up. */
static const double SCORE_SUM_POWER = 3.214616232774657;
/* Bonus for a row or column whose largest rank stands at one of its ends. */
static const double SCORE_EDGE_WEIGHT = -3354.216075387239;
/* Penalty on the differences of rank between neighbouring tiles, empty cells between them ignored. */
static const double SCORE_SMOOTHNESS = 19.7336662492944;
/* In place of empty in the two middle rows and columns. */
static const double SCORE_INNER_EMPTY = 971.4664768385276;
/* In place of merges in the two middle rows and columns. */
static const double SCORE_INNER_MERGES = 3200.605422998708;
/* In place of monotonicity in the two middle rows and columns. */
static const double SCORE_INNER_MONOTONICITY = 179.23383269433248;
/* In place of monotonicity-exponent in the two middle rows and columns. */
static const double SCORE_INNER_MONOTONICITY_EXPONENT = 3.3091707915528525;
/* In place of sum in the two middle rows and columns. */
static const double SCORE_INNER_SUM = 25.366708133681062;
/* In place of sum-exponent in the two middle rows and columns. */
static const double SCORE_INNER_SUM_EXPONENT = 2.8771791532715243;
/* In place of edge in the two middle rows and columns. */
static const double SCORE_INNER_EDGE = 1351.7914894924397;
/* In place of smoothness in the two middle rows and columns. */
static const double SCORE_INNER_SMOOTHNESS = -140.31421925295828;
/* Bonus for a board with a largest tile in a corner. */
static const double SCORE_CORNER = 1577.505645213199;
/* Times the number of empty cells of the board raised to board-empty-exponent. */
static const double SCORE_BOARD_EMPTY = 34.49773753694734;
/* The power of the number of empty cells that board-empty multiplies. */
static const double SCORE_BOARD_EMPTY_EXPONENT = 0.7217504324263371;

#endif
