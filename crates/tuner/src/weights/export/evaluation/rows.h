#include <math.h>

/* The value of a row or column of four ranks: 0 for an empty cell, 1 for a 2, 2 for a 4. A board is
   worth the sum over its four rows and four columns. */
static inline double tune2048_row_value(const int rank[4])
{
    double value = SCORE_LOST_PENALTY, down = 0.0, up = 0.0;
    int run = 0, previous = 0, i;
    for (i = 0; i < 4; i++) {
        value -= SCORE_SUM_WEIGHT * pow(rank[i], SCORE_SUM_POWER);
        if (rank[i] == 0) {
            value += SCORE_EMPTY_WEIGHT;
        } else {
            run = rank[i] == previous ? run + 1 : 1;
            value += SCORE_MERGES_WEIGHT * (run == 1 ? 0 : run == 2 ? 2 : 1);
            previous = rank[i];
        }
        if (i > 0) {
            double step = pow(rank[i - 1], SCORE_MONOTONICITY_POWER) - pow(rank[i], SCORE_MONOTONICITY_POWER);
            if (step > 0.0) {
                down += step;
            } else {
                up -= step;
            }
        }
    }
    value -= SCORE_MONOTONICITY_WEIGHT * (down < up ? down : up);{{edge}}
    return value;
}
