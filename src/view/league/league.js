// The table of a tournament, sorted by any of its columns, and a game of each player.
const league = JSON.parse(document.getElementById("data").textContent);
const find = (selector) => document.querySelector(selector);
const grouped = (number) => String(Math.round(number)).replace(/\B(?=(\d{3})+$)/g, "\u202f");
const PACES = [1, 2, 5, 10, 20, 50, 200, 1000]; // moves a second

const element = (tag, text, name = "") => {
  const made = document.createElement(tag);
  made.textContent = text;
  made.className = name;
  return made;
};

// A column: its heading, the value by which it is sorted, and its text.
const percent = (share) => (share === undefined ? "–" : `${Math.round(100 * share)} %`);
const COLUMNS = [
  ["player", (of) => of.name, (of) => of.name],
  ["games", (of) => of.games, (of) => grouped(of.games)],
  ["mean score", (of) => of.mean, (of) => grouped(of.mean)],
  ["95 % interval", (of) => of.interval?.[0] ?? 0, (of) => of.interval?.map(grouped).join(" to ") ?? "too few games"],
  ...league.tiles.map((tile) => [grouped(tile), (of) => of.tiles[tile] ?? -1, (of) => percent(of.tiles[tile])]),
  ["µs a move", (of) => of.microseconds ?? Infinity, (of) => (of.microseconds === null ? "–" : of.microseconds >= 10 ? grouped(of.microseconds) : of.microseconds.toFixed(1))],
  ...(league.players.some(({ note }) => note) ? [["note", (of) => of.note ?? "", (of) => of.note ?? ""]] : []),
];
let sorted = { column: 2, falls: true };
let shown = null;

function drawTable() {
  const { column, falls } = sorted;
  const value = COLUMNS[column][1];
  const less = (a, b) => (typeof value(a) === "string" ? value(a).localeCompare(value(b)) : value(a) - value(b));
  const players = [...league.players].sort((a, b) => (falls ? less(b, a) : less(a, b)));
  find("tbody").replaceChildren(...players.map((player) => {
    const row = element("tr", "", player === shown ? "shown" : "");
    row.append(...COLUMNS.map(([, of, text]) => element("td", text(player), typeof of(player) === "string" ? "text" : "")));
    if (player.moves) {
      const watch = element("button", player.name);
      watch.type = "button";
      watch.setAttribute("aria-label", `Watch a game of ${player.name}`);
      watch.addEventListener("click", () => show(player));
      row.cells[0].replaceChildren(watch);
    }
    return row;
  }));
  [...find("thead tr").cells].forEach((cell, index) => {
    cell.setAttribute("aria-sort", index !== column ? "none" : falls ? "descending" : "ascending");
  });
}

const head = find("thead").appendChild(element("tr", ""));
COLUMNS.forEach(([name, value], index) => {
  const cell = head.appendChild(element("th", ""));
  cell.scope = "col";
  const sort = cell.appendChild(element("button", name));
  sort.type = "button";
  sort.addEventListener("click", () => {
    const isText = typeof value(league.players[0]) === "string";
    sorted = { column: index, falls: sorted.column === index ? !sorted.falls : !isText };
    drawTable();
  });
});

const cells = Array.from({ length: 16 }, () => find(".board").appendChild(element("span", "", "tile")));
let game = null;
let timer = 0;

function draw() {
  const ranks = game.ranks();
  cells.forEach((cell, place) => {
    cell.className = `tile t${ranks[place]}${place === game.cell ? " new" : ""}`;
    cell.textContent = ranks[place] ? String(2 ** ranks[place]) : "";
  });
  const rows = [0, 4, 8, 12].map((from) => ranks.slice(from, from + 4).map((rank) => (rank ? 2 ** rank : "empty")).join(", "));
  find(".board").setAttribute("aria-label", `Board, rows from the top: ${rows.join("; ")}`);
  find(".score").textContent = grouped(game.score);
  const end = game.moves === shown.moves.length ? ", the end" : "";
  find(".moves").textContent = `move ${grouped(game.moves)} of ${grouped(shown.moves.length)}${end}`;
  find("#move").value = game.moves;
}

function advance(moves) {
  while (game.moves < moves && game.make(Number(shown.moves[game.moves]))) continue;
}

function goTo(moves) {
  const wanted = Math.min(Math.max(0, moves), shown.moves.length);
  if (wanted < game.moves) game = new Game(gameSeed(league.seed, 0));
  advance(wanted);
  draw();
}

function run(isOn) {
  clearInterval(timer);
  timer = 0;
  find("#run").textContent = isOn ? "Pause" : "Play";
  if (!isOn) return;
  const pace = PACES[find("#pace").value];
  const each = Math.max(1, Math.round(pace / 50));
  timer = setInterval(() => {
    goTo(game.moves + each);
    if (game.moves === shown.moves.length) run(false);
  }, (1000 * each) / pace);
}

function show(player) {
  run(false);
  shown = player;
  game = new Game(gameSeed(league.seed, 0));
  find("#game h2").textContent = player.name;
  find("#move").max = player.moves.length;
  drawTable();
  draw();
}

find("#title").textContent = document.title = league.name;
find("#about").textContent = league.about;
find("#run").addEventListener("click", () => run(timer === 0));
find("#step").addEventListener("click", () => { run(false); goTo(game.moves + 1); });
find("#back").addEventListener("click", () => { run(false); goTo(game.moves - 1); });
find("#pace").addEventListener("input", () => timer && run(true));
find("#move").addEventListener("input", () => { run(false); goTo(Number(find("#move").value)); });
find("form").addEventListener("submit", (event) => event.preventDefault());
drawTable();
const first = league.players.find(({ moves }) => moves);
find("#game").hidden = !first;
if (first) show(first);
