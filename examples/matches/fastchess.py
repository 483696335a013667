"""Matches that fastchess referees, with its clocks and rules: a runner where its program `fastchess` is built.

    [player.command]
    program = ["python3", "examples/matches/fastchess.py", "--openings", "book.epd", "--engine", "toga2",
               "--each", "tc=2+0.02 option.OwnBook=false", "-resign", "movecount=3", "score=600"]
    opponent = "self"
    deterministic = false

A parameter is an option of the engine, with `-` for each space of its name. A seed is a line of the openings, from which
each side plays White once. Each game starts the engines anew. `faults` and `opponent_faults` count games that were lost
by a crash, a hang or an illegal move, which standard error tells.
"""
import argparse, asyncio, os, re, shlex, shutil, subprocess, tempfile
from match import refuse, serve

RESULT = re.compile(r"Finished game \d+ \(.*?\): (1-0|0-1|1/2-1/2) \{(.*)\}")


def arguments():
    parser = argparse.ArgumentParser(description="Lets fastchess play matches for tune2048.", allow_abbrev=False)
    parser.add_argument("--fastchess", default="fastchess", help="the program [fastchess]")
    parser.add_argument("--engine", type=shlex.split, help="the engine and its arguments, where a request names none")
    parser.add_argument("--each", type=shlex.split, required=True, help='settings of both: "nodes=1000 option.Hash=4"')
    parser.add_argument("--openings", required=True, metavar="FILE", help="positions in EPD")
    args, args.further = parser.parse_known_args()
    args.program = located(args.fastchess)
    try:
        with open(args.openings) as file:
            args.count = sum(1 for line in file if line.strip())
    except OSError as error:
        refuse(f"cannot read the openings: {error}")
    return args


def located(program):
    return os.path.abspath(shutil.which(program) or refuse(f"there is no program {program}"))


def settings(side, name):
    options = [f"option.{option.replace('-', ' ')}={value}" for option, value in side.weights.items()]
    words = [f"args={shlex.join(side.command[1:])}"] if side.command[1:] else []
    return ["-engine", f"cmd={located(side.command[0])}", f"name={name}", f"dir={os.getcwd()}", *words, *options]


async def play(sides, seed, args):
    """Plays one game; the first side is White. Returns 1 if it has won, -1 if it has lost, else 0."""
    book = [f"file={os.path.abspath(args.openings)}", "format=epd", "order=sequential", f"start={seed % args.count + 1}"]
    command = [args.program, *settings(sides[0], "first"), *settings(sides[1], "second"), "-each", *args.each,
               "-openings", *book, "-rounds", "1", "-games", "1", "-concurrency", "1", "-recover", *args.further]
    with tempfile.TemporaryDirectory() as folder:  # for its config.json
        done = subprocess.run(command, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True)
    found = RESULT.search(done.stdout)
    if found is None or "doesn't have option" in done.stdout:
        told = [line for line in done.stdout.splitlines() if "; " in line] or done.stdout.splitlines()
        refuse(f"fastchess: {' '.join(told)} - by hand: {shlex.join(command)}")
    lead = {"1-0": 1, "0-1": -1}.get(found[1], 0)
    if re.search("disconnect|illegal|stall", found[2]):
        sides[lead == 1].lose(f"{found[2]}, in the game of seed {seed}")
    return lead


args = arguments()
asyncio.run(serve("fastchess", args.engine, lambda sides, seed: play(sides, seed, args)))
