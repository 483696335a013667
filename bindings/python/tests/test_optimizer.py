"""An optimizer that is asked and told."""

import pickle
import random

import pytest

from tune2048 import BadInputError, Optimizer, Tune2048Error, Weights, tune

SPACE = {"a": {"start": 90, "low": 0, "high": 100}, "b": {"start": 1, "low": 0, "high": 2}}


def distance(weights):
    return abs(weights["a"] - 30) + 10 * abs(weights["b"] - 1.5)


@pytest.mark.parametrize("method", [None, "cma-es", "cmaes-crate", "spsa", "particle-swarm"])
def test_the_best_comes_near_the_optimum(method):
    optimizer = Optimizer(SPACE, method=method, seed=2)
    start = distance(optimizer.best)
    for _ in range(60):
        optimizer.tell([-distance(candidate) for candidate in optimizer.ask()])
    assert optimizer.generation == 60
    assert distance(optimizer.best) < start / 5


def test_lower_scores_may_be_better():
    optimizer = Optimizer(SPACE, method={"random-matrix": {"population": 50}}, minimize=True)
    candidates = optimizer.ask()
    assert len(candidates) == 50
    optimizer.tell([distance(candidate) for candidate in candidates])
    assert optimizer.best == min(candidates, key=distance)


def test_candidates_are_those_of_a_campaign():
    played = []

    def score(weights, seed):
        played.append((weights, -distance(weights) + seed % 10))
        return played[-1][1]

    settings = {"seed": 5, "optimizer": {"cma-es": {"population": 6}}}
    tune(
        score, SPACE, {"generations": 4}, pilot=False, deterministic=False,
        validation={"games": 5}, **settings,
    )  # fmt: skip
    optimizer = Optimizer(SPACE, **settings)
    for generation in range(4):
        candidates = played[6 * generation : 6 * generation + 6]
        assert optimizer.ask() == [weights for weights, _ in candidates]
        optimizer.tell([found for _, found in candidates])


@pytest.mark.parametrize("method", ["cma-es", "spsa", "particle-swarm", "random-matrix"])
def test_a_state_restarts_to_the_bit(method):
    optimizer = Optimizer(SPACE, method=method, seed=7)
    for generation in range(5):
        candidates = optimizer.ask()
        scores = [-distance(candidate) for candidate in candidates]
        if generation % 2:
            optimizer.tell(scores, errors=[1.5] * len(scores))
        else:
            optimizer.tell([[score, score + 1] for score in scores])
        again = Optimizer.from_state(optimizer.state())
        assert again.ask() == optimizer.ask() == optimizer.ask()
        assert (again.state(), again.best) == (optimizer.state(), optimizer.best)
        assert again.reliability == optimizer.reliability


@pytest.mark.parametrize("method", ["cma-es", "spsa", "mirrored-es"])
def test_the_order_of_answers_changes_nothing(method):
    whole = Optimizer(SPACE, method=method, seed=7)
    single = Optimizer(SPACE, method=method, seed=7)
    shuffle, asked = random.Random(3).shuffle, {}
    for generation in range(1, 6):
        whole.tell([-distance(candidate) for candidate in whole.ask()])
        while single.generation < generation:
            while one := single.ask_one():
                asked[one[0]] = one[1]
            open_ones = list(single.open.items())
            shuffle(open_ones)
            # Some are told before others are asked for again, as by a pool of workers.
            for number, candidate in open_ones[: len(open_ones) // 2 + 1]:
                single.tell_one(number, -distance(candidate))
        single = pickle.loads(pickle.dumps(single))
    assert list(asked) == list(range(5 * len(whole.ask())))
    assert (single.state(), single.best) == (whole.state(), whole.best)


def test_open_candidates_end_no_generation():
    optimizer = Optimizer(SPACE, method={"random-matrix": {"population": 3}})
    numbers = [optimizer.ask_one()[0] for _ in range(3)]
    assert (numbers, optimizer.ask_one()) == ([0, 1, 2], None)
    optimizer.tell_one(2, 5.0)
    with pytest.raises(BadInputError, match="to point 2, expected one to an open point: 0, 1"):
        optimizer.tell_one(2, 5.0)
    with pytest.raises(BadInputError, match="told one at a time"):
        optimizer.tell([1, 2, 3])
    # A worker that is lost leaves no score; its candidate ranks last.
    optimizer.tell_one(0, None)
    assert (optimizer.generation, list(optimizer.open)) == (0, [1])
    best = optimizer.open[1]
    optimizer.tell_one(1, 9.0, error=1)
    assert (optimizer.generation, optimizer.open, optimizer.best) == (1, {}, best)
    assert optimizer.ask_one()[0] == 3
    optimizer.tell([1, None, 2])
    assert optimizer.ask_one()[0] == 6, "whatever was handed out of a generation that was told"


def test_reliability_is_the_share_of_variance_that_is_no_noise():
    optimizer = Optimizer(SPACE, method={"random-matrix": {"population": 3}})
    assert optimizer.reliability is None
    optimizer.tell([1, 2, 3])
    assert optimizer.reliability is None
    # The means have the variance 1; errors of 0.5 have that of 0.25.
    optimizer.tell([1, 2, 3], errors=[0.5, 0.5, 0.5])
    assert optimizer.reliability == pytest.approx(0.75)
    # Two scores 1 apart have the variance 1/2, and their mean 1/4.
    optimizer.tell([[0.5, 1.5], [1.5, 2.5], [2.5, 3.5]])
    assert optimizer.reliability == pytest.approx(0.75)
    optimizer.tell([1, 2, 3], errors=[5, 5, 5])
    assert optimizer.reliability == 0


def test_weights_of_2048_are_asked_for_by_the_same_names():
    optimizer = Optimizer("quickstart", seed=1)
    first = optimizer.ask()[0]
    assert Weights("2014").replace(first)["empty"] == first["empty"]


def test_mistakes_are_named():
    optimizer = Optimizer(SPACE, method={"random-matrix": {"population": 2}})
    asked = optimizer.ask()
    for scores, errors, problem in [
        ([1], None, "found 1 scores, expected 2, one for each candidate of ask()"),
        ([1, float("nan")], None, "candidate 1: found NaN, expected numbers of a size up to 1e100"),
        ([1, []], None, "candidate 1: found no score"),
        ([1, 2], [1], "found 1 errors and 2 scores"),
        ([1, 2], [1, -1], "candidate 1: found -1"),
    ]:
        with pytest.raises(BadInputError) as raised:
            optimizer.tell(scores, errors)
        assert problem in str(raised.value)
    assert optimizer.ask() == asked, "a refused generation is not learned"
    with pytest.raises(BadInputError, match="state: found 'nothing'"):
        Optimizer.from_state("nothing")
    with pytest.raises(BadInputError, match="`simplex`"):
        Optimizer(SPACE, method="simplex")
    with pytest.raises(BadInputError, match="objective: found an objective of tiles"):
        Optimizer(SPACE, objective={"maximize": "tile-share", "tile": 2048})
    assert issubclass(BadInputError, Tune2048Error)
