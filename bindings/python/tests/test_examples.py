"""The examples, with few games."""

import json
import runpy

import numpy as np
import pytest
from conftest import REPOSITORY

import tune2048

EXAMPLES = REPOSITORY / "bindings/python/examples"


def example(name):
    return runpy.run_path(str(EXAMPLES / f"{name}.py"))


def test_optuna_proposes_weights_in_their_ranges():
    found = example("optuna_study")["main"](trials=4, games=5)
    assert 0 <= found["empty"] <= 2000
    assert 1 <= found["monotonicity"] <= 500


def test_pycma_asks_and_tells():
    found = example("pycma")["main"](generations=2, games=2)
    start = tune2048.Weights("2014")
    assert found["constant"] == start["constant"]
    assert found["empty"] != start["empty"]
    assert found["empty"] / start["empty"] == pytest.approx(1, rel=20)


def test_nevergrad_spends_its_budget():
    found = example("nevergrad_budget")["main"](budget=5, games=2)
    assert 0 <= found["empty"] <= 2000
    assert found.player == "expectimax depth 1"


def test_dask_plays_the_games_of_one_call():
    spread = example("dask_cluster")["main"](games=7, piece=3)
    assert np.array_equal(spread, tune2048.evaluate("tuned-depth1", games=7))


def test_a_solver_in_python_values_moves_as_the_engine_does():
    solver = example("own_solver")
    (game,) = solver["main"](games=1, moves=40)
    assert game.moves == 40
    player = tune2048.Player("tuned-depth1", depth=1)
    game = tune2048.Game(seed=1)
    while game.moves < 40:
        expected = player.move_values(game.board)
        for move, value in expected.items():
            found = solver["value_after"](game.board.after(move)[0])
            # The engine adds up 32-bit floats.
            assert found == pytest.approx(value, rel=1e-5)
        game.play(player.best_move(game.board))


def test_generations_are_logged_in_order():
    lines = example("log_generations")["main"](games=300).read_text().splitlines()
    logged = [json.loads(line) for line in lines]
    assert [line["step"] for line in logged] == list(range(len(logged)))
    assert abs(logged[-1]["weight.a"] - 30) < 60


def test_a_match_of_open_spiel_is_tuned():
    pytest.importorskip("pyspiel")
    module = example("open_spiel_match")
    assert [module["score"](module["START"], seed) for seed in range(4)] == [0.5] * 4
    campaign = module["main"](budget=60, games=10)
    assert 0.05 <= campaign.weights["exploration"] <= 10


def test_every_example_is_run():
    names = {path.stem for path in EXAMPLES.glob("*.py")}
    run = {"optuna_study", "pycma", "nevergrad_budget", "dask_cluster", "own_solver"}
    assert names == run | {"log_generations", "open_spiel_match"}
