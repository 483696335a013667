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
