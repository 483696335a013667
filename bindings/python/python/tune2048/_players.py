"""Who calls the function of `tune`: this process, or several others."""

from __future__ import annotations

import json
import multiprocessing
import pickle
import signal
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.synchronize import Barrier
from typing import Any, Union

from tune2048.errors import BadInputError, Tune2048Error

Function = Callable[..., Any]
Game = tuple[str, int, Union[str, None]]
Answer = tuple[str, float]

_REQUEST_SECONDS = 0.05
_MAX_GAMES = 64


def answer_of(function: Function, game: Game) -> Answer:
    """Plays a game of weights as JSON with a seed, against an opponent if there is one: returns the
    answer as JSON, and its seconds."""
    weights, seed, opponent = game
    other = [] if opponent is None else [json.loads(opponent)]
    begun = time.perf_counter()
    try:
        answer = function(json.loads(weights), seed, *other)
    except Exception as error:
        if hasattr(error, "add_note"):
            error.add_note(f"in the game with seed {seed} and the weights {weights}")
        raise
    seconds = time.perf_counter() - begun
    answer = dict(answer) if isinstance(answer, Mapping) else answer
    return json.dumps(answer, default=_plain), seconds


def _plain(value: Any) -> Any:
    """Numbers of NumPy as those of Python; what else is no JSON, as its text."""
    try:
        return float(value)
    except (TypeError, ValueError):
        return repr(value)


class InProcess:
    """Plays in the thread that called."""

    def __init__(self, function: Function) -> None:
        self._function = function

    def __enter__(self) -> InProcess:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def play(
        self, weights: list[str], games: list[tuple[int, int]], opponent: str | None
    ) -> Iterator[Answer]:
        for place, seed in games:
            yield answer_of(self._function, (weights[place], seed, opponent))


class InProcesses:
    """Plays in several processes, and gives their answers in the order of the games."""

    def __init__(self, function: Function, processes: int) -> None:
        if processes < 1:
            raise BadInputError(
                f"processes: found {processes!r}, expected a whole number, 1 or more"
            )
        # A forked process has the function as it is, from a notebook too.
        method = "fork" if sys.platform == "linux" else None
        if method is None:
            try:
                pickle.dumps(function)
            except Exception as error:
                raise BadInputError(
                    f"processes: the function cannot be sent to them: {error} - define it at the "
                    "top of a module"
                ) from error
        self._processes = processes
        self._seconds = _REQUEST_SECONDS
        context = multiprocessing.get_context(method)
        self._pool = ProcessPoolExecutor(
            processes,
            mp_context=context,
            initializer=_begin,
            initargs=(function, context.Barrier(processes)),
        )

    def __enter__(self) -> InProcesses:
        # All start before threads of the campaign run, which a fork should not meet.
        list(self._pool.map(abs, range(self._processes)))
        return self

    def __exit__(self, *_: object) -> None:
        # A game may last long; what it would give is not wanted.
        workers = list((getattr(self._pool, "_processes", None) or {}).values())
        self._pool.shutdown(wait=False, cancel_futures=True)
        for worker in workers:
            worker.terminate()
        for worker in workers:
            worker.join()

    def play(
        self, weights: list[str], games: list[tuple[int, int]], opponent: str | None
    ) -> Iterator[Answer]:
        # As many games at once as fit in a twentieth of a second.
        chunk = int(_REQUEST_SECONDS / max(self._seconds, _REQUEST_SECONDS / _MAX_GAMES))
        chunk = max(1, min(chunk, len(games) // (2 * self._processes)))
        total = 0.0
        try:
            named = ((weights[place], seed, opponent) for place, seed in games)
            for answer, seconds in self._pool.map(_play, named, chunksize=chunk):
                total += seconds
                yield answer, seconds
        except BrokenProcessPool as error:
            raise Tune2048Error(
                "a process that played was ended from outside or by a crash - memory may have run "
                "out: give fewer processes, or call the function by hand"
            ) from error
        self._seconds = total / len(games)


def _begin(function: Function, all_started: Barrier) -> None:
    """Readies a process that plays; Ctrl-C is left to the one that called."""
    global _function
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _function = function
    all_started.wait()


_function: Function


def _play(game: Game) -> Answer:
    return answer_of(_function, game)
