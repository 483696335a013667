// A Tetris player whose weights tune2048 can tune: Dellacherie's six features with the published weights.
//
//     c++ -O3 -std=c++17 tetris.cpp -o tetris
//     ./tetris           plays one game and prints how many lines it cleared
//     ./tetris --tune    plays the games that tune2048 asks for, see tetris.toml
//
//     --height N    the rows of the board: 10 without it, so that a game ends within milliseconds
//     --pieces N    ends every game after N pieces
//
// The seven pieces come with equal probability. The player sees the falling piece only and drops it where the board is
// worth most, in any orientation and column. A piece that fits nowhere ends the game; the score is the number of lines.
//
// The features and weights are those of Dellacherie's player as in Thiery and Scherrer, "Building controllers for
// Tetris", ICGA Journal 32 (2009). Szita and Lorincz, "Learning Tetris using the noisy cross-entropy method", Neural
// Computation 18 (2006), showed that tuning such weights works.

#include <algorithm>
#include <array>
#include <limits>

#include "tune2048.hpp"

namespace {

const tune2048::Weights DELLACHERIE = {
    {"landing-height", -1},     {"eroded-piece-cells", 1}, {"row-transitions", -1},
    {"column-transitions", -1}, {"holes", -4},             {"cumulative-wells", -1},
};

// A row of cells, one bit each.
using Row = std::uint16_t;

const int WIDTH = 10, MAX_HEIGHT = 40;
const Row FULL = (1 << WIDTH) - 1;

// ---- Pieces ----

// One orientation of a piece: its rows from below, in the leftmost column.
struct Shape {
    std::vector<Row> rows;
    int width;
};

Shape turned(const Shape &shape) {
    Shape result{std::vector<Row>(shape.width), int(shape.rows.size())};
    for (int y = 0; y < result.width; ++y) {
        for (int x = 0; x < shape.width; ++x) {
            if (shape.rows[y] >> x & 1) result.rows[x] |= Row(1 << (result.width - 1 - y));
        }
    }
    return result;
}

// The seven pieces I, O, S, Z, T, J and L, each in all orientations that differ.
std::vector<std::vector<Shape>> all_pieces() {
    std::vector<std::vector<Shape>> pieces;
    for (Shape shape : {Shape{{0b1111}, 4}, Shape{{0b11, 0b11}, 2}, Shape{{0b011, 0b110}, 3}, Shape{{0b110, 0b011}, 3},
                        Shape{{0b111, 0b010}, 3}, Shape{{0b111, 0b001}, 3}, Shape{{0b111, 0b100}, 3}}) {
        std::vector<Shape> shapes;
        for (int turn = 0; turn < 4; ++turn, shape = turned(shape)) {
            const auto is_same = [&](const Shape &other) { return other.rows == shape.rows; };
            if (std::none_of(shapes.begin(), shapes.end(), is_same)) shapes.push_back(shape);
        }
        pieces.push_back(shapes);
    }
    return pieces;
}

const std::vector<std::vector<Shape>> PIECES = all_pieces();

// ---- Board ----

struct Board {
    int height;
    int top = 0;                         // rows from here on are empty
    std::array<Row, MAX_HEIGHT> rows{};  // from below

    bool collides(const Shape &shape, int x, int y) const {
        for (std::size_t i = 0; i < shape.rows.size(); ++i) {
            if ((rows[y + i] & shape.rows[i] << x) != 0) return true;
        }
        return false;
    }
};

// A board after a piece, and what the piece did.
struct Placement {
    Board board;
    double landing_height = 0;         // of the middle of the piece
    int lines = 0, cleared_cells = 0;  // cleared lines, and cells of the piece in them
};

// The number of filled cells of each row, and of its transitions between filled and empty; walls are filled.
struct RowTables {
    std::array<int, FULL + 1> cells{}, transitions{};

    RowTables() {
        for (unsigned row = 0; row <= FULL; ++row) {
            const unsigned with_walls = 1 | row << 1 | 1 << (WIDTH + 1);
            for (int x = 0; x < WIDTH; ++x) cells[row] += row >> x & 1;
            for (int x = 0; x <= WIDTH; ++x) transitions[row] += (with_walls >> x & 1) != (with_walls >> (x + 1) & 1);
        }
    }
};

const RowTables ROWS;

// Drops a piece in a column and removes full lines; false if there is no room for it.
bool drop(const Board &board, const Shape &shape, int x, Placement &placement) {
    const int height = int(shape.rows.size());
    int y = std::min(board.top, board.height - height);
    if (board.collides(shape, x, y)) return false;
    while (y > 0 && !board.collides(shape, x, y - 1)) --y;
    placement = {board, y + (height - 1) / 2.0};
    Board &after = placement.board;
    after.top = std::max(after.top, y + height);
    for (int i = 0; i < height; ++i) after.rows[y + i] |= Row(shape.rows[i] << x);
    for (int i = height - 1; i >= 0; --i) {
        const auto line = after.rows.begin() + y + i;
        if (*line != FULL) continue;
        ++placement.lines;
        placement.cleared_cells += ROWS.cells[shape.rows[i]];
        std::copy(line + 1, after.rows.begin() + after.top, line);
        after.rows[--after.top] = 0;
    }
    return true;
}

// ---- Player ----

struct Game {
    double lines = 0, pieces = 0;
};

class Player {
public:
    explicit Player(const tune2048::Weights &weights)
        : landing_height(weights.at("landing-height")), eroded_piece_cells(weights.at("eroded-piece-cells")),
          row_transitions(weights.at("row-transitions")), column_transitions(weights.at("column-transitions")),
          holes(weights.at("holes")), cumulative_wells(weights.at("cumulative-wells")) {}

    // The weighted sum of the features.
    double value(const Placement &placement) const {
        const Board &board = placement.board;
        int row_count = 2 * (board.height - board.top), column_count = 0, hole_count = 0, well_count = 0;
        Row covered = 0, above = 0;
        for (int y = board.top - 1; y >= 0; --y) {
            const Row row = board.rows[y];
            row_count += ROWS.transitions[row];
            column_count += ROWS.cells[row ^ above];
            covered |= row;
            hole_count += ROWS.cells[covered & ~row];
            // Wells are runs of empty cells between filled ones, above each other; the n-th cell of a run counts n.
            for (int depth_y = y, well = FULL; depth_y < board.top && well != 0; ++depth_y) {
                well &= well_cells(board.rows[depth_y]);
                well_count += ROWS.cells[well];
            }
            above = row;
        }
        column_count += ROWS.cells[FULL ^ above];  // the floor is filled
        return landing_height * placement.landing_height +
               eroded_piece_cells * (placement.lines * placement.cleared_cells) + row_transitions * row_count +
               column_transitions * column_count + holes * hole_count + cumulative_wells * well_count;
    }

    Game play(std::uint64_t seed, int height, int max_pieces) const {
        std::uint64_t state = seed;
        Game game;
        Placement placement, best;
        for (Board board{height}; game.pieces < max_pieces; ++game.pieces) {
            double best_value = 0;
            bool fits = false;
            for (const Shape &shape : PIECES[next_piece(state)]) {
                for (int x = 0; x + shape.width <= WIDTH; ++x) {
                    if (!drop(board, shape, x, placement)) continue;
                    const double placement_value = value(placement);
                    if (fits && placement_value <= best_value) continue;
                    best = placement;
                    best_value = placement_value;
                    fits = true;
                }
            }
            if (!fits) break;
            board = best.board;
            game.lines += best.lines;
        }
        return game;
    }

private:
    static Row well_cells(Row row) {
        return Row(~row & (row << 1 | 1) & (row >> 1 | 1 << (WIDTH - 1)) & FULL);
    }

    // splitmix64: the pieces depend on nothing but the seed.
    static std::size_t next_piece(std::uint64_t &state) {
        std::uint64_t z = state += 0x9e3779b97f4a7c15;
        z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
        z = (z ^ z >> 27) * 0x94d049bb133111eb;
        z ^= z >> 31;
        return (z >> 32) * PIECES.size() >> 32;
    }

    double landing_height, eroded_piece_cells, row_transitions, column_transitions, holes, cumulative_wells;
};

}  // namespace

int main(int argc, char **argv) {
    bool is_tuned = false;
    int height = 10, max_pieces = std::numeric_limits<int>::max();
    for (int index = 1; index < argc; ++index) {
        const std::string argument = argv[index];
        const int number = index + 1 < argc ? std::atoi(argv[index + 1]) : 0;
        if (argument == "--tune") is_tuned = true;
        else if (argument == "--height" && number >= 4 && number <= MAX_HEIGHT) height = number, ++index;
        else if (argument == "--pieces" && number > 0) max_pieces = number, ++index;
        else tune2048::fail("usage: tetris [--height 4 to 40] [--pieces N] [--tune]");
    }
    if (!is_tuned) {
        const Game game = Player(DELLACHERIE).play(1, height, max_pieces);
        std::printf("%.0f lines, %.0f pieces\n", game.lines, game.pieces);
        return 0;
    }
    tune2048::greet("tetris");
    for (tune2048::Request request; tune2048::read(request);) {
        const Player player(tune2048::with_defaults(DELLACHERIE, request.weights));
        for (const std::uint64_t seed : request.seeds) {
            const Game game = player.play(seed, height, max_pieces);
            tune2048::answer(request, seed, {{"score", game.lines}, {"pieces", game.pieces}});
        }
    }
}
