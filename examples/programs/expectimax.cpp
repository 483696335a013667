// A textbook expectimax player of 2048 whose constants tune2048 can tune.
//
//     c++ -O3 -std=c++17 expectimax.cpp -o expectimax
//     ./expectimax --depth 2           plays one game and prints its score
//     ./expectimax --depth 2 --tune    plays the games that tune2048 asks for, see textbook-expectimax.toml
//
// Without --depth it searches as deep as the well-known program of 2014: past max(3, distinct tiles - 2) spawns. The
// constants are those of that program, too. To make your own solver tunable, copy tune2048.hpp and the loop in `main`.
//
// With one more flag it values boards by a learned network, net.safetensors in the folder where it runs:
//
//     tune2048 export learned-medium --out net.h
//     c++ -O3 -std=c++17 -include net.h expectimax.cpp -o expectimax

#include <algorithm>
#include <cmath>

#include "tune2048.hpp"

namespace {

const tune2048::Weights WEIGHTS_2014 = {
    {"SCORE_LOST_PENALTY", 200000}, {"SCORE_MONOTONICITY_POWER", 4}, {"SCORE_MONOTONICITY_WEIGHT", 47},
    {"SCORE_SUM_POWER", 3.5},       {"SCORE_SUM_WEIGHT", 11},        {"SCORE_MERGES_WEIGHT", 700},
    {"SCORE_EMPTY_WEIGHT", 270},
};

// A branch whose spawns have together a lower probability is valued without further search.
const float PROBABILITY_CUT = 1e-4f;

// ---- Boards ----

// Sixteen ranks of four bits: 0 is an empty cell, rank k the tile 2^k. Row 0 is in the lowest 16 bits, the left cell of
// a row in its lowest four. Ranks end at 15: two tiles of 32768 do not merge.
using Board = std::uint64_t;
using Row = std::uint16_t;

int rank_at(Board board, int cell) { return board >> 4 * cell & 0xf; }

Row reversed(Row row) { return Row(row >> 12 | (row >> 4 & 0xf0) | (row << 4 & 0xf00) | row << 12); }

Row moved_left(Row row) {
    int cells[4] = {}, count = 0;
    bool may_merge = false;
    for (int cell = 0; cell < 4; ++cell) {
        const int rank = rank_at(row, cell);
        if (rank == 0) continue;
        if (may_merge && cells[count - 1] == rank && rank < 15) {
            ++cells[count - 1];
            may_merge = false;
        } else {
            cells[count++] = rank;
            may_merge = true;
        }
    }
    return Row(cells[0] | cells[1] << 4 | cells[2] << 8 | cells[3] << 12);
}

// What moves make of each row. It does not depend on weights.
struct MoveTables {
    Row left[65536], right[65536];

    MoveTables() {
        for (int row = 0; row < 65536; ++row) {
            left[row] = moved_left(Row(row));
            right[row] = reversed(moved_left(reversed(Row(row))));
        }
    }
};

const MoveTables MOVES;

Board move_rows(const Row table[65536], Board board) {
    return Board(table[board & 0xffff]) | Board(table[board >> 16 & 0xffff]) << 16 |
           Board(table[board >> 32 & 0xffff]) << 32 | Board(table[board >> 48]) << 48;
}

Board transposed(Board board) {
    Board swap = (board ^ board >> 12) & 0x0000f0f00000f0f0;  // within each block of 2 x 2 cells
    board ^= swap | swap << 12;
    swap = (board ^ board >> 24) & 0x00000000ff00ff00;  // two of the blocks
    return board ^ swap ^ swap << 24;
}

// The boards after left, right, up and down; an illegal move leaves the board as it is.
void move_all(Board board, Board after[4]) {
    const Board columns = transposed(board);
    after[0] = move_rows(MOVES.left, board);
    after[1] = move_rows(MOVES.right, board);
    after[2] = transposed(move_rows(MOVES.left, columns));
    after[3] = transposed(move_rows(MOVES.right, columns));
}

int count_empty(Board board) {
    board |= board >> 2;
    board |= board >> 1;
    int count = 0;
    for (Board rest = ~board & 0x1111111111111111; rest != 0; rest &= rest - 1) ++count;
    return count;
}

int count_distinct(Board board) {
    bool is_present[16] = {};
    for (int cell = 0; cell < 16; ++cell) is_present[rank_at(board, cell)] = true;
    return int(std::count(is_present + 1, is_present + 16, true));
}

// The points for merging a board's tiles from tiles of 2: (k - 1) 2^k for rank k. A move adds its points to it.
int merge_points(Board board) {
    int points = 0;
    for (int cell = 0; cell < 16; ++cell) {
        const int rank = rank_at(board, cell);
        if (rank != 0) points += (rank - 1) << rank;
    }
    return points;
}

// ---- Evaluation ----

#ifdef TUNE2048_NETWORK_H

// What boards are worth by a learned network: the points still to come.
class Evaluation {
public:
    explicit Evaluation(const tune2048::Weights &) {
        const char *problem = tune2048_open(&network, "net.safetensors");
        if (problem != nullptr) tune2048::fail(std::string("net.safetensors: ") + problem);
    }
    ~Evaluation() { tune2048_close(&network); }
    Evaluation(const Evaluation &) = delete;

    float value(Board board) const { return tune2048_value(&network, board); }

    // The points of the merges of a move, which come before what its board is worth.
    float points(Board board, int direction) const {
        const Board lines = direction < 2 ? board : transposed(board);
        std::uint32_t points = 0;
        for (int line = 0; line < 4; ++line) points += network.points[lines >> 16 * line & 0xffff];
        return float(points);
    }

    // A board with the same moves whose tiles the network knows.
    Board known(Board board) const { return tune2048_downgraded(board); }

private:
    tune2048_network network;
};

#else

// What each row is worth, by the formula of 2014.
std::vector<float> row_values(const tune2048::Weights &weights) {
    const double lost = weights.at("SCORE_LOST_PENALTY"), per_empty = weights.at("SCORE_EMPTY_WEIGHT"),
                 per_merge = weights.at("SCORE_MERGES_WEIGHT"), per_sum = weights.at("SCORE_SUM_WEIGHT"),
                 per_step = weights.at("SCORE_MONOTONICITY_WEIGHT");
    double sum_powers[16], step_powers[16];
    for (int rank = 0; rank < 16; ++rank) {
        sum_powers[rank] = std::pow(rank, weights.at("SCORE_SUM_POWER"));
        step_powers[rank] = std::pow(rank, weights.at("SCORE_MONOTONICITY_POWER"));
    }
    std::vector<float> values(65536);
    for (int row = 0; row < 65536; ++row) {
        int tiles[4], count = 0, merges = 0;
        double sum = 0, rise = 0, fall = 0;
        for (int cell = 0; cell < 4; ++cell) {
            const int rank = rank_at(row, cell);
            if (rank != 0) tiles[count++] = rank;
            sum += sum_powers[rank];
            const double step = cell == 0 ? 0 : step_powers[rank] - step_powers[rank_at(row, cell - 1)];
            (step > 0 ? rise : fall) += std::abs(step);
        }
        for (int i = 0; i < count; ++i) {  // tiles beside an equal one; empty cells between them are ignored
            merges += (i > 0 && tiles[i - 1] == tiles[i]) || (i + 1 < count && tiles[i + 1] == tiles[i]);
        }
        values[row] = float(lost + per_empty * (4 - count) + per_merge * merges - per_sum * sum -
                            per_step * std::min(rise, fall));
    }
    return values;
}

// What boards are worth by their rows and columns.
class Evaluation {
public:
    explicit Evaluation(const tune2048::Weights &weights) : values(row_values(weights)) {}

    float value(Board board) const {
        float sum = 0;
        for (const Board lines : {board, transposed(board)}) {
            for (int line = 0; line < 4; ++line) sum += values[lines >> 16 * line & 0xffff];
        }
        return sum;
    }

    float points(Board, int) const { return 0; }
    Board known(Board board) const { return board; }

private:
    std::vector<float> values;
};

#endif

// ---- Search and games ----

// The random numbers of a game (splitmix64), which depend on nothing but its seed.
struct Random {
    std::uint64_t state;

    std::uint64_t next() {
        std::uint64_t z = state += 0x9e3779b97f4a7c15;
        z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
        z = (z ^ z >> 27) * 0x94d049bb133111eb;
        return z ^ z >> 31;
    }
};

// Adds a 2 or, in one of ten cases, a 4 to an empty cell. One random number decides both, so that the n-th spawns of
// two games with the same seed use the same number.
Board with_spawn(Board board, Random &random) {
    const std::uint64_t number = random.next();
    std::uint64_t index = (number >> 32) * count_empty(board) >> 32;
    int cell = 0;
    while (rank_at(board, cell) != 0 || index-- > 0) ++cell;
    const Board rank = (number & 0xffffffff) * 10 >> 32 == 0 ? 2 : 1;
    return board | rank << 4 * cell;
}

struct Game {
    double score = 0, largest_tile = 0, moves = 0, nodes = 0;
};

class Player {
public:
    // A fixed depth of 0 stands for the rule of 2014.
    Player(const tune2048::Weights &weights, int fixed_depth)
        : evaluation(weights), table(std::size_t(1) << TABLE_BITS), fixed_depth(fixed_depth) {}

    Game play(std::uint64_t seed) {
        Random random{seed};
        std::fill(table.begin(), table.end(), Entry());  // a game must not depend on those before it
        nodes = 0;
        Game game;
        Board board = with_spawn(with_spawn(0, random), random);
        for (Board after; (after = best_move(board)) != board; ++game.moves) {
            game.score += merge_points(after) - merge_points(board);
            board = with_spawn(after, random);
        }
        for (int cell = 0; cell < 16; ++cell) {
            game.largest_tile = std::max(game.largest_tile, double(1 << rank_at(board, cell)));
        }
        game.nodes = double(nodes);
        return game;
    }

    // The value of a board without search.
    float static_value(Board board) const { return evaluation.value(board); }

    // The value of a board after a move: the mean over its spawns, each followed by the best move.
    float chance_value(Board board, int depth, float probability) {
        if (depth == 0 || probability < PROBABILITY_CUT) {
            ++nodes;
            return static_value(board);
        }
        Entry &entry = table[board * 0x9e3779b97f4a7c15 >> (64 - TABLE_BITS)];
        if (entry.board == board && entry.depth >= depth) return entry.value;
        const int empty = count_empty(board);
        float sum = 0;
        for (int cell = 0; cell < 16; ++cell) {
            if (rank_at(board, cell) != 0) continue;
            const Board two = board | Board(1) << 4 * cell, four = board | Board(2) << 4 * cell;
            sum += 0.9f * max_value(two, depth - 1, probability * 0.9f / float(empty));
            sum += 0.1f * max_value(four, depth - 1, probability * 0.1f / float(empty));
        }
        entry = {board, sum / float(empty), depth};
        return entry.value;
    }

    // The board after the best move; the board itself if there is none.
    Board best_move(Board board) {
        const int depth = fixed_depth != 0 ? fixed_depth : std::max(3, count_distinct(board) - 2);
        const Board known = evaluation.known(board);
        Board moved[4], searched[4], best = board;
        move_all(board, moved);
        move_all(known, searched);
        float best_value = 0;
        for (int direction = 0; direction < 4; ++direction) {
            if (moved[direction] == board) continue;
            const float value = evaluation.points(known, direction) + chance_value(searched[direction], depth, 1);
            if (best != board && value <= best_value) continue;
            best = moved[direction];
            best_value = value;
        }
        return best;
    }

private:
    // What a search past `depth` spawns found.
    struct Entry {
        Board board = 0;
        float value = 0;
        int depth = 0;
    };

    static constexpr int TABLE_BITS = 16;

    // The value of a board before a move; 0 if there is none. The maximum does not start at 0: live boards may be worth
    // less with the weights that a tuner tries.
    float max_value(Board board, int depth, float probability) {
        Board moved[4];
        move_all(board, moved);
        bool is_dead = true;
        float best = 0;
        for (int direction = 0; direction < 4; ++direction) {
            if (moved[direction] == board) continue;
            const float value =
                evaluation.points(board, direction) + chance_value(moved[direction], depth, probability);
            if (is_dead || value > best) best = value;
            is_dead = false;
        }
        return best;
    }

    Evaluation evaluation;
    std::vector<Entry> table;
    int fixed_depth;
    std::uint64_t nodes = 0;
};

}  // namespace

int main(int argc, char **argv) {
    bool is_tuned = false;
    int depth = 0;
    for (int index = 1; index < argc; ++index) {
        const std::string argument = argv[index];
        if (argument == "--tune") is_tuned = true;
        else if (argument == "--depth" && ++index < argc && std::atoi(argv[index]) > 0) depth = std::atoi(argv[index]);
        else tune2048::fail("usage: expectimax [--depth N] [--tune]");
    }
    if (!is_tuned) {
        const Game game = Player(WEIGHTS_2014, depth).play(1);
        std::printf("score %.0f, largest tile %.0f, %.0f moves\n", game.score, game.largest_tile, game.moves);
        return 0;
    }
    tune2048::greet("expectimax");
    for (tune2048::Request request; tune2048::read(request);) {
        Player player(tune2048::with_defaults(WEIGHTS_2014, request.weights), depth);
        for (const std::uint64_t seed : request.seeds) {
            const Game game = player.play(seed);
            tune2048::answer(request, seed, {{"score", game.score}, {"largest_tile", game.largest_tile},
                                             {"moves", game.moves}, {"nodes", game.nodes}});
        }
    }
}
