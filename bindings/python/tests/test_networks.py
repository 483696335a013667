"""Learned networks in NumPy beside the engine."""

import importlib
import json
import struct
import sys
import zlib

import numpy as np
import pytest

from tune2048 import Player, Weights

MOVES = ["up", "down", "left", "right"]


@pytest.fixture
def network(tmp_path):
    """A file with stages, and weights whose sums are rounded."""
    tuples, stages = {"01245": 5, "0369": 4, "7": 1}, ["", "@256", "@2048"]
    header, start = {}, 0
    for name, cells in [(t + s, tuples[t]) for s in stages for t in tuples]:
        size = 4 * 16**cells
        header[name] = {"dtype": "F32", "shape": [16] * cells, "data_offsets": [start, start + size]}
        start += size
    weights = (np.random.default_rng(5).random(start // 4) * 4000 - 900).astype("<f4").tobytes()
    header["__metadata__"] = {
        "format": "tune2048-network-1",
        "checksum": f"{zlib.crc32(weights):08x}",
        "stages": "256,2048",
        "tuples": ",".join(tuples),
    }
    text = json.dumps(header).encode()
    text += b" " * (-(8 + len(text)) % 64)
    path = tmp_path / "made-up.safetensors"
    path.write_bytes(struct.pack("<Q", len(text)) + text + weights)
    return path


def exported(weights, name):
    """Import the module that a network is exported as."""
    Weights(weights).save(f"{name}.py")
    sys.path.insert(0, ".")
    try:
        importlib.invalidate_caches()
        return importlib.import_module(name)
    finally:
        sys.path.pop(0)


def read_packed(path):
    """The header and the weights, as the documentation reads them."""
    with open(path, "rb") as file:
        data = zlib.decompress(file.read())
    start = 8 + int.from_bytes(data[:8], "little")
    header = json.loads(data[8:start])
    step = np.frombuffer(data, "<f4", 1, offset=start)[0]
    planes = np.frombuffer(data, np.uint8, offset=start + 4).reshape(4, -1)
    words = np.ascontiguousarray(planes.T).view("<u4").ravel()
    multiples = (words >> 1).view("<i4") ^ -(words & 1).view("<i4")
    weights = multiples.astype("<f4") * step if step else words.view("<f4")
    return header, weights


def test_a_packed_network_is_read_in_a_few_lines(network):
    Weights(network).save("made-up.packed")
    header, weights = read_packed("made-up.packed")
    first, end = header["0369@256"]["data_offsets"]
    tensor = weights[first // 4 : end // 4].reshape(header["0369@256"]["shape"])
    whole = network.read_bytes()
    assert weights.tobytes() == whole[-weights.nbytes :]
    assert tensor[3, 2, 1, 0] == weights[16**5 + 16**4 + 16 + 16**5 + 0x3210]


def test_rounded_weights_are_read_as_whole_numbers():
    exported("learned-medium", "medium")
    Weights("learned-medium").save("medium.packed")
    weights = read_packed("medium.packed")[1]
    assert weights.tobytes() == open("medium.safetensors", "rb").read()[-weights.nbytes :]


def boards(count):
    """Boards with few and with many tiles, small and large."""
    rng = np.random.default_rng(7)
    ranks = rng.integers(1, rng.integers(2, 16, (count, 1)), (count, 16))
    return np.where(rng.random((count, 16)) < rng.random((count, 1)), 0, ranks)


def text(board):
    return "".join(f"{rank:x}" for rank in board)


def test_a_module_values_and_moves_as_the_engine_does(network):
    player = Player(network)
    found = exported(network, "made_up").Network("made_up.safetensors")
    some = boards(10_000)
    expected = [player.value(text(board)) for board in some]
    assert found.values(some).astype(float).tolist() == expected
    assert_moves(found, player, some[:500])


def test_a_module_downgrades_as_the_engine_does(network):
    weights = Weights(network, player={"expectimax": {"downgrade-from": 512}})
    found = exported(weights, "downgraded").Network("downgraded.safetensors")
    assert_moves(found, Player(weights), boards(500))


def assert_moves(found, player, boards):
    for board in boards:
        values = player.move_values(text(board))
        of_moves = zip(MOVES, found.move_values(board), strict=True)
        assert {move: value for move, value in of_moves if value is not None} == values
        move = found.move(board)
        assert (None if move is None else MOVES[move]) == player.best_move(text(board))


def test_other_weights_than_those_of_the_module_are_refused(network):
    module = exported("learned-small", "small")
    with pytest.raises(ValueError, match="found weights"):
        module.Network(network)
    cut = network.with_name("cut")
    cut.write_bytes(open("small.safetensors", "rb").read()[:-4])
    with pytest.raises(ValueError, match="bytes, expected"):
        module.Network(cut)
