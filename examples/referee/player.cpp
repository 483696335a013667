// A player of 2048 that tune2048 referees: it answers moves, and needs no rules of spawns or scores.
//
//     c++ -O2 -std=c++17 -o examples/referee/player examples/referee/player.cpp
//
// It takes the move with the largest empty * (empty cells) + points * (points), the first of equals.
// Lines are read by searching them for what the protocol puts there, without a library for JSON.

#include <array>
#include <cstdlib>
#include <iostream>
#include <string>

using Board = std::array<int, 16>; // ranks: 0 for an empty cell, k for the tile 2^k

static const char *const NAMES[] = {"up", "down", "left", "right"};

// The cell of a place in a line of a move, counted from where the tiles go.
static int cell(int move, int line, int place) {
    int far = move % 2 ? 3 - place : place;
    return move < 2 ? 4 * far + line : 4 * line + far;
}

// The board after a move; adds its points.
static Board slide(const Board &board, int move, double &points) {
    Board after{};
    for (int line = 0; line < 4; line++) {
        int to = 0, last = 0; // the rank that the next tile may merge with
        for (int place = 0; place < 4; place++) {
            int rank = board[cell(move, line, place)];
            if (rank == 0) continue;
            if (rank == last) {
                after[cell(move, line, to - 1)] = rank + 1;
                points += double(2L << rank);
                last = 0;
            } else {
                after[cell(move, line, to++)] = last = rank;
            }
        }
    }
    return after;
}

static const char *choose(const std::string &text, double empty, double points) {
    Board board;
    for (int i = 0; i < 16; i++) board[i] = text[i] <= '9' ? text[i] - '0' : text[i] - 'a' + 10;
    int best = 0;
    double best_value = -1e300;
    for (int move = 0; move < 4; move++) {
        double merged = 0;
        Board after = slide(board, move, merged);
        if (after == board) continue; // illegal
        int free_cells = 0;
        for (int rank : after) free_cells += rank == 0;
        double value = empty * free_cells + points * merged;
        if (value > best_value) best = move, best_value = value;
    }
    return NAMES[best];
}

// The number after a key.
static double number(const std::string &line, const std::string &key) {
    return std::strtod(line.c_str() + line.find("\"" + key + "\":") + key.size() + 3, nullptr);
}

int main() {
    std::cout << R"({"protocol": 1, "name": "player.cpp", "plays": "2048"})" << std::endl;
    double empty = 0, points = 0;
    for (std::string line; std::getline(std::cin, line);) {
        std::cout << "{\"id\": " << long(number(line, "id"));
        if (line.find("\"weights\"") != std::string::npos) {
            empty = number(line, "empty");
            points = number(line, "points");
            std::cout << ", \"ready\": true}" << std::endl;
            continue;
        }
        std::cout << ", \"moves\": [";
        const char *separator = "\"";
        // Boards are the texts of sixteen characters after the key.
        for (auto at = line.find("\"boards\"") + 8; (at = line.find('"', at)) != std::string::npos; at += 18) {
            std::cout << separator << choose(line.substr(at + 1, 16), empty, points) << '"';
            separator = ", \"";
        }
        std::cout << "]}" << std::endl;
    }
}
