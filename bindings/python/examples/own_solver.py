"""A solver of one's own in a page: expectimax in Python, with tuned weights as its heuristic."""

import tune2048
from tune2048 import Board, Game, Player

heuristic = Player("tuned-depth1")


def value_after(board: Board) -> float:
    """The expected value of an afterstate: the best move after each spawn, by its probability."""
    return sum(probability * best(spawned)[1] for probability, spawned in board.spawns())


def best(board: Board) -> tuple:
    """The legal move with the highest value of the board after it; a lost board is worth 0."""
    values = [(move, heuristic.value(board.after(move)[0])) for move in board.legal_moves()]
    return max(values, key=lambda found: found[1], default=(None, 0.0))


def choose(board: Board) -> str:
    """The move with the highest expected value."""
    return max(board.legal_moves(), key=lambda move: value_after(board.after(move)[0]))


def play(game: Game, moves: int = 100_000) -> Game:
    """Plays a game to its end, or for some moves."""
    while game.moves < moves and game.board.legal_moves():
        game.play(choose(game.board))
    return game


def main(games: int = 3, moves: int = 100_000) -> list:
    """Plays the first games of `evaluate`, and compares the scores."""
    own = [play(Game(seed=1, game=number), moves) for number in range(games)]
    engine = tune2048.evaluate("tuned-depth1", games, seed=1)["score"]
    for game, score in zip(own, engine):
        print(f"{game.board}\nscore {game.score:,}, of the engine {score:,}\n")
    return own


if __name__ == "__main__":
    main()
