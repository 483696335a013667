// Reads a page that plays, and prints the moves of its first side on boards from standard input:
// for each board and depth a line of JSON with the values of the moves and the choice. Without a
// board it plays the first game of seed 7 at the last depth, and prints its score and its moves.
import { readFileSync } from "node:fs";
import { runInThisContext } from "node:vm";

const [page, ...depths] = process.argv.slice(2);
const html = readFileSync(page, "utf8");
const part = (id) => html.match(new RegExp(`id="${id}">([^]*?)</script>`))[1];
const { Game, gameSeed, makePlayer, parseBoard, unpack } = runInThisContext(`${part("engine")}; tune2048`);
const player = makePlayer(await unpack(JSON.parse(part("data")).sides[0].setup));
const boards = readFileSync(0, "utf8").split("\n").filter(Boolean);
for (const depth of depths.map(Number)) {
  for (const board of boards) {
    const { values, choice } = player.search(...parseBoard(board), { depth });
    console.log(JSON.stringify([values, choice]));
  }
}
if (boards.length === 0) {
  const game = new Game(gameSeed(7, 0));
  for (let choice; choice !== -1; game.make(choice)) {
    ({ choice } = player.search(game.a, game.b, { depth: Number(depths.at(-1)) }));
  }
  console.log(JSON.stringify([game.score, game.moves]));
}
