"""The package as a whole: its names, its stubs, its optional packages."""

import ast
import inspect
import io
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from conftest import REPOSITORY

import tune2048
from tune2048 import _native

STUBS = Path(tune2048.__file__).parent / "_native.pyi"


def test_everything_public_has_a_docstring():
    for name in tune2048.__all__:
        found = getattr(tune2048, name)
        if not inspect.isclass(found) and not callable(found):
            continue
        assert inspect.getdoc(found), name
        if inspect.isclass(found):
            for member, value in vars(found).items():
                if not member.startswith("_") and callable(value):
                    assert inspect.getdoc(value), f"{name}.{member}"


def test_the_stubs_list_what_there_is():
    tree = ast.parse(STUBS.read_text())
    stubs = {}
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            stubs[node.name] = {item.name for item in node.body if hasattr(item, "name")}
        elif isinstance(node, ast.FunctionDef):
            stubs[node.name] = set()
        elif isinstance(node, ast.AnnAssign):
            stubs[node.target.id] = set()
    public = {name for name in dir(_native) if not name.startswith("_")}
    assert {name for name in stubs if not name.startswith("_")} == public
    for name in public:
        found = getattr(_native, name)
        if inspect.isclass(found):
            members = {member for member in vars(found) if not member.startswith("_")}
            assert {stub for stub in stubs[name] if not stub.startswith("_")} == members


def test_the_version_is_that_of_the_workspace():
    workspace = tomllib.loads((REPOSITORY / "Cargo.toml").read_text())["workspace"]
    assert tune2048.__version__ == workspace["package"]["version"]


def test_missing_packages_are_named_when_they_are_needed(campaign):
    program = """
import sys
for name in ("pandas", "matplotlib", "tqdm", "optuna"):
    sys.modules[name] = None
import tune2048
for call in (
    tune2048.progress_bar,
    lambda: tune2048.read_campaign(sys.argv[1]).trials,
    lambda: tune2048.plot_weights(sys.argv[1]),
    lambda: tune2048.Campaign(sys.argv[1]).to_optuna(),
):
    try:
        call()
    except tune2048.MissingPackageError as error:
        print(error)
print(tune2048.evaluate("2014", games=2).shape)
"""
    command = [sys.executable, "-c", program, str(campaign.folder)]
    run = subprocess.run(command, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    assert [line.rpartition(" - ")[2] for line in run.stdout.splitlines()] == [
        "pip install 'tune2048[progress]'",
        "pip install 'tune2048[frames]'",
        "pip install 'tune2048[plots]'",
        "pip install 'tune2048[optuna]'",
        "(2,)",
    ]


def test_a_progress_bar_counts_games_and_shows_messages():
    file = io.StringIO()
    bar = tune2048.progress_bar(file=file, mininterval=0)
    bar(tune2048.Progress("search", games=10, total_games=40))
    bar(tune2048.Progress("search", games=20, total_games=40, messages=["warning: a word"]))
    bar(tune2048.Progress("done", games=30, total_games=40, generation=3, mean_score=1234.5))
    shown = file.getvalue()
    assert "warning: a word\n" in shown
    assert "30/30" in shown
    assert "generation 3, mean 1 234" in shown
    assert shown.count("100%") >= 1


@pytest.mark.parametrize("names", [tune2048.PRESETS, tune2048.SEARCH_SPACES])
def test_built_in_names_have_their_texts(names):
    assert len(names) > 15
    assert all(text.strip() for text in names.values())
