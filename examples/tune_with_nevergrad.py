"""Tunes with TBPSA of the Python package nevergrad (pip install nevergrad), one game of each candidate:

tune2048 serve-evaluations search-spaces/duels/six-weights.toml --out tuned.toml -- python3 examples/tune_with_nevergrad.py 1
"""
import json, sys
import nevergrad, numpy

games = int(sys.argv[1])
space = json.loads(sys.stdin.readline())
start = nevergrad.p.Array(init=numpy.array(space["start"])).set_mutation(sigma=0.2).set_bounds(0, 1)
start.random_state.seed(space["seed"])
candidates = space["budget_games"] // games
search = nevergrad.optimizers.TBPSA(start, budget=candidates)

for number in range(candidates):  # each candidate plays seeds of its own
    candidate = search.ask()
    seeds = list(range(number * games, (number + 1) * games))
    print(json.dumps({"id": number, "point": list(candidate.value), "seeds": seeds}), flush=True)
    answers = [json.loads(sys.stdin.readline()) for _ in seeds]
    search.tell(candidate, answers[0]["fitness"])

print(json.dumps({"id": 0, "point": list(search.provide_recommendation().value), "seeds": []}), flush=True)
