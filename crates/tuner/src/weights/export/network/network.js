{{origin}}//
// A learned network of 2048: values are points still to come, those of tune2048 to the last bit.
//
//     const network = new Network(readFileSync("net.safetensors"));
//     const move = network.move(ranks); // 0 up, 1 down, 2 left, 3 right, -1 none
//
// Boards are sixteen ranks in reading order: 0 for an empty cell, 1 for a 2, 2 for a 4.

const TUPLES = {{tuples}};
const STAGES = {{stages}}; // the ranks of the largest tile from which on weights are others
const FACTOR = {{factor}};
const DOWNGRADE_FROM = {{downgrade_from}}; // the rank from which tiles are halved
const WEIGHTS = {{count}};
const CHECKSUM = "{{checksum}}";

// game.js

// network.js

class Network {
  // Takes the bytes of the file, as an ArrayBuffer or an array of bytes.
  constructor(bytes) {
    const { buffer } = new Uint8Array(bytes);
    const start = 8 + Number(new DataView(buffer).getBigUint64(0, true));
    const header = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 8, start - 8)));
    const found = header.__metadata__.checksum;
    if (found !== CHECKSUM) throw new Error(`found weights ${found}, expected ${CHECKSUM}`);
    if (buffer.byteLength !== start + 4 * WEIGHTS) throw new Error(`found ${buffer.byteLength} bytes, expected ${start + 4 * WEIGHTS}`);
    this.valueOf = networkOf({ tuples: TUPLES, stages: STAGES, weights: new Float32Array(buffer, start) }, FACTOR);
  }

  // The points that a board after a move and before the spawn is still worth.
  value(ranks) {
    return this.valueOf(...boardOf(ranks));
  }

  // The values of the four moves past one spawn, `null` of an illegal one.
  moveValues(ranks) {
    const [a, b] = boardOf(downgraded([...ranks], DOWNGRADE_FROM));
    return [UP, DOWN, LEFT, RIGHT].map((direction) => {
      if (!move(a, b, direction)) return null;
      return Math.fround(this.ofSpawns(movedTop, movedBottom) + pointsOf(a, b, direction));
    });
  }

  // The best move past one spawn, the first of equals.
  move(ranks) {
    let choice = -1;
    this.moveValues(ranks).forEach((value, direction, values) => {
      if (value !== null && (choice < 0 || value > values[choice])) choice = direction;
    });
    return choice;
  }

  // The mean over the spawns of the best move after each, by its value and points.
  ofSpawns(a, b) {
    const { fround } = Math;
    const sums = [0, 0];
    const values = new Float32Array(32); // by direction, rank and column
    for (let cell = 0; cell < 16; cell++) {
      if (!isEmpty(a, b, cell)) continue;
      for (let rank = 1; rank <= 2; rank++) {
        const spawn = rank << (4 * (cell & 7));
        const [x, y] = cell < 8 ? [a | spawn, b] : [a, b | spawn];
        let best = -Infinity;
        for (let direction = 0; direction < 4; direction++) {
          const isRow = direction >= LEFT;
          const isFirst = isRow ? (cell & 3) === 0 : cell < 4;
          const place = 8 * direction + 4 * (rank - 1) + (isRow ? 0 : cell & 3);
          const isLegal = move(x, y, direction);
          // A tile slides to the same place from any cell of a gap between tiles.
          if (isFirst || !isEmpty(a, b, cell - (isRow ? 1 : 4))) {
            values[place] = this.valueOf(movedTop, movedBottom) + pointsOf(x, y, direction);
          }
          if (isLegal && values[place] > best) best = values[place];
        }
        // Nothing comes after the end.
        sums[rank - 1] = fround(sums[rank - 1] + (best === -Infinity ? 0 : best));
      }
    }
    const [twos, fours] = [fround(fround(0.9) * sums[0]), fround(fround(0.1) * sums[1])];
    return fround(fround(twos + fours) / cellsFree(a, b));
  }
}

export { Game, Network, gameSeed, parseBoard };
