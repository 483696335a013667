"""The speed of `evaluate` from Python against that of the command line, on the same games.

    cargo build --release
    pip install ./bindings/python
    python bindings/python/benches/speed.py target/release/tune2048 [GAMES [PAIRS]]

Both play the same games in turns, and each pair gives a ratio of their speeds. Prints the
geometric mean of the ratios with a 95 % interval.
"""

import json
import math
import subprocess
import sys
import time

import numpy as np

import tune2048


def seconds_of_command_line(program: str, games: int) -> tuple[float, float]:
    """The seconds of the games alone, without the start of the program, and their mean score."""
    command = [program, "evaluate", "2014", "--games", str(games), "--json"]
    run = subprocess.run(command, check=True, capture_output=True, text=True)
    answer = json.loads(run.stdout)
    return answer["seconds"], answer["mean"]


def seconds_of_python(games: int) -> tuple[float, float]:
    """The seconds of the whole call, and the mean score of its games."""
    start = time.perf_counter()
    played = tune2048.evaluate("2014", games)
    return time.perf_counter() - start, played["score"].mean()


def main(program: str, games: int = 20_000, pairs: int = 10) -> None:
    logarithms = []
    for pair in range(pairs):
        turns = [lambda: seconds_of_command_line(program, games), lambda: seconds_of_python(games)]
        order = (0, 1) if pair % 2 == 0 else (1, 0)
        found = {side: turns[side]() for side in order}
        (rust, rust_mean), (python, python_mean) = found[0], found[1]
        assert np.isclose(rust_mean, python_mean, rtol=1e-12), "these are not the same games"
        logarithms.append(math.log(rust / python))
        print(f"Rust {rust:.2f} s, Python {python:.2f} s, ratio of speeds {rust / python:.3f}")
    mean = math.exp(sum(logarithms) / pairs)
    low, high = map(math.exp, tune2048.mean_interval(logarithms))
    print(
        f"Python's speed over Rust's: {mean:.3f}, 95 % interval {low:.3f} to {high:.3f}, "
        f"{pairs} pairs of {games:,} games"
    )


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))
