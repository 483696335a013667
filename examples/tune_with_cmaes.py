"""Tunes with the Python package cmaes (pip install cmaes) and its learning rate adaptation, 12 candidates of 10 games:

tune2048 serve-evaluations search-spaces/duels/six-weights.toml --out tuned.toml -- python3 examples/tune_with_cmaes.py 12 10
"""
import json, sys
import numpy
from cmaes import CMA

population, games = int(sys.argv[1]), int(sys.argv[2])
space = json.loads(sys.stdin.readline())
start = numpy.array(space["start"])
search = CMA(mean=start, sigma=0.2, population_size=population, seed=space["seed"], lr_adapt=True)
generations = space["budget_games"] // (population * games)

for generation in range(generations):
    points = [search.ask() for _ in range(population)]
    for point in points:  # all candidates of a generation play the same seeds, the next one others
        print(json.dumps({"point": list(point), "first": generation * games, "games": games}))
    sys.stdout.flush()
    answers = [json.loads(sys.stdin.readline()) for _ in points]
    search.tell([(point, answer["fitness"]) for point, answer in zip(points, answers)])

print(json.dumps({"recommend": True, "point": list(search.mean)}), flush=True)
