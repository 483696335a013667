// https://github.com/macroxue/2048-ai under the referee; `depth` is its option -d. In its clone:
//
//     c++ -O3 -std=c++17 -pthread -I . -o referee TUNE2048/examples/solvers/macroxue.cpp board.cc
//
// Its tables of moves are computed by its first game, and lie in the folder in which it runs: 5 GB of memory.

#include <unistd.h>

#define main theirs
#include "2048.cc"
#undef main
#include "referee.hpp"

int main()
{
    // What it prints of its tables is no line of the protocol.
    const int output = dup(STDOUT_FILENO);
    dup2(STDERR_FILENO, STDOUT_FILENO);
    Node::BuildMoveMap();
    Node::BuildScoreMap();
    tuple10.reset(new Tuple10(options.save_threshold));
    tuple11.reset(new Tuple11(options.save_threshold));
    std::cout.flush();
    fflush(stdout);
    dup2(output, STDOUT_FILENO);
    auto set = [](const referee::Weights &weights) {
        options.max_depth = int(weights.at("depth"));
        options.UpdateMinProbFromDepth();
    };
    referee::play("macroxue/2048-ai", set, [](const referee::Ranks &ranks) {
        // What its cache holds of other games would change moves; what it holds of this game is little help.
        Node::cache.Clear();
        int layout[N][N], move = -1;
        for (int cell = 0; cell < 16; cell++) layout[cell / N][cell % N] = ranks[cell];
        Node node(layout);
        SuggestMove(node, &move);
        static const char *const names[] = {"none", "up", "left", "right", "down"};
        return names[move + 1];
    });
    // As its own program does at its end: the tables are written.
    tuple10.reset();
    tuple11.reset();
}
