"""Matches between UCI engines of chess, whose options tune2048 can tune (pip install chess).

    [player.command]
    program = ["python3", "examples/matches/uci.py", "--depth", "3", "toga2"]
    opponent = "self"

A parameter is an option of the engine, with `-` for each space of its name. A seed is an opening, from which each
side plays White once; the score is the share of the points. A request names the engine of each side in `engine` and
`opponent-engine`; without them both are the one of the arguments. Engines stay alive. One that crashes, hangs or
makes an illegal move has lost: standard error says why, `faults` and `opponent_faults` of the answer count such
games.
"""
import argparse, asyncio, math, random, shlex
import chess, chess.engine
from match import refuse, serve

BROKEN = (chess.engine.EngineError, asyncio.TimeoutError, OSError)
INFO = chess.engine.INFO_BASIC | chess.engine.INFO_SCORE


def arguments():
    parser = argparse.ArgumentParser(description="Plays matches between UCI engines for tune2048.")
    limit = parser.add_mutually_exclusive_group(required=True)
    limit.add_argument("--nodes", type=int, help="nodes of each search; some engines ignore them")
    limit.add_argument("--depth", type=int, help="depth of each search")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option of both sides")
    parser.add_argument("--openings", metavar="FILE", help="positions in EPD or FEN [eight quiet moves by chance]")
    parser.add_argument("--resign", type=int, nargs=2, default=(600, 4), metavar=("CENTIPAWNS", "MOVES"),
                        help="won if both sides say so for so many moves [600 4]")
    parser.add_argument("--draw", type=int, nargs=3, default=(10, 8, 40), metavar=("CENTIPAWNS", "MOVES", "AFTER"),
                        help="drawn if both sides say so for so many moves, after move AFTER [10 8 40]")
    parser.add_argument("--longest", type=int, default=200, metavar="MOVES", help="longer games are drawn [200]")
    parser.add_argument("--restart", action="store_true",
                        help="start an engine anew for other weights: some keep evaluations of the former")
    parser.add_argument("--seconds", type=float, default=60, help="an engine that thinks longer has lost [60]")
    parser.add_argument("engine", nargs=argparse.REMAINDER, help="the engine and its arguments")
    args = parser.parse_args()
    if not all("=" in option for option in args.option):
        parser.error("argument --option: expected NAME=VALUE")
    args.option = dict(option.split("=", 1) for option in args.option)
    args.positions = args.openings and read_positions(args.openings)
    return args


def read_positions(path):
    positions = []
    try:
        with open(path) as file:
            for number, line in enumerate(file, 1):
                is_fen = line.split()[-1:] != [] and line.split()[-1].isdigit()
                board = chess.Board(line) if is_fen else chess.Board.from_epd(line)[0]
                if not board.is_valid() or board.is_game_over():
                    raise ValueError("no game goes on from here")
                positions.append(board)
    except OSError as error:
        refuse(f"cannot read the openings: {error}")
    except (ValueError, IndexError) as error:
        refuse(f"{path}, line {number}: {error}; expected a position in EPD or FEN, found {line.strip()!r}")
    return positions or refuse(f"{path} has no positions")


def quiet_opening(seed):
    """Returns the position after eight moves by chance that do not capture, check or end on an attacked square."""
    generator, board = random.Random(seed), chess.Board()
    for _ in range(8):
        quiet = [move for move in board.legal_moves if not board.is_capture(move) and not board.gives_check(move)
                 and not board.is_attacked_by(not board.turn, move.to_square)]
        board.push(quiet[int(generator.random() * len(quiet))])
    return chess.Board(board.fen())


def plain(name):
    return name.lower().replace(" ", "-")


class Engine:
    """A process with the options of one side."""

    @classmethod
    async def of(cls, side, args):
        """Returns the engine of a side with its options; those of earlier weights only get their defaults."""
        self, wanted = side.engine, {**args.option, **side.weights}
        is_stale = self and (self.command != side.command or args.restart and self.wanted != wanted)
        if self is None or is_stale or self.protocol.returncode.done():
            if self:
                self.transport.close()
            self = side.engine = cls()
            self.command, self.given, self.wanted = side.command, {}, wanted
            try:
                start = chess.engine.popen_uci(side.command)
                self.transport, self.protocol = await asyncio.wait_for(start, 60)
            except BROKEN as error:
                refuse(f"cannot start the engine {shlex.join(side.command)}: {str(error) or 'it does not answer uci'}")
        names = {plain(name): name for name in self.protocol.options}
        options = {}
        for name, value in wanted.items():
            found = names.get(plain(name)) or refuse(f"{side.command[0]} has no option {name}: {', '.join(names)}")
            if isinstance(value, float) and self.protocol.options[found].type == "spin":
                refuse(f"{side.command[0]}: {name} is a whole number: write `integer = true`")
            options[found] = value
        defaults = {name: self.protocol.options[name].default for name in self.given if name not in options}
        try:
            await self.protocol.configure({**defaults, **options})
        except chess.engine.EngineError as error:
            refuse(f"{self.command[0]}: {error}")
        self.given = options
        return self.protocol


def result(board, scores, args):
    """Returns 1 if White has won, -1 if Black, 0 if nobody; None if the game goes on. `scores` are for White."""
    def agree(moves, holds):
        return len(scores) >= 2 * moves and all(map(holds, scores[-2 * moves:]))

    if outcome := board.outcome():
        return {True: 1, False: -1, None: 0}[outcome.winner]
    enough, moves = args.resign
    if agree(moves, lambda score: score >= enough) or agree(moves, lambda score: score <= -enough):
        return 1 if scores[-1] > 0 else -1
    little, moves, after = args.draw
    is_level = board.fullmove_number > after and agree(moves, lambda score: abs(score) <= little)
    is_long = board.is_repetition() or board.halfmove_clock >= 100 or board.fullmove_number > args.longest
    return 0 if is_level or is_long else None


async def play(sides, seed, args):
    """Plays one game; the first side is White."""
    board = args.positions[seed % len(args.positions)].copy() if args.positions else quiet_opening(seed)
    engines = [await Engine.of(side, args) for side in sides]
    limit, game, scores = chess.engine.Limit(nodes=args.nodes, depth=args.depth), object(), []
    while (lead := result(board, scores, args)) is None:
        side, engine = sides[board.turn == chess.BLACK], engines[board.turn == chess.BLACK]
        try:
            reply = await asyncio.wait_for(engine.play(board, limit, game=game, info=INFO), args.seconds)
            side.counts.update(moves=1, nodes=reply.info.get("nodes", 0))
            score = reply.info.get("score")
            scores.append(score.white().score(mate_score=100_000) if score else math.nan)
            if reply.move is None:
                raise chess.engine.EngineError("it makes no move")
            board.push(reply.move)
        except BROKEN as error:
            side.lose(f"{str(error) or 'it thinks too long'}, at {board.fen()}")
            side.engine.transport.close()
            side.engine = None
            return 1 if board.turn == chess.BLACK else -1
    return lead


args = arguments()
asyncio.run(serve("UCI match", args.engine, lambda sides, seed: play(sides, seed, args)))
