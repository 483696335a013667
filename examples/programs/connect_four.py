"""A player of Connect Four whose weights tune2048 can tune: the game of connect_four.cpp in a page of Python.

Alpha-beta with four weights, which connect-four.toml tunes; in its place:

    [player.command]
    program = ["python3", "examples/programs/connect_four.py"]

A request has the weights of both sides. A seed stands for a pair of games: four random moves open both, and each side
begins one of them. The score is the share of the points, half a point for a draw.
"""
import json, random, sys

WIDTH, HEIGHT, DEPTH, WON = 7, 6, 2, 1e9
ORDER = [3, 2, 4, 1, 5, 0, 6]  # columns from the middle on
WEIGHTS = {"center": 0, "twos": 0, "threes": 5, "theirs": 0}
WINDOWS = [
    sum(1 << ((x + i * dx) * 7 + y + i * dy) for i in range(4))
    for dx, dy in [(1, 0), (0, 1), (1, 1), (1, -1)]
    for x in range(WIDTH - 3 * dx)
    for y in range(HEIGHT)
    if 0 <= y + 3 * dy < HEIGHT
]
MIDDLE = sum(1 << (3 * 7 + y) for y in range(HEIGHT))


def has_four(cells):
    pairs = ((cells & cells >> step, step) for step in (1, 6, 7, 8))
    return any(pair & pair >> 2 * step for pair, step in pairs)


def landing(own, other, column):
    """Returns the cell that a disc falls to; 0 in a full column. Columns have an empty cell on top."""
    free = ~(own | other) & 0x3F << column * 7
    return free & -free


def value(own, other, weights):
    total = weights["center"] * (own & MIDDLE).bit_count()
    for window in WINDOWS:
        mine, others = (own & window).bit_count(), (other & window).bit_count()
        if others == 0 and mine == 2:
            total += weights["twos"]
        elif others == 0 and mine == 3:
            total += weights["threes"]
        elif mine == 0 and others == 3:
            total -= weights["theirs"]
    return total


def search(own, other, weights, depth, alpha, beta):
    """Returns the value for the side with the discs `own`, which moves."""
    if has_four(other):
        return -WON - depth
    if depth == 0:
        return value(own, other, weights) - value(other, own, weights)
    discs = [disc for column in ORDER if (disc := landing(own, other, column))]
    for disc in discs:
        alpha = max(alpha, -search(other, own | disc, weights, depth - 1, -beta, -alpha))
        if alpha >= beta:
            break
    return alpha if discs else 0


def move(own, other, weights):
    """Returns the best disc, the first of equals; 0 on a full board."""
    best, alpha = 0, -2 * WON
    for column in ORDER:
        if disc := landing(own, other, column):
            found = -search(other, own | disc, weights, DEPTH - 1, -2 * WON, -alpha)
            if best == 0 or found > alpha:
                best, alpha = disc, found
    return best


def play(board, sides):
    """Returns the share of the points of the first side."""
    own, other = board
    turn = 0
    while disc := move(own, other, sides[turn]):
        own, other = other, own | disc
        if has_four(other):
            return 1 - turn
        turn = 1 - turn
    return 0.5


def opening(seed):
    generator, own, other = random.Random(seed), 0, 0
    for _ in range(4):
        own, other = other, own | landing(own, other, int(generator.random() * WIDTH))
    return own, other


print(json.dumps({"protocol": 1, "name": "connect four"}), flush=True)
for line in sys.stdin:
    request = json.loads(line)
    sides = [{**WEIGHTS, **request["weights"]}, {**WEIGHTS, **request["opponent"]}]
    for seed in request["seeds"]:
        board = opening(seed)
        score = (play(board, sides) + 1 - play(board, sides[::-1])) / 2
        print(json.dumps({"id": request["id"], "seed": seed, "score": score}), flush=True)
