// The simplest player of 2048, and its games by a plain loop of its own, for checks of the referee:
//
//     c++ -O2 -std=c++17 -o order examples/solvers/order.cpp
//     ./order                    answers boards by the first legal move of up, left, right and down
//     ./order 100000             plays games by itself, and prints their mean score with its standard error
//     ./order 100000 fault       the same in a game with a fault: no spawn is a 4

#include <algorithm>
#include <cmath>
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

static const char *choose(const referee::Ranks &ranks)
{
    for (int move = 0; move < 4; move++) {
        referee::Ranks after = ranks;
        if (slide(after, move) >= 0) return NAMES[move];
    }
    return "none";
}

static double play(std::mt19937_64 &random, bool has_fault)
{
    referee::Ranks ranks{};
    auto spawn = [&] {
        const int empty = std::count(ranks.begin(), ranks.end(), 0);
        int skipped = random() % empty, cell = 0;
        while (ranks[cell] || skipped-- > 0) cell++;
        ranks[cell] = has_fault || random() % 10 ? 1 : 2;
    };
    spawn();
    spawn();
    double score = 0;
    for (int move = 0; move < 4; move++) {
        const int points = slide(ranks, move);
        if (points < 0) continue;
        score += points;
        spawn();
        move = -1;
    }
    return score;
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        referee::play("first legal move", [](const referee::Weights &) {}, choose);
        return 0;
    }
    std::mt19937_64 random(1);
    const int games = std::atoi(argv[1]);
    double sum = 0, squares = 0;
    for (int game = 0; game < games; game++) {
        const double score = play(random, argc > 2);
        sum += score;
        squares += score * score;
    }
    const double mean = sum / games;
    std::printf("%d games: %.2f +- %.2f\n", games, mean, std::sqrt((squares / games - mean * mean) / games));
}
