"""Arguments of other types."""

import inspect

import numpy as np
import pytest

import tune2048
from tune2048 import Board, Campaign, Game, Optimizer, Player, Weights

SPACE = {"a": {"start": 1, "low": 0, "high": 2}}


def play(weights, seed):
    return 1


def calls(campaign):
    """Every public function with arguments that it takes."""
    optimizer = Optimizer(SPACE)
    weights, player, board, game = Weights("2014"), Player("2014"), Board("1" + "0" * 15), Game()
    numbers = {"games": 1, "seed": 1, "threads": 1, "on_progress": print}
    limits = {"games": 1, "generations": 1, "minutes": 1, "validation_games": 1}
    run = {**limits, "threads": 1, "on_progress": print, "on_generation": print}
    kept = {"folder": "x", "pilot": True, "resume": False}
    side = {"depth": 1, "player": {"random": {}}}
    return [
        (tune2048.evaluate, {"weights": "2014", **numbers, "first_game": 1, **side}),
        (tune2048.evaluate, {"weights": "2014", "budget": 1}),
        (tune2048.referee, {"player": play, "games": 1, "seed": 1, "boards": 1}),
        (tune2048.mean_interval, {"numbers": [1, 2], "confidence": 0.5}),
        (tune2048.read_campaign, {"folder": "x"}),
        (tune2048.read_optuna, {"study": None}),
        (tune2048.tune, {"function": play, "space": SPACE, "budget": 1, "processes": 1, **kept}),
        (tune2048.tune, {"function": play, "space": SPACE, "opponent": "start"}),
        (tune2048.tune, {"function": play, "space": SPACE, "minimize": True}),
        (tune2048.tune, {"function": play, "space": SPACE, "deterministic": True}),
        (tune2048.tune, {"function": play, "space": SPACE, "on_progress": print}),
        (tune2048.tune, {"function": play, "space": SPACE, "on_generation": print}),
        (Campaign, {"folder": "x"}),
        (Campaign.run, {"space": "x.toml", **run, **kept}),
        (Campaign.resume, {"folder": "x", **run}),
        (Optimizer, {"space": SPACE, "method": "cma-es", "seed": 1, "minimize": True}),
        (Optimizer.from_state, {"state": "x"}),
        (optimizer.tell, {"scores": [1], "errors": [1]}),
        (optimizer.tell_one, {"number": 0, "score": 1, "error": 1}),
        (Weights, {"source": "2014", **side}),
        (Weights, {"source": "2014", "budget": 1}),
        (Weights.from_toml, {"text": "x", "name": "x"}),
        (weights.replace, {"changes": {}}),
        (weights.save, {"path": "x"}),
        (Player, {"weights": "2014", **side}),
        (Player, {"weights": "2014", "budget": 1}),
        *(
            (call, {"board": board})
            for call in (player.best_move, player.move_values, player.value)
        ),
        (Board, {"board": board}),
        (board.after, {"direction": "up"}),
        (Game, {"seed": 1, "game": 1}),
        (game.play, {"direction": "up"}),
        (tune2048.plot_slice, {"campaign": "x", "weight": "a", "axes": None}),
        (tune2048.plot_scores, {"campaign": "x", "axes": None, "bins": 1}),
        *(
            (getattr(tune2048, name), {"campaign": "x", "axes": None})
            for name in tune2048.__all__
            if name.startswith("plot_") and name not in ("plot_slice", "plot_scores")
        ),
    ]


def test_an_argument_of_another_type_is_a_type_error_that_says_what_is_accepted(campaign):
    seen = {}
    for call, arguments in calls(campaign):
        name = getattr(call, "__qualname__", call.__name__)
        seen.setdefault(name, set()).update(arguments)
        for argument in arguments:
            for wrong in (object(), 1.5j, *([None] if argument == "weights" else [])):
                with pytest.raises(TypeError) as raised:
                    call(**{**arguments, argument: wrong})
                found, _, expected = str(raised.value).partition(", expected ")
                known = {"source": "weights"}.get(argument, argument)
                is_own = found == f"{known}: found {wrong!r}" and expected
                # Of a native class Python's own words tell, with a note.
                notes = getattr(raised.value, "__notes__", [])
                is_native = f"while processing '{argument}'" in notes
                assert is_own or is_native, (name, str(raised.value), notes)
    for name in tune2048.__all__:
        found = getattr(tune2048, name)
        if not callable(found) or inspect.isclass(found) or name == "progress_bar":
            continue
        parameters = inspect.signature(found).parameters.values()
        named = {it.name for it in parameters if it.kind is not it.VAR_KEYWORD}
        assert named == seen[name], name


@pytest.mark.parametrize("games", ["many", 2.5, None, [1]])
def test_numbers_of_games_are_whole(games):
    with pytest.raises(TypeError, match="games: found .*, expected a whole number"):
        tune2048.evaluate("2014", games=games)


def test_values_of_mappings_have_types():
    for call, found in [
        (lambda: Weights({"empty": None}), "empty: found None, expected a number"),
        (lambda: Weights({3: 1.0}), "key: found 3, expected the name"),
        (lambda: Weights("2014").replace({"empty": [1]}), r"empty: found \[1\], expected a number"),
        (lambda: Optimizer(SPACE).tell_one(0, "good"), "score: found 'good', expected a number"),
        (lambda: Optimizer(SPACE).tell(5), "scores: found 5, expected a list"),
        (lambda: tune2048.referee(lambda boards: 3, 1), "moves: found 3, expected up, down"),
    ]:
        with pytest.raises((TypeError, tune2048.BadInputError), match=found):
            call()


def test_numbers_of_numpy_are_numbers():
    games = tune2048.evaluate("2014", games=np.int64(2), seed=np.uint8(3))
    assert len(games) == 2
    assert 3 not in Weights("2014") and "empty" in Weights("2014")
