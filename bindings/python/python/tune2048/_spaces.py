"""Search spaces with other settings."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from typing import Any, Union

from tune2048 import _native
from tune2048.campaign import search_space

Space = Union[str, "os.PathLike[str]", Mapping[str, Any]]


def settings_with(settings: dict[str, Any], **own: Any) -> dict[str, Any]:
    """Keys of a search space, with those of keywords that have a short form."""
    changes = dict(settings)
    for key, value in own.items():
        if value is None:
            continue
        table = {"games": value} if key == "budget" and not isinstance(value, Mapping) else value
        changes[key] = {**changes[key], **table} if key in changes else table
    return changes


def space_text(
    space: Space, settings: Mapping[str, Any], name: str, program: list[str]
) -> tuple[str, str, bool, bool]:
    """Returns the path or name of a search space, its text with other settings, whether it has a
    name of its own, and whether it is one of a match."""
    if isinstance(space, Mapping) and "heuristic" not in space:
        space = {"heuristic": {"command": space}}
    path, text = search_space(space)
    return path, *_native.space_with(path, text, settings, file_name(name), program)


def file_name(name: str) -> str:
    return re.sub("[^A-Za-z0-9_-]+", "-", name).strip("-") or "function"
