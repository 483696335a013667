"""Matches between GTP engines of Go, Othello, Gomoku or Connect Four, whose settings tune2048 can tune.

    [player.command]
    program = ["python3", "examples/matches/gtp.py", "--size", "9", "--referee", "gnugo --mode gtp",
               "gnugo", "--mode", "gtp", "--level={level}"]
    opponent = "start"

`{level}` stands for the parameter `level`, in the words of an engine, which is started anew when they change, and in
the commands of `--setup`, which every game begins with. A word whose parameter takes no part is left out. A seed is an
opening, in which each side is Black once; the score is the share of the points, `margin` the mean lead in stones or
points: the whole board in a game that is resigned or lost by a fault. A request names the engine of each side in
`engine` and `opponent-engine`; without them both are the one of the arguments. An engine that crashes, hangs or makes
an illegal move has lost: standard error says why, `faults` and `opponent_faults` of the answer count such games.
"""
import argparse, asyncio, random, re, shlex
from boards import ConnectFour, Go, Gomoku, Othello
from match import Side, refuse, serve

GAMES = {"go": Go, "gomoku": Gomoku, "othello": Othello, "connect-four": ConnectFour}
PLACEHOLDER = re.compile(r"\{([\w.-]+)\}")


def arguments():
    parser = argparse.ArgumentParser(description="Plays matches between GTP engines for tune2048.")
    parser.add_argument("--game", choices=GAMES, default="go", help="[go]")
    parser.add_argument("--size", type=int, help="rows of the board [9, 15 in Gomoku, 8 in Othello]")
    parser.add_argument("--komi", type=float, default=6.5, help="points of White in Go [6.5]")
    parser.add_argument("--referee", type=shlex.split, help="the engine that knows legal moves and the score in Go")
    parser.add_argument("--setup", action="append", default=[], metavar="COMMAND", help="a command before each game")
    parser.add_argument("--opening", type=int, metavar="MOVES", help="random moves of an opening [4, in Othello 8]")
    parser.add_argument("--seconds", type=float, default=60, help="an engine that thinks longer has lost [60]")
    parser.add_argument("engine", nargs=argparse.REMAINDER, help="the engine and its arguments")
    args = parser.parse_args()
    args.rules, args.umpire = GAMES[args.game], None
    args.size = args.size or args.rules.size
    args.opening = args.rules.opening if args.opening is None else args.opening
    args.setup = [f"boardsize {args.size}", "clear_board", *args.setup]
    if args.game == "go":
        args.setup.insert(1, f"komi {args.komi}")
        args.umpire = Side()
        args.umpire.command, args.umpire.weights = args.referee or parser.error("Go needs --referee"), {}
    return args


class Fault(Exception):
    """An engine breaks a rule, of the game or of the protocol."""


class Refused(Fault):
    """An engine says that it does not do what it is told."""


class Engine:
    """A process that is started by the first command."""

    def __init__(self, words, seconds):
        self.words, self.seconds, self.process = words, seconds, None

    async def ask(self, line, may_refuse=False):
        """Returns the answer to a command, in lower case."""
        try:
            if self.process is None or self.process.returncode is not None:
                pipes = {"stdin": asyncio.subprocess.PIPE, "stdout": asyncio.subprocess.PIPE}
                self.process = await asyncio.create_subprocess_exec(*self.words, **pipes)
            self.process.stdin.write(f"{line}\n".encode())
            lines = await asyncio.wait_for(self.answer(line), self.seconds)
        except (asyncio.TimeoutError, OSError) as error:
            raise Fault(str(error) or f"no answer to `{line}` for {self.seconds:g} s") from None
        if not lines[0].startswith("=") and not may_refuse:
            raise Refused(f"`{line}` is answered by `{lines[0]}`")
        return " ".join(lines)[1:].strip().lower()

    async def answer(self, line):
        """Returns the lines up to the next empty one."""
        lines = []
        while text := await self.process.stdout.readline():
            text = text.decode(errors="replace").strip()
            if text:
                lines.append(text)
            elif lines:
                return lines
        raise Fault(f"it ended at `{line}`")

    def stop(self):
        if self.process and self.process.returncode is None:
            self.process.kill()
        self.process = None


def filled(words, weights):
    """Returns words with the values of parameters, without those whose parameter takes no part."""
    words = [word for word in words if weights.keys() >= set(PLACEHOLDER.findall(word))]
    return [PLACEHOLDER.sub(lambda found: str(weights[found[1]]), word) for word in words]


async def begin(side, args):
    """Makes a side ready for a game. Its engine goes on running if its words are the same."""
    for name in side.weights.keys() - set(PLACEHOLDER.findall(" ".join([*side.command, *args.setup]))):
        refuse(f"nothing takes the parameter {name}: write {{{name}}} into the engine's arguments or into --setup")
    words = filled(side.command, side.weights)
    if side.engine is None or side.engine.words != words:
        if side.engine is not None:
            side.engine.stop()
        side.engine = Engine(words, args.seconds)
    try:
        for line in filled(args.setup, side.weights):
            await side.engine.ask(line)
    except Fault as fault:
        refuse(f"cannot begin a game with {shlex.join(words)}: {fault}")


async def play(sides, seed, args):
    """Plays one game; the first side is Black. Returns how far it is ahead."""
    board, generator, made, passes = args.rules(args.size), random.Random(seed), 0, 0
    listeners = [*([args.umpire] if args.umpire else []), *sides]  # the referee hears a move first
    for side in listeners:
        await begin(side, args)
    while board.lead is None and passes < 2 and made < 3 * len(board.cells):
        color, legal = made % 2, board.legal(made % 2)
        moves = board.opening_moves(color) if made < args.opening else legal
        move = moves[int(generator.random() * len(moves))]
        is_forced = legal == ["pass"]  # some engines pass by themselves, and do not hear of it
        side = mover = None if made < args.opening or is_forced else sides[color]
        try:
            if mover:
                move = await mover.engine.ask(f"genmove {'bw'[color]}")
                mover.counts["moves"] += 1
                if move == "resign":
                    return (2 * color - 1) * board.all
                if move not in legal:
                    raise Fault(f"illegal move {move}")
            for side in listeners:
                if side is not mover:
                    await side.engine.ask(f"play {'bw'[color]} {move}", may_refuse=is_forced)
        except Fault as fault:
            if side is args.umpire:
                if mover is None or not isinstance(fault, Refused):
                    refuse(f"the referee fails: {fault}")
                side = mover
            side.lose(f"{fault}, at move {made + 1} of the game of seed {seed}")
            side.engine.stop()
            return board.all if side is sides[1] else -board.all
        board.play(color, move)
        made, passes = made + 1, passes + 1 if move == "pass" else 0
    if args.umpire and passes == 2:
        found = re.match(r"([bw])\+(\d*\.?\d*)", await args.umpire.engine.ask("final_score"))
        board.lead = found and (1 if found[1] == "b" else -1) * float(found[2] or board.all)
    return board.lead or 0


args = arguments()
asyncio.run(serve(f"{args.game} by GTP", args.engine, lambda sides, seed: play(sides, seed, args), "margin"))
