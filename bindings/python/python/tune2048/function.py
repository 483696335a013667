"""Campaigns whose games a Python function plays, and optimizers that are asked and told."""

from __future__ import annotations

import json
import os
import re
import statistics
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Union

from tune2048 import _native
from tune2048._players import InProcess, InProcesses
from tune2048.campaign import Campaign, search_space, watched
from tune2048.errors import BadInputError
from tune2048.progress import OnGeneration, OnProgress

Space = Union[str, "os.PathLike[str]", Mapping[str, Any]]
Score = Union[float, Sequence[float]]


def tune(
    function: Callable[[dict[str, Any], int], Any],
    space: Space,
    budget: int | Mapping[str, Any] | None = None,
    on_progress: OnProgress | None = None,
    *,
    processes: int | None = None,
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

    With ``processes`` so many processes play; the record does not depend on their number. Where
    processes are not forked, the function has to be importable.

    An exception of the function ends the call. What was played is kept in ``folder``, by default
    ``results/NAME``, and the same call goes on with it; ``resume=False`` refuses to.
    """
    module, name = function.__module__, getattr(function, "__qualname__", "function")
    objective = {"minimize": "mean-score"} if minimize else None
    changes = _settings(settings, budget=budget, objective=objective)
    if not deterministic:
        changes["player"] = {"command": {"deterministic": False}}
    program = ["python3", "-m", "tune2048.play", f"{module}:{name}"]
    path, text = _space_text(space, changes, name.rpartition(".")[2], program)
    with InProcess(function) if processes is None else InProcesses(function, processes) as player:
        return watched(
            Campaign,
            lambda listener: _native.run_campaign(
                path, text, folder, {}, pilot, resume, 1, listener, player
            ),
            on_progress,
            on_generation,
            "call tune() again to go on",
        )


class Optimizer:
    """An optimizer that is asked for candidates and told their scores.

    ``space``, ``minimize`` and ``settings`` are as for ``tune``; ``space`` may also be one of a
    heuristic of 2048, such as ``"quickstart"``. ``method`` is the name of an optimizer, as
    search spaces have it, or its table: ``{"cma-es": {"population": 12}}``.

    >>> optimizer = Optimizer({"a": {"start": 1, "low": 0, "high": 2}})
    >>> for _ in range(20):
    ...     optimizer.tell([-(candidate["a"] - 0.3) ** 2 for candidate in optimizer.ask()])
    >>> optimizer.best
    """

    def __init__(
        self,
        space: Space,
        *,
        method: str | Mapping[str, Any] | None = None,
        seed: int | None = None,
        minimize: bool = False,
        **settings: Any,
    ) -> None:
        optimizer = {method: {}} if isinstance(method, str) else method
        objective = {"minimize": "mean-score"} if minimize else None
        changes = _settings(settings, optimizer=optimizer, seed=seed, objective=objective)
        _, text = _space_text(space, changes, "optimizer", ["ask-and-tell"])
        self._begin(text)

    def _begin(self, text: str) -> None:
        self._text = text
        self._search = _native.Search(text)
        self._told: list[list[tuple[list[float], float | None]]] = []

    def ask(self) -> list[dict[str, Any]]:
        """The candidates of the next generation; the same ones until they are told."""
        return [json.loads(weights) for weights in self._search.ask()]

    def tell(self, scores: Sequence[Score], errors: Sequence[float] | None = None) -> None:
        """Learns the scores of all candidates that ``ask`` gave, in their order.

        Each is a number, or the scores of several games of the candidate, or with ``errors`` a mean
        with its standard error.
        """
        if errors is not None and len(errors) != len(scores):
            raise BadInputError(
                f"tell: found {len(errors)} errors and {len(scores)} scores, "
                "expected one of each for every candidate"
            )
        told = [
            (_floats(score), None if errors is None else float(errors[place]))
            for place, score in enumerate(scores)
        ]
        self._search.tell(told)
        self._told.append(told)

    @property
    def generation(self) -> int:
        """The number of generations told."""
        return self._search.generation

    @property
    def best(self) -> dict[str, Any]:
        """The recommended weights: those at the mean of the optimizer's distribution, which
        averages over many candidates, or without one the candidate with the best score."""
        found: dict[str, Any] = json.loads(self._search.best())
        return found

    @property
    def reliability(self) -> float | None:
        """The share of the variance between the last scores that is not noise, 0 to 1; None without
        errors or several scores of each candidate. Near 0 the ranking is luck."""
        if not self._told or len(self._told[-1]) < 2:
            return None
        means = [statistics.fmean(scores) for scores, _ in self._told[-1]]
        noise = [
            statistics.variance(scores) / len(scores) if error is None else error**2
            for scores, error in self._told[-1]
            if error is not None or len(scores) > 1
        ]
        total = statistics.variance(means)
        if len(noise) < len(means) or total == 0:
            return None
        return max(0.0, 1 - statistics.fmean(noise) / total)

    def state(self) -> str:
        """Everything that the optimizer is made of, as JSON, for ``from_state``."""
        return json.dumps({"space": self._text, "told": self._told})

    @classmethod
    def from_state(cls, state: str) -> Optimizer:
        """The optimizer with this state: it asks for the same candidates, to the bit."""
        try:
            found = json.loads(state)
            text, told = found["space"], found["told"]
        except (ValueError, TypeError, KeyError) as error:
            raise BadInputError(
                f"state: found {state[:40]!r}, expected what Optimizer.state() gave"
            ) from error
        optimizer = cls.__new__(cls)
        optimizer._begin(text)
        for generation in told:
            pairs = [(scores, error) for scores, error in generation]
            optimizer._search.tell(pairs)
            optimizer._told.append(pairs)
        return optimizer


def _floats(score: Any) -> list[float]:
    return [float(score)] if not hasattr(score, "__len__") else [float(one) for one in score]


def _settings(settings: dict[str, Any], **own: Any) -> dict[str, Any]:
    """Keys of a search space, with those of keywords that have a short form."""
    changes = dict(settings)
    for key, value in own.items():
        if value is None:
            continue
        table = {"games": value} if key == "budget" and not isinstance(value, Mapping) else value
        changes[key] = {**changes[key], **table} if key in changes else table
    return changes


def _space_text(
    space: Space, settings: Mapping[str, Any], name: str, program: list[str]
) -> tuple[str, str]:
    """Returns the path or name of a search space, and its text with other settings."""
    if isinstance(space, Mapping) and "heuristic" not in space:
        space = {"heuristic": {"command": space}}
    path, text = search_space(space)
    name = re.sub("[^A-Za-z0-9_-]+", "-", name).strip("-") or "function"
    return path, _native.space_with(path, text, settings, name, program)
