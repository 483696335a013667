// Players: expectimax, minimax, and look-ahead without spawns. `makePlayer(setup)` takes what
// `unpack` returns: the heuristic, its weights by name, and the settings of the search.

const SLOTS = 1 << 14;

function makePlayer(setup) {
  const { lines, matrices, network } = partsOf(setup);
  const offset = lines?.offset ?? 0;
  const gain = network ? pointsOf : () => 0; // of a move, where values are points still to come
  const cut = setup.probabilityCut ?? 1e-4;
  const isStatic = setup.deadValue === "static";
  const dead = isStatic ? 0 : (setup.deadValue ?? 0) - offset;
  let nodes = 0;

  function value(a, b) {
    let total = network ? network(a, b) : 0;
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
  const isPlainLines = lines !== null && matrices.length === 0 && !network;

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
            const found = value(movedTop, movedBottom) + gain(x, y, direction);
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
          const found = afterstate(movedTop, movedBottom, depth - 1, share[tile]) + gain(x, y, direction);
          if (found > most) most = found;
        }
        sums[tile] += most === -Infinity ? deadValue(x, y) : most;
      }
    }
    return (0.9 * sums[0] + 0.1 * (areFoursCut ? sumOfFours : sums[1])) / cells;
  }

  // The value of each move, `null` of an illegal one.
  const ofMoves = (a, b, valueOf) => [UP, DOWN, LEFT, RIGHT].map((direction) => {
    if (!move(a, b, direction)) return null;
    return valueOf(movedTop, movedBottom) + gain(a, b, direction);
  });

  function expectimax(a, b, depth) {
    keyDepth.fill(0);
    uncutAbove = Array.from({ length: depth + 1 }, (_, d) => cut * 150 ** Math.max(0, d - 1) * 1.0001);
    const valueOf = depth === 0 ? value : depth === 1 ? leafValue : (x, y) => chanceValue(x, y, depth, 1);
    return ofMoves(a, b, (x, y) => valueOf(x, y) + offset);
  }

  // The value of the worst spawn on an afterstate, exact between the bounds.
  function worstSpawn(a, b, depth, alpha, beta) {
    if (isLate()) throw TOO_LATE;
    let worst = Infinity;
    for (let spawn = 0; spawn < 32; spawn++) {
      const cell = spawn >> 1;
      if (!isEmpty(a, b, cell)) continue;
      const tile = ((spawn & 1) + 1) << (4 * (cell & 7));
      const x = cell < 8 ? a | tile : a;
      const y = cell < 8 ? b : b | tile;
      let most = -Infinity;
      for (let direction = 0; direction < 4 && most < Math.min(beta, worst); direction++) {
        if (!move(x, y, direction)) continue;
        nodes++;
        const found = depth > 1
          ? worstSpawn(movedTop, movedBottom, depth - 1, Math.max(alpha, most), Math.min(beta, worst))
          : value(movedTop, movedBottom);
        most = Math.max(most, found);
      }
      worst = Math.min(worst, most === -Infinity ? deadValue(x, y) : most);
      if (worst <= alpha) return worst;
    }
    return worst;
  }
  const minimax = (a, b, depth) => [UP, DOWN, LEFT, RIGHT].map((direction) =>
    move(a, b, direction) ? worstSpawn(movedTop, movedBottom, Math.max(1, depth), -Infinity, Infinity) + offset : null);

  // The best sequence of moves as if nothing spawned, each board by a further factor.
  function lookAhead(a, b, moves, factor = 1) {
    return [UP, DOWN, LEFT, RIGHT].map((direction) => {
      if (!move(a, b, direction)) return null;
      const [x, y] = [movedTop, movedBottom];
      const own = factor * (value(x, y) + offset);
      if (moves === 1) return own;
      const further = lookAhead(x, y, moves - 1, factor * setup.discount);
      return own + Math.max(...further.filter((found) => found !== null));
    });
  }

  const moveValues = { expectimax, minimax, "look-ahead": (a, b) => lookAhead(a, b, setup.search.depth) }[setup.player];

  // The move with the highest value, the first of equals; -1 if there is none.
  function firstBest(values) {
    let choice = -1;
    values.forEach((found, direction) => {
      if (found !== null && (choice < 0 || found > values[choice])) choice = direction;
    });
    return choice;
  }

  const distinct = (a, b) => new Set(ranksOfBoard(a, b).filter((rank) => rank > 0)).size;
  // A depth that grows or falls with the free cells and the distinct tiles.
  function scheduled(a, b, how) {
    const depth = how.base + how["per-free-cell"] * cellsFree(a, b) + how["per-tile"] * distinct(a, b);
    return Math.min(how["at-most"], Math.max(how["at-least"], Math.round(depth)));
  }

  // Searches to a depth, or deeper and deeper until the time or the boards are spent.
  function search(a, b, how) {
    if (setup.downgradeFrom) [a, b] = boardOf(downgraded(ranksOfBoard(a, b), setup.downgradeFrom));
    const { milliseconds, boards } = how;
    deadline = Infinity;
    if (milliseconds === undefined && boards === undefined) {
      const depth = how.depth ?? scheduled(a, b, how);
      const values = moveValues(a, b, depth);
      return { values, choice: firstBest(values), depth };
    }
    let result = null;
    const [end, start] = [performance.now() + (milliseconds ?? Infinity), nodes];
    for (let depth = how.atLeast ?? 1; depth <= 8; depth++) {
      try {
        const values = moveValues(a, b, depth);
        result = { values, choice: firstBest(values), depth };
      } catch (error) {
        if (error !== TOO_LATE) throw error;
        break;
      }
      if (performance.now() > end || 5 * (nodes - start) >= boards) break;
      deadline = end;
    }
    deadline = Infinity;
    return result;
  }

  return {
    search,
    // The move at depth 1, in one piece for fast games; -1 if there is none.
    choose(a, b) {
      if (setup.player !== "expectimax" || setup.downgradeFrom) return search(a, b, { depth: 1 }).choice;
      let choice = -1;
      let highest = -Infinity;
      for (let direction = 0; direction < 4; direction++) {
        if (!move(a, b, direction)) continue;
        const found = leafValue(movedTop, movedBottom) + gain(a, b, direction);
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
