// The rules of the game and its spawns.
//
// A board is two 32-bit integers: rows 0 and 1, then rows 2 and 3. A row is 16 bits, four for
// each rank, the leftmost cell lowest.
const ROWS = 65536;
const MAX_RANK = 15;
const UP = 0, DOWN = 1, LEFT = 2, RIGHT = 3; // ties go to the first
const FOUR_BELOW = 429496730; // 2^32 / 10

const ranksOf = (row) => [row & 15, (row >> 4) & 15, (row >> 8) & 15, row >> 12];
const rowOf = (ranks) => ranks.reduce((row, rank, cell) => row | (rank << (4 * cell)), 0);

// Rows after a move to the left and to the right, and the points of either.
const left = new Uint16Array(ROWS);
const right = new Uint16Array(ROWS);
const points = new Uint32Array(ROWS);
const empties = new Uint8Array(ROWS);
const largest = new Uint8Array(ROWS);
const largestEnd = new Uint8Array(ROWS);
for (let row = 0; row < ROWS; row++) {
  const ranks = ranksOf(row);
  const tiles = ranks.filter((rank) => rank > 0);
  const slid = [];
  for (let i = 0; i < tiles.length; i++) {
    if (tiles[i] === tiles[i + 1]) {
      points[row] += 2 ** (tiles[i] + 1);
      slid.push(Math.min(tiles[i] + 1, MAX_RANK));
      i++;
    } else {
      slid.push(tiles[i]);
    }
  }
  left[row] = rowOf(slid);
  empties[row] = 4 - tiles.length;
  largest[row] = Math.max(...ranks);
  largestEnd[row] = Math.max(ranks[0], ranks[3]);
}
for (let row = 0; row < ROWS; row++) {
  const mirrored = rowOf(ranksOf(row).reverse());
  right[mirrored] = rowOf(ranksOf(left[row]).reverse());
}
const slides = [left, right];

// The two halves of a transposed board, by the same three masks for each step.
const swapCells = (w) => (w & 0xf0f00f0f) | ((w & 0x0000f0f0) << 12) | ((w >>> 12) & 0x0000f0f0);
const transposedTop = (a, b) => (swapCells(a) & 0x00ff00ff) | ((swapCells(b) & 0x00ff00ff) << 8);
const transposedBottom = (a, b) =>
  (swapCells(b) & 0xff00ff00) | ((swapCells(a) >>> 8) & 0x00ff00ff);

const cellsFree = (a, b) =>
  empties[a & 0xffff] + empties[a >>> 16] + empties[b & 0xffff] + empties[b >>> 16];
const isEmpty = (a, b, cell) => (((cell < 8 ? a : b) >>> (4 * (cell & 7))) & 15) === 0;

// Makes a move; the board is then in `movedTop` and `movedBottom`. Returns whether it is legal.
let movedTop = 0;
let movedBottom = 0;
function move(a, b, direction) {
  const vertical = direction < LEFT;
  const slide = slides[direction & 1];
  const [x, y] = vertical ? [transposedTop(a, b), transposedBottom(a, b)] : [a, b];
  const top = slide[x & 0xffff] | (slide[x >>> 16] << 16);
  const bottom = slide[y & 0xffff] | (slide[y >>> 16] << 16);
  movedTop = vertical ? transposedTop(top, bottom) : top;
  movedBottom = vertical ? transposedBottom(top, bottom) : bottom;
  return movedTop !== (a | 0) || movedBottom !== (b | 0);
}

function pointsOf(a, b, direction) {
  if (direction < LEFT) [a, b] = [transposedTop(a, b), transposedBottom(a, b)];
  return points[a & 0xffff] + points[a >>> 16] + points[b & 0xffff] + points[b >>> 16];
}

// xoshiro256++ seeded by SplitMix64, as every game of tune2048: https://prng.di.unimi.it/
const MASK = (1n << 64n) - 1n;
const mix = (x) => {
  x = (x + 0x9e3779b97f4a7c15n) & MASK;
  x = ((x ^ (x >> 30n)) * 0xbf58476d1ce4e5b9n) & MASK;
  x = ((x ^ (x >> 27n)) * 0x94d049bb133111ebn) & MASK;
  return x ^ (x >> 31n);
};
// The seed of game `index` of the command `evaluate` with `--seed seed`.
const gameSeed = (seed, index) => mix((mix((mix(BigInt(seed)) + 1n) & MASK) + BigInt(index)) & MASK);

class Spawns {
  constructor(seed) {
    this.state = new Uint32Array(8); // low and high halves in turn
    for (let i = 0; i < 4; i++) {
      const word = mix((seed + BigInt(i) * 0x9e3779b97f4a7c15n) & MASK);
      this.state[2 * i] = Number(word & 0xffffffffn);
      this.state[2 * i + 1] = Number(word >> 32n);
    }
    this.low = 0;
    this.high = 0;
  }

  // Draws 64 bits into `low` and `high`.
  draw() {
    const s = this.state;
    // rotl(s0 + s3, 23) + s0
    let low = s[0] + s[6];
    let high = (s[1] + s[7] + (low > 0xffffffff ? 1 : 0)) >>> 0;
    low >>>= 0;
    const turnedLow = ((low << 23) | (high >>> 9)) >>> 0;
    const turnedHigh = ((high << 23) | (low >>> 9)) >>> 0;
    const sum = turnedLow + s[0];
    this.low = sum >>> 0;
    this.high = (turnedHigh + s[1] + (sum > 0xffffffff ? 1 : 0)) >>> 0;
    const t0 = s[2] << 17;
    const t1 = (s[3] << 17) | (s[2] >>> 15);
    s[4] ^= s[0]; s[5] ^= s[1];
    s[6] ^= s[2]; s[7] ^= s[3];
    s[2] ^= s[4]; s[3] ^= s[5];
    s[0] ^= s[6]; s[1] ^= s[7];
    s[4] ^= t0; s[5] ^= t1;
    const [low3, high3] = [s[6], s[7]];
    s[6] = (high3 << 13) | (low3 >>> 19); // rotl by 45
    s[7] = (low3 << 13) | (high3 >>> 19);
  }
}

class Game {
  constructor(seed) {
    this.spawns = new Spawns(seed);
    this.a = 0;
    this.b = 0;
    this.score = 0;
    this.moves = 0;
    this.spawn();
    this.spawn();
  }

  spawn() {
    this.spawns.draw();
    const free = cellsFree(this.a, this.b);
    let nth = Math.floor((this.spawns.high * free) / 4294967296);
    const rank = this.spawns.low < FOUR_BELOW ? 2 : 1;
    for (let cell = 0; cell < 16; cell++) {
      if (isEmpty(this.a, this.b, cell) && nth-- === 0) {
        if (cell < 8) this.a |= rank << (4 * cell);
        else this.b |= rank << (4 * (cell - 8));
        this.cell = cell;
        return;
      }
    }
  }

  // Makes a move, if it is legal, and spawns.
  make(direction) {
    const gained = pointsOf(this.a, this.b, direction);
    if (!move(this.a, this.b, direction)) return false;
    this.a = movedTop;
    this.b = movedBottom;
    this.score += gained;
    this.moves++;
    this.spawn();
    return true;
  }

  isOver() {
    return [UP, DOWN, LEFT, RIGHT].every((direction) => !move(this.a, this.b, direction));
  }

  ranks() {
    return ranksOfBoard(this.a, this.b);
  }
}

const ranksOfBoard = (a, b) => [a & 0xffff, a >>> 16, b & 0xffff, b >>> 16].flatMap(ranksOf);
const boardOf = (ranks) => [0, 8].map((from) =>
  ranks.slice(from, from + 8).reduce((half, rank, cell) => half | (rank << (4 * cell)), 0));
// A board from sixteen hexadecimal ranks in reading order.
const parseBoard = (text) => boardOf([...text].map((digit) => Number.parseInt(digit, 16)));
