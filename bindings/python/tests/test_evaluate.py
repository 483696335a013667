"""Batches of games."""

import json
import threading

import numpy as np
import pytest

from tune2048 import GAME, BadInputError, Board, Player, Progress, Weights, evaluate, referee


def test_games_are_rows_of_a_structured_array():
    games = evaluate("2014", games=12, seed=5)
    assert games.dtype == GAME
    assert games.shape == (12,)
    assert games.flags.writeable
    assert (games["moves"] > 50).all()
    assert (games["nodes"] > games["moves"]).all()
    assert all(bin(tile).count("1") == 1 for tile in games["largest_tile"])


def test_neither_threads_nor_the_split_change_a_game():
    whole = evaluate("corner-tuned", games=9, seed=4, depth=1)
    for threads in (1, 3):
        again = evaluate("corner-tuned", 9, 4, depth=1, threads=threads)
        assert np.array_equal(again, whole)
    parts = [
        evaluate("corner-tuned", games, 4, depth=1, first_game=first)
        for first, games in ((0, 2), (2, 3), (5, 4))
    ]
    assert np.array_equal(np.concatenate(parts), whole)
    assert not np.array_equal(evaluate("corner-tuned", 9, seed=5, depth=1), whole)


@pytest.mark.parametrize(
    ("weights", "settings", "options"),
    [
        ("2014", {}, []),
        ("tuned-depth2", {"depth": 1}, ["--depth", "1"]),
        ("tuned-depth1", {"budget": 300}, ["--budget", "300"]),
        ("path", {"depth": 2}, ["--depth", "2"]),
        ("greedy-merges", {}, []),
    ],
)
def test_the_scores_are_those_of_the_command_line(command_line, weights, settings, options):
    played = evaluate(weights, games=15, seed=11, **settings)
    answer = command_line("evaluate", weights, "--games", "15", "--seed", "11", "--json", *options)
    told = json.loads(answer.stdout)
    assert [told[key] for key in ("min", "max", "moves", "nodes")] == [
        played["score"].min(),
        played["score"].max(),
        played["moves"].sum(),
        played["nodes"].sum(),
    ]
    assert told["mean"] == pytest.approx(played["score"].mean(), rel=1e-12)
    assert told["median"] == np.median(played["score"])


def test_progress_ends_with_all_games():
    seen = []
    evaluate("2014", games=40, on_progress=seen.append)
    assert seen[-1] == Progress("games", games=40, total_games=40)
    assert [step.games for step in seen] == sorted({step.games for step in seen})


def test_other_threads_of_python_run_meanwhile():
    ran = threading.Event()

    def run(progress):
        # The callback itself has the GIL; waiting for another thread lends it.
        assert ran.wait(60)

    thread = threading.Timer(0.0, ran.set)
    thread.start()
    evaluate("2014", games=100, on_progress=run)
    thread.join()
    assert ran.is_set()


def test_an_exception_of_the_callback_ends_the_games():
    told = []

    def raise_error(progress):
        told.append(progress.games)
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        evaluate("2014", games=1_000_000, threads=1, on_progress=raise_error)
    assert len(told) == 1
    assert told[0] < 1_000_000


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        ({"games": 0}, "games: found 0, expected 1 to 10000000, which memory holds"),
        ({"games": -4}, "games: found -4, expected 1 to"),
        ({"seed": -1}, "seed: found -1, expected a whole number from 0 to"),
        ({"first_game": 2**64 - 1, "games": 2}, "first_game: found 18446744073709551615"),
        ({"threads": 0}, "threads: found 0, expected 1 to"),
        ({"threads": 100_000}, "more threads are no faster"),
    ],
)
def test_numbers_are_checked(arguments, problem):
    with pytest.raises(BadInputError, match=problem):
        evaluate("2014", **arguments)


def test_weights_that_are_tuned_score_more():
    def mean(name):
        return evaluate(Weights(name, depth=1), games=200)["score"].mean()

    # About 52 500 and 32 000, with standard errors below 2 000.
    assert mean("tuned-depth1") > 1.2 * mean("2014")


def test_a_function_that_moves_plays_the_games_of_evaluate():
    ours = Player("2014")

    def move(ranks):
        return ours.best_move(Board(np.where(ranks > 0, 2 ** ranks.astype(int), 0).tolist()))

    expected = evaluate("2014", games=5, seed=3)
    for boards in (1, 3, 64):
        found = referee(lambda asked: [move(ranks) for ranks in asked], 5, seed=3, boards=boards)
        for name in ("score", "largest_tile", "moves"):
            assert np.array_equal(found[name], expected[name])


@pytest.mark.parametrize(
    ("moves", "words"),
    [
        (lambda boards: np.zeros(len(boards), int), "expected a move that changes it"),
        (lambda boards: [4] * len(boards), "found 4 on the board"),
        (lambda boards: ["north"] * len(boards), "expected up, down, left or right"),
        (lambda boards: ["up"], "moves: found 1, expected 2"),
    ],
)
def test_wrong_moves_are_refused(moves, words):
    with pytest.raises(BadInputError, match=words):
        referee(moves, 2)
