"""Campaigns whose games a Python function plays."""

import json
import random
import re
import signal
import sys
import traceback
from pathlib import Path

import numpy as np
import pytest
from test_campaigns import rows
from test_interrupts import interrupted

import tune2048
from tune2048 import BadInputError, Campaign, Tune2048Error, tune

PARAMETERS = {"a": {"start": 90, "low": 0, "high": 100}, "b": 3.0}
SETTINGS = {
    "seed": 3,
    "objective": {"games-per-candidate": 4},
    "optimizer": {"cma-es": {"population": 4}},
    "budget": {"generations": 8},
    "selection": {"games": 40},
    "validation": {"games": 30},
}
TABLES = ("trials.csv", "games.csv")

MODULE = """
def score(weights, seed):
    print("a line of the solver's own")
    return 5000 - 40 * abs(weights["a"] - 30) + seed % 100 + weights["b"]
"""


def score(weights, seed):
    return 5000 - 40 * abs(weights["a"] - 30) + seed % 100 + weights["b"]


@pytest.fixture(scope="module")
def tuned(tmp_path_factory):
    folder = tmp_path_factory.mktemp("tuned") / "score"
    return tune(score, PARAMETERS, folder=folder, **SETTINGS)


def test_a_function_is_tuned(tuned):
    assert tuned.evidence["verdict"] == "better"
    assert abs(tuned.weights["a"] - 30) < 10
    assert tuned.weights["b"] == 3
    games = tuned.record.validation
    assert games["score"].between(5003 - 40 * 100, 5103).all()


@pytest.mark.parametrize("processes", [1, 3])
def test_the_record_does_not_depend_on_processes(tuned, processes):
    spread = tune(score, PARAMETERS, folder="spread", processes=processes, **SETTINGS)
    for table in TABLES:
        assert rows(spread.folder, table) == rows(tuned.folder, table), table


@pytest.mark.parametrize("processes", [None, 2])
def test_an_exception_has_its_traceback_and_the_same_call_goes_on(tuned, processes):
    broken = Path("broken")
    broken.touch()

    def divide(weights, seed):
        if weights["a"] < 60 and broken.exists():
            return 1 / 0
        return score(weights, seed)

    divide.__module__, divide.__qualname__ = score.__module__, score.__qualname__

    def call():
        return tune(divide, PARAMETERS, folder="kept", processes=processes, **SETTINGS)

    with pytest.raises(ZeroDivisionError) as raised:
        call()
    told = "".join(traceback.format_exception(raised.value))
    assert "return 1 / 0" in told
    assert "in the game with seed" in told
    assert '{"b": 3, "a": ' in told
    assert "what was played is saved in kept; call tune() again to go on" in told
    trials = len(rows("kept", "trials.csv"))
    assert trials > 1
    broken.unlink()
    whole = call()
    assert len(rows("kept", "trials.csv")) > trials
    for table in TABLES:
        assert rows(whole.folder, table) == rows(tuned.folder, table), table
    assert str(call()) == str(whole)


def test_a_function_that_says_something_else_is_found():
    generator = random.Random(1)

    def lottery(weights, seed):
        return 100 + generator.random()

    with pytest.raises(Tune2048Error, match="not deterministic: .* seeds with `seed`"):
        tune(lottery, PARAMETERS, folder="lottery", **SETTINGS)
    played = tune(lottery, PARAMETERS, folder="played", deterministic=False, **SETTINGS)
    assert played.record.finished


def test_answers_are_those_of_programs():
    def answer(weights, seed):
        return {"score": np.int64(seed % 7), "largest_tile": 64, "lines": np.float32(0.5)}

    campaign = tune(answer, PARAMETERS, folder="answers", **SETTINGS)
    assert set(campaign.record.final_games["largest_tile"]) == {64}
    assert "lines" in json.loads(campaign.record.trials["extras"][0])


@pytest.mark.parametrize(
    ("answer", "problem"),
    [
        (None, "`score` is null, expected a number"),
        ("12", '`score` is "12", expected a number'),
        (float("nan"), "answer NaN"),
        ({"score": float("inf")}, "`score` is Infinity"),
        ({"points": 5}, "no number `score`, found the keys: points"),
        ({"error": "no board"}, "the error: no board"),
    ],
)
def test_what_is_no_score_is_named(answer, problem):
    with pytest.raises(Tune2048Error, match="return a finite number") as raised:
        tune(lambda weights, seed: answer, PARAMETERS, **SETTINGS)
    assert problem in str(raised.value)
    (folder,) = Path("results").glob("lambda-??????")
    assert not tune2048.read_campaign(folder).finished


def test_costs_are_minimized():
    costs = tune(lambda w, seed: -score(w, seed), PARAMETERS, minimize=True, **SETTINGS)
    assert costs.evidence["verdict"] == "better"
    assert abs(costs.weights["a"] - 30) < 10


def test_functions_of_one_name_do_not_share_a_folder():
    def first():
        def play(weights, seed):
            return weights["a"]

        return play

    def second():
        def play(weights, seed):
            return -weights["a"]

        return play

    settings = {**SETTINGS, "budget": {"generations": 1}}
    folders = [tune(make(), PARAMETERS, **settings).folder for make in (first, second, first)]
    assert folders[0] == folders[2] != folders[1]
    assert tune(first(), PARAMETERS, name="mine", **settings).folder == Path("results/mine")


def match(weights, seed, opponent):
    """Whoever is nearer to 30 wins; a seed has two games."""
    ours, others = abs(weights["a"] - 30), abs(opponent["a"] - 30)
    return 0.5 if ours == others else float(ours < others)


@pytest.mark.parametrize(
    ("opponent", "met_at"),
    [
        ("self", None),
        ("start", {90}),
        ({"a": 60, "b": 3}, {60}),
        (["start", {"weights": {"a": 60, "b": 3}, "share": 2}], {60, 90}),
    ],
)
def test_a_match_has_an_opponent(opponent, met_at):
    met = []

    def watched(weights, seed, opponent):
        met.append(opponent)
        return match(weights, seed, opponent)

    watched.__module__, watched.__qualname__ = match.__module__, match.__qualname__
    optimizer = {"mirrored-es": {"population": 4}}
    settings = {**SETTINGS, "optimizer": optimizer, "budget": {"generations": 20}}
    campaign = tune(watched, PARAMETERS, opponent=opponent, folder="match", **settings)
    assert abs(campaign.candidate["a"] - 30) < 50
    others = {other["a"] for other in met}
    assert others == met_at if met_at else len(others) > 20
    spread = tune(match, PARAMETERS, opponent=opponent, folder="spread", processes=2, **settings)
    assert rows(spread.folder, "trials.csv") == rows(campaign.folder, "trials.csv")


def test_what_cannot_play_a_match_is_refused():
    expected = r"found score\(weights, seed\), expected one that takes weights, seed, opponent"
    with pytest.raises(TypeError, match=expected):
        tune(score, PARAMETERS, opponent="start", **SETTINGS)
    with pytest.raises(TypeError, match="expected one that takes weights, seed$"):
        tune(match, PARAMETERS, **SETTINGS)
    with pytest.raises(BadInputError, match="engine: found ./new, expected nothing: the function"):
        tune(score, PARAMETERS, player={"command": {"engine": ["./new"]}}, **SETTINGS)
    assert not Path("results").exists()


def test_a_space_is_a_file_a_text_or_a_mapping(tuned):
    text = """
    name = "score" # Kept.
    optimizer.spsa = {}
    [heuristic.command]
    b = 3
    a = { start = 90, low = 0, high = 100 }
    """
    Path("space.toml").write_text(text)
    mapping = {"name": "score", "heuristic": {"command": PARAMETERS}}
    for number, space in enumerate(("space.toml", text, mapping)):
        found = tune(score, space, folder=f"run-{number}", **SETTINGS)
        assert rows(found.folder, "trials.csv") == rows(tuned.folder, "trials.csv")
    assert "# Kept." in Path("run-0/search-space.toml").read_text()


def test_mistakes_are_those_of_search_spaces(tuned):
    with pytest.raises(BadInputError, match="`a`.*no default range|no default range"):
        tune(score, {"a": "tune"}, 100)
    with pytest.raises(TypeError, match="'bugdet': did you mean 'budget'"):
        tune(score, PARAMETERS, bugdet=100)
    with pytest.raises(BadInputError, match="did you mean `validation`"):
        tune(score, PARAMETERS, valdation={"games": 10})
    with pytest.raises(
        BadInputError, match=r"found \[heuristic.rows\], expected \[heuristic.command\]"
    ):
        tune(score, "quickstart")
    with pytest.raises(BadInputError, match="processes: found 0"):
        tune(score, PARAMETERS, processes=0)
    with pytest.raises(BadInputError, match="larger limits only: undo the rest, or .* or folder="):
        tune(score, {**PARAMETERS, "b": 4.0}, folder=tuned.folder, **SETTINGS)
    with pytest.raises(BadInputError, match="resume=True"):
        tune(score, PARAMETERS, folder=tuned.folder, resume=False, **SETTINGS)


def test_a_generation_is_told_as_trackers_log_it():
    logged = {}

    def log_metrics(metrics, step):
        logged[step] = metrics

    campaign = tune(score, PARAMETERS, on_generation=log_metrics, **SETTINGS)
    assert list(logged) == list(range(8))
    means = campaign.record.generations["mean_score"]
    assert [logged[step]["mean_score"] for step in logged] == pytest.approx(list(means))
    assert logged[0]["weight.a"] == pytest.approx(90)
    assert all(isinstance(value, (int, float)) for value in logged[7].values())
    assert logged[7]["games"] == campaign.record.games


def test_the_function_of_a_module_plays_as_a_program(monkeypatch, command_line):
    Path("solver.py").write_text(MODULE)
    package = Path(tune2048.__file__).parent.parent
    monkeypatch.setenv("PYTHONPATH", str(package))
    monkeypatch.setenv("PATH", str(Path(sys.executable).parent), prepend=":")
    monkeypatch.syspath_prepend(".")
    import solver

    def stop(progress):
        if progress.generation == 2:
            raise InterruptedError

    whole = tune(solver.score, PARAMETERS, folder="whole", **SETTINGS)
    with pytest.raises(InterruptedError):
        tune(solver.score, PARAMETERS, on_progress=stop, folder="cut", **SETTINGS)
    run = command_line("resume", "cut", "--plain")
    assert run.returncode == 0, run.stderr
    for table in TABLES:
        assert rows("cut", table) == rows(whole.folder, table), table
    games = tune2048.evaluate(whole.weights, games=5)["score"]
    expected = solver.score(dict(whole.weights.items()), 0)
    assert (abs(games - expected - 50) <= 50).all()


def test_a_function_of_a_notebook_goes_on_in_python_only(tuned, monkeypatch):
    package = Path(tune2048.__file__).parent.parent
    monkeypatch.setenv("PYTHONPATH", str(package))
    monkeypatch.setenv("PATH", str(Path(sys.executable).parent), prepend=":")
    tune(lambda weights, seed: seed % 5, PARAMETERS, folder="results/lambda", **SETTINGS)
    with pytest.raises(Tune2048Error, match="go on in Python, by tune2048.tune"):
        Campaign.resume("lambda", generations=9)


FUNCTION = """
import os, time, tune2048
def wait(weights, seed):
    os.write(1, b"%d\\n" % seed)
    time.sleep(0.02 if seed % 5 else 60)
    return seed % 1000
tune2048.tune(wait, {"a": {"start": 1, "low": 0, "high": 2}}, 100000, processes=PROCESSES, pilot=False)
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="signals are those of Unix")
@pytest.mark.parametrize("processes", ["None", "2"])
def test_ctrl_c_ends_a_game_at_once(processes):
    program = FUNCTION.replace("PROCESSES", processes)
    errors = interrupted(program, lambda seed: int(seed) % 5 == 0)
    assert re.search(r"is saved in results/wait-\w{6}\ncall tune\(\) again to go on", errors)
    assert "Process " not in errors, "processes that play say nothing of their own"
