def legal(ranks, move):
    for line in range(4):
        cells = [4 * line + place if move in ("left", "right") else 4 * place + line for place in range(4)]
        if move in ("right", "down"):
            cells.reverse()
        tiles = [ranks[cell] for cell in cells]
        if any(b != "0" and (a == "0" or a == b) for a, b in zip(tiles, tiles[1:])):
            return True
    return False

MOVES = ["up", "down", "left", "right"]

def move(weights, board):
    first = (board.count("0") + int(weights["LOST"])) % 4
    return next(m for m in MOVES[first:] + MOVES[:first] if legal(board, m))

def requests():
    say(protocol=1, name="test", plays="2048")
    for line in sys.stdin:
        yield json.loads(line)

def play(answer):
    weights = None
    for request in requests():
        if "weights" in request:
            weights = request["weights"]
            say(id=request["id"], ready=True)
        else:
            assert len(request["game"]) == len(request["boards"])
            answer(request, [move(weights, board) for board in request["boards"]])

def honest(request, moves):
    say(id=request["id"], moves=moves)
