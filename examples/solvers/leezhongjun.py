#!/usr/bin/env python3
"""https://github.com/leezhongjun/2048Solver under the referee, with its weights; CLONE is its folder:

    python3 examples/solvers/leezhongjun.py CLONE
    python3 examples/solvers/leezhongjun.py CLONE 100 '{"depth": 1, …}'     # scores of games in its own loop
"""

import contextlib
import functools
import json
import sys

sys.path.insert(0, sys.argv[1])
with contextlib.redirect_stdout(sys.stderr):
    import game

with open(game.__file__, encoding="utf-8") as source:
    # The lines that fill its tables of rows, from its weights and powers.
    TABLES = source.read().partition("### LOOP TO CREATE BITBOARD ###")[2].partition("print(")[0]

# What its weights are called here and there.
NAMES = {
    "lost": "LOST_PENALTY",
    "monotonicity-power": "MONOTONICITY_POWER",
    "monotonicity": "MONOTONICITY_WEIGHT",
    "sum-power": "SUM_POWER",
    "sum": "SUM_WEIGHT",
    "merges": "MERGES_WEIGHT",
    "empty": "EMPTY_WEIGHT",
}
MOVES = ["left", "right", "up", "down"]
MOVE = [game.left, game.right, game.up, game.down]
POINTS = [game.score_hori, game.score_hori, game.score_vert, game.score_vert]


@functools.lru_cache(maxsize=64)
def row_scores(weights):
    names = {f"SCORE_{NAMES[name]}": value for name, value in weights}
    exec(TABLES, game.__dict__ | names, scores := {})
    return scores["score_d"]


def play_with(weights):
    weights = dict(weights)
    depth = int(weights.pop("depth"))
    game.score_d = row_scores(tuple(sorted(weights.items())))
    return depth


def choose(grid, depth):
    # It keeps what it has seen from move to move; here each move begins anew, so that games repeat.
    seen = {}
    values = [game.score_toplevel_move((grid, move, seen, depth)) for move in range(4)]
    best = max(range(4), key=values.__getitem__)
    # Where it expects to lose whatever it does, it knows no move.
    return best if values[best] else next((move for move in range(4) if MOVE[move](grid) != grid), None)


if len(sys.argv) > 3:
    depth = play_with(json.loads(sys.argv[3]))
    for _ in range(int(sys.argv[2])):
        grid, points = game.add_random(game.add_random(0)), 0
        while (move := choose(grid, depth)) is not None:
            points += POINTS[move](grid)
            grid = game.add_random(MOVE[move](grid))
        print(points, flush=True)
    sys.exit()

print(json.dumps({"protocol": 1, "name": "leezhongjun/2048Solver", "plays": "2048"}), flush=True)
for line in sys.stdin:
    request = json.loads(line)
    if "weights" in request:
        depth = play_with(request["weights"])
        answer = {"ready": True}
    else:
        # Its grids begin with the last cell of a row.
        boards = [sum(int(rank, 36) << 4 * cell for cell, rank in enumerate(board)) for board in request["boards"]]
        answer = {"moves": [MOVES[choose(board, depth)] for board in boards]}
    print(json.dumps({"id": request["id"], **answer}), flush=True)
