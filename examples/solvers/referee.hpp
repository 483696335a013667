// What solvers of 2048 in C++ share: the lines of docs/reference/referee.md.

#pragma once

#include <array>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <map>
#include <string>

#include <unistd.h>

namespace referee {

// Sixteen ranks in reading order: binary logarithms of tiles, 0 for empty cells.
using Ranks = std::array<int, 16>;
using Weights = std::map<std::string, double>;

// Answers requests until their end: `set` takes weights, `choose` returns "up", "down", "left" or "right". What a
// solver prints by itself is dropped.
template <typename Set, typename Choose>
void play(const char *name, Set set, Choose choose)
{
    FILE *answers = fdopen(dup(STDOUT_FILENO), "w");
    if (!answers || !freopen("/dev/null", "w", stdout)) std::exit(2);
    fprintf(answers, "{\"protocol\": 1, \"name\": \"%s\", \"plays\": \"2048\"}\n", name);
    fflush(answers);
    for (std::string line; std::getline(std::cin, line);) {
        const char *id = line.c_str() + line.find("\"id\":") + 5;
        fprintf(answers, "{\"id\": %ld, ", std::strtol(id, nullptr, 10));
        if (auto at = line.find("\"weights\""); at != std::string::npos) {
            Weights weights;
            for (at += 9; (at = line.find('"', at)) != std::string::npos;) {
                const auto end = line.find('"', at + 1);
                weights[line.substr(at + 1, end - at - 1)] = std::strtod(line.c_str() + end + 2, nullptr);
                at = end + 1;
            }
            set(weights);
            fprintf(answers, "\"ready\": true}\n");
        } else {
            fprintf(answers, "\"moves\": [");
            const char *separator = "";
            // A board has sixteen characters between quotes.
            for (at = line.find("\"boards\"") + 8; (at = line.find('"', at)) != std::string::npos; at += 18) {
                Ranks ranks;
                for (int cell = 0; cell < 16; cell++) {
                    const char digit = line[at + 1 + cell];
                    ranks[cell] = digit <= '9' ? digit - '0' : digit - 'a' + 10;
                }
                fprintf(answers, "%s\"%s\"", separator, choose(ranks));
                separator = ", ";
            }
            fprintf(answers, "]}\n");
        }
        fflush(answers);
    }
}

} // namespace referee
