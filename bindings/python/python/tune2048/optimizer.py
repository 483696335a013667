"""Optimizers that are asked and told."""

from __future__ import annotations

import json
import statistics
from collections.abc import Mapping, Sequence
from typing import Any, Union

from tune2048 import _native
from tune2048._arguments import checked
from tune2048._spaces import Space, settings_with, space_text
from tune2048.errors import BadInputError

Score = Union[float, Sequence[float], None]
_Told = tuple[Union[list[float], None], Union[float, None]]


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

    @checked
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
        changes = settings_with(settings, optimizer=optimizer, seed=seed, objective=objective)
        _, text, *_ = space_text(space, changes, "optimizer", ["ask-and-tell"])
        self._begin(text)

    def _begin(self, text: str) -> None:
        self._text = text
        self._search = _native.Search(text)
        self._told: list[list[_Told]] = []
        self._asked = 0
        self._answers: dict[int, _Told] = {}

    def ask(self) -> list[dict[str, Any]]:
        """The candidates of the next generation; the same ones until they are told."""
        return [json.loads(weights) for weights in self._search.ask()]

    @checked
    def tell(self, scores: Sequence[Score], errors: Sequence[float] | None = None) -> None:
        """Learns the scores of all candidates that ``ask`` gave, in their order.

        Each is a number, or the scores of several games of the candidate, or with ``errors`` a mean
        with its standard error; None of a candidate that could not be played, which ranks last.
        """
        if errors is not None and len(errors) != len(scores):
            raise BadInputError(
                f"tell: found {len(errors)} errors and {len(scores)} scores, "
                "expected one of each for every candidate"
            )
        told = [
            _told(score, None if errors is None else errors[place])
            for place, score in enumerate(scores)
        ]
        self._search.tell(told)
        self._told.append(told)
        self._asked = 0

    def ask_one(self) -> tuple[int, dict[str, Any]] | None:
        """The next candidate with its number, for workers that ask and are told in any order.

        None while all candidates of the generation are asked for and some of them are open: the
        next generation follows from all scores of this one.
        """
        asked = self._search.ask_one()
        if asked is None:
            return None
        self._asked += 1
        return asked[0], json.loads(asked[1])

    @property
    def open(self) -> dict[int, dict[str, Any]]:
        """The candidates that ``ask_one`` gave and whose scores are not told, by their numbers."""
        return {number: json.loads(weights) for number, weights in self._search.open()}

    @checked
    def tell_one(self, number: int, score: Score, error: float | None = None) -> None:
        """Takes the score of an open candidate, as ``tell`` does; the last one ends the generation.

        The order in which the candidates of a generation are told changes nothing.
        """
        told = _told(score, error)
        is_complete = self._search.tell_one(number, told)
        self._answers[number] = told
        if is_complete:
            self._told.append([self._answers[number] for number in sorted(self._answers)])
            self._asked, self._answers = 0, {}

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
        errors or several scores of each candidate, and where all means are equal. Near 0 the ranking is
        luck."""
        last = self._told[-1] if self._told else []
        known = [(scores, error) for scores, error in last if scores is not None]
        if len(known) < 2:
            return None
        means = [statistics.fmean(scores) for scores, _ in known]
        noise = [
            statistics.variance(scores) / len(scores) if error is None else error**2
            for scores, error in known
            if error is not None or len(scores) > 1
        ]
        total = statistics.variance(means)
        if len(noise) < len(means) or total == 0:
            return None
        return max(0.0, 1 - statistics.fmean(noise) / total)

    def state(self) -> str:
        """Everything that the optimizer is made of, as JSON, for ``from_state``."""
        state: dict[str, Any] = {"space": self._text, "told": self._told}
        if self._asked:
            state.update(asked=self._asked, answers=list(self._answers.items()))
        return json.dumps(state)

    @classmethod
    @checked
    def from_state(cls, state: str) -> Optimizer:
        """The optimizer with this state: it asks for the same candidates, to the bit.

        Candidates that were open are so again.
        """
        try:
            found = json.loads(state)
            text, told = found["space"], found["told"]
            asked, answers = found.get("asked", 0), found.get("answers", [])
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
        for _ in range(asked):
            optimizer.ask_one()
        for number, answer in answers:
            optimizer.tell_one(number, *answer)
        return optimizer

    def __reduce__(self) -> tuple[Any, ...]:
        return Optimizer.from_state, (self.state(),)

    def __repr__(self) -> str:
        return f"<Optimizer: {self.generation} generations told>"


def _told(score: Any, error: Any) -> _Told:
    try:
        if score is not None:
            score = list(map(float, score)) if hasattr(score, "__len__") else [float(score)]
        return score, None if error is None else float(error)
    except (TypeError, ValueError):
        raise TypeError(
            f"score: found {score!r:.200}, expected a number, a list of numbers, or None"
        ) from None
