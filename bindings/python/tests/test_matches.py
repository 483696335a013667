"""The runners of matches, with small engines of this file and with installed ones."""

import io
import json
import os
import runpy
import shutil
import subprocess
import sys

import pytest
from conftest import REPOSITORY

FOLDER = REPOSITORY / "examples/matches"
sys.path.append(str(FOLDER))

# Takes the most valuable piece that a move can take times `Piece Greed`, else the first move.
# Its arguments are faults and the searches after which they happen.
UCI = """
import os, sys, time, chess

faults = dict(word.split("=") for word in sys.argv[1:])
if "start" in faults:
    sys.exit("no licence")
greed, searches, board = 0, 0, chess.Board()
for line in sys.stdin:
    words = line.split()
    if line.startswith("uci\\n"):
        print("id name small\\noption name Piece Greed type spin default 0 min 0 max 9")
        print("uciok", flush=True)
    elif line.startswith("isready"):
        print("readyok", flush=True)
    elif line.startswith("setoption name Piece Greed value"):
        greed = int(words[-1])
    elif line.startswith("position"):
        moves = words.index("moves") if "moves" in words else len(words)
        start = words.index("fen") + 1 if "fen" in words else None
        board = chess.Board(" ".join(words[start:moves])) if start else chess.Board()
        for move in words[moves + 1:]:
            board.push_uci(move)
    elif line.startswith("go"):
        searches += 1
        if faults.get("crash") == str(searches):
            os._exit(3)
        if faults.get("hang") == str(searches):
            time.sleep(60)
        def worth(move):
            return greed * (board.piece_type_at(move.to_square) or 0)
        move = max(board.legal_moves, key=worth)
        own, all = board.occupied_co[board.turn].bit_count(), board.occupied.bit_count()
        print(f"info nodes 7 score cp {200 * (2 * own - all)}")
        print("bestmove", "a1a1" if faults.get("illegal") == str(searches) else move, flush=True)
    elif line.startswith("quit"):
        break
"""

# Plays the first legal move that it finds, or the last one.
GTP = """
import os, sys, time
sys.path.append(FOLDER)
from boards import Go, Gomoku, Othello

name, *words = sys.argv[1:]
faults, genmoves = dict(word.split("=") for word in words), 0
for line in sys.stdin:
    command, *rest = line.split()
    answer = "= "
    if command == "boardsize":
        size = int(rest[0])
    elif command == "clear_board":
        board = {"go": Go, "gomoku": Gomoku, "othello": Othello}[name](size)
    elif command == "play":
        if name == "go" and board.cells.get(rest[1]) in board.stones:
            answer = "? illegal move"
        else:
            board.play("bw".index(rest[0]), rest[1])
    elif command == "genmove":
        genmoves += 1
        if faults.get("crash") == str(genmoves):
            os._exit(3)
        if faults.get("hang") == str(genmoves):
            time.sleep(60)
        color = "bw".index(rest[0])
        moves = [move for move in board.legal(color) if board.cells.get(move) not in board.stones]
        move = "a0" if faults.get("illegal") == str(genmoves) else moves[-int(faults.get("last", 0))]
        move = "pass" if faults.get("pass") else move
        answer = f"= {move.upper()}"
        if move in board.legal(color):
            board.play(color, move)
    elif command == "final_score":
        answer = "= B+3.5"
    elif command not in ("komi", "level"):
        answer = "? unknown command"
    print(answer, end="\\n\\n", flush=True)
"""


def run(runner, arguments, *requests, **settings):
    """Lets a runner answer requests; returns its answers and what it told."""
    lines = "".join(json.dumps({"id": 1, "opponent": {}, **request}) + "\n" for request in requests)
    command = [sys.executable, FOLDER / runner, *arguments]
    done = subprocess.run(
        command, input=lines, capture_output=True, text=True, timeout=100, **settings
    )
    greeting, *answers = done.stdout.splitlines() or ["{}"]
    return done.returncode, [json.loads(line) for line in answers], done.stderr


def patience(fault):
    """The seconds of a move: few where they are waited for, twice."""
    return "3" if fault.startswith("hang") else "8"


@pytest.fixture
def uci(tmp_path):
    pytest.importorskip("chess")
    (tmp_path / "uci_engine.py").write_text(UCI)
    return [sys.executable, "uci_engine.py"]


@pytest.fixture
def gtp(tmp_path):
    (tmp_path / "gtp_engine.py").write_text(GTP.replace("FOLDER", repr(str(FOLDER))))
    return [sys.executable, "gtp_engine.py"]


def test_the_side_that_takes_pieces_wins(uci):
    greedy, seeds = {"piece-greed": 9}, {"seeds": [1, 2, 3]}
    requests = [
        {"weights": greedy, **seeds},
        {"weights": {}, **seeds},
        {"weights": {}, "opponent": greedy, **seeds},
    ]
    first = run("uci.py", ["--depth", "1", "--longest", "60", *uci], *requests)
    assert first[0] == 0, first
    scores = [answer["score"] for answer in first[1]]
    # The option is set back where a request does not give it, and sides share the points.
    assert scores[3:6] == [0.5] * 3
    assert sum(scores[:3]) > 1.5
    assert [a + b for a, b in zip(scores[:3], scores[6:])] == [1] * 3
    assert all(
        answer["nodes"] == 7 * answer["moves"] and answer["faults"] == 0 for answer in first[1]
    )
    assert run("uci.py", ["--depth", "1", "--longest", "60", *uci], *requests) == first


@pytest.mark.parametrize("fault", ["crash=2", "hang=2", "illegal=2"])
def test_an_engine_of_chess_that_fails_has_lost_and_is_started_again(uci, fault):
    arguments = ["--nodes", "1", "--seconds", patience(fault), "--longest", "9"]
    # The engine starts anew after the fault, and fails again in the next game.
    request = {"weights": {}, "opponent-engine": uci, "engine": [*uci, fault], "seeds": [1]}
    code, [answer], told = run("uci.py", arguments, request)
    assert code == 0, told
    assert (answer["score"], answer["faults"], answer["opponent_faults"]) == (0, 2, 0)
    assert told.count(f"uci_engine.py {fault} has lost: ") == 2, told


@pytest.mark.parametrize(
    "arguments, request_, told",
    [
        (["no-such-engine"], {}, "cannot start the engine no-such-engine"),
        (["ENGINE", "start=1"], {}, "cannot start the engine"),
        (["ENGINE"], {"weights": {"greeed": 1}}, "no option greeed: piece-greed"),
        (["ENGINE"], {"weights": {"piece-greed": 1.5}}, "write `integer = true`"),
        (["ENGINE"], {"weights": {"piece-greed": 10}}, "at most 9"),
        (["--option", "Greed", "ENGINE"], {}, "expected NAME=VALUE"),
        (["--openings", "none.epd", "ENGINE"], {}, "cannot read the openings"),
        (["--openings", "wrong.epd", "ENGINE"], {}, "wrong.epd, line 2"),
        (["--openings", "mate.epd", "ENGINE"], {}, "no game goes on"),
        ([], {}, "no engine"),
    ],
)
def test_uci_refuses_what_cannot_be_played(uci, tmp_path, arguments, request_, told):
    start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n"
    (tmp_path / "wrong.epd").write_text(f"{start}rnbqkbnr/ppppppppp/8/8 w\n")
    (tmp_path / "mate.epd").write_text(
        "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq -\n"
    )
    words = [part for word in arguments for part in (uci if word == "ENGINE" else [word])]
    request = {"weights": {}, "seeds": [1], **request_}
    code, answers, error = run("uci.py", ["--depth", "1", *words], request)
    assert (code, answers) == (2, []), error
    assert told in error and "Traceback" not in error


def test_seeds_choose_openings(uci, tmp_path, monkeypatch):
    lines = ["6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", "6k1/5ppp/8/8/8/8/5PPP/1R4K1 b - -"]
    (tmp_path / "two.epd").write_text("\n".join(lines))
    monkeypatch.setattr(sys, "argv", ["uci.py", "--depth", "1", "--openings", "two.epd"])
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    module = runpy.run_path(str(FOLDER / "uci.py"))
    assert [board.epd() for board in module["args"].positions] == [lines[0][:-4], lines[1]]
    boards = [module["quiet_opening"](seed) for seed in range(300)]
    assert len({board.epd() for board in boards}) == 300
    assert all(board.is_valid() and not board.is_check() for board in boards)


def test_othello_has_the_known_numbers_of_games():
    from boards import Othello

    def games(moves, depth):
        board = Othello(8)
        for index, move in enumerate(moves):
            board.play(index % 2, move)
        legal = board.legal(len(moves) % 2)
        return len(legal) if depth == 1 else sum(games([*moves, move], depth - 1) for move in legal)

    assert [games([], depth) for depth in (1, 2, 3, 4, 5)] == [4, 12, 56, 244, 1396]


def test_five_in_a_row_win():
    from boards import Gomoku

    board = Gomoku(9)
    for x in range(4):
        board.play(1, f"{'abcd'[x]}{x + 1}")
        assert board.lead is None
    board.play(1, "e5")
    assert board.lead == -1


@pytest.mark.parametrize("game", ["go", "gomoku", "othello"])
def test_gtp_engines_share_the_points(gtp, game):
    referee = ["--referee", f"{sys.executable} gtp_engine.py go"]
    arguments = ["--game", game, *referee, "--setup", "level {level}", *gtp, game, "last={last}"]
    requests = [
        {"weights": {"last": 1, "level": 2}, "opponent": {"last": 0, "level": 1}, "seeds": [5, 6]},
        {"weights": {"last": 0, "level": 1}, "opponent": {"last": 1, "level": 2}, "seeds": [5, 6]},
    ]
    code, answers, told = run("gtp.py", arguments, *requests)
    assert (code, told) == (0, "")
    scores = [answer["score"] for answer in answers]
    assert [a + b for a, b in zip(scores[:2], scores[2:])] == [1, 1]
    margins = [answer["margin"] for answer in answers]
    assert [a + b for a, b in zip(margins[:2], margins[2:])] == [0, 0]
    assert all((margin > 0) == (score > 0.5) for margin, score in zip(margins, scores) if score != 0.5)
    assert all(answer["moves"] > 5 and answer["faults"] == 0 for answer in answers)


@pytest.mark.parametrize(
    "game, fault",
    [
        ("go", "crash=3"),
        ("go", "illegal=3"),
        ("gomoku", "hang=3"),
        ("othello", "crash=3"),
        ("othello", "illegal=3"),
    ],
)
def test_a_gtp_engine_that_fails_has_lost(gtp, game, fault):
    referee = ["--referee", f"{sys.executable} gtp_engine.py go"]
    request = {
        "weights": {},
        "engine": [*gtp, game, fault],
        "opponent-engine": [*gtp, game],
        "seeds": [1],
    }
    code, [answer], told = run("gtp.py", ["--game", game, "--seconds", patience(fault), *referee], request)
    assert code == 0, told
    # After a crash the engine counts from 1 again, after an illegal move too.
    assert (answer["score"], answer["faults"], answer["opponent_faults"]) == (0, 2, 0), told
    assert answer["margin"] == {"go": -81, "gomoku": -1, "othello": -64}[game]
    assert "has lost: " in told and "of the game of seed 1" in told


@pytest.mark.parametrize(
    "arguments, request_, told",
    [
        (["--game", "othello", "no-such-engine"], {}, "cannot begin a game with no-such-engine"),
        (
            ["--game", "othello", "ENGINE", "othello"],
            {"weights": {"level": 1}},
            "nothing takes the parameter level",
        ),
        (
            ["--game", "othello", "--setup", "sleep 1", "ENGINE", "othello"],
            {},
            "`sleep 1` is answered by `? unknown",
        ),
        (["--game", "go", "ENGINE", "go"], {}, "Go needs --referee"),
        (
            ["--game", "go", "--referee", "false", "ENGINE", "go"],
            {},
            "cannot begin a game with false",
        ),
        (["--game", "othello"], {}, "no engine"),
    ],
)
def test_gtp_refuses_what_cannot_be_played(gtp, arguments, request_, told):
    words = [part for word in arguments for part in (gtp if word == "ENGINE" else [word])]
    code, answers, error = run("gtp.py", words, {"weights": {}, "seeds": [1], **request_})
    assert (code, answers) == (2, []), error
    assert told in error and "Traceback" not in error


# Prints what fastchess prints: White wins, or the engine `broken` disconnects.
FASTCHESS = """
import sys

words = sys.argv[1:]
assert words[words.index("-openings") + 1 :][3] == "start=2", words
if "option.No Such=1" in words:
    print("Warning; first doesn't have option No Such")
broken = [word for word in words if word.startswith(("args=", "cmd="))][1].endswith("broken")
told = "0-1 {White disconnects}" if broken else "1-0 {White mates}"
print(f"Started game 1 of 1 (first vs second)\\nFinished game 1 (first vs second): {told}")
"""


def test_results_of_fastchess_are_read(tmp_path):
    program = tmp_path / "fastchess"
    program.write_text(f"#!{sys.executable}\n{FASTCHESS}")
    program.chmod(0o755)
    (tmp_path / "book.epd").write_text("first\nsecond\n")
    arguments = [
        "--fastchess",
        str(program),
        "--openings",
        "book.epd",
        "--each",
        "nodes=9",
        "-resign",
        "score=9",
    ]
    engine = {"engine": [sys.executable], "opponent-engine": [sys.executable], "seeds": [5]}
    code, [answer], told = run("fastchess.py", arguments, {"weights": {"Piece-Greed": 1}, **engine})
    assert (code, answer["score"], answer["faults"], told) == (0, 0.5, 0, "")
    broken = {**engine, "engine": [sys.executable, "broken"], "weights": {}}
    code, [answer], told = run("fastchess.py", arguments, broken)
    assert (code, answer["score"], answer["faults"], answer["opponent_faults"]) == (0, 0, 1, 0)
    assert "White disconnects, in the game of seed 5" in told
    code, answers, told = run("fastchess.py", arguments, {"weights": {"No-Such": 1}, **engine})
    assert (code, answers) == (2, []) and "first doesn't have option No Such" in told


def installed(name):
    program = shutil.which(name, path=f"{os.environ['PATH']}{os.pathsep}/usr/games")
    return program or pytest.skip(f"{name} is not installed")


def test_stockfish_with_more_skill_wins():
    pytest.importorskip("chess")
    arguments = ["--nodes", "200", "--option", "Use-NNUE=false", installed("stockfish")]
    request = {"weights": {"Skill-Level": 20}, "opponent": {"Skill-Level": 0}, "seeds": [1, 2]}
    code, answers, told = run("uci.py", arguments, request)
    assert code == 0, told
    assert sum(answer["score"] for answer in answers) > 1


def test_gnugo_plays_itself():
    gnugo = installed("gnugo")
    arguments = [
        "--size",
        "7",
        "--referee",
        f"{gnugo} --mode gtp",
        gnugo,
        "--mode",
        "gtp",
        "--level={level}",
    ]
    request = {"weights": {"level": 0}, "opponent": {"level": 0}, "seeds": [1]}
    code, [answer], told = run("gtp.py", arguments, request)
    assert (code, answer["score"], answer["faults"]) == (0, 0.5, 0), told
