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

for generation in range(space["budget_games"] // (population * games)):
    points = [search.ask() for _ in range(population)]
    # All candidates of a generation play the same seeds, the next one others.
    seeds = list(range(generation * games, (generation + 1) * games))
    for number, point in enumerate(points):
        print(json.dumps({"id": number, "point": list(point), "seeds": seeds}))
    sys.stdout.flush()
    answers = [json.loads(sys.stdin.readline()) for _ in range(population * games)]
    fitness = {answer["id"]: answer["fitness"] for answer in answers}
    search.tell([(point, fitness[number]) for number, point in enumerate(points)])

print(json.dumps({"id": 0, "point": list(search.mean), "seeds": []}), flush=True)
