// A greedy player of 2048 for node whose weights tune2048 can tune.
//
// It takes the move with the highest sum of points and value of the board. A board is worth `empty` per empty cell, and
// `snake` times the tiles along a snake, where each cell counts `ratio` times as much as the one before.
//
//     [player.command]
//     program = ["node", "examples/programs/player.js"]

'use strict';

const WEIGHTS = { empty: 10, snake: 1, ratio: 0.5 };
const SNAKE = [0, 1, 2, 3, 7, 6, 5, 4, 8, 9, 10, 11, 15, 14, 13, 12];

// The cells of the four lines of a move, beginning where its tiles go: left, right, up, down.
const LINES = [
    [0, 4, 8, 12].map((first) => [0, 1, 2, 3].map((i) => first + i)),
    [0, 4, 8, 12].map((first) => [3, 2, 1, 0].map((i) => first + i)),
    [0, 1, 2, 3].map((first) => [0, 4, 8, 12].map((i) => first + i)),
    [0, 1, 2, 3].map((first) => [12, 8, 4, 0].map((i) => first + i)),
];

// A generator of numbers from 0 to 1, which depend on nothing but the seed (sfc32).
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

// Makes a move; returns the board (tiles, 0 for empty), the points, and whether anything moved.
function move(board, lines) {
    const after = new Array(16).fill(0);
    let points = 0;
    for (const line of lines) {
        let place = 0;
        let last = 0; // a tile that the next one may merge with
        for (const cell of line) {
            const tile = board[cell];
            if (tile === 0) continue;
            if (tile === last) {
                after[line[place - 1]] = 2 * tile;
                points += 2 * tile;
                last = 0;
            } else {
                after[line[place++]] = tile;
                last = tile;
            }
        }
    }
    return { after, points, isLegal: after.some((tile, cell) => tile !== board[cell]) };
}

function value(board, weights) {
    let sum = 0;
    let factor = weights.snake;
    for (const cell of SNAKE) {
        sum += board[cell] === 0 ? weights.empty : factor * board[cell];
        factor *= weights.ratio;
    }
    return sum;
}

function spawn(board, random) {
    const free = [...board.keys()].filter((cell) => board[cell] === 0);
    board[free[Math.floor(random() * free.length)]] = random() < 0.1 ? 4 : 2;
}

// Plays one game. All of its random numbers come from the seed.
function play(weights, seed) {
    const random = generatorOf(seed);
    let board = new Array(16).fill(0);
    spawn(board, random);
    spawn(board, random);
    for (let score = 0, moves = 0; ; moves++) {
        let best = null;
        for (const lines of LINES) {
            const option = move(board, lines);
            option.value = option.points + value(option.after, weights);
            if (option.isLegal && (best === null || option.value > best.value)) best = option;
        }
        if (best === null) return { score, largest_tile: Math.max(...board), moves };
        board = best.after;
        score += best.points;
        spawn(board, random);
    }
}

// The protocol: a greeting, then an answer for each seed of each request until the input ends.
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
