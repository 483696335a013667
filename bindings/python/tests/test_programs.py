"""Games and campaigns of a program of the user."""

import sys
from pathlib import Path

from tune2048 import Campaign, Weights, evaluate

SOLVER = """
import json

print(json.dumps({"protocol": 1}), flush=True)
while True:
    try:
        request = json.loads(input())
    except EOFError:
        break
    for seed in request["seeds"]:
        score = 5000 - 40 * abs(request["weights"]["a"] - 30) + seed % 100
        answer = {"id": request["id"], "seed": seed, "score": round(score)}
        print(json.dumps(answer), flush=True)
"""


def program():
    """The table of a player that the interpreter of this test starts."""
    Path("solver.py").write_text(SOLVER)
    return {"command": {"program": [sys.executable, "solver.py"]}}


def test_a_campaign_tunes_the_parameters_of_a_program():
    space = {
        "name": "solver",
        "seed": 3,
        "player": program(),
        "heuristic": {"command": {"a": {"start": 90, "low": 0, "high": 100}}},
        "objective": {"games-per-candidate": 4},
        "optimizer": {"cma-es": {"population": 4}},
        "budget": {"generations": 8},
        "selection": {"games": 40},
        "validation": {"games": 30},
    }
    campaign = Campaign.run(space, folder="solver", threads=2)
    assert campaign.evidence["verdict"] == "better"
    assert abs(campaign.weights["a"] - 30) < 10


def test_the_games_of_a_program_are_evaluated():
    weights = Weights({"player": program(), "heuristic": {"command": {"a": 30.0}}})
    games = evaluate(weights, games=5, seed=1)
    assert ((5000 <= games["score"]) & (games["score"] < 5100)).all()
    worse = evaluate(weights.replace({"a": 40.0}), games=5, seed=1)
    assert (worse["score"] == games["score"] - 400).all()
