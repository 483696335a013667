"""The record of a campaign as pandas frames."""

from __future__ import annotations

import csv
import io
import json
import os
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tune2048._arguments import checked
from tune2048._html import of_campaign
from tune2048._native import grouped, mean_interval, read_record
from tune2048._optional import needed

if TYPE_CHECKING:
    import pandas


@checked
def read_campaign(folder: str | os.PathLike[str]) -> CampaignRecord:
    """Reads and checks the record of a campaign, running or finished.

    ``folder`` is its folder, or its name in ``results``.
    """
    return CampaignRecord(json.loads(read_record(os.fspath(folder))))


class CampaignRecord:
    """The record of a campaign; the columns of its frames are those of its CSV files."""

    def __init__(self, record: dict[str, Any]) -> None:
        self.folder = Path(record["folder"])
        """The folder of the campaign."""
        self.name: str = record["name"]
        """The campaign's name."""
        self.seed: int = record["seed"]
        """The campaign's seed."""
        self.heuristic: str = record["heuristic"]
        """The heuristic's name."""
        self.player: str = record["player"]
        """The player in words."""
        self.optimizer: str = record["optimizer"]
        """The optimizer's name."""
        self.minimizes: bool = record["minimizes"]
        """Whether lower scores are better."""
        self.scores_count: bool = record["scores_count"]
        """Whether the objective is the mean score."""
        self.ranges: list[dict[str, Any]] = record["ranges"]
        """The range of each coordinate of the search: ``name``, ``low``, ``high`` and so on."""
        self.state: str = record["state"]
        """``finished``, ``running`` or ``interrupted``."""
        self.finished: bool = record["finished"]
        """Whether the winner has been chosen and validated."""
        self.games: int = record["games"]
        """The games of the pilot and of the search."""
        self.elapsed_seconds: float = record["elapsed_seconds"]
        """The time that the search has taken."""
        self.start: dict[str, float] = record["start"]
        """The starting weights."""
        self.tuned: dict[str, float] | None = record["tuned"]
        """The recommended weights."""
        self.evidence: dict[str, Any] | None = record["evidence"]
        """The last validation, as in ``best.toml``."""
        self.pilot: dict[str, Any] | None = record["pilot"]
        """The findings of the games before the search."""
        self.ablation: list[dict[str, Any]] | None = record["ablation"]
        """The steps of the last ``tune2048 explain FOLDER --ablation``, if it was played."""
        self._record = record

    @cached_property
    def trials(self) -> pandas.DataFrame:
        """One row per evaluated candidate."""
        return self._table("trials.csv")

    @cached_property
    def distributions(self) -> pandas.DataFrame:
        """One row per generation of an optimizer that has a distribution."""
        names = self._record["coordinates"]
        covariances = [
            f"covariance.{name}.{other}"
            for place, name in enumerate(names)
            for other in names[: place + 1]
        ]
        rows = [
            {
                "generation": row["generation"],
                "restarted": int(is_restart),
                "step_size": row["step_size"],
                **{f"mean.{name}": mean for name, mean in zip(names, row["mean"])},
                **dict(zip(covariances, row["covariance"])),
            }
            for row, is_restart in zip(self._record["distributions"], self._record["restarted"])
        ]
        return self._frame(rows, ["generation", "step_size"])

    @cached_property
    def finalists(self) -> pandas.DataFrame:
        """One row per set of weights that played after the search."""
        return self._frame(self._record["finalists"], ["finalist", "origin", "player"])

    @cached_property
    def final_games(self) -> pandas.DataFrame:
        """One row per game of a finalist, in the final race or in a validation."""
        return self._table("games.csv")

    @cached_property
    def looks(self) -> pandas.DataFrame:
        """One row per validation that was begun."""
        return self._frame(self._record["looks"], ["look"])

    @cached_property
    def generations(self) -> pandas.DataFrame:
        """One row per generation: the mean of its candidates' mean scores with its 95 % interval
        over the candidates, the reliability of its ranking, and the step size."""
        pandas = needed("pandas", "frames", "generations")
        groups = self.trials.groupby("generation")
        scores = groups["mean_score"]
        intervals = [mean_interval(found.tolist()) or (None, None) for _, found in scores]
        frame = pandas.DataFrame(
            {
                "candidates": groups.size(),
                "games_per_candidate": groups["games"].max(),
                "games": groups["games"].sum().cumsum(),
                "mean_score": scores.mean(),
                "low": [low for low, _ in intervals],
                "high": [high for _, high in intervals],
            },
            dtype=float,
        ).astype({"candidates": int, "games_per_candidate": int, "games": int})
        reliability = dict(enumerate(self._record["reliability"]))
        frame["reliability"] = [reliability.get(number) for number in frame.index]
        frame["reliability"] = frame["reliability"].astype(float)
        steps = self.distributions
        if len(steps):
            steps = steps.drop_duplicates("generation", keep="last").set_index("generation")
            frame["step_size"] = steps["step_size"].reindex(frame.index)
        else:
            frame["step_size"] = float("nan")
        return frame

    @cached_property
    def weights(self) -> pandas.DataFrame:
        """One row per weight: its starting and its tuned value, and where both are in the range of
        a weight that is tuned, from 0 to 1."""
        pandas = needed("pandas", "frames", "weights")
        columns = {
            "start": self.start,
            "tuned": self.tuned,
            "start_position": self._record["start_point"],
            "tuned_position": self._record["tuned_point"],
        }
        frame = pandas.DataFrame(
            {name: pandas.Series(values or {}, dtype=float) for name, values in columns.items()}
        )
        names = [*self.start, *(name for name in frame.index if name not in self.start)]
        return frame.reindex(names).rename_axis("weight")

    @cached_property
    def validation(self) -> pandas.DataFrame:
        """The games of the last validation: one row per game and side, ``tuned`` or ``start``."""
        look = self._last_look()
        games = self.final_games
        sides = {}
        if look is not None:
            end = look["validation_from"] + look["validation_games"]
            is_played = games["stream"].eq("validation") & games["game"].between(
                look["validation_from"], end - 1
            )
            games = games[is_played]
            sides = {look["start"]: "start", look["winner"]: "tuned"}
        frame = games[games["finalist"].isin(sides)] if len(games) else games
        frame = frame.assign(side=[sides[number] for number in frame["finalist"]])
        return frame.drop(columns="stream").reset_index(drop=True)

    @cached_property
    def race(self) -> pandas.DataFrame:
        """The finalists of the final race: games, mean score and its 95 % interval, those with the
        most games first."""
        pandas = needed("pandas", "frames", "race")
        games = self.final_games
        games = games[games["stream"] == "selection"]
        look = self._last_look()
        if look is not None:
            games = games[games["game"].between(look["race_from"], look["race_to"] - 1)]
        rows = []
        for finalist, scores in games.groupby("finalist")["score"]:
            low, high = mean_interval(scores.tolist()) or (None, None)
            rows.append((finalist, len(scores), scores.mean(), low, high))
        columns = ["finalist", "games", "mean_score", "low", "high"]
        frame = pandas.DataFrame(rows, columns=columns)
        origin = self.finalists.set_index("finalist")["origin"]
        frame["origin"] = frame["finalist"].map(origin)
        frame["winner"] = frame["finalist"] == (None if look is None else look["winner"])
        order = frame.sort_values(["games", "mean_score"], ascending=False)
        return order.reset_index(drop=True)

    @property
    def verdict(self) -> str:
        """The result of the campaign in words, as ``tune2048 run`` prints it."""
        return str(self._record["verdict"])

    def __repr__(self) -> str:
        state = self.state
        return f"<CampaignRecord {str(self.folder)!r}: {grouped(self.games)} games, {state}>"

    def _repr_html_(self) -> str:
        return of_campaign(self, self._record["tuned_point"] or {})

    def _last_look(self) -> dict[str, Any] | None:
        looks = self.looks
        return looks.iloc[-1].to_dict() if len(looks) else None

    def _frame(self, rows: list[dict[str, Any]], columns: list[str]) -> pandas.DataFrame:
        """A frame of lines of the log."""
        pandas = needed("pandas", "frames", "read_campaign")
        return pandas.DataFrame(rows) if rows else pandas.DataFrame(columns=columns)

    def _table(self, name: str) -> pandas.DataFrame:
        """Reads a table; a last line that was cut short is left out."""
        pandas = needed("pandas", "frames", "read_campaign")
        path = self.folder / name
        if not path.exists():
            return pandas.DataFrame(columns=_COLUMNS.get(name, []))
        text = path.read_bytes().decode()
        whole = text[: text.rfind("\n") + 1]
        header, *rows = csv.reader(io.StringIO(whole, newline=""))
        columns = zip(header, zip(*rows) if rows else [()] * len(header))
        kept = {name: _numbers(texts) for name, texts in columns if not name.startswith("crc32")}
        return pandas.DataFrame(kept)


# What the frames above need of a table that is not there yet.
_COLUMNS = {
    "trials.csv": ["generation", "games", "mean_score"],
    "games.csv": ["stream", "game", "finalist", "score", "largest_tile", "moves", "nodes"],
}


def _numbers(texts: Sequence[str]) -> Sequence[Any]:
    """Reads numbers to the last bit, which pandas does not in every version."""
    for kind in (int, float):
        try:
            return [kind(text) if text else float("nan") for text in texts]
        except ValueError:
            pass
    return texts
