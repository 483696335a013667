"""Tunes six weights with pycma: the candidates of a generation play the same games."""

import cma
import numpy as np

import tune2048

START = tune2048.Weights("2014")
NAMES = ["empty", "merges", "monotonicity", "monotonicity-exponent", "sum", "sum-exponent"]


def weights_at(point: np.ndarray) -> tune2048.Weights:
    """A point has the factor of each weight as its logarithm."""
    factors = np.exp(point)
    return START.replace({name: START[name] * f for name, f in zip(NAMES, factors)})


def main(generations: int = 20, games: int = 40) -> tune2048.Weights:
    options = {"seed": 1, "verbose": -9, "bounds": [-3, 3]}
    search = cma.CMAEvolutionStrategy(len(NAMES) * [0.0], 0.5, options)
    for generation in range(generations):
        points = search.ask()
        first = games * generation
        played = [tune2048.evaluate(weights_at(p), games, first_game=first) for p in points]
        means = [results["score"].mean() for results in played]
        search.tell(points, [-mean for mean in means])
        print(f"generation {generation}: mean of the candidates {np.mean(means):,.0f}")
    return weights_at(search.result.xfavorite)


if __name__ == "__main__":
    found = main()
    print(tune2048.evaluate(found, games=1000, seed=2)["score"].mean())
    found.save("pycma.toml")
