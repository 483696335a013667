#!/usr/bin/env python3
"""A player of 2048 that tune2048 referees: it answers moves, and needs no rules of spawns or scores.

It takes the move with the largest empty * (empty cells) + points * (points), the first of equals.
"""

import json
import sys

MOVES = {
    "up": [[c, c + 4, c + 8, c + 12] for c in range(4)],
    "down": [[c + 12, c + 8, c + 4, c] for c in range(4)],
    "left": [[r, r + 1, r + 2, r + 3] for r in range(0, 16, 4)],
    "right": [[r + 3, r + 2, r + 1, r] for r in range(0, 16, 4)],
}


def slide(board, lines):
    """The ranks after a move, and its points."""
    after, points = [0] * 16, 0
    for line in lines:
        tiles = [board[cell] for cell in line if board[cell]]
        place = 0
        while tiles:
            rank = tiles.pop(0)
            if tiles and tiles[0] == rank:
                tiles.pop(0)
                rank += 1
                points += 2**rank
            after[line[place]] = rank
            place += 1
    return after, points


def choose(text, weights):
    board = [int(digit, 36) for digit in text]
    values = {}
    for move, lines in MOVES.items():
        after, points = slide(board, lines)
        if after != board:
            values[move] = weights["empty"] * after.count(0) + weights["points"] * points
    return max(values, key=values.get)


print(json.dumps({"protocol": 1, "name": "player.py", "plays": "2048"}), flush=True)
for line in sys.stdin:
    request = json.loads(line)
    if "weights" in request:
        weights = request["weights"]
        answer = {"ready": True}
    else:
        answer = {"moves": [choose(board, weights) for board in request["boards"]]}
    print(json.dumps({"id": request["id"], **answer}), flush=True)
