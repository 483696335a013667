/*
 * Weights of the heuristic rows for expectimax depth 2, written by tune2048 0.1.0.
 * Verdict: better; ratio of the mean scores 1.404, 97.5 % interval 1.359 to 1.450.
 * Campaign rows-depth2-rich: 29 952 games of search, average of the means of the last 10 generations, first of 8 in a race of 3000 games.
 * Measured on 2 000 games: validation stream of seed 23, games 0 to 1999.
 * These weights: mean score 94 657 (92 597 to 96 717).
 * The starting weights: mean score 67 417 (65 858 to 68 975).
 * Check 1: 97.5 % intervals, a little wider so that checking again keeps the risk of a wrong range at 5 %.
 */
#ifndef TUNE2048_WEIGHTS_8CE6BF4D_H
#define TUNE2048_WEIGHTS_8CE6BF4D_H

#ifndef TUNE2048_ALL_TERMS_ARE_EVALUATED
#error "programs with the constants of 2014 do not have the terms of edge, smoothness, inner-empty, inner-merges, inner-monotonicity, inner-monotonicity-exponent, inner-sum, inner-sum-exponent, inner-edge, inner-smoothness, corner, board-empty and would ignore them; add them to the evaluation, then define TUNE2048_ALL_TERMS_ARE_EVALUATED"
#endif

/* Added to each row and column; keeps live boards above dead ones. */
static const double SCORE_LOST_PENALTY = 200000.0;
/* Per empty cell of a row or column. */
static const double SCORE_EMPTY_WEIGHT = 1517.7800308912479;
/* Per tile that stands beside an equal one, empty cells between them ignored. */
static const double SCORE_MERGES_WEIGHT = 1129.5842649741876;
/* Penalty on rises and falls of rank^SCORE_MONOTONICITY_POWER, whichever of the two are smaller in sum. */
static const double SCORE_MONOTONICITY_WEIGHT = 250.0822776222146;
/* The power of the ranks that monotonicity compares. */
static const double SCORE_MONOTONICITY_POWER = 2.4739316325410363;
/* Penalty on the sum of rank^SCORE_SUM_POWER. */
static const double SCORE_SUM_WEIGHT = 11.854626281500963;
/* The power of the ranks that sum adds up. */
static const double SCORE_SUM_POWER = 3.455034237618295;
/* Bonus for a row or column whose largest rank stands at one of its ends. */
static const double SCORE_EDGE_WEIGHT = -1615.5630257576681;
/* Penalty on the differences of rank between neighbouring tiles, empty cells between them ignored. */
static const double SCORE_SMOOTHNESS = 163.50645423433332;
/* In place of empty in the two middle rows and columns. */
static const double SCORE_INNER_EMPTY = 930.7278589010454;
/* In place of merges in the two middle rows and columns. */
static const double SCORE_INNER_MERGES = 1766.4494345134408;
/* In place of monotonicity in the two middle rows and columns. */
static const double SCORE_INNER_MONOTONICITY = 139.34130656541163;
/* In place of monotonicity-exponent in the two middle rows and columns. */
static const double SCORE_INNER_MONOTONICITY_EXPONENT = 2.7640348628093943;
/* In place of sum in the two middle rows and columns. */
static const double SCORE_INNER_SUM = 25.25792705814185;
/* In place of sum-exponent in the two middle rows and columns. */
static const double SCORE_INNER_SUM_EXPONENT = 3.0384654461727894;
/* In place of edge in the two middle rows and columns. */
static const double SCORE_INNER_EDGE = 3516.2640848356223;
/* In place of smoothness in the two middle rows and columns. */
static const double SCORE_INNER_SMOOTHNESS = 113.37220251069743;
/* Bonus for a board with a largest tile in a corner. */
static const double SCORE_CORNER = 1250.4682039211639;
/* Times the number of empty cells of the board raised to board-empty-exponent. */
static const double SCORE_BOARD_EMPTY = 72.16062839701328;
/* The power of the number of empty cells that board-empty multiplies. */
static const double SCORE_BOARD_EMPTY_EXPONENT = 1.506352323015636;

#endif
