# Weights of the heuristic rows for expectimax depth 1, written by tune2048 0.1.0.
# Verdict: better; ratio of the mean scores 1.644, 97.5 % interval 1.618 to 1.671.
# Campaign rows-depth1: 159 678 games of search, front runner, trial 8591, first of 8 in a race of 20000 games.
# Measured on 10 000 games: validation stream of seed 1, games 0 to 9999.
# These weights: mean score 52 567 (52 034 to 53 099).
# The starting weights: mean score 31 971 (31 573 to 32 368).
# Check 1: 97.5 % intervals, a little wider so that checking again keeps the risk of a wrong range at 5 %.

# Added to each row and column; keeps live boards above dead ones.
CONSTANT = 200000.0
# Per empty cell of a row or column.
EMPTY = 354.9700722572692
# Per tile that stands beside an equal one, empty cells between them ignored.
MERGES = 540.6190259303419
# Penalty on rises and falls of rank^monotonicity-exponent, whichever of the two are smaller in sum.
MONOTONICITY = 201.6113326170435
# The power of the ranks that monotonicity compares.
MONOTONICITY_EXPONENT = 1.9851956141521174
# Penalty on the sum of rank^sum-exponent.
SUM = 79.9379314316958
# The power of the ranks that sum adds up.
SUM_EXPONENT = 2.165471738077859
# Bonus for a row or column whose largest rank stands at one of its ends.
EDGE = 0.0


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
