def _limited(value, limit):
    return max(-limit, min(limit, value))


def _power(rank, exponent):
    try:
        return _limited(float(rank) ** exponent, 1e300)
    except (OverflowError, ZeroDivisionError):
        return 1e300


def row_value(ranks):
    """Return the value of a row or column of four ranks: 0 for an empty cell, 1 for a 2, 2 for a 4.

    Limits keep it finite, as in tune2048.
    """
    merges = run = previous = 0
    for rank in ranks:
        if rank > 0:
            run = run + 1 if rank == previous else 1
            merges += (0, 2, 1, 1)[run - 1]
            previous = rank
    powers = [_power(rank, MONOTONICITY_EXPONENT) for rank in ranks]
    steps = [first - second for first, second in zip(powers, powers[1:])]
    down = sum(step for step in steps if step > 0)
    up = -sum(step for step in steps if step < 0)
    largest_at_end = max(ranks[0], ranks[3]) >= max(ranks[1], ranks[2])
    value = (
        EMPTY * list(ranks).count(0)
        + MERGES * merges
        - _limited(MONOTONICITY * min(down, up), 1e300)
        - _limited(SUM * sum(_power(rank, SUM_EXPONENT) for rank in ranks), 1e300)
        + EDGE * largest_at_end
    )
    return _limited(CONSTANT, 1e30) + _limited(value, 1e30)


def board_value(rows):
    """Return the value of a board of four rows of four ranks: the sum over its rows and columns."""
    return sum(map(row_value, rows)) + sum(map(row_value, zip(*rows)))
