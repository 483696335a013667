/*
 * Weights of the heuristic corner-matrix (cells: power) for expectimax depth 2, dead boards static, written by tune2048 0.1.0.
 * Verdict: better; ratio of the mean scores 1.394, 97.5 % interval 1.331 to 1.459.
 * Campaign corner-depth2: 23 990 games of search, mean of the final distribution, first of 8 in a race of 2400 games.
 * Measured on 1 000 games: validation stream of seed 6, games 0 to 999.
 * These weights: mean score 69 145 (66 895 to 71 396).
 * The starting weights: mean score 49 607 (48 039 to 51 175).
 * Check 1: 97.5 % intervals, a little wider so that checking again keeps the risk of a wrong range at 5 %.
 */
#ifndef TUNE2048_WEIGHTS_5882E778_H
#define TUNE2048_WEIGHTS_5882E778_H

/* The power of the face value that stands for a tile. */
static const double CORNER_EXPONENT = 1.249795562130698;
/* In reading order. */
static const double CORNER_MATRIX[4][4] = {
    {0.6, 0.5030835914805339, 0.4235426016898888, 0.42996407752444604},
    {0.2979035267491507, 0.21021733192485648, 0.21719375572160463, 0.34660748658473195},
    {0.06762635976786568, 0.03516308208957844, 0.05273988356958739, 0.11445545934941588},
    {-0.13726622736878943, -0.2, -0.2, -0.1964543555536291},
};

#endif
