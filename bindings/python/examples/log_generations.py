"""Logs each generation of a campaign to a file, in the form that trackers of experiments take.

With MLflow: ``on_generation=mlflow.log_metrics``; with W&B: ``on_generation=wandb.init().log``;
with TensorBoard: a function that calls ``writer.add_scalar(name, value, step)`` for each metric.
"""

import json
import random
from pathlib import Path

import tune2048


def score(weights: dict, seed: int) -> float:
    """A noisy game, best played with a = 30."""
    return 1000 - abs(weights["a"] - 30) + random.Random(seed).gauss(0, 50)


def main(games: int = 2000, path: str = "metrics.jsonl") -> Path:
    log = Path(path)

    def log_metrics(metrics: dict, step: int) -> None:
        with log.open("a") as file:
            file.write(json.dumps({"step": step, **metrics}) + "\n")

    space = {"a": {"start": 90, "low": 0, "high": 100}}
    campaign = tune2048.tune(score, space, games, on_generation=log_metrics)
    print(campaign)
    return log


if __name__ == "__main__":
    main()
