"""Moves of players."""

import pickle

import pytest

from tune2048 import BadInputError, Board, Game, Player, Weights, evaluate

BOARD = Board("a874764254314320")


def test_the_best_move_has_the_highest_value():
    player = Player("tuned-depth2")
    values = player.move_values(BOARD)
    assert list(values) == BOARD.legal_moves()
    assert player.best_move(BOARD) == max(values, key=values.get)
    assert player.best_move(BOARD.tiles) == player.best_move("a874764254314320")
    assert Player("2014").best_move("1234432112344321") is None
    assert Player("2014").move_values("1234432112344321") == {}
    again = pickle.loads(pickle.dumps(player))
    assert (again.move_values(BOARD), repr(again)) == (values, repr(player))


def test_games_by_hand_are_those_of_evaluate():
    weights = Weights("tuned-depth1")
    player = Player(weights)
    expected = evaluate(weights, games=2, seed=9)
    for number in range(2):
        game = Game(seed=9, game=number)
        while move := player.best_move(game.board):
            game.play(move)
        found = (game.score, game.largest_tile, game.moves)
        assert found == tuple(expected[["score", "largest_tile", "moves"]][number])


def test_the_value_of_a_board_is_the_sum_of_its_lines():
    # Only the constant counts: once for each of the eight rows and columns.
    weights = {name: 0.0 for name in Weights("2014")}
    player = Player({**weights, "constant": 2.0})
    assert player.value(BOARD) == 16.0
    assert Player("random").value(BOARD) is None


def test_a_program_has_no_moves_here():
    program = {"player": {"command": {"program": ["true"]}}}
    with pytest.raises(BadInputError, match="expected a player whose moves and values are known here"):
        Player(program)
