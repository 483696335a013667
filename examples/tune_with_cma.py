"""Tunes with the Python package cma (pip install cma), 48 candidates of 10 games:

tune2048 serve-evaluations search-spaces/duels/six-weights.toml --out tuned.toml -- python3 examples/tune_with_cma.py 48 10
"""
import json, sys
import cma

population, games = int(sys.argv[1]), int(sys.argv[2])
space = json.loads(sys.stdin.readline())
search = cma.CMAEvolutionStrategy(space["start"], 0.2, {"popsize": population, "seed": space["seed"], "verbose": -9})

for generation in range(space["budget_games"] // (population * games)):
    points = search.ask()
    # All candidates of a generation play the same seeds, the next one others.
    seeds = list(range(generation * games, (generation + 1) * games))
    for number, point in enumerate(points):
        print(json.dumps({"id": number, "point": list(point), "seeds": seeds}))
    sys.stdout.flush()
    answers = [json.loads(sys.stdin.readline()) for _ in range(population * games)]
    fitness = {answer["id"]: answer["fitness"] for answer in answers}
    search.tell(points, [fitness[number] for number in range(population)])

print(json.dumps({"id": 0, "point": list(search.mean), "seeds": []}), flush=True)
