"""Campaigns: the search for better weights."""

from __future__ import annotations

import dataclasses
import json
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tune2048 import _native
from tune2048._arguments import checked
from tune2048._native import Weights
from tune2048.frames import CampaignRecord, read_campaign
from tune2048.progress import OnGeneration, OnProgress, Progress
from tune2048.studies import to_optuna

if TYPE_CHECKING:
    import optuna


class Campaign:
    """A campaign that has come to its end, in its folder.

    ``Campaign(folder)`` reads one that was run before; ``folder`` is also the name of a campaign
    in ``results``.
    """

    @checked
    def __init__(self, folder: str | os.PathLike[str]) -> None:
        self.record: CampaignRecord = read_campaign(folder)
        """Everything that is recorded, as pandas frames."""

    @classmethod
    @checked
    def run(
        cls,
        space: str | os.PathLike[str] | Mapping[str, Any],
        on_progress: OnProgress | None = None,
        *,
        folder: str | os.PathLike[str] | None = None,
        games: int | None = None,
        generations: int | None = None,
        minutes: float | None = None,
        validation_games: int | None = None,
        pilot: bool = True,
        resume: bool = False,
        threads: int | None = None,
        on_generation: OnGeneration | None = None,
    ) -> Campaign:
        """Searches, chooses the winner, and validates it.

        ``space`` is a search space file, the name of one that is built in, its text, or a mapping
        with the keys of a file. ``games``, ``generations`` and ``minutes`` replace limits of its
        budget. Everything is kept in ``folder``, by default ``results/NAME``. The campaign is the
        same as that of ``tune2048 run``: same file, same seed, same record.

        With ``resume`` a campaign that is in the folder already goes on, or is read if it has
        ended, so that a notebook's cell can be run again.

        ``on_progress`` is called with a Progress about twenty times a second, ``on_generation``
        after each generation as ``on_generation(metrics, step=generation)``, as trackers of
        experiments log: ``mlflow.log_metrics`` and ``log`` of a run of W&B can be given as they
        are. Ctrl-C raises KeyboardInterrupt; what is recorded by then is the start of
        ``Campaign.resume``.
        """
        path, text = search_space(space)
        limits = {
            "games": games,
            "generations": generations,
            "minutes": minutes,
            "validation_games": validation_games,
        }
        return watched(
            cls,
            lambda listener: _native.run_campaign(
                path, text, folder, limits, pilot, resume, threads, listener
            ),
            on_progress,
            on_generation,
        )

    @classmethod
    @checked
    def resume(
        cls,
        folder: str | os.PathLike[str],
        on_progress: OnProgress | None = None,
        *,
        games: int | None = None,
        generations: int | None = None,
        minutes: float | None = None,
        validation_games: int | None = None,
        threads: int | None = None,
        on_generation: OnGeneration | None = None,
    ) -> Campaign:
        """Continues a campaign that was interrupted, or with a larger budget."""
        limits = {
            "games": games,
            "generations": generations,
            "minutes": minutes,
            "validation_games": validation_games,
        }
        return watched(
            cls,
            lambda listener: _native.resume_campaign(os.fspath(folder), limits, threads, listener),
            on_progress,
            on_generation,
        )

    @property
    def folder(self) -> Path:
        """The folder with all files."""
        return self.record.folder

    @property
    def weights(self) -> Weights:
        """The weights of ``best.toml``, with the player that they are tuned for: the
        :attr:`candidate` if it is proven better, else the starting weights."""
        return Weights(self.folder)

    @property
    def candidate(self) -> Weights:
        """What the search found, proven better or not."""
        found = (self.evidence or {}).get("candidate")
        return self.weights.replace(found) if found else self.weights

    @property
    def evidence(self) -> dict[str, Any] | None:
        """The validation of the weights, as in ``best.toml``, with ``ratio_interval`` (``low``,
        ``high`` and their ``level``) and the verdict in a sentence, ``statement``."""
        return self.record.evidence

    @property
    def ratio(self) -> float | None:
        """The mean score of the weights over that of the starting weights."""
        return self.evidence["ratio"] if self.evidence else None

    def to_optuna(self) -> optuna.Study:
        """The candidates as trials of a study of Optuna, in memory: for its plots and importances,
        and for optuna-dashboard.

        Weights are parameters with their ranges, and the objective is the value.
        """
        return to_optuna(self.record)

    def __repr__(self) -> str:
        return f"<Campaign {str(self.folder)!r}>"

    def __str__(self) -> str:
        return self.record.verdict

    def _repr_html_(self) -> str:
        return self.record._repr_html_()


def search_space(space: Any) -> tuple[str, str | None]:
    """Returns the path or name of a search space and, unless it is to be read, its text."""
    if isinstance(space, Mapping):
        return "space", _native.mapping_to_toml(space)
    if isinstance(space, str) and "\n" in space:
        return "space", space
    return os.fspath(space), None


class _Listener:
    """Keeps the progress of a campaign, of which the native module tells it."""

    def __init__(self, on_progress: OnProgress | None, on_generation: OnGeneration | None) -> None:
        self._on_progress = on_progress
        self._on_generation = on_generation
        self._progress = Progress("start")
        self._recorded = 0
        self.folder: Path | None = None

    def start(self, folder: Path, games: int, total: int | None) -> None:
        self.folder = folder
        self._recorded = games
        self._progress = dataclasses.replace(self._progress, games=games, total_games=total)
        self._tell()

    def count(self, games: int) -> None:
        if self._recorded + games > self._progress.games:
            self._progress.games = self._recorded + games
            self._tell()

    def take(self, update: str) -> None:
        event: dict[str, Any] = json.loads(update)
        kind = event.pop("kind")
        weights = event.pop("weights", {})
        if kind == "message":
            self._progress.messages.append(event["message"])
        else:
            on_record = event.pop("on_record", 0)
            self._recorded += on_record
            event["games"] = self._progress.games + on_record
            self._progress = dataclasses.replace(self._progress, **event)
        self._tell()
        if kind == "generation" and self._on_generation is not None:
            step = event.pop("generation")
            metrics = {**event, **{f"weight.{name}": value for name, value in weights.items()}}
            known = {name: value for name, value in metrics.items() if value is not None}
            self._on_generation(known, step=step)

    def finish(self) -> None:
        self._progress.phase = "done"
        self._tell()

    def _tell(self) -> None:
        if self._on_progress is not None:
            self._on_progress(dataclasses.replace(self._progress))


def _saved(folder: Path) -> str:
    return f"interrupted: what was played is saved in {folder}"


def watched(
    cls: type[Campaign],
    work: Callable[[_Listener], Path],
    on_progress: OnProgress | None,
    on_generation: OnGeneration | None,
    go_on: str | None = None,
) -> Campaign:
    """Runs a campaign; says after an interruption what is saved and how to continue."""
    listener = _Listener(on_progress, on_generation)
    try:
        folder = work(listener)
    except KeyboardInterrupt:
        if listener.folder is None:
            raise
        go_on = go_on or f"go on with: Campaign.resume({str(listener.folder)!r})"
        raise KeyboardInterrupt(f"{_saved(listener.folder)}\n{go_on}") from None
    except Exception as error:
        if go_on is not None and listener.folder is not None and hasattr(error, "add_note"):
            error.add_note(f"{_saved(listener.folder)}; {go_on}")
        raise
    listener.finish()
    return cls(folder)
