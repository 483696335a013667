"""A greedy player of 2048 whose weights tune2048 can tune, in a page of Python.

It takes the move after which the board is worth most:

    empty * (empty cells) - steps * (differences of neighbouring ranks to a power) + corner * (is the largest tile there?)

It stays alive and answers requests, as python-player.toml asks it to:

    [player.command]
    program = ["python3", "examples/programs/one_page.py"]

A program can also be started once per game. It then needs no loop and reads its arguments:

    program = ["python3", "examples/programs/one_page.py", "{seed}", "{weights-file}"]
"""
import functools, json, random, sys

WEIGHTS = {"empty": 1.0, "steps": 1.0, "power": 1.0, "corner": 1.0}


@functools.lru_cache(maxsize=None)
def slide(row):
    """Moves a row of ranks (0: empty, k: the tile 2^k) to the left; returns it and the points of its merges."""
    tiles, moved, points = [rank for rank in row if rank], [], 0
    while tiles:
        rank = tiles.pop(0)
        if tiles and tiles[0] == rank:
            tiles.pop(0)
            rank += 1
            points += 2**rank
        moved.append(rank)
    return tuple(moved + [0] * (4 - len(moved))), points


def moves(board):
    """Yields the board after each legal move, with the points. Some are turned, which does not change their value."""
    for _ in range(4):
        rows = [slide(row) for row in board]
        after = tuple(row for row, _ in rows)
        if after != board:
            yield after, sum(points for _, points in rows)
        board = tuple(zip(*board[::-1]))


def value(board, weights):
    """Returns what a board is worth after a move."""
    lines = board + tuple(zip(*board))
    steps = sum(abs(a - b) ** weights["power"] for line in lines for a, b in zip(line, line[1:]) if a != b)
    corners = board[0][0], board[0][3], board[3][0], board[3][3]
    is_cornered = max(map(max, board)) in corners
    empty = sum(row.count(0) for row in board)
    return weights["empty"] * empty - weights["steps"] * steps + weights["corner"] * is_cornered


def spawn(board, generator):
    """Adds a 2 or, in one of ten cases, a 4 to an empty cell."""
    cells = [(y, x) for y in range(4) for x in range(4) if board[y][x] == 0]
    y, x = cells[int(generator.random() * len(cells))]
    rank = 2 if generator.random() < 0.1 else 1
    return tuple(row[:x] + (rank,) + row[x + 1:] if y == i else row for i, row in enumerate(board))


def play(weights, seed):
    """Plays one game. All of its random numbers come from the seed."""
    unknown = weights.keys() - WEIGHTS.keys()
    if unknown:
        print("unknown parameters:", *unknown, file=sys.stderr)
        sys.exit(2)
    weights = {**WEIGHTS, **weights}
    generator = random.Random(seed)
    board = spawn(spawn(((0,) * 4,) * 4, generator), generator)
    score = made = 0
    while options := list(moves(board)):
        board, points = max(options, key=lambda option: value(option[0], weights))
        board = spawn(board, generator)
        score += points
        made += 1
    return {"score": score, "largest_tile": 2 ** max(map(max, board)), "moves": made}


def serve():
    """Answers the requests on standard input until it ends. Every line is flushed, or tune2048 would not see it."""
    print(json.dumps({"protocol": 1, "name": "one page of Python"}), flush=True)
    for line in sys.stdin:
        request = json.loads(line)
        for seed in request["seeds"]:
            game = play(request["weights"], seed)
            print(json.dumps({"id": request["id"], "seed": seed, **game}), flush=True)


if len(sys.argv) == 3:  # once per game
    with open(sys.argv[2]) as file:
        print(json.dumps(play(json.load(file), int(sys.argv[1]))))
else:
    serve()
