"""Campaigns whose games a Python function plays."""

from __future__ import annotations

import difflib
import hashlib
import inspect
import os
from collections.abc import Callable, Mapping
from typing import Any

from tune2048 import _native
from tune2048._arguments import checked
from tune2048._players import InProcess, InProcesses
from tune2048._spaces import Space, file_name, settings_with, space_text
from tune2048.campaign import Campaign, watched
from tune2048.progress import OnGeneration, OnProgress


@checked
def tune(
    function: Callable[..., Any],
    space: Space,
    budget: int | Mapping[str, Any] | None = None,
    on_progress: OnProgress | None = None,
    *,
    processes: int | None = None,
    opponent: str | Mapping[str, Any] | list[Any] | None = None,
    minimize: bool = False,
    deterministic: bool = True,
    folder: str | os.PathLike[str] | None = None,
    pilot: bool = True,
    resume: bool = True,
    on_generation: OnGeneration | None = None,
    **settings: Any,
) -> Campaign:
    """Tunes the parameters of a function ``f(weights, seed) -> score`` by a campaign.

    ``weights`` is a dictionary of the parameters, and all random numbers should come from ``seed``:
    the same weights and seed give the same score. A score is a finite number, or a dictionary with
    ``score`` and other numbers, as programs answer. The first games are played twice to see whether
    they do; ``deterministic=False`` leaves that out.

    ``space`` is a mapping of parameters, ``{"a": {"start": 1, "low": 0, "high": 2}}``, or a search
    space as for ``Campaign.run`` with ``[heuristic.command]``. ``budget`` is the number of all
    games, or the table ``[budget]``. ``settings`` are other keys of a search space: ``seed=3``,
    ``validation={"games": 100}``, ``objective={"effect": "ratio"}``. With ``minimize`` lower scores
    are better.

    With an ``opponent`` the function plays a match, ``f(weights, seed, opponent) -> score``, and a
    score is its share of the points. The opponent is another candidate (``"self"``), the starting
    weights (``"start"``), a mapping of weights, or a list of opponents; a seed stands for a pair of
    games with sides swapped.

    With ``processes`` so many processes play; the record does not depend on their number. Where
    processes are not forked, the function has to be importable.

    An exception of the function ends the call. What was played is kept in ``folder``, by default
    ``results/NAME`` where the space has a name, else a folder in ``results`` with the name of the
    function and a digest of its code. The same call goes on with it; ``resume=False`` refuses to.
    """
    _check_keywords(settings)
    module, name = _named(function)
    objective = {"minimize": "mean-score"} if minimize else None
    changes = settings_with(settings, budget=budget, objective=objective)
    command: dict[str, Any] = {} if deterministic else {"deterministic": False}
    if opponent is not None:
        command["opponent"] = opponent
    if command:
        given = changes.get("player", {})
        changes["player"] = {**given, "command": {**given.get("command", {}), **command}}
    program = ["python3", "-m", "tune2048.play", f"{module}:{name}"]
    short = name.rpartition(".")[2]
    path, text, is_named, has_opponent = space_text(space, changes, short, program)
    _check_sides(function, has_opponent)
    if folder is None and not is_named:
        folder = os.path.join("results", f"{file_name(short)}-{_digest(function)}")
    with InProcess(function) if processes is None else InProcesses(function, processes) as player:
        return watched(
            Campaign,
            lambda listener: _native.run_campaign(
                path, text, folder, None, pilot, resume, 1, listener, player
            ),
            on_progress,
            on_generation,
            "call tune() again to go on",
        )


def _named(function: Callable[..., Any]) -> tuple[str, str]:
    """The module of a function and its name; of a partial one those of what it calls."""
    function = getattr(function, "func", function)
    found = function if hasattr(function, "__qualname__") else type(function)
    return found.__module__, found.__qualname__


def _check_keywords(settings: Mapping[str, Any]) -> None:
    """Refuses a key of a search space that is nearly a keyword of ``tune``."""
    keywords = inspect.signature(tune).parameters
    for key in settings:
        for near in difflib.get_close_matches(key, keywords, 1, 0.8):
            raise TypeError(f"tune() got an unexpected keyword {key!r}: did you mean {near!r}?")


def _check_sides(function: Callable[..., Any], has_opponent: bool) -> None:
    """Refuses a function that does not take what it will be given."""
    given = ["weights", "seed", *(["opponent"] if has_opponent else [])]
    try:
        signature = inspect.signature(function)
        signature.bind(*given)
    except TypeError:
        found = f"{_named(function)[1]}{signature}"
        raise TypeError(
            f"function: found {found}, expected one that takes {', '.join(given)}"
        ) from None
    except ValueError:
        pass  # Not every built-in function says what it takes.


def _digest(function: Callable[..., Any]) -> str:
    """A short name for the code of a function and its module, the same in another session."""
    function = getattr(function, "func", function)
    call: Any = function if hasattr(function, "__code__") else type(function).__call__
    try:
        code = inspect.getsource(call)
    except (OSError, TypeError):
        found = getattr(call, "__code__", None)
        code = "" if found is None else f"{found.co_code!r}{found.co_names}"
    return hashlib.sha256(f"{_named(function)}\n{code}".encode()).hexdigest()[:6]
