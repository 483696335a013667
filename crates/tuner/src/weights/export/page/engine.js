// The game, the values of boards and the expectimax search of tune2048 in JavaScript.
//
// A board is two 32-bit integers: rows 0 and 1, then rows 2 and 3. A row is 16 bits, four for
// each rank, the leftmost cell lowest. `makePlayer(setup)` takes what `tune2048 export` writes
// into the page: the heuristic, its weights by name, and the settings of the search.
const tune2048 = (() => {
  "use strict";
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
      const cell = (half, index) => (half >>> (4 * index)) & 15;
      return Array.from({ length: 16 }, (_, i) => (i < 8 ? cell(this.a, i) : cell(this.b, i - 8)));
    }
  }

  // ---- Values -----------------------------------------------------------------------------

  const limited = (value, limit = 1e30) => Math.min(limit, Math.max(-limit, value));
  const powers = (exponent) => Array.from({ length: 16 }, (_, rank) => limited(rank ** exponent, 1e300));

  function tilesInRuns(ranks) {
    let total = 0, run = 0, previous = 0;
    for (const rank of ranks) {
      if (rank === 0) continue;
      run = rank === previous ? run + 1 : 1;
      total += run === 1 ? 0 : run === 2 ? 2 : 1;
      previous = rank;
    }
    return total;
  }

  function smoothness(ranks) {
    const tiles = ranks.filter((rank) => rank > 0);
    return tiles.slice(1).reduce((sum, rank, i) => sum + Math.abs(rank - tiles[i]), 0);
  }

  // The value of each row or column without the constant, in single precision.
  function lineValues(weight) {
    const monotonicity = powers(weight("monotonicity-exponent"));
    const sums = powers(weight("sum-exponent"));
    const [empty, merges, edge] = ["empty", "merges", "edge"].map(weight);
    const [steep, sum, smooth] = ["monotonicity", "sum", "smoothness"].map(weight);
    const values = new Float32Array(ROWS);
    for (let row = 0; row < ROWS; row++) {
      const ranks = ranksOf(row);
      let [down, up] = [0, 0];
      for (let i = 1; i < 4; i++) {
        const step = monotonicity[ranks[i - 1]] - monotonicity[ranks[i]];
        if (step > 0) down += step;
        else up -= step;
      }
      const isAtEnd = largestEnd[row] === largest[row] ? 1 : 0;
      const total = ranks.reduce((so, rank) => so + sums[rank], 0);
      values[row] =
        empty * empties[row] + merges * tilesInRuns(ranks) + edge * isAtEnd -
        steep * Math.min(down, up) - sum * total;
      if (smooth) values[row] -= smooth * smoothness(ranks);
    }
    return values;
  }

  // A heuristic of rows and columns, with terms of the whole board.
  function linesOf(weights) {
    const get = (prefix) => (name) => weights[prefix + name] ?? weights[name] ?? 0;
    const outer = lineValues(get(""));
    const hasInner = Object.keys(weights).some((name) => name.startsWith("inner-"));
    const inner = hasInner ? lineValues(get("inner-")) : outer;
    const perCells = weights["board-empty"] ?? 0;
    const exponent = weights["board-empty-exponent"] ?? 2;
    return {
      kinds: [outer, inner, inner, outer],
      offset: 8 * limited(weights.constant ?? 0),
      corner: Math.fround(weights.corner ?? 0),
      ofCells: Float32Array.from({ length: 17 }, (_, cells) => perCells * cells ** exponent),
    };
  }

  // The sums of a matrix in eight orientations by row, for the rows 0 to 3 of the board: those
  // of the matrix as it is, mirrored, upside down and both, then of its transpose.
  function matrixOf(entries, cells) {
    const at = (row, column) => entries[4 * row + column];
    const orientations = [];
    for (const transpose of [false, true]) {
      for (const flip of [false, true]) {
        for (const mirror of [false, true]) {
          orientations.push((row, column) => {
            const [r, c] = [flip ? 3 - row : row, mirror ? 3 - column : column];
            return transpose ? at(c, r) : at(r, c);
          });
        }
      }
    }
    const sums = new Float32Array(4 * ROWS * 8);
    for (let place = 0; place < 4; place++) {
      for (let row = 0; row < ROWS; row++) {
        const numbers = ranksOf(row).map((rank) => cells[rank]);
        orientations.forEach((entry, number) => {
          const sum = numbers.reduce((so, value, column) => so + entry(place, column) * value, 0);
          sums[(place * ROWS + row) * 8 + number] = limited(sum);
        });
      }
    }
    return sums;
  }

  const cellNumbers = {
    face: (rank) => 2 ** rank,
    rank: (rank) => rank,
    power: (rank, exponent) => limited(2 ** (rank * exponent)),
  };

  function matrixValue(sums, a, b) {
    const r0 = (a & 0xffff) * 8;
    const r1 = (ROWS + (a >>> 16)) * 8;
    const r2 = (2 * ROWS + (b & 0xffff)) * 8;
    const r3 = (3 * ROWS + (b >>> 16)) * 8;
    let best = -Infinity;
    for (let i = 0; i < 8; i++) {
      const sum = sums[r0 + i] + sums[r1 + i] + (sums[r2 + i] + sums[r3 + i]);
      if (sum > best) best = sum;
    }
    return best;
  }

  // A snake is a matrix of faces, each cell worth `ratio` of the one before it.
  function snakeEntries(worth, ratio) {
    const entries = new Array(16);
    for (let step = 0; step < 16; step++) {
      const row = step >> 2;
      entries[4 * row + (row % 2 ? 3 - (step & 3) : step & 3)] = worth;
      worth = limited(worth * ratio);
    }
    return entries;
  }

  // The parts of a heuristic: lines, or none, and matrices.
  function partsOf({ heuristic, cells, weights }) {
    if (heuristic === "corner-matrix") {
      const entries = Array.from({ length: 16 }, (_, i) => weights[`w${i >> 2}${i & 3}`]);
      const number = cellNumbers[cells];
      const numbers = Array.from({ length: 16 }, (_, rank) => (rank ? number(rank, weights.exponent) : 0));
      return { lines: null, matrices: [matrixOf(entries, numbers)], offset: 0 };
    }
    const lines = linesOf(weights);
    const faces = Array.from({ length: 16 }, (_, rank) => (rank ? 2 ** rank : 0));
    const matrices = [];
    if ("snake" in weights) {
      matrices.push(matrixOf(snakeEntries(weights.snake, weights["snake-ratio"] ?? 0.5), faces));
    }
    const names = Array.from({ length: 16 }, (_, i) => `matrix-${i >> 2}${i & 3}`);
    if (names.some((name) => name in weights)) {
      matrices.push(matrixOf(names.map((name) => weights[name] ?? 0), faces));
    }
    return { lines, matrices, offset: lines.offset };
  }

  // ---- Search -----------------------------------------------------------------------------

  const SLOTS = 1 << 14;

  function makePlayer(setup) {
    const { lines, matrices, offset } = partsOf(setup);
    const cut = setup.probabilityCut ?? 1e-4;
    const isStatic = setup.deadValue === "static";
    const dead = isStatic ? 0 : (setup.deadValue ?? 0) - offset;
    let nodes = 0;

    function value(a, b) {
      let total = 0;
      for (const sums of matrices) total += matrixValue(sums, a, b);
      if (lines === null) return total;
      const [k0, k1, k2, k3] = lines.kinds;
      const x = transposedTop(a, b);
      const y = transposedBottom(a, b);
      total +=
        k0[a & 0xffff] + k1[a >>> 16] + (k2[b & 0xffff] + k3[b >>> 16]) +
        (k0[x & 0xffff] + k1[x >>> 16] + (k2[y & 0xffff] + k3[y >>> 16]));
      return total + ofBoard(a, b);
    }

    function ofBoard(a, b) {
      const { corner, ofCells } = lines;
      let total = ofCells[cellsFree(a, b)];
      if (corner !== 0) {
        const ends = Math.max(largestEnd[a & 0xffff], largestEnd[b >>> 16]);
        const middle = Math.max(largest[a >>> 16], largest[b & 0xffff]);
        if (ends >= middle && ends >= largest[a & 0xffff] && ends >= largest[b >>> 16]) total += corner;
      }
      return total;
    }

    const deadValue = (a, b) => (isStatic ? value(a, b) : dead);

    // The best values of moves after each spawn of a leaf, two for each cell.
    const best = new Float64Array(32);
    const rowsOf = new Int32Array(4);
    const slid = new Int32Array(4);
    const columns = new Int32Array(4);
    const withBoard = lines !== null && (lines.corner !== 0 || lines.ofCells.some((term) => term !== 0));
    const isPlainLines = lines !== null && matrices.length === 0;

    // Adds the moves along the rows of a board to `best`. A spawn changes one row, so that the
    // other three are moved and valued once. In the transposed board cells have other numbers.
    function bestAlong(a, b, isTransposed) {
      rowsOf[0] = a & 0xffff;
      rowsOf[1] = a >>> 16;
      rowsOf[2] = b & 0xffff;
      rowsOf[3] = b >>> 16;
      const kinds = lines.kinds;
      const [k0, k1, k2, k3] = kinds;
      for (let side = 0; side < 2; side++) {
        const slide = slides[side];
        let total = 0;
        let moved = 0;
        for (let row = 0; row < 4; row++) {
          slid[row] = slide[rowsOf[row]];
          total += kinds[row][slid[row]];
          if (slid[row] !== rowsOf[row]) moved++;
        }
        const top = slid[0] | (slid[1] << 16);
        const bottom = slid[2] | (slid[3] << 16);
        const x = transposedTop(top, bottom);
        const y = transposedBottom(top, bottom);
        columns[0] = x & 0xffff;
        columns[1] = x >>> 16;
        columns[2] = y & 0xffff;
        columns[3] = y >>> 16;
        for (let row = 0; row < 4; row++) {
          const old = rowsOf[row];
          if (empties[old] === 0) continue;
          const others = total - kinds[row][slid[row]];
          const othersMoved = moved - (slid[row] !== old ? 1 : 0) > 0;
          const shift = 4 * row;
          const clear = ~(15 << shift);
          const c0 = columns[0] & clear, c1 = columns[1] & clear;
          const c2 = columns[2] & clear, c3 = columns[3] & clear;
          const line = kinds[row];
          let lastRow = -1;
          let lastValue = 0;
          for (let cell = 0; cell < 4; cell++) {
            if (((old >> (4 * cell)) & 15) !== 0) continue;
            const number = isTransposed ? 4 * cell + row : 4 * row + cell;
            for (let tile = 0; tile < 2; tile++) {
              const spawned = old | ((tile + 1) << (4 * cell));
              const next = slide[spawned];
              if (next === spawned && !othersMoved) continue;
              if (next !== lastRow) {
                nodes++;
                lastRow = next;
                lastValue = others + line[next] +
                  (k0[c0 | ((next & 15) << shift)] + k1[c1 | (((next >> 4) & 15) << shift)] +
                    (k2[c2 | (((next >> 8) & 15) << shift)] + k3[c3 | ((next >> 12) << shift)]));
                if (withBoard) {
                  const half = next << (16 * (row & 1));
                  const keep = row & 1 ? 0x0000ffff : 0xffff0000;
                  lastValue += row < 2 ? ofBoard((top & keep) | half, bottom) : ofBoard(top, (bottom & keep) | half);
                }
              }
              if (lastValue > best[2 * number + tile]) best[2 * number + tile] = lastValue;
            }
          }
        }
      }
    }

    // The sums over the spawns on an afterstate of the best value that a move leads to.
    let twos = 0;
    let fours = 0;
    function spawnSums(a, b) {
      twos = 0;
      fours = 0;
      if (isPlainLines) {
        best.fill(-Infinity);
        bestAlong(a, b, false);
        bestAlong(transposedTop(a, b), transposedBottom(a, b), true);
      }
      for (let cell = 0; cell < 16; cell++) {
        if (!isEmpty(a, b, cell)) continue;
        const shift = 4 * (cell & 7);
        for (let tile = 0; tile < 2; tile++) {
          const spawn = (tile + 1) << shift;
          const x = cell < 8 ? a | spawn : a;
          const y = cell < 8 ? b : b | spawn;
          let most = -Infinity;
          if (isPlainLines) {
            most = best[2 * cell + tile];
          } else {
            for (let direction = 0; direction < 4; direction++) {
              if (!move(x, y, direction)) continue;
              nodes++;
              const found = value(movedTop, movedBottom);
              if (found > most) most = found;
            }
          }
          if (most === -Infinity) most = deadValue(x, y);
          if (tile === 0) twos += most;
          else fours += most;
        }
      }
    }

    function leafValue(a, b) {
      spawnSums(a, b);
      return (0.9 * twos + 0.1 * fours) / cellsFree(a, b);
    }

    // Values of afterstates that are the same on every path, of one search.
    const keyTop = new Int32Array(SLOTS);
    const keyBottom = new Int32Array(SLOTS);
    const keyDepth = new Int8Array(SLOTS);
    const known = new Float64Array(SLOTS);
    let uncutAbove = [];

    let deadline = Infinity;
    const isLate = () => (nodes & 0xfff) < 64 && deadline < Infinity && performance.now() > deadline;
    const TOO_LATE = { tooLate: true };

    function afterstate(a, b, depth, probability) {
      if (probability < cut) {
        nodes++;
        return value(a, b);
      }
      if (depth > 1 && probability * (0.9 / cellsFree(a, b)) < cut) depth = 1;
      const isSame = depth === 1 || probability >= uncutAbove[depth];
      const slot = ((Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca6b)) >>> 13) & (SLOTS - 1);
      if (isSame && keyTop[slot] === a && keyBottom[slot] === b && keyDepth[slot] === depth) return known[slot];
      const result = depth === 1 ? leafValue(a, b) : chanceValue(a, b, depth, probability);
      if (isSame) {
        keyTop[slot] = a;
        keyBottom[slot] = b;
        keyDepth[slot] = depth;
        known[slot] = result;
      }
      return result;
    }

    // The mean over the spawns of the best move, searched to a depth.
    function chanceValue(a, b, depth, probability) {
      if (isLate()) throw TOO_LATE;
      const cells = cellsFree(a, b);
      const share = [(probability * 0.9) / cells, (probability * 0.1) / cells];
      let sumOfFours = 0;
      const areFoursCut = share[1] < cut;
      if (areFoursCut) {
        spawnSums(a, b);
        sumOfFours = fours;
      }
      const sums = [0, 0];
      for (let cell = 0; cell < 16; cell++) {
        if (!isEmpty(a, b, cell)) continue;
        const shift = 4 * (cell & 7);
        for (let tile = 0; tile < (areFoursCut ? 1 : 2); tile++) {
          const spawn = (tile + 1) << shift;
          const x = cell < 8 ? a | spawn : a;
          const y = cell < 8 ? b : b | spawn;
          let most = -Infinity;
          for (let direction = 0; direction < 4; direction++) {
            if (!move(x, y, direction)) continue;
            const found = afterstate(movedTop, movedBottom, depth - 1, share[tile]);
            if (found > most) most = found;
          }
          sums[tile] += most === -Infinity ? deadValue(x, y) : most;
        }
      }
      return (0.9 * sums[0] + 0.1 * (areFoursCut ? sumOfFours : sums[1])) / cells;
    }

    // The value of each move, `null` of an illegal one.
    function moveValues(a, b, depth) {
      keyDepth.fill(0);
      uncutAbove = Array.from({ length: depth + 1 }, (_, d) => cut * 150 ** Math.max(0, d - 1) * 1.0001);
      return [UP, DOWN, LEFT, RIGHT].map((direction) => {
        if (!move(a, b, direction)) return null;
        const [x, y] = [movedTop, movedBottom];
        const found = depth === 0 ? value(x, y) : depth === 1 ? leafValue(x, y) : chanceValue(x, y, depth, 1);
        return found + offset;
      });
    }

    // The move with the highest value, the first of equals; -1 if there is none.
    function best4(values) {
      let choice = -1;
      values.forEach((found, direction) => {
        if (found !== null && (choice < 0 || found > values[choice])) choice = direction;
      });
      return choice;
    }

    // Searches deeper and deeper until the time is over.
    function search(a, b, { depth, milliseconds }) {
      deadline = Infinity;
      if (milliseconds === undefined) {
        const values = moveValues(a, b, depth);
        return { values, choice: best4(values), depth };
      }
      let result = null;
      const end = performance.now() + milliseconds;
      for (let d = 1; d <= 8; d++) {
        try {
          const values = moveValues(a, b, d);
          result = { values, choice: best4(values), depth: d };
        } catch (error) {
          if (error !== TOO_LATE) throw error;
          break;
        }
        if (performance.now() > end) break;
        deadline = end;
      }
      deadline = Infinity;
      return result;
    }

    return {
      search,
      // The move at depth 1, in one piece for fast games; -1 if there is none.
      choose(a, b) {
        let choice = -1;
        let highest = -Infinity;
        for (let direction = 0; direction < 4; direction++) {
          if (!move(a, b, direction)) continue;
          const found = leafValue(movedTop, movedBottom);
          if (choice < 0 || found > highest) {
            choice = direction;
            highest = found;
          }
        }
        return choice;
      },
      value: (a, b) => value(a, b) + offset,
      nodes: () => nodes,
    };
  }

  // A board from sixteen hexadecimal ranks in reading order.
  function parseBoard(text) {
    const half = (from) => [...text.slice(from, from + 8)]
      .reduce((bits, digit, cell) => bits | (Number.parseInt(digit, 16) << (4 * cell)), 0);
    return [half(0), half(8)];
  }

  return { Game, Spawns, gameSeed, makePlayer, move, parseBoard, MOVES: ["up", "down", "left", "right"] };
})();
