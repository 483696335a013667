"""Boards and games in progress."""

import pickle

import numpy as np
import pytest

from tune2048 import BadInputError, Board, Game

TEXT = "a874764254314320"
TILES = [[1024, 256, 128, 16], [128, 64, 16, 4], [32, 16, 8, 2], [16, 8, 4, 0]]


@pytest.mark.parametrize(
    "source",
    [
        TEXT,
        "a874/7642/5431/4320",
        TILES,
        sum(TILES, []),
        np.array(TILES),
        np.array(TILES, dtype=np.int16),
        "1024 256 128 16 128 64 16 4 32 16 8 2 16 8 4 0",
    ],
)
def test_boards_are_read_from_texts_lists_and_arrays(source):
    board = Board(source)
    assert board == Board(TEXT)
    assert hash(board) == hash(Board(TEXT))
    assert board.tiles == TILES
    assert board.ranks == [int(rank, 16) for rank in TEXT]
    assert board.empty_cells == 1


def test_a_board_of_small_tiles_is_not_mistaken_for_ranks():
    assert Board([2] * 8 + [0] * 8).ranks == [1] * 8 + [0] * 8


def test_moves_slide_and_merge_once():
    board = Board([[2, 2, 4, 0], [4, 4, 4, 4], [0, 0, 0, 2], [2, 0, 0, 2]])
    after, points = board.after("left")
    assert after.tiles == [[4, 4, 0, 0], [8, 8, 0, 0], [2, 0, 0, 0], [4, 0, 0, 0]]
    assert points == 4 + 16 + 4
    assert board.legal_moves() == ["up", "down", "left", "right"]
    assert Board(TEXT).legal_moves() == ["down", "right"]
    with pytest.raises(BadInputError, match=f"expected a legal move on {TEXT}: down, right"):
        Board(TEXT).after("left")
    with pytest.raises(BadInputError, match='found "north", expected one of up, down'):
        board.after("north")


def test_spawns_have_their_probabilities():
    spawns = Board([[2, 2, 4, 0], [4, 4, 4, 4], [0, 8, 8, 2], [2, 8, 8, 2]]).spawns()
    assert [probability for probability, _ in spawns] == pytest.approx([0.45, 0.05] * 2)
    assert sorted(board.tiles[0][3] for _, board in spawns) == [0, 0, 2, 4]
    assert sorted(board.tiles[2][0] for _, board in spawns) == [0, 0, 2, 4]


def test_boards_are_shown_and_pickled():
    board = Board(TEXT)
    assert repr(board) == f"Board('{TEXT}')"
    assert str(board).splitlines()[3].split() == ["16", "8", "4", "."]
    assert pickle.loads(pickle.dumps(board)) == board
    assert board._repr_html_() == f"<pre>{board}</pre>"


def test_a_game_keeps_its_score_and_refuses_illegal_moves():
    game = Game(seed=5, game=2)
    assert sorted(sum(game.board.tiles, []))[:14] == [0] * 14
    points = 0
    while moves := game.board.legal_moves():
        _, gained = game.board.after(moves[0])
        points += gained
        game.play(moves[0])
        assert game.score == points
    assert game.moves > 20
    assert game.largest_tile == max(sum(game.board.tiles, []))
    with pytest.raises(BadInputError, match="expected a legal move on"):
        game.play("up")
    assert repr(Game(seed=5, game=2)) == repr(Game(5, 2)) != repr(Game(5, 3))


@pytest.mark.parametrize("arguments", [(-1, 0), (0, 2**64)])
def test_seeds_of_games_are_natural_numbers(arguments):
    with pytest.raises(BadInputError, match="expected a whole number from 0"):
        Game(*arguments)
