#!/usr/bin/env python3
"""https://github.com/tingyushi/2048_Expectimax under the referee; CLONE is its folder, and NumPy is installed:

    python3 examples/solvers/tingyushi.py CLONE
    python3 examples/solvers/tingyushi.py CLONE 10      # scores of games by its own rules, in which no 4 spawns
"""

import json
import random
import sys

sys.path.insert(0, sys.argv[1])
from ai import AI  # noqa: E402
from game import Game  # noqa: E402


def choose(board, depth):
    tiles = [2 ** int(digit, 36) if digit != "0" else 0 for digit in board]
    rows = [tiles[first : first + 4] for first in range(0, 16, 4)]
    return ORDER[AI((rows, 0), search_depth=depth).compute_decision()]


# Its game turns the board to the left as many times as its move says, and then moves to the left.
ORDER = {0: "left", 1: "up", 2: "right", 3: "down"}

if len(sys.argv) > 2:
    for seed in range(int(sys.argv[2])):
        random.seed(seed)
        game = Game()
        while not game.game_over():
            game.move_and_place(AI(game.current_state()).compute_decision())
        print(game.score, flush=True)
    sys.exit()

print(json.dumps({"protocol": 1, "name": "tingyushi/2048_Expectimax", "plays": "2048"}), flush=True)
for line in sys.stdin:
    request = json.loads(line)
    if "weights" in request:
        depth = int(request["weights"]["depth"])
        answer = {"ready": True}
    else:
        answer = {"moves": [choose(board, depth) for board in request["boards"]]}
    print(json.dumps({"id": request["id"], **answer}), flush=True)
