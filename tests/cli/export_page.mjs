// Reads a page that plays, and prints the moves of its first side on boards from standard input:
// for each board and depth a line of JSON with the values of the moves and the choice.
import { readFileSync } from "node:fs";
import { runInThisContext } from "node:vm";

const [page, ...depths] = process.argv.slice(2);
const html = readFileSync(page, "utf8");
const part = (id) => html.match(new RegExp(`id="${id}">([^]*?)</script>`))[1];
const { makePlayer, parseBoard } = runInThisContext(`${part("engine")}; tune2048`);
const player = makePlayer(JSON.parse(part("data")).sides[0].setup);
const boards = readFileSync(0, "utf8").trim().split("\n");
for (const depth of depths.map(Number)) {
  for (const board of boards) {
    const { values, choice } = player.search(...parseBoard(board), { depth });
    console.log(JSON.stringify([values, choice]));
  }
}
