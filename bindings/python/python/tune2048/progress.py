"""The progress of games and campaigns."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Callable

from tune2048._native import grouped
from tune2048._optional import needed


@dataclass
class Progress:
    """How far games or a campaign have come."""

    phase: str
    """``games``, or of a campaign ``start``, ``pilot``, ``search``, ``final race``,
    ``validation`` and ``done``."""
    games: int = 0
    """Games that are played, those on record included."""
    total_games: int | None = None
    """Games at the end, at most; None where the budget does not determine them."""
    generation: int | None = None
    """The last complete generation of the search, from 0."""
    games_per_candidate: int | None = None
    """Games of each candidate of that generation."""
    mean_score: float | None = None
    """Mean score of the candidates of that generation."""
    reliability: float | None = None
    """Reliability of the ranking of candidates, 0 to 1."""
    step_size: float | None = None
    """Step size of the optimizer, if it has one."""
    messages: list[str] = field(default_factory=list)
    """Warnings and other messages, oldest first."""


OnProgress = Callable[[Progress], Any]

OnGeneration = Callable[..., Any]
"""Called as ``on_generation(metrics, step=generation)`` with numbers by name."""


def progress_bar(**options: Any) -> OnProgress:
    """Returns an ``on_progress`` that draws a bar, in a notebook or on a terminal.

    ``options`` are those of tqdm, which has to be installed.
    """
    tqdm = needed("tqdm.auto", "progress", "progress_bar").tqdm
    return _Bar(tqdm, options)


class _Bar:
    """A bar of tqdm for the games of one call after the other."""

    def __init__(self, tqdm: Any, options: dict[str, Any]) -> None:
        self._tqdm = tqdm
        self._options = {"unit": " games", "dynamic_ncols": True, **options}
        self._bar: Any = None
        self._told = 0

    def __call__(self, progress: Progress) -> None:
        if self._bar is None:
            self._bar = self._tqdm(
                total=progress.total_games, initial=progress.games, **self._options
            )
            self._told = 0
        bar = self._bar
        for message in progress.messages[self._told :]:
            bar.write(message, file=bar.fp)
        self._told = len(progress.messages)
        bar.set_description(progress.phase, refresh=False)
        if progress.mean_score is not None:
            bar.set_postfix_str(
                f"generation {progress.generation}, mean {grouped(progress.mean_score)}",
                refresh=False,
            )
        bar.update(progress.games - bar.n)
        if progress.phase == "done" or progress.games == progress.total_games:
            self._close(progress)

    def _close(self, progress: Progress) -> None:
        # A race may end before all of its games are played.
        self._bar.total = progress.games
        self._bar.close()
        self._bar = None
