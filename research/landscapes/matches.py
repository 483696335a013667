#!/usr/bin/env python3
"""A match of a real program: what the default search and twelve lines of SPSA find with the same pairs.

    matches.py examples/programs/connect-four.toml --pairs 1000 --campaigns 12

The search space has linear ranges, and a program that answers pairs. What each campaign finds plays fresh
pairs against the start. SPSA has the best of four rates on four further seeds. Needs numpy.
"""

import argparse
import json
import math
import subprocess
import tempfile
import tomllib
from pathlib import Path

import numpy as np

FRESH = 1_000_000
RATES = (0.01, 0.02, 0.04, 0.08)
CHOSEN_ON = range(901, 905)


class Match:
    """A program that plays pairs, and what its search space says of its weights."""

    def __init__(self, path):
        space = tomllib.loads(Path(path).read_text())
        self.command = space["player"]["command"]["program"]
        weights = space["heuristic"]["command"]
        self.fixed = {name: value for name, value in weights.items() if not isinstance(value, dict)}
        self.ranges = {name: value for name, value in weights.items() if isinstance(value, dict)}
        self.low, self.high, start = (
            np.array([float(each[key]) for each in self.ranges.values()]) for key in ("low", "high", "start")
        )
        self.start = (start - self.low) / (self.high - self.low)
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(self.command, stdin=pipe, stdout=pipe, text=True)
        self.process.stdout.readline()

    def weights(self, point):
        values = self.low + np.clip(point, 0, 1) * (self.high - self.low)
        return self.fixed | dict(zip(self.ranges, values))

    def share(self, weights, opponent, seeds):
        """The share of the points of pairs."""
        request = {"id": 1, "weights": weights, "opponent": opponent, "seeds": list(seeds)}
        print(json.dumps(request), file=self.process.stdin, flush=True)
        return np.mean([json.loads(self.process.stdout.readline())["score"] for _ in request["seeds"]])


def spsa(match, pairs, seed, rate):
    """Plus against minus, with Spall's exponents."""
    rng = np.random.default_rng(seed)
    point = match.start.copy()
    for step in range(1, pairs + 1):
        reach = 0.15 / step**0.101
        sign = rng.choice([-1, 1], len(point))
        plus, minus = np.clip(point + reach * sign, 0, 1), np.clip(point - reach * sign, 0, 1)
        gain = 2 * match.share(match.weights(plus), match.weights(minus), [seed * pairs + step]) - 1
        point = np.clip(point + rate / (1 + step / (0.1 * pairs)) ** 0.602 * gain * sign, 0, 1)
    return match.weights(point)


def default(path, pairs, seed, program):
    """A campaign without race and pilot whose candidates play each other."""
    with tempfile.TemporaryDirectory() as folder:
        lines = Path(path).read_text().split("[budget]")[0]
        lines = lines.replace('opponent = "start"', 'opponent = "self"')
        file = Path(folder, "space.toml")
        lines = lines.replace("seed = 1", f"seed = {seed}")
        file.write_text(f"{lines}[budget]\ngames = {pairs}\n[validation]\ngames = 2\n")
        out = str(Path(folder, "run"))
        subprocess.run([program, "run", file, "--out", out, "--no-pilot"], check=True, capture_output=True)
        export = [program, "export", out, "--format", "json", "--candidate"]
        found = subprocess.run(export, check=True, capture_output=True).stdout
        return json.loads(found)["heuristic"]["command"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("file")
    parser.add_argument("--pairs", type=int, default=1000)
    parser.add_argument("--campaigns", type=int, default=12)
    parser.add_argument("--program", default="tune2048")
    options = parser.parse_args()
    match = Match(options.file)
    start = match.weights(match.start)

    def worth(weights, pairs=500):
        return match.share(weights, start, range(FRESH, FRESH + pairs))

    def worth_at(rate):
        return np.mean([worth(spsa(match, options.pairs, k, rate)) for k in CHOSEN_ON])

    rate = max(RATES, key=worth_at)
    seeds = range(1, options.campaigns + 1)
    found = {
        f"SPSA at rate {rate}": [worth(spsa(match, options.pairs, seed, rate)) for seed in seeds],
        "defaults": [worth(default(options.file, options.pairs, seed, options.program)) for seed in seeds],
    }
    for name, shares in found.items():
        error = np.std(shares, ddof=1) / math.sqrt(len(shares))
        print(f"{name}: {np.mean(shares):.3f} ± {error:.3f} of the points against the start", flush=True)


if __name__ == "__main__":
    main()
