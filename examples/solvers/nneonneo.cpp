// https://github.com/nneonneo/2048-ai under the referee, its weights given by tune2048. In its clone, `./configure`, and then
//
//     sed -i 's/^static const float/static float/' 2048.cpp
//     c++ -O3 -std=c++17 -I . -o referee TUNE2048/examples/solvers/nneonneo.cpp

#define main theirs
#include "2048.cpp"
#undef main
#include "referee.hpp"

int main()
{
    auto set = [](const referee::Weights &weights) {
        SCORE_LOST_PENALTY = weights.at("lost");
        SCORE_MONOTONICITY_POWER = weights.at("monotonicity-power");
        SCORE_MONOTONICITY_WEIGHT = weights.at("monotonicity");
        SCORE_SUM_POWER = weights.at("sum-power");
        SCORE_SUM_WEIGHT = weights.at("sum");
        SCORE_MERGES_WEIGHT = weights.at("merges");
        SCORE_EMPTY_WEIGHT = weights.at("empty");
        CPROB_THRESH_BASE = weights.at("probability");
        init_tables();
    };
    referee::play("nneonneo/2048-ai", set, [](const referee::Ranks &ranks) {
        board_t board = 0;
        // Four bits a tile: it knows no 65 536.
        for (int cell = 0; cell < 16; cell++) board |= board_t(std::min(ranks[cell], 15)) << (4 * cell);
        static const char *const names[] = {"none", "up", "down", "left", "right"};
        return names[find_best_move(board) + 1];
    });
}
