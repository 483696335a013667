"""Tunes how Monte Carlo tree search explores in a game of OpenSpiel (pip install open_spiel).

A seed is a pair of games that begin with the same moves by chance: against the search as it
starts, once with each side.
"""

import random

import pyspiel

import tune2048

START = {"exploration": 0.2}


def bot(game, weights, seed):
    evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
    # 50 simulations a move, 100 MB, with proofs of won positions.
    return pyspiel.MCTSBot(game, evaluator, weights["exploration"], 50, 100, True, seed, False)


def play(game, sides, seed):
    """Returns the share of the points of the first side."""
    state, generator = game.new_initial_state(), random.Random(seed)
    bots = [bot(game, weights, seed % 2**31) for weights in sides]
    for _ in range(4):
        state.apply_action(generator.choice(state.legal_actions()))
    while not state.is_terminal():
        state.apply_action(bots[state.current_player()].step(state))
    return (1 + state.returns()[0]) / 2


def score(weights, seed):
    game = pyspiel.load_game("connect_four")
    return (play(game, [weights, START], seed) + 1 - play(game, [START, weights], seed)) / 2


def main(budget=1500, games=200):
    return tune2048.tune(
        score,
        {"exploration": {"start": START["exploration"], "low": 0.05, "high": 10, "scale": "log"}},
        budget=budget,
        objective={"effect": "difference"},
        validation={"games": games},
    )


if __name__ == "__main__":
    print(main())
