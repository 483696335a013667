// The values of boards: a part for each kind of table.

const faces = Array.from({ length: 16 }, (_, rank) => (rank ? 2 ** rank : 0));
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
    values[row] = limited(
      empty * empties[row] + merges * tilesInRuns(ranks) + edge * isAtEnd -
      limited(steep * Math.min(down, up), 1e300) - limited(sum * total, 1e300));
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
// of the matrix as it is, mirrored, upside down and both, then of its transpose. Where fewer are
// tried, these repeat: the matrix as it is, or it and its transpose.
function matrixOf(entries, cells, tried = 8) {
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
  const chosen = { 1: [0], 2: [0, 4], 8: [0, 1, 2, 3, 4, 5, 6, 7] }[tried];
  const sums = new Float32Array(4 * ROWS * 8);
  for (let place = 0; place < 4; place++) {
    for (let row = 0; row < ROWS; row++) {
      const numbers = ranksOf(row).map((rank) => cells[rank]);
      for (let number = 0; number < 8; number++) {
        const entry = orientations[chosen[number % tried]];
        const sum = numbers.reduce((so, value, column) => so + entry(place, column) * value, 0);
        sums[(place * ROWS + row) * 8 + number] = limited(sum);
      }
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

// Lines whose value is known for each row, without terms of the whole board.
const sameLines = (values, constant) => ({
  kinds: [values, values, values, values],
  offset: 8 * limited(constant),
  corner: 0,
  ofCells: new Float32Array(17),
});

// The tiles of each row, less the differences between neighbours.
function differenceValues({ sum, difference, exponent }) {
  const cells = faces.map((face) => (face ? limited(face ** exponent, 1e300) : 0));
  return Float32Array.from({ length: ROWS }, (_, row) => {
    const [a, b, c, d] = ranksOf(row).map((rank) => cells[rank]);
    const apart = Math.abs(a - b) + Math.abs(b - c) + Math.abs(c - d);
    return limited(sum * (a + b + c + d) - difference * 2 * apart);
  });
}

// The parts of a heuristic: a network, or none, lines, or none, and matrices. `expressions` and
// `network` are tables that `unpack` has read.
function partsOf({ heuristic, setting, weights, expressions, network }) {
  const cell = (prefix, i) => `${prefix}${i >> 2}${i & 3}`;
  const entries = (prefix) => Array.from({ length: 16 }, (_, i) => weights[cell(prefix, i)] ?? 0);
  const alone = (matrix) => ({ lines: null, matrices: [matrix] });
  switch (heuristic) {
    case "corner-matrix": {
      const number = cellNumbers[setting];
      const numbers = faces.map((face, rank) => (face ? number(rank, weights.exponent) : 0));
      return alone(matrixOf(entries("w"), numbers));
    }
    case "path":
      return alone(matrixOf(snakeEntries(1, weights.ratio), faces, setting));
    case "exponential-snake": {
      const powers = entries("s").map((exponent) => limited(weights.sum * Math.min(Math.exp(exponent), 1e30)));
      const lines = sameLines(new Float32Array(ROWS), 0);
      lines.ofCells = lines.ofCells.map((_, cells) => weights.empty * cells * cells);
      return { lines, matrices: [matrixOf(powers, faces, setting)] };
    }
    case "differences":
      return { lines: sameLines(differenceValues(weights), 0), matrices: [] };
    case "expressions":
      return { lines: sameLines(expressions.values, expressions.constant), matrices: [] };
  }
  const lines = linesOf(weights);
  if (expressions) {
    lines.kinds = lines.kinds.map((kind) => kind.map((value, row) => value + expressions.values[row]));
    lines.offset += 8 * limited(expressions.constant);
  }
  const matrices = [];
  if ("snake" in weights) {
    matrices.push(matrixOf(snakeEntries(weights.snake, weights["snake-ratio"] ?? 0.5), faces));
  }
  const hasMatrix = Object.keys(weights).some((name) => name.startsWith("matrix-"));
  if (hasMatrix) matrices.push(matrixOf(entries("matrix-"), faces));
  const hasLines = !network || expressions || Object.keys(weights).length > 1;
  return {
    lines: hasLines ? lines : null,
    matrices,
    network: network && networkOf(network, weights.factor),
  };
}

// Numbers of single precision from their compressed bytes in base64: first the lowest bytes of all.
async function numbersOf(text) {
  const compressed = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  const stream = new Blob([compressed]).stream().pipeThrough(new DecompressionStream("deflate"));
  const planes = new Uint8Array(await new Response(stream).arrayBuffer());
  const count = planes.length / 4;
  const bytes = planes.map((_, i) => planes[(i & 3) * count + (i >> 2)]);
  return new Float32Array(bytes.buffer);
}

// What `tune2048 export` writes into the page, with its tables read.
async function unpack(setup) {
  const { expressions, network } = setup;
  return {
    ...setup,
    expressions: expressions && { ...expressions, values: await numbersOf(expressions.values) },
    network: network && { ...network, weights: await numbersOf(network.weights) },
  };
}
