//! The value of a row by the formula of the heuristic `rows`, in other languages.
//!
//! The formula is that of [`rows`](tune2048_engine::heuristic::rows), in 64-bit floats.

/// Two functions of Python, over the constants of the module.
pub(super) const PYTHON: &str = r#"

def row_value(ranks):
    """Return the value of a row or column of four ranks: 0 for an empty cell, 1 for a 2, 2 for a 4."""
    merges = run = previous = 0
    for rank in ranks:
        if rank > 0:
            run = run + 1 if rank == previous else 1
            merges += (0, 2, 1, 1)[run - 1]
            previous = rank
    powers = [float(rank) ** MONOTONICITY_EXPONENT for rank in ranks]
    steps = [first - second for first, second in zip(powers, powers[1:])]
    down = sum(step for step in steps if step > 0)
    up = -sum(step for step in steps if step < 0)
    largest_at_end = max(ranks[0], ranks[3]) >= max(ranks[1], ranks[2])
    return (
        CONSTANT
        + EMPTY * list(ranks).count(0)
        + MERGES * merges
        - MONOTONICITY * min(down, up)
        - SUM * sum(float(rank) ** SUM_EXPONENT for rank in ranks)
        + EDGE * largest_at_end
    )


def board_value(rows):
    """Return the value of a board of four rows of four ranks: the sum over its rows and columns."""
    return sum(map(row_value, rows)) + sum(map(row_value, zip(*rows)))
"#;

/// Returns a function of C99 and C++98 over the constants of the header.
pub(super) fn c(has_edge: bool) -> String {
    let edge = if has_edge {
        "
    if ((rank[0] > rank[3] ? rank[0] : rank[3]) >= (rank[1] > rank[2] ? rank[1] : rank[2])) {
        value += SCORE_EDGE_WEIGHT;
    }"
    } else {
        ""
    };
    format!(
        r"
#include <math.h>

/* The value of a row or column of four ranks: 0 for an empty cell, 1 for a 2, 2 for a 4. A board is
   worth the sum over its four rows and four columns. */
static inline double tune2048_row_value(const int rank[4])
{{
    double value = SCORE_LOST_PENALTY, down = 0.0, up = 0.0;
    int run = 0, previous = 0, i;
    for (i = 0; i < 4; i++) {{
        value -= SCORE_SUM_WEIGHT * pow(rank[i], SCORE_SUM_POWER);
        if (rank[i] == 0) {{
            value += SCORE_EMPTY_WEIGHT;
        }} else {{
            run = rank[i] == previous ? run + 1 : 1;
            value += SCORE_MERGES_WEIGHT * (run == 1 ? 0 : run == 2 ? 2 : 1);
            previous = rank[i];
        }}
        if (i > 0) {{
            double step = pow(rank[i - 1], SCORE_MONOTONICITY_POWER) - pow(rank[i], SCORE_MONOTONICITY_POWER);
            if (step > 0.0) {{
                down += step;
            }} else {{
                up -= step;
            }}
        }}
    }}
    value -= SCORE_MONOTONICITY_WEIGHT * (down < up ? down : up);{edge}
    return value;
}}
"
    )
}
