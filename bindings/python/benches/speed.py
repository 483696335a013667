"""The speed of `evaluate` from Python against that of the command line, on the same games.

    cargo build --release
    pip install ./bindings/python
    python bindings/python/benches/speed.py target/release/tune2048 [GAMES [PAIRS]]

Both play the same games in turns. Each pair gives a ratio of their speeds, by the clock, and one of
the processor time that they took, which other programs on the machine disturb less. Prints the
geometric means of the ratios with 95 % intervals.
"""

import json
import math
import subprocess
import sys
import time
from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage
from typing import NamedTuple

import numpy as np

import tune2048


class Turn(NamedTuple):
    """The games of one side."""

    seconds: float
    processor_seconds: float
    mean: float


def processor_seconds(who: int) -> float:
    usage = getrusage(who)
    return usage.ru_utime + usage.ru_stime


def command_line(program: str, games: int) -> Turn:
    """The seconds are those of the games; the processor time has the start of the program, too."""
    before = processor_seconds(RUSAGE_CHILDREN)
    command = [program, "evaluate", "2014", "--games", str(games), "--json"]
    run = subprocess.run(command, check=True, capture_output=True, text=True)
    answer = json.loads(run.stdout)
    spent = processor_seconds(RUSAGE_CHILDREN) - before
    return Turn(answer["seconds"], spent, answer["mean"])


def python(games: int) -> Turn:
    """The seconds and the processor time of the whole call."""
    before, start = processor_seconds(RUSAGE_SELF), time.perf_counter()
    played = tune2048.evaluate("2014", games)
    seconds = time.perf_counter() - start
    spent = processor_seconds(RUSAGE_SELF) - before
    return Turn(seconds, spent, played["score"].mean())


def say(what: str, ratios: list) -> None:
    logarithms = [math.log(ratio) for ratio in ratios]
    low, high = map(math.exp, tune2048.mean_interval(logarithms))
    mean = math.exp(sum(logarithms) / len(logarithms))
    print(f"Python's speed over Rust's, {what}: {mean:.3f}, 95 % interval {low:.3f} to {high:.3f}")


def main(program: str, games: int = 20_000, pairs: int = 10) -> None:
    turns = [lambda: command_line(program, games), lambda: python(games)]
    by_clock, by_processor = [], []
    for pair in range(pairs):
        order = (0, 1) if pair % 2 == 0 else (1, 0)
        played = {side: turns[side]() for side in order}
        rust, own = played[0], played[1]
        assert np.isclose(rust.mean, own.mean, rtol=1e-12), "these are not the same games"
        by_clock.append(rust.seconds / own.seconds)
        by_processor.append(rust.processor_seconds / own.processor_seconds)
        print(f"Rust {rust.seconds:.2f} s, Python {own.seconds:.2f} s", flush=True)
    print(f"{pairs} pairs of {games:,} games")
    say("by the clock", by_clock)
    say("by processor time", by_processor)


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))
