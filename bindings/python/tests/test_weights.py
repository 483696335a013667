"""Weights from every source."""

import pickle
from pathlib import Path

import numpy as np
import pytest

from tune2048 import PRESETS, BadInputError, Tune2048Error, Weights, evaluate

# Published in 2014 with the program that everybody copies.
OF_2014 = {
    "constant": 200_000.0,
    "empty": 270.0,
    "merges": 700.0,
    "monotonicity": 47.0,
    "monotonicity-exponent": 4.0,
    "sum": 11.0,
    "sum-exponent": 3.5,
    "edge": 0.0,
}


def test_a_preset_is_a_mapping_of_its_weights():
    weights = Weights("2014")
    assert dict(weights) == OF_2014
    assert list(weights) == weights.keys() == list(OF_2014)
    assert weights.values() == list(OF_2014.values())
    assert (len(weights), weights["merges"], "edge" in weights) == (8, 700.0, True)
    assert "corner" not in weights
    with pytest.raises(KeyError):
        weights["corner"]
    assert (weights.heuristic, weights.player) == ("rows", "expectimax depth 1")
    assert "UNVALIDATED" in weights.verdict
    assert dict(weights.meanings).keys() == OF_2014.keys()


def test_weights_are_a_table_in_a_notebook():
    shown = Weights({"empty": 2.5})._repr_html_()
    assert ">empty</td>" in shown and ">2.5</td>" in shown and "expectimax depth 1" in shown


def test_every_preset_can_be_read_and_pickled():
    for name in PRESETS:
        weights = Weights(name)
        assert pickle.loads(pickle.dumps(weights)) == weights


def test_a_mapping_gives_weights_of_rows_and_keeps_other_defaults():
    weights = Weights({"empty": np.float32(0.5), "merges": np.int64(3), "sum": 7})
    assert dict(weights) == {**OF_2014, "empty": 0.5, "merges": 3.0, "sum": 7.0}
    assert Weights({"corner": 5.0})["corner"] == 5.0


def test_a_mapping_can_be_a_whole_file():
    weights = Weights(
        {
            "heuristic": {"path": {"ratio": 0.3, "orientations": 2}},
            "player": {"minimax": {"depth": 2}},
        }
    )
    assert (weights.heuristic, dict(weights)) == ("path", {"ratio": 0.3})
    assert weights.player.startswith("minimax")


def test_settings_of_the_player_replace_those_of_the_weights():
    assert Weights("2014", depth=3).player == "expectimax depth 3"
    assert Weights("2014", depth="free-cells").player == "expectimax depth by free cells"
    assert Weights("2014", budget=500).player == "expectimax 500 nodes"
    weights = Weights("2014", player={"expectimax": {"depth": 2, "probability-cut": 0.01}})
    assert weights.player.startswith("expectimax depth 2")
    assert Weights(weights, depth=1) != weights


@pytest.mark.parametrize("extension", ["toml", "json", "h", "rs", "js", "py", "f32"])
def test_weights_are_saved_in_the_format_of_the_extension(extension):
    path = Path(f"weights.{extension}")
    Weights("tuned-depth1").save(path)
    assert path.stat().st_size > 200
    if extension == "toml":
        assert dict(Weights(path)) == dict(Weights(str(path))) == dict(Weights("tuned-depth1"))
        assert Weights(path).verdict == Weights("tuned-depth1").verdict


def test_a_header_that_would_be_misread_is_warned_of():
    with pytest.warns(UserWarning, match="programs with the constants of 2014 do not have"):
        Weights("tuned-depth1-rich").save("rich.h")


def test_replaced_weights_are_no_longer_validated():
    tuned = Weights("tuned-depth1")
    changed = tuned.replace({"empty": 1.25})
    assert dict(changed) == {**dict(tuned), "empty": 1.25}
    assert changed.player == tuned.player
    assert ("better" in tuned.verdict, "UNVALIDATED" in changed.verdict) == (True, True)
    assert Weights.from_toml(changed.to_toml()) == changed


@pytest.mark.parametrize(
    ("make", "problem"),
    [
        (lambda: Weights({"emty": 1.0}), "did you mean `empty`"),
        (lambda: Weights({"empty": float("nan")}), "found nan"),
        (lambda: Weights("2014", depth=9), "depth: found 9, expected 0 to 8, distinct-tiles"),
        (lambda: Weights("2014", budget=0), "budget: found 0, expected a whole number, 1"),
        (lambda: Weights("2014", depth=1, budget=5), "expected one of them"),
        (lambda: Weights("random", depth=1), "one that searches to a depth"),
        (lambda: Weights("2014", player={"minimx": {}}), "unknown variant `minimx`"),
        (lambda: Weights("2014").replace({"corner": 1.0}), 'found "corner", expected one of'),
        (lambda: Weights("corner-tuned").replace({"a": 1.0}), 'found "a", expected one of'),
        (lambda: Weights("2014").replace({"sum": float("inf")}), "a finite number"),
        (lambda: Weights("2014").save("weights"), "a file with the extension .toml"),
        (lambda: evaluate("corner-tuned", budget=-3), "budget: found -3"),
    ],
)
def test_what_is_wrong_is_said(make, problem):
    with pytest.raises(BadInputError, match=problem) as raised:
        make()
    assert isinstance(raised.value, ValueError)
    assert isinstance(raised.value, Tune2048Error)


def test_a_file_that_cannot_be_written_is_no_bad_input():
    with pytest.raises(Tune2048Error, match="cannot write") as raised:
        Weights("2014").save("nowhere/weights.h")
    assert not isinstance(raised.value, BadInputError)
