// https://github.com/moporgic/TDL2048 under the referee, with a network learned by its own program. In its clone:
//
//     make && ./2048 -s 2048 -n 4x6patt -a 1.0 -t 20 -o 4x6.w
//     c++ -O3 -std=c++20 -march=native -I . -o referee TUNE2048/examples/solvers/moporgic.cpp
//     ./referee -n 4x6patt -i 4x6.w
//
// Arguments are those of its own program, such as `-d 3p` for its search.

#define main theirs
#include "2048.cpp"
#undef main
#include "referee.hpp"

int main(int argc, const char *argv[])
{
    using namespace moporgic;
    std::ostream quiet(nullptr);
    std::cout.rdbuf(quiet.rdbuf());
    auto options = parse(argc, argv);
    utils::init_logging(options["save"]);
    utils::config_random(options["seed"]);
    utils::config_memory(options["thread"]);
    utils::config_weight(options["alpha"]);
    utils::init_cache(options["cache"]);
    utils::load_network(options["load"]);
    utils::make_network(options["make"]);
    const method estimates = method::parse(options[options["recipes"].front()]);
    referee::play("moporgic/TDL2048", [](const auto &) {}, [&](const referee::Ranks &ranks) {
        u64 cells = 0;
        // Its networks know no 65 536.
        for (int cell = 0; cell < 16; cell++) cells |= u64(std::min(ranks[cell], 15)) << (4 * cell);
        moporgic::select best;
        static const char *const names[] = {"up", "right", "down", "left"};
        return best(board(cells), feature::feats(), estimates) ? names[best.opcode()] : "none";
    });
}
