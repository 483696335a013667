// A player of Connect Four whose weights tune2048 can tune: alpha-beta with four weights.
//
//     c++ -O3 -std=c++17 connect_four.cpp -o connect_four
//     ./connect_four           plays a game of the weights below against themselves and prints the final board
//     ./connect_four --tune    plays the pairs of games that tune2048 asks for, see connect-four.toml
//     ./connect_four --gtp     answers a runner that lets it meet another build, see docs/guide/tune-your-own-solver.md
//
//     --depth N       the moves that each side looks ahead, 4 without it
//     NAME=NUMBER     another weight than below, of a game and of --gtp
//
// A request has the weights of both sides. A seed stands for a pair of games: four random moves open both, and each
// side begins one of them. The score is the share of the points, half a point for a draw.
//
// Windows are four cells in a line, 69 on the board. The terms are those of Keith Galli's tutorial of 2019
// (https://github.com/KeithGalli/Connect4-Python), which has the weights 3, 2, 5 and 4.

#include <algorithm>
#include <bitset>
#include <sstream>

#include "tune2048.hpp"

namespace {

const tune2048::Weights FIRST_VERSION = {
    {"center", 0},  // a disc in the middle column
    {"twos", 0},    // a window with two discs of one's own and none of the other side
    {"threes", 5},  // such a window with three
    {"theirs", 0},  // a window with three of the other side, which is taken off
};

const int WIDTH = 7, HEIGHT = 6;
const double WON = 1e9;

// Cells, one bit each: column by column from below, each with an empty cell on top.
using Cells = std::uint64_t;

Cells cell(int column, int row) { return Cells(1) << (column * (HEIGHT + 1) + row); }

std::vector<Cells> all_windows() {
    std::vector<Cells> windows;
    for (const auto &[dx, dy] : {std::pair(1, 0), std::pair(0, 1), std::pair(1, 1), std::pair(1, -1)}) {
        for (int x = 0; x + 3 * dx < WIDTH; ++x) {
            for (int y = 0; y < HEIGHT; ++y) {
                if (y + 3 * dy < 0 || y + 3 * dy >= HEIGHT) continue;
                Cells window = 0;
                for (int i = 0; i < 4; ++i) window |= cell(x + i * dx, y + i * dy);
                windows.push_back(window);
            }
        }
    }
    return windows;
}

const std::vector<Cells> WINDOWS = all_windows();

int count(Cells cells) { return int(std::bitset<64>(cells).count()); }

bool has_four(Cells cells) {
    for (int step : {1, HEIGHT, HEIGHT + 1, HEIGHT + 2}) {
        const Cells pairs = cells & cells >> step;
        if (pairs & pairs >> 2 * step) return true;
    }
    return false;
}

// The discs of the side that moves, and of the other one.
struct Board {
    Cells own = 0, other = 0;

    Cells landing(int column) const {
        const Cells filled = own | other;
        for (int row = 0; row < HEIGHT; ++row) {
            if (!(filled & cell(column, row))) return cell(column, row);
        }
        return 0;
    }

    Board after(Cells disc) const { return {other, own | disc}; }
};

struct Player {
    double center, twos, threes, theirs;
    int depth;

    Player(const tune2048::Weights &requested, int depth) : depth(depth) {
        const tune2048::Weights weights = tune2048::with_defaults(FIRST_VERSION, requested);
        center = weights.at("center"), twos = weights.at("twos");
        threes = weights.at("threes"), theirs = weights.at("theirs");
    }

    // The value for the side whose discs are `own`.
    double value(Cells own, Cells other) const {
        Cells middle = 0;
        for (int row = 0; row < HEIGHT; ++row) middle |= cell(WIDTH / 2, row);
        double sum = center * count(own & middle);
        for (const Cells window : WINDOWS) {
            const int mine = count(own & window), others = count(other & window);
            if (others == 0 && mine == 2) sum += twos;
            if (others == 0 && mine == 3) sum += threes;
            if (mine == 0 && others == 3) sum -= theirs;
        }
        return sum;
    }

    // Negamax with alpha-beta: the value for the side that moves.
    double search(const Board &board, int depth, double alpha, double beta) const {
        if (has_four(board.other)) return -WON - depth;
        if (depth == 0) return value(board.own, board.other) - value(board.other, board.own);
        bool is_full = true;
        for (int column : ORDER) {
            const Cells disc = board.landing(column);
            if (!disc) continue;
            is_full = false;
            alpha = std::max(alpha, -search(board.after(disc), depth - 1, -beta, -alpha));
            if (alpha >= beta) break;
        }
        return is_full ? 0 : alpha;
    }

    // The column of the best move, the first of equals.
    Cells move(const Board &board) const {
        Cells best = 0;
        double alpha = -2 * WON;
        for (int column : ORDER) {
            const Cells disc = board.landing(column);
            if (!disc) continue;
            const double found = -search(board.after(disc), depth - 1, -2 * WON, -alpha);
            if (best == 0 || found > alpha) best = disc, alpha = found;
        }
        return best;
    }

    // The columns from the middle on.
    static constexpr int ORDER[WIDTH] = {3, 2, 4, 1, 5, 0, 6};
};

// Four moves at random, by the generator SplitMix64.
Board opening(std::uint64_t seed) {
    Board board;
    for (int ply = 0; ply < 4; ++ply) {
        std::uint64_t x = (seed += 0x9e3779b97f4a7c15);
        x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
        x = (x ^ x >> 27) * 0x94d049bb133111eb;
        board = board.after(board.landing(int((x ^ x >> 31) % WIDTH)));
    }
    return board;
}

// Plays from an opening; the share of the points of the side that moves first.
double play(Board board, const Player &first, const Player &second, Board *last = nullptr) {
    const Player *mover = &first, *waiting = &second;
    double result = 0.5;
    while (const Cells disc = mover->move(board)) {
        board = board.after(disc);
        if (has_four(board.other)) {
            result = mover == &first ? 1 : 0;
            break;
        }
        std::swap(mover, waiting);
    }
    if (last != nullptr) *last = mover == &first ? Board{board.other, board.own} : board;
    return result;
}

// Prints the discs of the side that began as x.
void print(const Board &board) {
    for (int row = HEIGHT - 1; row >= 0; --row) {
        for (int column = 0; column < WIDTH; ++column) {
            const Cells here = cell(column, row);
            std::printf("%c ", board.own & here ? 'x' : board.other & here ? 'o' : '.');
        }
        std::printf("\n");
    }
}

// Answers the lines of GTP for either side. A move is the letter of a column.
void answer_gtp(const Player &player) {
    Board board;
    for (std::string line; std::getline(std::cin, line);) {
        std::istringstream words(line);
        std::string command, side, column, answer;
        words >> command >> side >> column;
        Cells disc = 0;
        if (command == "quit") return;
        if (command == "clear_board") board = {};
        if (command == "play") {
            const int place = column.empty() ? -1 : column[0] - 'a';
            if (place >= 0 && place < WIDTH) disc = board.landing(place);
            if (!disc) answer = "illegal move";
        }
        if (command == "genmove") {
            disc = player.move(board);
            for (answer = "a"; board.landing(answer[0] - 'a') != disc;) ++answer[0];
        }
        if (disc) board = board.after(disc);
        std::printf("%c %s\n\n", answer.size() > 1 ? '?' : '=', answer.c_str());
        std::fflush(stdout);
    }
}

}  // namespace

#ifndef NO_MAIN
int main(int argc, char **argv) {
    int depth = 4;
    bool tunes = false, meets = false;
    tune2048::Weights weights;
    for (int i = 1; i < argc; ++i) {
        const std::string word = argv[i];
        if (word == "--tune") {
            tunes = true;
        } else if (word == "--gtp") {
            meets = true;
        } else if (word == "--depth" && i + 1 < argc) {
            depth = std::atoi(argv[++i]);
        } else if (const auto at = word.find('='); at != std::string::npos) {
            weights[word.substr(0, at)] = std::atof(word.c_str() + at + 1);
        } else {
            tune2048::fail("unknown argument " + word);
        }
    }
    if (depth < 1 || depth > 12) tune2048::fail("expected a depth from 1 to 12");
    if (meets) {
        answer_gtp(Player(weights, depth));
        return 0;
    }
    if (!tunes) {
        const Player player(weights, depth);
        Board last;
        const double result = play(opening(1), player, player, &last);
        print(last);
        std::printf("%s\n", result == 0.5 ? "a draw" : result == 1 ? "x wins" : "o wins");
        return 0;
    }
    tune2048::greet("connect four");
    for (tune2048::Request request; tune2048::read(request);) {
        const Player player(request.weights, depth), opponent(request.opponent, depth);
        for (const std::uint64_t seed : request.seeds) {
            const Board board = opening(seed);
            const double first = play(board, player, opponent);
            const double second = 1 - play(board, opponent, player);
            tune2048::answer(request, seed, {{"score", (first + second) / 2}});
        }
    }
}
#endif
