// A greedy player of 2048 for node whose weights tune2048 can tune.
//
// It takes the move after which the board is worth most:
//
//     empty * (empty cells) + merges * (pairs of equal neighbours) - steps * (differences of neighbours to a power)
//
// Differences are those of ranks.
//
//     [player.command]
//     program = ["node", "examples/programs/player.js"]

'use strict';

const WEIGHTS = { empty: 1, merges: 1, steps: 1, power: 1 };

// The cells of the four lines of each move, beginning where the tiles go: left, right, up, down.
const MOVES = [
    [0, 4, 8, 12].map((first) => [0, 1, 2, 3].map((i) => first + i)),
    [0, 4, 8, 12].map((first) => [3, 2, 1, 0].map((i) => first + i)),
    [0, 1, 2, 3].map((first) => [0, 4, 8, 12].map((i) => first + i)),
    [0, 1, 2, 3].map((first) => [12, 8, 4, 0].map((i) => first + i)),
];

// A generator of numbers from 0 to 1 that depend on nothing but the seed (sfc32).
function generatorOf(seed) {
    let [a, b, c, counter] = [seed >>> 0, Math.floor(seed / 2 ** 32), 0, 1];
    const next = () => {
        const sum = (((a + b) | 0) + counter++) | 0;
        a = b ^ (b >>> 9);
        b = (c + (c << 3)) | 0;
        c = (((c << 21) | (c >>> 11)) + sum) | 0;
        return (sum >>> 0) / 2 ** 32;
    };
    for (let i = 0; i < 12; i++) next();
    return next;
}

// Makes a move on a board of ranks (0: empty, k: the tile 2^k); returns the board after it and its points.
function slide(board, lines) {
    const after = new Array(16).fill(0);
    let points = 0;
    for (const line of lines) {
        let count = 0;
        let last = 0; // the rank of a tile that the next one may merge with
        for (const cell of line) {
            const rank = board[cell];
            if (rank === 0) continue;
            if (rank === last) {
                after[line[count - 1]] = rank + 1;
                points += 2 ** (rank + 1);
                last = 0;
            } else {
                after[line[count++]] = rank;
                last = rank;
            }
        }
    }
    return { after, points };
}

function value(board, weights) {
    let sum = 0;
    for (const [cell, rank] of board.entries()) {
        if (rank === 0) sum += weights.empty;
        const neighbours = [];
        if (cell % 4 < 3) neighbours.push(board[cell + 1]);
        if (cell < 12) neighbours.push(board[cell + 4]);
        for (const neighbour of neighbours) {
            if (neighbour !== rank) sum -= weights.steps * Math.abs(rank - neighbour) ** weights.power;
            else if (rank !== 0) sum += weights.merges;
        }
    }
    return sum;
}

// Adds a 2 or, in one of ten cases, a 4 to an empty cell.
function spawn(board, random) {
    const free = [...board.keys()].filter((cell) => board[cell] === 0);
    board[free[Math.floor(random() * free.length)]] = random() < 0.1 ? 2 : 1;
}

// Plays one game. All of its random numbers come from the seed.
function play(weights, seed) {
    const random = generatorOf(seed);
    let board = new Array(16).fill(0);
    spawn(board, random);
    spawn(board, random);
    for (let score = 0, moves = 0; ; moves++) {
        let best = null;
        let bestValue = -Infinity;
        for (const lines of MOVES) {
            const option = slide(board, lines);
            if (option.after.every((rank, cell) => rank === board[cell])) continue; // illegal
            const optionValue = value(option.after, weights);
            if (best === null || optionValue > bestValue) [best, bestValue] = [option, optionValue];
        }
        if (best === null) return { score, largest_tile: 2 ** Math.max(...board), moves };
        board = best.after;
        score += best.points;
        spawn(board, random);
    }
}

// The protocol: a greeting, then a line for each seed of each request until the input ends.
console.log(JSON.stringify({ protocol: 1, name: 'player.js' }));
require('readline').createInterface({ input: process.stdin }).on('line', (line) => {
    const { id, weights, seeds } = JSON.parse(line);
    for (const name of Object.keys(weights)) {
        if (!(name in WEIGHTS)) {
            console.error(`unknown parameter ${name}`);
            process.exit(2);
        }
    }
    for (const seed of seeds) {
        console.log(JSON.stringify({ id, seed, ...play({ ...WEIGHTS, ...weights }, seed) }));
    }
});
