"""What the report of a campaign shows, in matplotlib.

Every function takes a Campaign, a CampaignRecord, or the folder of a campaign, draws on the given
axes or on new ones, and returns the axes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tune2048._arguments import checked
from tune2048._optional import needed
from tune2048.errors import BadInputError
from tune2048.frames import CampaignRecord, read_campaign

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_COLOURS = {"tuned": "C0", "start": "C1", "candidates": "C0"}
_NAMES = {"tuned": "tuned weights", "start": "starting weights"}


@checked
def plot_convergence(campaign: Any, axes: Axes | None = None) -> Axes:
    """Draws the candidates' mean score by generation, with the levels of the validation.

    The axis fits the middle 95 % of the candidates; the legend counts those beyond it.
    """
    record, axes = _opened(campaign, axes)
    _need(record, len(record.trials), "an evaluated candidate")
    trials, generations = record.trials, record.generations
    evidence = record.evidence or {}
    levels = {side: evidence[side]["mean"] for side in ("start", "tuned") if side in evidence}
    ends = [*generations["low"].dropna(), *generations["high"].dropna(), *levels.values()]
    scores = trials["mean_score"].sort_values()
    outside = len(scores) // 40
    usual = [scores.iloc[outside], scores.iloc[-1 - outside]]
    ends = [*ends, *generations["mean_score"], *usual]
    margin = 0.05 * (max(ends) - min(ends)) or 1.0
    low, high = min(ends) - margin, max(ends) + margin
    beyond = int((~trials["mean_score"].between(low, high)).sum())
    label = f"a candidate\n({beyond} beyond the axis)" if beyond else "a candidate"
    style: dict[str, Any] = {"color": "0.75", "markersize": 2, "label": label}
    axes.plot(trials["generation"], trials["mean_score"], ".", **style)
    axes.fill_between(generations.index, generations["low"], generations["high"], alpha=0.3)
    axes.plot(
        generations.index,
        generations["mean_score"],
        color=_COLOURS["candidates"],
        label="mean of the candidates,\n95 % interval",
    )
    for side, level in levels.items():
        style = {"color": _COLOURS[side], "linestyle": "--"}
        axes.axhline(level, label=f"{_NAMES[side]}\nin the validation", **style)
    axes.set(xlabel="generation", ylabel="mean score", title=record.name, ylim=(low, high))
    _legend(axes)
    return axes


@checked
def plot_weights(campaign: Any, axes: Axes | None = None) -> Axes:
    """Draws where starting and tuned weights are in the ranges of the weights that are tuned."""
    record, axes = _opened(campaign, axes)
    frame = record.weights.dropna(subset=["start_position"])
    rows = range(len(frame))
    for side in ("start", "tuned"):
        positions = frame[f"{side}_position"].clip(0, 1)
        axes.plot(positions, rows, "o", color=_COLOURS[side], label=_NAMES[side])
    axes.hlines(rows, 0, 1, color="0.85", zorder=0)
    axes.set_yticks(rows, [_label(name, row) for name, row in frame.iterrows()])
    axes.invert_yaxis()
    axes.set(xlabel="place in the range", xlim=(-0.03, 1.03))
    axes.set_title(record.name)
    _legend(axes)
    return axes


@checked
def plot_paths(campaign: Any, axes: Axes | None = None) -> Axes:
    """Draws the candidates' mean place in the range of each weight, by generation."""
    record, axes = _opened(campaign, axes)
    points = _points(record)
    groups = points.clip(0, 1).groupby(record.trials["generation"])
    means, spreads = groups.mean(), groups.std()
    for name in points:
        (line,) = axes.plot(means.index, means[name], label=name)
        low, high = means[name] - spreads[name], means[name] + spreads[name]
        band = low.clip(lower=0), high.clip(upper=1)
        axes.fill_between(means.index, *band, color=line.get_color(), alpha=0.1)
    axes.set(xlabel="generation", ylabel="place in the range", title=record.name)
    _legend(axes)
    return axes


@checked
def plot_scores(campaign: Any, axes: Axes | None = None, bins: int = 40) -> Axes:
    """Draws the distribution of the scores in the last validation."""
    record, axes = _opened(campaign, axes)
    games = record.validation
    _need(record, len(games), "games of a validation")
    edges = [games["score"].max() * edge / bins for edge in range(bins + 1)]
    for side, scores in games.groupby("side")["score"]:
        share = [1 / len(scores)] * len(scores)
        style: dict[str, Any] = {"histtype": "stepfilled", "alpha": 0.5, "color": _COLOURS[side]}
        axes.hist(scores, bins=edges, weights=share, label=_NAMES[side], **style)
    for side in ("tuned", "start"):
        style = {"color": _COLOURS[side], "linestyle": "--", "label": f"{_NAMES[side]},\nmean"}
        axes.axvline((record.evidence or {})[side]["mean"], **style)
    axes.set(xlabel="score", ylabel="share of games", title=record.name)
    axes.locator_params(axis="x", nbins=6)
    _legend(axes)
    return axes


@checked
def plot_tiles(campaign: Any, axes: Axes | None = None) -> Axes:
    """Draws the share of validation games that reach each tile, with 95 % intervals."""
    record, axes = _opened(campaign, axes)
    evidence = record.evidence or {}
    _need(record, evidence, "a validation")
    reports = {side: evidence[side]["tiles"] for side in ("tuned", "start")}
    tiles = [tile for tile in reports["tuned"] if tile in reports["start"]]
    told = [tile for tile in tiles if any(_tells(report[tile]) for report in reports.values())]
    for side, offset in (("tuned", -0.12), ("start", 0.12)):
        rows = [row + offset for row in range(len(told))]
        shares = [reports[side][tile] for tile in told]
        _estimates(
            axes,
            [found["share"] for found in shares],
            [found["ci95"] for found in shares],
            rows,
            color=_COLOURS[side],
            label=_NAMES[side],
        )
    axes.set_yticks(range(len(told)), told)
    axes.set(xlabel="share of games that reach the tile", ylabel="tile", title=record.name)
    _legend(axes)
    return axes


@checked
def plot_race(campaign: Any, axes: Axes | None = None) -> Axes:
    """Draws the mean scores of the finalists in the final race, with 95 % intervals."""
    record, axes = _opened(campaign, axes)
    race = record.race
    _need(record, len(race), "games of a final race")
    for winner, rows in race.groupby("winner"):
        intervals = list(zip(rows["low"], rows["high"]))
        style: dict[str, Any] = {
            "color": "C0" if winner else "C2",
            "label": "the winner" if winner else "others",
        }
        _estimates(axes, rows["mean_score"], intervals, rows.index, **style)
    names = race["finalist"].astype(str) + ": " + race["origin"].astype(str)
    axes.set_yticks(race.index, names)
    axes.invert_yaxis()
    axes.set(xlabel="mean score in the race", title=record.name)
    _legend(axes)
    return axes


@checked
def plot_reliability(campaign: Any, axes: Axes | None = None) -> Axes:
    """Draws the reliability of the ranking of candidates by generation."""
    record, axes = _opened(campaign, axes)
    reliability = record.generations["reliability"].dropna()
    _need(record, len(reliability), "generations whose reliability is known")
    axes.plot(reliability.index, reliability)
    axes.set(xlabel="generation", ylabel="reliability of the ranking", ylim=(-0.03, 1.03))
    axes.set_title(record.name)
    return axes


@checked
def plot_slice(campaign: Any, weight: str, axes: Axes | None = None) -> Axes:
    """Draws the candidates' mean scores against a weight."""
    record, axes = _opened(campaign, axes)
    _need(record, len(record.trials), "an evaluated candidate")
    trials, known = record.trials, {found["name"]: found for found in record.ranges}
    if weight not in known:
        raise BadInputError(f"weight: found {weight!r}, expected one of {', '.join(known)}")
    found = known[weight]
    values = trials[f"{'weight' if found['is_weight'] else 'point'}.{weight}"]
    colours = {"c": trials["generation"], "cmap": "viridis", "s": 4}
    drawn = axes.scatter(values, trials["mean_score"], **colours)
    axes.set(xlabel=weight, ylabel="mean score", title=record.name)
    if found["is_log"]:
        axes.set_xscale("log" if found["low"] > 0 else "symlog")
    axes.figure.colorbar(drawn, ax=axes, label="generation")
    return axes


def _record(campaign: Any) -> CampaignRecord:
    if isinstance(campaign, CampaignRecord):
        return campaign
    record = getattr(campaign, "record", None)
    return record if isinstance(record, CampaignRecord) else read_campaign(campaign)


def _opened(campaign: Any, axes: Axes | None) -> tuple[CampaignRecord, Axes]:
    record = _record(campaign)
    if axes is None:
        pyplot = needed("matplotlib.pyplot", "plots", "plots")
        # As wide again as the legend.
        axes = pyplot.figure(figsize=(8.5, 4.8), layout="constrained").add_subplot()
    return record, axes


def _legend(axes: Axes) -> None:
    """Explains marks beside the axes, where they hide nothing."""
    axes.legend(loc="upper left", bbox_to_anchor=(1.01, 1.0), borderaxespad=0, frameon=False)


def _need(record: CampaignRecord, found: Any, expected: str) -> None:
    if not found:
        raise BadInputError(f"{record.folder}: found no {expected.removeprefix('an ')} to draw")


def _points(record: CampaignRecord) -> Any:
    """The points of the candidates."""
    _need(record, len(record.trials), "an evaluated candidate")
    names = record._record["coordinates"]
    points = record.trials[[f"point.{name}" for name in names]]
    return points.rename(columns=dict(zip(points.columns, names)))


def _estimates(axes: Axes, values: Any, intervals: Any, rows: Any, **style: Any) -> None:
    """Draws values with their intervals, one per row."""
    known = [
        (value, value) if ends is None or ends[0] is None or ends[0] != ends[0] else ends
        for value, ends in zip(values, intervals)
    ]
    below = [value - low for value, (low, _) in zip(values, known)]
    above = [high - value for value, (_, high) in zip(values, known)]
    axes.errorbar(values, rows, xerr=[below, above], fmt="o", capsize=3, **style)


def _tells(share: dict[str, Any]) -> bool:
    return bool(0.0 < share["share"] < 0.999)


def _label(name: str, row: Any) -> str:
    tuned = "" if row["tuned"] != row["tuned"] else f" → {row['tuned']:.5g}"
    return f"{name}\n{row['start']:.6g}{tuned}"
