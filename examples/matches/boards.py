"""The rules that gtp.py needs of a game. Black, who begins, is 0, White 1; at the end Black
is `lead` points ahead."""

LINES = [(1, 0), (0, 1), (1, 1), (1, -1)]


class Go:
    """An opening has random stones apart from the edge. The engines know everything else."""

    size, opening = 9, 4

    def __init__(self, size):
        self.all = size * size  # what a game counts that is lost by a fault
        self.lead, self.stones = None, {}
        self.cells = {f"{'abcdefghjklmnopqrst'[x]}{y + 1}": (x, y) for x in range(size) for y in range(size)}
        edge = size // 4
        self.middle = [name for name, cell in self.cells.items() if edge <= min(cell) and max(cell) < size - edge]

    def legal(self, color):
        return [*self.cells, "pass"]

    def opening_moves(self, color):
        return [name for name in self.middle if self.cells[name] not in self.stones]

    def play(self, color, move):
        if move != "pass":
            self.stones[self.cells[move]] = color


class Gomoku(Go):
    """Five or more in a row win."""

    size, in_line = 15, 5

    def __init__(self, size):
        super().__init__(size)
        self.all = 1

    def legal(self, color):
        return [name for name, cell in self.cells.items() if cell not in self.stones]

    def run(self, color, cell, dx, dy):
        """Returns how many stones of a color stand beside a cell in a direction."""
        x, y, count = cell[0] + dx, cell[1] + dy, 0
        while self.stones.get((x, y)) == color:
            x, y, count = x + dx, y + dy, count + 1
        return count

    def play(self, color, move):
        self.put(color, self.cells[move])

    def put(self, color, cell):
        self.stones[cell] = color
        if any(self.run(color, cell, dx, dy) + self.run(color, cell, -dx, -dy) + 1 >= self.in_line for dx, dy in LINES):
            self.lead = 1 - 2 * color
        elif len(self.stones) == len(self.cells):
            self.lead = 0


class ConnectFour(Gomoku):
    """Four in a row win. A move is the letter of a column, in which the disc falls."""

    size, opening, in_line = 7, 4, 4

    def __init__(self, size):
        super().__init__(size)
        self.cells = {f"{'abcdefg'[x]}{y + 1}": (x, y) for x in range(7) for y in range(6)}

    def legal(self, color):
        return [letter for letter in "abcdefg" if self.cells[f"{letter}6"] not in self.stones]

    def opening_moves(self, color):
        return self.legal(color)

    def play(self, color, move):
        y = 1 + sum(x == "abcdefg".index(move) for x, _ in self.stones)
        self.put(color, self.cells[f"{move}{y}"])


class Othello(Gomoku):
    """A side that can turn no disc passes."""

    size, opening = 8, 8

    def __init__(self, size):
        Go.__init__(self, size)
        low, high = size // 2 - 1, size // 2
        self.stones = {(low, low): 1, (high, high): 1, (low, high): 0, (high, low): 0}

    def turned(self, color, cell):
        if cell in self.stones:
            return []
        found = []
        for dx, dy in [*LINES, *((-dx, -dy) for dx, dy in LINES)]:
            count = self.run(1 - color, cell, dx, dy)
            cells = [(cell[0] + dx * i, cell[1] + dy * i) for i in range(1, count + 2)]
            if self.stones.get(cells.pop()) == color:
                found += cells
        return found

    def legal(self, color):
        return [name for name, cell in self.cells.items() if self.turned(color, cell)] or ["pass"]

    opening_moves = legal

    def play(self, color, move):
        if move != "pass":
            cell = self.cells[move]
            self.stones.update(dict.fromkeys([cell, *self.turned(color, cell)], color))
        if self.legal(0) == self.legal(1) == ["pass"]:
            self.lead = len(self.stones) - 2 * sum(self.stones.values())
