// A player of 2048 for node that tune2048 referees: it answers moves, and needs no rules of spawns or scores.
//
// It takes the move with the largest empty * (empty cells) + points * (points), the first of equals.

'use strict';

const FIRST = [0, 1, 2, 3];
const MOVES = {
    up: FIRST.map((c) => [c, c + 4, c + 8, c + 12]),
    down: FIRST.map((c) => [c + 12, c + 8, c + 4, c]),
    left: FIRST.map((r) => [4 * r, 4 * r + 1, 4 * r + 2, 4 * r + 3]),
    right: FIRST.map((r) => [4 * r + 3, 4 * r + 2, 4 * r + 1, 4 * r]),
};

// The ranks after a move, and its points.
function slide(board, lines) {
    const after = new Array(16).fill(0);
    let points = 0;
    for (const line of lines) {
        const tiles = line.map((cell) => board[cell]).filter((rank) => rank > 0);
        for (let from = 0, to = 0; from < tiles.length; from++, to++) {
            let rank = tiles[from];
            if (tiles[from + 1] === rank) {
                from++;
                points += 2 ** ++rank;
            }
            after[line[to]] = rank;
        }
    }
    return { after, points };
}

function choose(text, weights) {
    const board = [...text].map((digit) => parseInt(digit, 36));
    let best = null;
    let bestValue = -Infinity;
    for (const [move, lines] of Object.entries(MOVES)) {
        const { after, points } = slide(board, lines);
        if (after.every((rank, cell) => rank === board[cell])) continue; // illegal
        const empty = after.filter((rank) => rank === 0).length;
        const value = weights.empty * empty + weights.points * points;
        if (value > bestValue) [best, bestValue] = [move, value];
    }
    return best;
}

let weights = {};
console.log(JSON.stringify({ protocol: 1, name: 'player.js', plays: '2048' }));
require('readline').createInterface({ input: process.stdin }).on('line', (line) => {
    const request = JSON.parse(line);
    if (request.weights) {
        weights = request.weights;
        console.log(JSON.stringify({ id: request.id, ready: true }));
    } else {
        const moves = request.boards.map((board) => choose(board, weights));
        console.log(JSON.stringify({ id: request.id, moves }));
    }
});
