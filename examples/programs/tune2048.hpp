// Lets tune2048 tune a program in C++17. Copy this file beside your solver and write:
//
//     tune2048::greet("my solver");
//     for (tune2048::Request request; tune2048::read(request);) {
//         Solver solver(request.weights);
//         for (std::uint64_t seed : request.seeds) {
//             tune2048::answer(request, seed, {{"score", solver.play(seed)}});
//         }
//     }
//
// docs/reference/programs.md describes the lines that are exchanged.

#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace tune2048 {

using Weights = std::map<std::string, double>;
using Arrays = std::map<std::string, std::vector<double>>;
using Texts = std::map<std::string, std::string>;
using Words = std::vector<std::string>;

struct Request {
    std::uint64_t id = 0;
    Weights weights;  // numbers, and truth values as 0 and 1
    Arrays arrays;
    Texts texts;
    // The other side, where the search space has an opponent.
    Weights opponent;
    Arrays opponent_arrays;
    Texts opponent_texts;
    // The engines of both sides, where the search space has them.
    Words engine, opponent_engine;
    std::vector<std::uint64_t> seeds;
};

// Ends the program; tune2048 shows the message.
[[noreturn]] inline void fail(const std::string &message) {
    std::fprintf(stderr, "%s\n", message.c_str());
    std::exit(2);
}

// The defaults with the weights of a request in their place; a name that is not among them ends the program.
inline Weights with_defaults(Weights weights, const Weights &requested) {
    for (const auto &[name, value] : requested) {
        if (weights.count(name) == 0) fail("unknown parameter " + name);
        weights[name] = value;
    }
    return weights;
}

// Reads a line from left to right: as much JSON as requests contain.
class Scanner {
public:
    explicit Scanner(const std::string &line) : line(line), at(line.c_str()) {}

    // Skips the character, and blanks before it, if it comes next.
    bool take(char character) {
        while (*at == ' ' || *at == '\t' || *at == '\r') ++at;
        if (*at != character) return false;
        ++at;
        return true;
    }

    // Whether the character comes next, after blanks.
    bool sees(char character) {
        if (!take(character)) return false;
        --at;
        return true;
    }

    void expect(char character) {
        if (!take(character)) fail(std::string("expected ") + character + " before `" + at + "` of " + line);
    }

    std::string string() {
        expect('"');
        std::string text;
        while (*at != '"' && *at != '\0') {
            if (*at == '\\' && *++at != '"' && *at != '\\') fail("expected no escape but of quotes in " + line);
            text += *at++;
        }
        expect('"');
        return text;
    }

    // The items of an array, each read by a function of this class.
    template <typename Item>
    std::vector<Item> array(Item (Scanner::*item)()) {
        std::vector<Item> items;
        expect('[');
        if (take(']')) return items;
        do items.push_back((this->*item)());
        while (take(','));
        expect(']');
        return items;
    }

    // A number, or a truth value as 0 or 1.
    double number() {
        while (*at == ' ' || *at == '\t' || *at == '\r') ++at;
        for (const char *word : {"false", "true"}) {
            const std::size_t length = std::strlen(word);
            if (std::strncmp(at, word, length) != 0) continue;
            at += length;
            return *word == 't';
        }
        char *end;
        const double value = std::strtod(at, &end);
        if (end == at) fail(std::string("expected a number before `") + at + "` of " + line);
        at = end;
        return value;
    }

private:
    const std::string &line;
    const char *at;
};

// Writes the first line, which names the version of the protocol.
inline void greet(const char *name) {
    std::printf("{\"protocol\": 1, \"name\": \"%s\"}\n", name);
    std::fflush(stdout);
}

// Reads the next request; false at the end of the input.
inline bool read(Request &request) {
    std::string line;
    if (!std::getline(std::cin, line)) return false;
    request = {};
    Scanner scanner(line);
    scanner.expect('{');
    do {
        const std::string key = scanner.string();
        scanner.expect(':');
        if (key == "id") {
            request.id = static_cast<std::uint64_t>(scanner.number());
        } else if (key == "weights" || key == "opponent") {
            const bool is_own = key == "weights";
            Weights &weights = is_own ? request.weights : request.opponent;
            Arrays &arrays = is_own ? request.arrays : request.opponent_arrays;
            Texts &texts = is_own ? request.texts : request.opponent_texts;
            scanner.expect('{');
            if (scanner.take('}')) continue;
            do {
                const std::string name = scanner.string();
                scanner.expect(':');
                if (scanner.sees('[')) {
                    arrays[name] = scanner.array(&Scanner::number);
                } else if (scanner.sees('"')) {
                    texts[name] = scanner.string();
                } else {
                    weights[name] = scanner.number();
                }
            } while (scanner.take(','));
            scanner.expect('}');
        } else if (key == "seeds") {
            for (double seed : scanner.array(&Scanner::number)) {
                request.seeds.push_back(static_cast<std::uint64_t>(seed));
            }
        } else if (key == "engine" || key == "opponent-engine") {
            (key == "engine" ? request.engine : request.opponent_engine) = scanner.array(&Scanner::string);
        } else {
            fail("unknown key " + key + " in " + line);
        }
    } while (scanner.take(','));
    scanner.expect('}');
    return true;
}

// Writes one game's numbers, "score" among them. The flush sends the line at once.
inline void answer(const Request &request, std::uint64_t seed,
                   const std::vector<std::pair<const char *, double>> &numbers) {
    std::printf("{\"id\": %llu, \"seed\": %llu", static_cast<unsigned long long>(request.id),
                static_cast<unsigned long long>(seed));
    for (const auto &[name, value] : numbers) std::printf(", \"%s\": %.17g", name, value);
    std::printf("}\n");
    std::fflush(stdout);
}

}  // namespace tune2048
