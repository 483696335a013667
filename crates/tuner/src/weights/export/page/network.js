// A learned network of tuples: the value of a board, in points still to come. Sums are in single
// precision and in the order of the engine, whose values these are to the last bit.
function networkOf({ tuples, stages, weights }, factor) {
  const lookups = [[], [], [], [], [], [], [], []]; // by orientation: the first weight and the cells
  let stageWeights = 0;
  for (const tuple of tuples) {
    const cells = [...tuple].map((digit) => Number.parseInt(digit, 16));
    lookups.forEach((own, symmetry) => own.push({
      first: stageWeights,
      cells: Uint8Array.from(cells, (cell) => {
        let [row, column] = [cell >> 2, cell & 3];
        if (symmetry & 1) column = 3 - column;
        if (symmetry & 2) row = 3 - row;
        return symmetry & 4 ? 4 * column + row : 4 * row + column;
      }),
    }));
    stageWeights += 16 ** cells.length;
  }
  const ranks = new Uint8Array(16);
  const sums = new Float32Array(8);
  const { fround } = Math;
  const ofPairs = (i) => fround(fround(sums[i] + sums[i + 1]) + fround(sums[i + 2] + sums[i + 3]));
  return (a, b) => {
    let highest = 0;
    for (let cell = 0; cell < 16; cell++) {
      ranks[cell] = ((cell < 8 ? a : b) >>> (4 * (cell & 7))) & 15;
      if (ranks[cell] > highest) highest = ranks[cell];
    }
    let stage = 0;
    while (stage < stages.length && highest >= stages[stage]) stage++;
    const start = stage * stageWeights;
    for (let symmetry = 0; symmetry < 8; symmetry++) {
      let sum = 0;
      for (const { first, cells } of lookups[symmetry]) {
        let index = 0;
        for (let i = 0; i < cells.length; i++) index |= ranks[cells[i]] << (4 * i);
        sum = fround(sum + weights[start + first + index]);
      }
      sums[symmetry] = sum;
    }
    return fround(fround(factor) * fround(ofPairs(0) + ofPairs(4)));
  };
}

// Ranks with the same moves: all tiles above the largest missing one halved, as often as that
// helps, while there is a tile of the rank `from` or a larger one.
function downgraded(ranks, from) {
  for (;;) {
    const highest = Math.max(...ranks);
    let missing = highest - 1;
    while (missing > 0 && ranks.includes(missing)) missing--;
    if (highest < from || missing <= 0) return ranks;
    ranks = ranks.map((rank) => (rank > missing ? rank - 1 : rank));
  }
}
