/*
 * Weights of the heuristic rows for expectimax 20000 nodes, written by tune2048 0.1.0.
 * Verdict: better; ratio to the starting weights' mean score 1.163, 97.5 % interval 1.044 to 1.295.
 * Campaign rows-20000-boards: 4320 games of search, mean of the final distribution, first of 4 in a race of 400 games.
 * Measured on 200 games: validation stream of seed 20, games 0 to 199.
 * Mean score, these weights: 205046 (95 % interval 193648 to 216444).
 * Mean score, start weights: 176374 (95 % interval 164484 to 188265).
 * This was validation 1: the ratio's interval is one of 97.5 %, so that those of all validations of this campaign hold together with 95 %.
 */
#ifndef TUNE2048_WEIGHTS_H
#define TUNE2048_WEIGHTS_H

/* Added to each row and column; keeps live boards above dead ones. */
static const double SCORE_LOST_PENALTY = 200000.0;
/* Per empty cell of a row or column. */
static const double SCORE_EMPTY_WEIGHT = 369.6378486830964;
/* Per tile that stands beside an equal one, empty cells between them ignored. */
static const double SCORE_MERGES_WEIGHT = 768.2693417713382;
/* Penalty on rises and falls of rank^monotonicity-exponent, whichever of the two are smaller in sum. */
static const double SCORE_MONOTONICITY_WEIGHT = 46.31145568703657;
/* The power of the ranks that monotonicity compares. */
static const double SCORE_MONOTONICITY_POWER = 3.666201707691642;
/* Penalty on the sum of rank^sum-exponent. */
static const double SCORE_SUM_WEIGHT = 20.16771641465039;
/* The power of the ranks that sum adds up. */
static const double SCORE_SUM_POWER = 3.283417178938044;

#endif
