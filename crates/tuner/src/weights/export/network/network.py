"""A learned network of 2048 in NumPy.

{{origin}}
Boards are arrays of 16 ranks in reading order: 0 for an empty cell, 1 for a 2, 2 for a 4. Values
are points still to come, the same to the last bit as those of tune2048.

    network = Network("net.safetensors")
    values = network.values(boards)
    move = network.move(board)
"""

import json
from pathlib import Path

import numpy as np

TUPLES = {{tuples}}
# The ranks of the largest tile from which on boards have weights of their own.
STAGES = {{stages}}
FACTOR = np.float32({{factor}})
# The rank from which tiles are halved.
DOWNGRADE_FROM = {{downgrade_from}}
WEIGHTS = {{count}}
CHECKSUM = "{{checksum}}"

MOVES = ["up", "down", "left", "right"]
_POWERS = 16 ** np.arange(4)


def _slid_row(row):
    """Return the ranks of a row after a move to the left, and the points of the move."""
    tiles = [rank for rank in (row >> shift & 15 for shift in (0, 4, 8, 12)) if rank]
    slid, points = [], 0
    while tiles:
        rank = tiles.pop(0)
        if tiles and tiles[0] == rank:
            tiles.pop(0)
            points += 2 << rank
            rank = min(rank + 1, 15)
        slid.append(rank)
    return slid + [0] * (4 - len(slid)), points


_ROWS = [_slid_row(row) for row in range(65536)]
_SLID = np.array([slid for slid, _ in _ROWS], np.uint8)
_POINTS = np.array([points for _, points in _ROWS], np.float32)


def _turned(squares, direction):
    """Turn boards so that the move is to the left."""
    if direction < 2:
        squares = squares.transpose(0, 2, 1)
    return squares[:, :, ::-1] if direction % 2 else squares


def _turned_back(squares, direction):
    squares = squares[:, :, ::-1] if direction % 2 else squares
    return squares.transpose(0, 2, 1) if direction < 2 else squares


def slid(boards, direction):
    """Return boards after a move, without a spawn, and the points of the move on each."""
    rows = _turned(boards.reshape(-1, 4, 4), direction) @ _POWERS
    after = _turned_back(_SLID[rows], direction)
    return after.reshape(-1, 16), _POINTS[rows].sum(axis=1)


def downgraded(board):
    """Return a board with the same moves.

    From a tile on that the network hardly knows, all tiles above the largest missing one are
    halved, as often as that helps.
    """
    while (highest := board.max()) >= DOWNGRADE_FROM:
        missing = max(set(range(1, highest)) - set(board.ravel().tolist()), default=0)
        if missing == 0:
            break
        board = board - (board > missing).astype(board.dtype)
    return board


class Network:
    """The weights of a file."""

    def __init__(self, path):
        data = Path(path).read_bytes()
        start = 8 + int.from_bytes(data[:8], "little")
        found = json.loads(data[8:start])["__metadata__"]["checksum"]
        if found != CHECKSUM:
            raise ValueError(f"{path}: found weights {found}, expected {CHECKSUM}")
        if len(data) != start + 4 * WEIGHTS:
            raise ValueError(f"{path}: found {len(data)} bytes, expected {start + 4 * WEIGHTS}")
        self.weights = np.frombuffer(data, "<f4", offset=start)

    def values(self, boards):
        """Return the values of boards after a move and before the spawn."""
        ranks = np.asarray(boards, np.intp).reshape(-1, 4, 4)
        stage = sum((ranks.max(axis=(1, 2)) >= first).astype(np.intp) for first in STAGES)
        start = np.asarray(stage * sum(16 ** len(cells) for cells in TUPLES)).reshape(-1, 1)
        turned = [
            flipped
            for board in (ranks, ranks.transpose(0, 2, 1))
            for flipped in (board, board[:, :, ::-1], board[:, ::-1], board[:, ::-1, ::-1])
        ]
        turned = np.stack(turned, axis=1).reshape(-1, 8, 16)
        sums = np.zeros(turned.shape[:2], np.float32)
        for cells in TUPLES:
            index = turned[:, :, cells] @ (16 ** np.arange(len(cells)))
            sums += self.weights[start + index]
            start = start + 16 ** len(cells)
        while sums.shape[1] > 1:
            sums = sums[:, ::2] + sums[:, 1::2]
        return FACTOR * sums[:, 0]

    def move_values(self, board):
        """Return the values of the four moves past one spawn, None of an illegal one."""
        board = downgraded(np.asarray(board, np.uint8).reshape(1, 16))
        return [self._move_value(board, direction) for direction in range(4)]

    def _move_value(self, board, direction):
        after, points = slid(board, direction)
        if (after == board).all():
            return None
        cells = np.flatnonzero(after[0] == 0)
        spawned = np.repeat(after, 2 * len(cells), axis=0)
        spawned[np.arange(len(spawned)), np.repeat(cells, 2)] = np.tile([1, 2], len(cells))
        best = np.full(len(spawned), -np.inf, np.float32)
        for second in range(4):
            moved, gained = slid(spawned, second)
            is_legal = (moved != spawned).any(axis=1)
            found = self.values(moved) + gained
            best = np.where(is_legal & (found > best), found, best)
        best[best == -np.inf] = 0  # nothing comes after the end
        twos, fours = np.cumsum(best.reshape(-1, 2), axis=0, dtype=np.float32)[-1]
        mean = (np.float32(0.9) * twos + np.float32(0.1) * fours) / np.float32(len(cells))
        return mean + points[0]

    def move(self, board):
        """Return the best move past one spawn, the first of equals: 0 up, 1 down, 2 left, 3 right.

        Return None if no move is legal.
        """
        legal = [(value, -move) for move, value in enumerate(self.move_values(board)) if value is not None]
        return -max(legal)[1] if legal else None
