"""What the arguments of public functions are, by their names."""

from __future__ import annotations

import functools
import inspect
import numbers
import os
from collections.abc import Callable, Mapping
from typing import Any, TypeVar, cast

_PATH = (str, os.PathLike)
_SPACE = "a search space: its file, name or text, or a mapping"


def _is_whole(value: Any) -> bool:
    return isinstance(value, numbers.Integral) and not _is_flag(value)


def _is_number(value: Any) -> bool:
    return isinstance(value, numbers.Real)


def _is_flag(value: Any) -> bool:
    return type(value).__name__ in ("bool", "bool_")


def _is_path(value: Any) -> bool:
    return isinstance(value, _PATH)


def _is_space(value: Any) -> bool:
    return isinstance(value, (*_PATH, Mapping))


def _is_list(value: Any) -> bool:
    return hasattr(value, "__len__") and not isinstance(value, (str, Mapping))


_KINDS: dict[str, tuple[Callable[[Any], bool], str]] = {
    **dict.fromkeys(
        ("games", "generations", "validation_games", "seed", "first_game", "threads")
        + ("processes", "boards", "bins", "number", "budget"),
        (_is_whole, "a whole number"),
    ),
    **dict.fromkeys(("minutes", "error"), (_is_number, "a number")),
    **dict.fromkeys(
        ("pilot", "resume", "minimize", "deterministic"), (_is_flag, "True or False")
    ),
    "folder": (_is_path, "the path of a folder, or a name in results"),
    "space": (_is_space, _SPACE),
    "on_progress": (callable, "a function of a Progress, such as progress_bar()"),
    "on_generation": (callable, "a function of metrics and step"),
    "function": (callable, "a function of weights and seed"),
    "referee.player": (callable, "a function of boards"),
    "player": (lambda value: isinstance(value, Mapping),
               'a mapping such as {"expectimax": {"depth": 2}}'),
    "tune.budget": (lambda value: _is_whole(value) or isinstance(value, Mapping),
               "a whole number of games, or a mapping of limits"),
    "opponent": (lambda value: isinstance(value, (str, list, Mapping)),
                 '"self", "start", a mapping of weights, or a list of opponents'),
    "method": (lambda value: isinstance(value, (str, Mapping)),
               'the name of an optimizer, or a mapping such as {"cma-es": {"population": 12}}'),
    "scores": (_is_list, "a list with the scores of each candidate"),
    "errors": (_is_list, "a list with a standard error for each candidate"),
    "study": (lambda value: hasattr(value, "directions"), "a study of Optuna"),
    "campaign": (lambda value: _is_path(value) or hasattr(value, "verdict")
                 or hasattr(value, "record"), "a Campaign, its record, or its folder"),
    "axes": (lambda value: hasattr(value, "set_xlabel"), "axes of matplotlib"),
    "weight": (lambda value: isinstance(value, str), "the name of a weight"),
    "state": (lambda value: isinstance(value, str), "what Optimizer.state() gave"),
}  # fmt: skip


F = TypeVar("F", bound=Callable[..., Any])


def checked(function: F) -> F:
    """Lets a function raise a TypeError for an argument of another type, with what is accepted."""
    signature = inspect.signature(function)
    own = function.__name__
    kinds = {name: _KINDS.get(f"{own}.{name}") or _KINDS.get(name) for name in signature.parameters}

    @functools.wraps(function)
    def call(*args: Any, **named: Any) -> Any:
        try:
            given = signature.bind(*args, **named).arguments
        except TypeError:
            # The function itself says which argument is missing or unknown.
            given = {}
        for name, value in given.items():
            kind = kinds[name]
            is_default = value is None and signature.parameters[name].default is None
            if kind is not None and not is_default and not kind[0](value):
                raise TypeError(f"{name}: found {value!r:.200}, expected {kind[1]}")
        return function(*args, **named)

    return cast(F, call)
