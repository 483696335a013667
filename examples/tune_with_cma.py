"""Tunes with the Python package cma (pip install cma), 48 candidates of 10 games:

tune2048 serve-evaluations search-spaces/duels/six-weights.toml --out tuned.toml -- python3 examples/tune_with_cma.py 48 10
"""
import json, sys
import cma

population, games = int(sys.argv[1]), int(sys.argv[2])
space = json.loads(sys.stdin.readline())
search = cma.CMAEvolutionStrategy(space["start"], 0.2, {"popsize": population, "seed": space["seed"], "verbose": -9})
generations = space["budget_games"] // (population * games)

for generation in range(generations):
    points = search.ask()
    for point in points:  # all candidates of a generation play the same seeds, the next one others
        print(json.dumps({"point": list(point), "first": generation * games, "games": games}))
    sys.stdout.flush()
    answers = [json.loads(sys.stdin.readline()) for _ in points]
    search.tell(points, [answer["fitness"] for answer in answers])

print(json.dumps({"recommend": True, "point": list(search.mean)}), flush=True)
