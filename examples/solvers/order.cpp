// Two players of 2048, and their games by a plain loop of their own, for checks of the referee:
//
//     c++ -O2 -std=c++17 -o order examples/solvers/order.cpp
//     ./order                    answers boards by the first legal move of up, left, right and down
//     ./order foresee            answers them by a search that takes every spawn for a 2 in the first empty cell
//     ./order 100000             plays games by itself, and prints their mean score with its standard error
//     ./order foresee 100 fault  the same in a game with a fault: tiles come to the first empty cell

#include <algorithm>
#include <cmath>
#include <cstring>
#include <random>
#include <utility>

#include "referee.hpp"

static const char *const NAMES[] = {"up", "left", "right", "down"};

// Moves the tiles; returns the points, or -1 if nothing moves.
static int slide(referee::Ranks &ranks, int move)
{
    const referee::Ranks before = ranks;
    int points = 0;
    for (int line = 0; line < 4; line++) {
        auto cell = [&](int place) {
            const int far = move < 2 ? place : 3 - place;
            return move % 3 == 0 ? 4 * far + line : 4 * line + far;
        };
        int to = 0, open = 0;
        for (int place = 0; place < 4; place++) {
            const int rank = std::exchange(ranks[cell(place)], 0);
            if (!rank) continue;
            if (open == rank) {
                points += 2 << rank;
                ranks[cell(to - 1)]++;
                open = 0;
            } else {
                ranks[cell(to++)] = open = rank;
            }
        }
    }
    return ranks == before ? -1 : points;
}

static const char *first_legal(const referee::Ranks &ranks)
{
    for (int move = 0; move < 4; move++) {
        referee::Ranks after = ranks;
        if (slide(after, move) >= 0) return NAMES[move];
    }
    return "none";
}

static void spawn_foreseen(referee::Ranks &ranks)
{
    *std::find(ranks.begin(), ranks.end(), 0) = 1;
}

// The most points and empty cells that the next moves can bring, if all spawns are foreseen.
static double foreseen(const referee::Ranks &ranks, int moves, int *best = nullptr)
{
    if (moves == 0) return 50.0 * std::count(ranks.begin(), ranks.end(), 0);
    double most = -INFINITY;
    for (int move = 0; move < 4; move++) {
        referee::Ranks after = ranks;
        const int points = slide(after, move);
        if (points < 0) continue;
        spawn_foreseen(after);
        const double value = points + foreseen(after, moves - 1);
        if (value <= most) continue;
        most = value;
        if (best) *best = move;
    }
    // A board without a move.
    return std::max(most, -1e9);
}

static const char *foresee(const referee::Ranks &ranks)
{
    int best = 0;
    foreseen(ranks, 7, &best);
    return NAMES[best];
}

template <typename Choose>
static double play(std::mt19937_64 &random, bool has_fault, Choose choose)
{
    referee::Ranks ranks{};
    auto spawn = [&] {
        const int empty = std::count(ranks.begin(), ranks.end(), 0);
        int skipped = has_fault ? 0 : random() % empty, cell = 0;
        while (ranks[cell] || skipped-- > 0) cell++;
        ranks[cell] = random() % 10 ? 1 : 2;
    };
    spawn();
    spawn();
    double score = 0;
    for (;;) {
        const char *const name = choose(ranks);
        const int move = std::find(NAMES, NAMES + 4, name) - NAMES;
        const int points = move < 4 ? slide(ranks, move) : -1;
        if (points < 0) return score;
        score += points;
        spawn();
    }
}

int main(int argc, char **argv)
{
    const bool foresees = argc > 1 && !std::strcmp(argv[1], "foresee");
    const auto choose = foresees ? foresee : first_legal;
    if (argc < 2 + foresees) {
        referee::play(foresees ? "foresee" : "first legal move", [](const referee::Weights &) {}, choose);
        return 0;
    }
    std::mt19937_64 random(1);
    const int games = std::atoi(argv[1 + foresees]);
    double sum = 0, squares = 0;
    for (int game = 0; game < games; game++) {
        const double score = play(random, argc > 2 + foresees, choose);
        sum += score;
        squares += score * score;
    }
    const double mean = sum / games;
    std::printf("%d games: %.2f +- %.2f\n", games, mean, std::sqrt((squares / games - mean * mean) / games));
}
