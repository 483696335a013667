/*
 * Weights of the heuristic rows for expectimax 200000 nodes, written by tune2048 0.1.0.
 * Verdict: not distinguishable; ratio to the starting weights' mean score 1.079, 95 % interval 0.961 to 1.211.
 * Campaign rows-1ms: 48 games of search, mean of the final distribution, first of 3 in a race of 48 games.
 * Measured on 100 games: validation stream of seed 21, games 0 to 99.
 * Mean score, these weights: 300042 (95 % interval 278026 to 322057).
 * Mean score, start weights: 278144 (95 % interval 255515 to 300773).
 * This was validation 1: the ratio's interval is one of 97.5 %, so that those of all validations of this campaign hold together with 95 %.
 */
#ifndef TUNE2048_WEIGHTS_H
#define TUNE2048_WEIGHTS_H

/* Added to each row and column; keeps live boards above dead ones. */
static const double SCORE_LOST_PENALTY = 200000.0;
/* Per empty cell of a row or column. */
static const double SCORE_EMPTY_WEIGHT = 253.80447399086665;
/* Per tile that stands beside an equal one, empty cells between them ignored. */
static const double SCORE_MERGES_WEIGHT = 484.5341557210479;
/* Penalty on rises and falls of rank^monotonicity-exponent, whichever of the two are smaller in sum. */
static const double SCORE_MONOTONICITY_WEIGHT = 31.42098563122588;
/* The power of the ranks that monotonicity compares. */
static const double SCORE_MONOTONICITY_POWER = 3.977514911325773;
/* Penalty on the sum of rank^sum-exponent. */
static const double SCORE_SUM_WEIGHT = 9.550119393791737;
/* The power of the ranks that sum adds up. */
static const double SCORE_SUM_POWER = 3.3859983452387787;

#endif
