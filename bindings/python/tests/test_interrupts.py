"""Ctrl-C in another process, as in a notebook's kernel."""

import os
import signal
import subprocess
import sys

import pandas
import pytest
from conftest import SPACE

import tune2048

pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals are those of Unix")

CAMPAIGN = f"""
import tune2048
def say(progress):
    print(progress.generation, flush=True)
tune2048.Campaign.run('''{SPACE}''', say, folder="cut", pilot=False, generations=100000)
"""

EVALUATION = """
import tune2048
tune2048.evaluate("2014", games=10000000, on_progress=lambda seen: print(seen.games, flush=True))
"""


def interrupted(program, until):
    """Interrupts a program after a line of its output; returns what it says then."""
    process = subprocess.Popen(
        [sys.executable, "-c", program],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # A shell lets what it starts in the background ignore the signal, tests included.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    try:
        for line in process.stdout:
            if until(line.strip()):
                break
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=60)
    finally:
        process.kill()
    assert process.returncode not in (0, -signal.SIGKILL), errors
    return errors


def test_ctrl_c_ends_games():
    errors = interrupted(EVALUATION, lambda line: int(line) > 0)
    assert errors.rstrip().endswith("KeyboardInterrupt")


def test_ctrl_c_leaves_a_campaign_that_can_be_resumed():
    errors = interrupted(CAMPAIGN, lambda line: line == "0")
    assert "KeyboardInterrupt: interrupted: " in errors
    assert "what was played is saved in cut\ngo on with: Campaign.resume('cut')" in errors
    record = tune2048.read_campaign("cut")
    assert not record.finished
    assert len(record.generations) >= 1
    whole = tune2048.Campaign.run(SPACE, folder="whole", pilot=False, generations=1)
    first = record.trials[record.trials["generation"] == 0]["mean_score"]
    assert list(whole.record.trials["mean_score"]) == list(first)
    generations = len(record.generations)

    def stop(progress):
        if progress.generation == generations:
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        tune2048.Campaign.resume("cut", stop)
    resumed = tune2048.read_campaign("cut")
    kept = resumed.trials[: len(record.trials)]
    pandas.testing.assert_frame_equal(kept, record.trials, check_dtype=False)
    assert len(resumed.generations) > generations
