"""What notebooks show."""

from __future__ import annotations

import html
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from tune2048._native import Weights

if TYPE_CHECKING:
    from tune2048.frames import CampaignRecord


def of_weights(weights: Weights) -> str:
    """The weights with their meanings, and what is known of them."""
    values = zip(weights.items(), weights.meanings)
    rows = [(name, value, meaning) for (name, value), (_, meaning) in values]
    title = html.escape(repr(weights).strip("<>"))
    return f"<p><b>{title}</b><br>{html.escape(weights.verdict)}</p>{_table(rows)}"


def of_campaign(record: CampaignRecord, places: dict[str, float]) -> str:
    """The verdict, and the weights with their places in their ranges and what each gains."""
    gains = {step["weight"]: _gain(step["gain"]) for step in record.ablation or []}
    tuned = record.tuned or {}
    rows: list[list[Any]] = [
        ["weight", "start", "tuned", "place in its range", *(["gain"] if gains else [])]
    ]
    for name, start in record.start.items():
        place = _Meter(places[name]) if name in places else None
        rows.append([name, start, tuned.get(name), place, *([gains.get(name)] if gains else [])])
    verdict = "<br>".join(map(html.escape, record.verdict.splitlines()))
    return f"<p>{verdict}</p>{_table(rows)}"


class _Meter(float):
    """A place from 0 to 1, drawn as a bar."""


def _table(rows: Iterable[Iterable[Any]]) -> str:
    lines = (
        "".join(f"<td style='text-align:left'>{_cell(value)}</td>" for value in row) for row in rows
    )
    return f"<table>{''.join(f'<tr>{line}</tr>' for line in lines)}</table>"


def _cell(value: Any) -> str:
    if isinstance(value, _Meter):
        return f"<meter value={min(max(value, 0), 1):.3f}></meter>"
    if isinstance(value, float):
        return f"{value:.6g}"
    return "" if value is None else html.escape(str(value))


def _gain(found: dict[str, Any] | None) -> str | None:
    """A gain with its interval, which may have no end."""
    if found is None:
        return None
    numbers = (found["value"], *found["interval"])
    value, low, high = ("∞" if number is None else f"{number:.4g}" for number in numbers)
    return f"{value} ({low} to {high})"
