"""What several tests share."""

import os
import subprocess
from pathlib import Path

import pytest

import tune2048

REPOSITORY = Path(__file__).resolve().parents[3]

SPACE = """
name = "tiny"
seed = 3
heuristic.rows = { empty = "tune", merges = "tune" }
objective.games-per-candidate = 4
optimizer.cma-es.population = 4
budget.generations = 3
selection.games = 40
validation = { games = 30, baseline = "played" }
"""


@pytest.fixture(autouse=True)
def own_folder(tmp_path, monkeypatch):
    """Every test works in a folder of its own."""
    monkeypatch.chdir(tmp_path)


@pytest.fixture(scope="session")
def campaign(tmp_path_factory):
    """A small campaign that has come to its end."""
    folder = tmp_path_factory.mktemp("campaign") / "tiny"
    return tune2048.Campaign.run(SPACE, folder=folder)


@pytest.fixture(scope="session")
def command_line():
    """Runs the program of the repository, if it is built."""
    target = Path(os.environ.get("CARGO_TARGET_DIR", REPOSITORY / "target"))
    program = target / "release" / "tune2048"
    if not program.exists():
        problem = "the program is not built: cargo build --release"
        if os.environ.get("TUNE2048_REQUIRE_PROGRAM") == "1":
            pytest.fail(problem)
        pytest.skip(problem)

    def run(*arguments):
        return subprocess.run([program, *arguments], capture_output=True, text=True)

    return run
