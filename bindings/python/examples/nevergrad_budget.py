"""Tunes weights with Nevergrad: the budget counts evaluations, each with games of its own."""

import nevergrad

import tune2048


def main(budget: int = 60, games: int = 50) -> tune2048.Weights:
    start = tune2048.Weights("2014", depth=1)
    space = nevergrad.p.Dict(
        empty=nevergrad.p.Scalar(init=start["empty"], lower=0, upper=2000),
        merges=nevergrad.p.Scalar(init=start["merges"], lower=0, upper=4000),
        monotonicity=nevergrad.p.Log(init=start["monotonicity"], lower=1, upper=500),
    )
    space.random_state.seed(1)
    optimizer = nevergrad.optimizers.NGOpt(parametrization=space, budget=budget)
    for number in range(budget):
        candidate = optimizer.ask()
        weights = start.replace(candidate.value)
        played = tune2048.evaluate(weights, games, first_game=games * number)
        optimizer.tell(candidate, -played["score"].mean())
    return start.replace(optimizer.provide_recommendation().value)


if __name__ == "__main__":
    found = main()
    print(dict(found))
    print(tune2048.evaluate(found, games=1000, seed=2)["score"].mean())
