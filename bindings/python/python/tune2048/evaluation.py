"""Games with some weights."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from tune2048._arguments import checked
from tune2048._native import Referee, Weights, play_games
from tune2048.errors import BadInputError
from tune2048.progress import OnProgress, Progress

if TYPE_CHECKING:
    from tune2048._native import _Player, _Weights

_OTHERS = [("largest_tile", "<u4"), ("moves", "<u4"), ("nodes", "<u8")]
_PLAYED = np.dtype([("score", "<f8"), *_OTHERS])

GAME = np.dtype([("score", "<u8"), *_OTHERS])
"""A game: its points, its largest tile, its moves, and the boards that the player valued. Scores of
programs that are not whole or below 0 are floats."""


@checked
def evaluate(
    weights: _Weights,
    games: int = 1000,
    seed: int = 1,
    *,
    first_game: int = 0,
    depth: int | str | None = None,
    budget: int | None = None,
    player: _Player = None,
    threads: int | None = None,
    on_progress: OnProgress | None = None,
) -> np.ndarray:
    """Plays games on all cores and returns one row for each.

    The games are those of ``tune2048 evaluate``: game ``i`` depends on the weights, the player,
    ``seed`` and ``i`` only, never on threads. ``first_game`` is the ``i`` of the first one, so that
    several calls can share the games of one. ``weights``, ``depth``, ``budget`` and ``player`` are
    as for Weights.

    Ctrl-C ends the games and raises KeyboardInterrupt.

    >>> evaluate("2014", games=100)["score"].mean()
    """
    if depth is not None or budget is not None or player is not None:
        weights = Weights(weights, depth=depth, budget=budget, player=player)
    elif not isinstance(weights, Weights):
        weights = Weights(weights)
    count = None
    if on_progress is not None:

        def count(played: int) -> None:
            on_progress(Progress("games", games=played, total_games=games))

    return _results(play_games(weights, games, seed, first_game, threads, count))


@checked
def referee(
    player: Callable[[np.ndarray], Any], games: int = 1000, seed: int = 1, *, boards: int = 64
) -> np.ndarray:
    """Plays the games of ``evaluate`` by a function that moves, and returns one row for each.

    The function is given the boards of up to so many games at a time, as an array of ranks of the
    shape (n, 4, 4): binary logarithms of tiles, 0 for empty cells. It returns a move for each:
    ``"up"``, ``"down"``, ``"left"`` or ``"right"``, or their numbers 0 to 3 in this order.
    """
    played = Referee(games, seed)
    while ranks := played.boards(boards):
        asked = np.frombuffer(ranks, dtype=np.uint8).reshape(-1, 4, 4)
        answer = player(asked)
        try:
            moves: list[Any] = [
                _MOVES.get(move, move) if isinstance(move, str) else move for move in answer
            ]
            numbers = bytes(moves)
        except (TypeError, ValueError):
            expected = "up, down, left or right, or 0 to 3, for each board"
            raise BadInputError(f"moves: found {answer!r:.200}, expected {expected}") from None
        if len(moves) != len(asked):
            raise BadInputError(f"moves: found {len(moves)}, expected {len(asked)}: one a board")
        played.make(numbers)
    return _results(played.results())


_MOVES = {"up": 0, "down": 1, "left": 2, "right": 3}


def _results(played: bytearray) -> np.ndarray:
    results = np.frombuffer(played, dtype=_PLAYED)
    scores = results["score"]
    is_whole = bool(((scores >= 0) & (scores == np.floor(scores)) & (scores < 2.0**53)).all())
    return results.astype(GAME) if is_whole else results
