"""Who calls the function of `tune`: this process, or several others."""

from __future__ import annotations

import json
import multiprocessing
import pickle
import signal
import sys
import time
import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
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
    """Plays in several processes, and gives their answers in the order of the games.

    Each process has a pipe. (`ProcessPoolExecutor` has threads and locks besides, on which Python
    may wait for ever at its end after Ctrl-C.)
    """

    def __init__(self, function: Function, processes: int) -> None:
        if processes < 1:
            raise BadInputError(
                f"processes: found {processes!r}, expected a whole number, 1 or more"
            )
        # A forked process has the function as it is, from a notebook too.
        self._is_forked = sys.platform == "linux"
        if not self._is_forked:
            try:
                pickle.dumps(function)
            except Exception as error:
                raise BadInputError(
                    f"processes: the function cannot be sent to them: {error} - define it at the "
                    "top of a module"
                ) from error
        self._function = function
        self._count = processes
        self._processes: list[BaseProcess] = []
        self._idle: list[Connection] = []
        # The number of the games that each of the others plays.
        self._playing: dict[Connection, int] = {}
        self._sent = 0
        self._seconds = _REQUEST_SECONDS

    def __enter__(self) -> InProcesses:
        # All start before threads of the campaign run, which a fork should not meet.
        context = multiprocessing.get_context("fork" if self._is_forked else None)
        for _ in range(self._count):
            own, other = context.Pipe()
            self._idle.append(own)
            # A forked process would keep the pipes of the others open.
            inherited = list(self._idle) if self._is_forked else []
            process = context.Process(target=_serve, args=(self._function, other, inherited))
            process.start()
            other.close()
            self._processes.append(process)
        return self

    def __exit__(self, *_: object) -> None:
        # A game may last long; what it would give is not wanted.
        for process in self._processes:
            process.terminate()
        for process in self._processes:
            process.join()

    def play(
        self, weights: list[str], games: list[tuple[int, int]], opponent: str | None
    ) -> Iterator[Answer]:
        # As many games at once as fit in a twentieth of a second.
        size = int(_REQUEST_SECONDS / max(self._seconds, _REQUEST_SECONDS / _MAX_GAMES))
        size = max(1, min(size, len(games) // (2 * self._count)))
        named = [(weights[place], seed, opponent) for place, seed in games]
        parts = [named[first : first + size] for first in range(0, len(named), size)]
        unsent = iter(parts)
        first = self._sent
        played: dict[int, list[Answer]] = {}
        total = 0.0
        for number in range(first, first + len(parts)):
            while number not in played:
                for connection, part in zip(list(self._idle), unsent):
                    with _alive():
                        connection.send(part)
                    self._idle.remove(connection)
                    self._playing[connection] = self._sent
                    self._sent += 1
                ready = wait(list(self._playing))
                for connection in [one for one in self._playing if one in ready]:
                    answers = _received(connection)
                    # Earlier games whose answers nobody waits for have a smaller number.
                    played[self._playing.pop(connection)] = answers
                    self._idle.append(connection)
            for answer, seconds in played.pop(number):
                total += seconds
                yield answer, seconds
        self._seconds = total / len(games)


@contextmanager
def _alive() -> Iterator[None]:
    """Tells of a process that is gone."""
    try:
        yield
    except (EOFError, OSError) as error:
        raise Tune2048Error(
            "a process that played was ended from outside or by a crash - memory may have run "
            "out: give fewer processes, or call the function by hand"
        ) from error


def _received(connection: Connection) -> list[Answer]:
    """The answers of a process; what its function has raised is raised here."""
    with _alive():
        outcome: list[Answer] | _Raised = connection.recv()
    if isinstance(outcome, _Raised):
        raise outcome.error from _Traceback(outcome.text)
    return outcome


class _Raised:
    """An exception of the function, and where it was raised."""

    def __init__(self, error: BaseException) -> None:
        self.text = "".join(traceback.format_exception(type(error), error, error.__traceback__))
        try:
            self.error = pickle.loads(pickle.dumps(error))
        except Exception:
            self.error = RuntimeError(f"{type(error).__name__}: {error}")


class _Traceback(Exception):
    """Shows where the function raised in the process that played."""

    def __str__(self) -> str:
        return f"\n{self.args[0]}"


def _serve(function: Function, connection: Connection, inherited: list[Connection]) -> None:
    """Plays what is asked for in a process of its own; Ctrl-C is left to the one that called."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for other in inherited:
        other.close()
    while True:
        try:
            games = connection.recv()
        except EOFError:
            return
        outcome: Any
        try:
            outcome = [answer_of(function, game) for game in games]
        except BaseException as error:
            outcome = _Raised(error)
        connection.send(outcome)
