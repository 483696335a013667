// https://github.com/ovolve/2048-AI under the referee, with the weights of its evaluation. CLONE is its folder:
//
//     node examples/solvers/ovolve.js CLONE
//     node examples/solvers/ovolve.js CLONE 100 WEIGHTS       its own game without the page, with weights as JSON: scores
//
// `milliseconds` is the time of a move, 100 on its page; with 0 it searches to `depth`, and games repeat.

'use strict';

const { readFileSync } = require('fs');
const vm = require('vm');

for (const name of ['tile', 'grid', 'ai']) {
    vm.runInThisContext(readFileSync(`${process.argv[2]}/js/${name}.js`, 'utf8'), name);
}

const MOVES = ['up', 'right', 'down', 'left'];
let weights;

// Its evaluation, whose weights are otherwise constants.
AI.prototype.eval = function () {
    return weights.smooth * this.grid.smoothness() + weights.monotonicity * this.grid.monotonicity2() +
        weights.empty * Math.log(this.grid.availableCells().length) + weights.largest * this.grid.maxValue();
};

function gridOf(text) {
    const grid = new Grid(4);
    [...text].forEach((digit, cell) => {
        if (digit !== '0') grid.insertTile(new Tile({ x: cell % 4, y: cell >> 2 }, 2 ** parseInt(digit, 36)));
    });
    return grid;
}

// The number of a move: up, right, down, left.
function choose(grid) {
    const ai = new AI(grid);
    const best = weights.milliseconds > 0 ? ai.getBest() : ai.search(weights.depth, -10000, 10000, 0, 0);
    // Where it expects to lose whatever it does, it knows no move.
    const legal = (move) => { const next = grid.clone(); return next.move(move).moved; };
    return best && best.move >= 0 ? best.move : [0, 1, 2, 3].find(legal);
}

if (process.argv[3]) {
    weights = JSON.parse(process.argv[4]);
    for (let games = Number(process.argv[3]); games > 0; games--) {
        const grid = new Grid(4);
        let score = 0;
        for (grid.addStartTiles(); grid.movesAvailable(); grid.computerMove()) score += grid.move(choose(grid)).score;
        console.log(score);
    }
    process.exit();
}

console.log(JSON.stringify({ protocol: 1, name: 'ovolve/2048-AI', plays: '2048' }));
require('readline').createInterface({ input: process.stdin }).on('line', (line) => {
    const request = JSON.parse(line);
    if (request.weights) {
        ({ weights } = request);
        globalThis.minSearchTime = weights.milliseconds;
        console.log(JSON.stringify({ id: request.id, ready: true }));
    } else {
        console.log(JSON.stringify({ id: request.id, moves: request.boards.map((board) => MOVES[choose(gridOf(board))]) }));
    }
});
