"""Tunes with the Python package cma (pip install cma) and its uncertainty handling, UH-CMA-ES (Hansen et al. 2009):
some candidates are evaluated a second time, and the more ranks that changes, the more games all of them play.
48 candidates of 5 to 100 games:

tune2048 serve-evaluations search-spaces/duels/six-weights.toml --out tuned.toml -- python3 examples/tune_with_uh_cma.py 48 5 100
"""
import json, sys
import cma
import numpy

population, low, high = (int(argument) for argument in sys.argv[1:])
space = json.loads(sys.stdin.readline())
search = cma.CMAEvolutionStrategy(space["start"], 0.2, {"popsize": population, "seed": space["seed"], "verbose": -9})
# A point that is evaluated again moves by next to nothing: 1e-7 of the distribution.
noise = cma.NoiseHandler(search.N, maxevals=[low, low, high], aggregate=numpy.mean, parallel=True)
seed = played = 0


def fitness(points, games):
    """Each point's fitness after so many games, on the same seeds for all; the next call plays others."""
    global seed, played
    for number, point in enumerate(points):
        print(json.dumps({"id": number, "point": list(point), "seeds": list(range(seed, seed + games))}))
    sys.stdout.flush()
    seed += games
    played += len(points) * games
    answers = [json.loads(sys.stdin.readline()) for _ in range(len(points) * games)]
    found = {answer["id"]: answer["fitness"] for answer in answers}
    return [found[number] for number in range(len(points))]


while True:
    games = int(noise.evaluations)
    if played + (population + 2 + population // 20 + 1) * games > space["budget_games"]:
        break
    points = search.ask()
    values = fitness(points, games)
    search.tell(points, values)
    # Asks for as many points as there are games for each: they are the same one.
    search.sigma *= noise(points, values, lambda again: fitness(again[:1], len(again)), search.ask)

print(json.dumps({"id": 0, "point": list(search.mean), "seeds": []}), flush=True)
