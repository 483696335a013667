#!/usr/bin/env python3
"""Games of known truth: what optimizers find of what there is to find.

The truth of some weights is 0 at the start of the search and 1 at the optimum. Instance k of a shape
has its own optimum. Needs numpy; peers need cma, nevergrad, optuna, smac or, for irace, R.

    landscapes.py run a b c --games 5000 --instances 41 60 [--optimizer cma-es] [--opponent start]
    landscapes.py peers a b c --games 5000 --instances 41 60 --with spsa cma tbpsa tpe irace random
    landscapes.py play SHAPE INSTANCE        the program that `run` tunes
"""

import argparse
import json
import math
import os
import random
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

for threads in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"):
    os.environ[threads] = "1"
import numpy as np

MATCHES = "abgh"
SHAPES = {
    "a": "wins and draws, 8 parameters, 60 Elo",
    "b": "wins and draws, 30 parameters of which 10 matter",
    "c": "heavy tails, 12 parameters on log scales",
    "d": "a rate, a ridge of condition 100",
    "e": "integers, choices, a condition",
    "f": "1 % to gain in all",
    "g": "wins and draws, beyond a cliff all is lost",
    "h": "wins and draws, the optimum at bounds",
}
DIMENSIONS = {"a": 8, "b": 30, "c": 12, "d": 5, "f": 8, "g": 8, "h": 8}
CONDITION = {"d": 100}
CHOICES = {"c1": {"a": 0, "b": -0.1, "c": 0.2}, "c2": {"x": 0, "y": -0.08, "z": 0.14}}
REALS = {"r1": (0.25, 0.1), "r2": (0.7, 0.05), "r3": (0.65, 0.04), "r4": (0.3, 0.03)}
MIXED_START = {"i1": 1, "i2": 3, "i3": 30, "c1": "a", "c2": "x", **dict.fromkeys(REALS, 0.5)}
MIXED_SPACE = """
i1 = { start = 1, low = 1, high = 4, integer = true }
i2 = { start = 3, low = 1, high = 64, integer = true, scale = "log" }
i3 = { start = 30, low = 0, high = 100, integer = true }
c1 = { choices = ["a", "b", "c"], start = "a" }
c2 = { choices = ["x", "y", "z"], start = "x", only-when = { c1 = "c" } }
""" + "".join(f"{name} = {{ start = 0.5, low = 0, high = 1 }}\n" for name in REALS)


class Landscape:
    """Instance `k` of a shape, over the unit cube; of `e` over its parameters."""

    def __init__(self, shape, k):
        self.shape = shape
        if shape == "e":
            return
        rng = np.random.default_rng(1000 * ord(shape) + k)
        size = DIMENSIONS[shape]
        active = np.sort(rng.permutation(size)[:10]) if shape == "b" else np.arange(size)
        count = len(active)
        axes = np.exp(np.linspace(0, np.log(CONDITION.get(shape, 10)), count))
        turn = np.linalg.qr(rng.standard_normal((count, count)))[0]
        bowl = (turn * axes) @ turn.T
        if shape == "c":
            offset = np.where(np.arange(count) < 6, 0.36, 0.1)
            offset = offset * rng.choice([-1, 1], count) * rng.uniform(0.9, 1.1, count)
            rng.shuffle(offset)
            bowl = np.diag(rng.permutation(axes))
        else:
            offset = rng.standard_normal(count)
            offset *= (0.22 if shape == "d" else 0.2) * np.sqrt(count) / np.linalg.norm(offset)
            offset = np.clip(offset, -0.42, 0.42)
        if shape == "h":
            offset = np.where(rng.random(count) < 0.5, 0.5 * np.sign(offset), offset)
        bowl /= offset @ bowl @ offset
        self.optimum = np.full(size, 0.5)
        self.optimum[active] += offset
        self.bowl = np.zeros((size, size))
        self.bowl[np.ix_(active, active)] = bowl

    def truth(self, weights):
        """The value of a point of the unit cube; of `e` of its parameters."""
        if self.shape == "e":
            value = CHOICES["c1"][weights["c1"]]
            if weights["c1"] == "c":
                value += CHOICES["c2"][weights.get("c2", "x")]
            value += 0.18 - 0.045 * (weights["i1"] - 3) ** 2
            value += 0.16 - 0.64 * (math.log(weights["i2"] / 24) / math.log(64)) ** 2
            value += 0.1 - 0.625 * ((weights["i3"] - 70) / 100) ** 2
            for name, (best, gain) in REALS.items():
                value += gain - gain * ((weights[name] - best) / (0.5 - best)) ** 2
            return value
        away = np.clip(weights, 0, 1) - self.optimum
        value = 1 - away @ self.bowl @ away
        is_beyond = self.shape == "g" and away @ (self.optimum - 0.5) > 0.02
        return float(-3 if is_beyond else value)

    def score(self, value, other, rng):
        """The score of a game by a truth, against another truth in a match."""
        shape = self.shape
        if shape in MATCHES:
            elo = 60 * (value - other)
            won, lost = (1 / (1 + 10 ** ((120 - sign * elo) / 400)) for sign in (1, -1))
            draws = [rng.random(), rng.random()]
            return sum(0.5 if u < won else 0 if u > 1 - lost else 0.25 for u in draws)
        if shape == "c":
            return 1000 * math.exp(1.4 * value + rng.gauss(0, 1) - 0.5)
        if shape == "d":
            return float(rng.random() < 1 / (1 + math.exp(0.8472978604 - 1.252762968 * value)))
        if shape == "e":
            return 100 + 60 * value + 40 * rng.gauss(0, 1)
        return 1000 * (1 + 0.01 * value) * math.exp(0.38525 * rng.gauss(0, 1) - 0.07421)

    def point(self, weights):
        """The truth of the weights of a request or of an export."""
        if self.shape == "e":
            return self.truth(weights)
        values = [weights[f"p{i}"] for i in range(len(self.optimum))]
        if self.shape == "c":
            values = [math.log(value * math.sqrt(1000)) / math.log(1000) for value in values]
        return self.truth(np.array(values))

    def space(self):
        if self.shape == "e":
            return MIXED_SPACE
        low, high, scale = (0, 1, "linear")
        start = 0.5
        if self.shape == "c":
            low, high, scale, start = 1 / math.sqrt(1000), math.sqrt(1000), "log", 1
        line = f'{{ start = {start}, low = {low!r}, high = {high!r}, scale = "{scale}" }}\n'
        return "".join(f"p{i} = {line}" for i in range(len(self.optimum)))


def play(shape, k):
    """Answer requests over the protocol of programs."""
    landscape = Landscape(shape, k)
    print('{"protocol": 1}', flush=True)
    for line in sys.stdin:
        request = json.loads(line)
        value = landscape.point(request["weights"])
        other = landscape.point(request["opponent"]) if "opponent" in request else 0
        for seed in request["seeds"]:
            # No common random numbers: a game's luck is that of its weights and its seed.
            score = landscape.score(value, other, random.Random(f"{seed} {value!r} {other!r}"))
            print(json.dumps({"id": request["id"], "seed": seed, "score": score}))
        sys.stdout.flush()


def tuned(shape, k, options):
    """The truths of what a campaign finds, and of what it recommends, which may be the start."""
    landscape = Landscape(shape, k)
    with tempfile.TemporaryDirectory() as folder:
        program = [sys.executable, str(Path(__file__).resolve()), "play", shape, str(k)]
        text = f'name = "{shape}{k}"\nseed = {k}\n[player.command]\nprogram = {json.dumps(program)}\n'
        text += "processes = 1\n"
        if shape in MATCHES:
            text += f'opponent = "{options.opponent}"\n'
        text += f"[heuristic.command]\n{landscape.space()}[budget]\ngames = {options.games}\n"
        text += "[validation]\ngames = 100\n"
        if options.optimizer:
            text += f"[optimizer.{options.optimizer}]\n{options.settings}\n"
        if shape == "d":
            text += "[objective]\neffect = \"difference\"\n"
        Path(folder, "space.toml").write_text(text)
        run = [options.program, "run", "space.toml", "--out", "r", "--no-pilot", "--threads", "1"]
        subprocess.run(run, cwd=folder, check=True, capture_output=True)
        truths = []
        for choice in (["--candidate"], []):
            export = [options.program, "export", "r", "--format", "json", *choice]
            found = subprocess.run(export, cwd=folder, check=True, capture_output=True)
            truths.append(landscape.point(json.loads(found.stdout)["heuristic"]["command"]))
        return truths


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("command", choices=["run", "peers", "play"])
    parser.add_argument("shapes", nargs="+")
    parser.add_argument("--games", type=int, default=5000, help="of search")
    parser.add_argument("--instances", type=int, nargs=2, default=[1, 20])
    parser.add_argument("--optimizer", help="one of [optimizer.NAME], in place of the default")
    parser.add_argument("--settings", default="", help="of the optimizer, such as step-size = 0.13")
    parser.add_argument("--opponent", default="self", help="in a match: self or start")
    parser.add_argument("--program", default="tune2048")
    parser.add_argument("--with", dest="peers", nargs="+", default=["spsa"])
    options = parser.parse_args()
    if options.command == "play":
        return play(options.shapes[0], int(options.shapes[1]))
    first, last = options.instances
    peers = options.peers if options.command == "peers" else [None]
    for shape in options.shapes:
        for peer in peers:
            if peer:
                from peers import PEERS

                def find(k):
                    return PEERS[peer](Landscape(shape, k), options.games, k)
            else:

                def find(k):
                    return tuned(shape, k, options)

            with ThreadPoolExecutor(1 if peer else os.cpu_count()) as pool:
                found = np.array(list(pool.map(find, range(first, last + 1))))
            mean, error = found.mean(axis=0), found.std(axis=0, ddof=1) / math.sqrt(len(found))
            texts = [f"{m:.3f} ± {e:.3f}" for m, e in zip(np.atleast_1d(mean), np.atleast_1d(error))]
            name = peer or options.optimizer or "defaults"
            print(f"{shape} {name}: {', recommended '.join(texts)} ({SHAPES[shape]})", flush=True)


if __name__ == "__main__":
    main()
