/*
 * Weights of the heuristic rows for expectimax depth 3, written by tune2048 0.1.0.
 * Verdict: better; ratio of the mean scores 1.166, 97.5 % interval 1.073 to 1.269.
 * Campaign rows-depth3: 3 840 games of search, average of the means of the last 5 generations, first of 4 in a race of 600 games.
 * Measured on 300 games: validation stream of seed 3, games 0 to 299.
 * These weights: mean score 148 694 (139 862 to 157 527).
 * The starting weights: mean score 127 473 (120 199 to 134 747).
 * Check 1: 97.5 % intervals, a little wider so that checking again keeps the risk of a wrong range at 5 %.
 */
#ifndef TUNE2048_WEIGHTS_A350FA79_H
#define TUNE2048_WEIGHTS_A350FA79_H

/* Added to each row and column; keeps live boards above dead ones. */
static const double SCORE_LOST_PENALTY = 200000.0;
/* Per empty cell of a row or column. */
static const double SCORE_EMPTY_WEIGHT = 750.7920079767173;
/* Per tile that stands beside an equal one, empty cells between them ignored. */
static const double SCORE_MERGES_WEIGHT = 569.6065180106343;
/* Penalty on rises and falls of rank^SCORE_MONOTONICITY_POWER, whichever of the two are smaller in sum. */
static const double SCORE_MONOTONICITY_WEIGHT = 77.42089701638648;
/* The power of the ranks that monotonicity compares. */
static const double SCORE_MONOTONICITY_POWER = 2.851213598688842;
/* Penalty on the sum of rank^SCORE_SUM_POWER. */
static const double SCORE_SUM_WEIGHT = 9.250450850975934;
/* The power of the ranks that sum adds up. */
static const double SCORE_SUM_POWER = 3.428659547108407;

#endif
