#include <math.h>

static inline double tune2048_limited(double value, double limit)
{
    return value > limit ? limit : value < -limit ? -limit : value;
}

/* The value of a row or column of four ranks: 0 for an empty cell, 1 for a 2, 2 for a 4. A board is
   worth the sum over its four rows and four columns. Limits keep it finite, as in tune2048. */
static inline double tune2048_row_value(const int rank[4])
{
    double value = 0.0, down = 0.0, up = 0.0, sum = 0.0, before = 0.0;
    int run = 0, previous = 0, i;
    for (i = 0; i < 4; i++) {
        double power = tune2048_limited(pow(rank[i], SCORE_MONOTONICITY_POWER), 1e300);
        sum += tune2048_limited(pow(rank[i], SCORE_SUM_POWER), 1e300);
        if (rank[i] == 0) {
            value += SCORE_EMPTY_WEIGHT;
        } else {
            run = rank[i] == previous ? run + 1 : 1;
            value += SCORE_MERGES_WEIGHT * (run == 1 ? 0 : run == 2 ? 2 : 1);
            previous = rank[i];
        }
        if (i > 0 && before > power) {
            down += before - power;
        } else if (i > 0) {
            up += power - before;
        }
        before = power;
    }
    value -= tune2048_limited(SCORE_MONOTONICITY_WEIGHT * (down < up ? down : up), 1e300);
    value -= tune2048_limited(SCORE_SUM_WEIGHT * sum, 1e300);{{edge}}
    return tune2048_limited(SCORE_LOST_PENALTY, 1e30) + tune2048_limited(value, 1e30);
}
