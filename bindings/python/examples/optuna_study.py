"""Tunes two weights with Optuna: every trial plays the same games."""

import optuna

import tune2048


def main(trials: int = 40, games: int = 100) -> dict[str, float]:
    start = tune2048.Weights("2014")

    def mean_score(trial: optuna.Trial) -> float:
        changes = {
            "empty": trial.suggest_float("empty", 0, 2000),
            "monotonicity": trial.suggest_float("monotonicity", 1, 500, log=True),
        }
        return tune2048.evaluate(start.replace(changes), games)["score"].mean()

    optuna.logging.set_verbosity(optuna.logging.WARNING)
    study = optuna.create_study(direction="maximize", sampler=optuna.samplers.TPESampler(seed=1))
    study.enqueue_trial({"empty": start["empty"], "monotonicity": start["monotonicity"]})
    study.optimize(mean_score, n_trials=trials)

    # The best of many trials owes part of its score to luck: it plays new games.
    for weights in (start, start.replace(study.best_params)):
        scores = tune2048.evaluate(weights, games=10 * games, seed=2)["score"]
        print(f"{scores.mean():,.0f}", tune2048.mean_interval(scores.tolist()))
    return study.best_params


if __name__ == "__main__":
    print(main())
