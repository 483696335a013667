/*
 * Weights of the heuristic rows for expectimax depth 1, written by tune2048 0.1.0.
 * Verdict: better; ratio of the mean scores 1.644, 97.5 % interval 1.618 to 1.671.
 * Campaign rows-depth1: 159 678 games of search, front runner, trial 8591, first of 8 in a race of 20000 games.
 * Measured on 10 000 games: validation stream of seed 1, games 0 to 9999.
 * These weights: mean score 52 567 (52 034 to 53 099).
 * The starting weights: mean score 31 971 (31 573 to 32 368).
 * Check 1: 97.5 % intervals, a little wider so that checking again keeps the risk of a wrong range at 5 %.
 */
#ifndef TUNE2048_WEIGHTS_3E5BB9E7_H
#define TUNE2048_WEIGHTS_3E5BB9E7_H

/* Added to each row and column; keeps live boards above dead ones. */
static const double SCORE_LOST_PENALTY = 200000.0;
/* Per empty cell of a row or column. */
static const double SCORE_EMPTY_WEIGHT = 354.9700722572692;
/* Per tile that stands beside an equal one, empty cells between them ignored. */
static const double SCORE_MERGES_WEIGHT = 540.6190259303419;
/* Penalty on rises and falls of rank^SCORE_MONOTONICITY_POWER, whichever of the two are smaller in sum. */
static const double SCORE_MONOTONICITY_WEIGHT = 201.6113326170435;
/* The power of the ranks that monotonicity compares. */
static const double SCORE_MONOTONICITY_POWER = 1.9851956141521174;
/* Penalty on the sum of rank^SCORE_SUM_POWER. */
static const double SCORE_SUM_WEIGHT = 79.9379314316958;
/* The power of the ranks that sum adds up. */
static const double SCORE_SUM_POWER = 2.165471738077859;

#endif
