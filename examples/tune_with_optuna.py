"""Tunes with TPE of the Python package optuna (pip install optuna), five games of each candidate:

tune2048 serve-evaluations search-spaces/duels/six-weights.toml --out tuned.toml -- python3 examples/tune_with_optuna.py 5
"""
import json, sys
import optuna

games = int(sys.argv[1])
space = json.loads(sys.stdin.readline())
optuna.logging.set_verbosity(optuna.logging.WARNING)
study = optuna.create_study(sampler=optuna.samplers.TPESampler(multivariate=True, seed=space["seed"]))
names = space["coordinates"]
study.enqueue_trial(dict(zip(names, space["start"])))

for number in range(space["budget_games"] // games):
    trial = study.ask({name: optuna.distributions.FloatDistribution(0, 1) for name in names})
    point = [trial.params[name] for name in names]
    seeds = list(range(number * games, (number + 1) * games))
    print(json.dumps({"id": number, "point": point, "seeds": seeds}), flush=True)
    answers = [json.loads(sys.stdin.readline()) for _ in seeds]
    study.tell(trial, answers[0]["fitness"])

print(json.dumps({"id": 0, "point": [study.best_params[name] for name in names], "seeds": []}), flush=True)
