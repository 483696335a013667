// Draws both sides and passes on what the user asks for. A page in a frame waits to be played,
// and takes the newest weights from its address when the page around it says so.
(() => {
  "use strict";
  const sidesOf = (page) => JSON.parse(page.getElementById("data").textContent).sides;
  const isFramed = window.parent !== window;
  let sides = sidesOf(document);
  const engine = document.getElementById("engine").textContent;
  const source = engine + document.getElementById("player").textContent;
  const address = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
  const find = (id) => document.getElementById(id);
  const ARROWS = ["↑", "↓", "←", "→"];
  const MOVES = ["up", "down", "left", "right"];
  const SEARCHES = [
    ...[0, 1, 2, 3].map((depth) => ({ name: `depth ${depth}`, search: { depth } })),
    ...[1, 10, 100].map((milliseconds) => ({ name: `${milliseconds} ms a move`, search: { milliseconds } })),
  ];
  const KEYS = { ArrowUp: 0, ArrowDown: 1, ArrowLeft: 2, ArrowRight: 3 };
  const PACES = [1, 2, 5, 10, 20, 50, 100, 500, 2000, Infinity];
  let isPlaying = !isFramed;
  let epoch = 0;
  let next = null; // the sides that play after this game

  const grouped = (number) => String(Math.round(number)).replace(/\B(?=(\d{3})+$)/g, "\u202f");
  const loss = (number) => {
    if (!(number > 0)) return "0";
    return `−${number >= 10000 ? grouped(number) : Number(number.toPrecision(4))}`;
  };
  const element = (tag, name, text = "") => {
    const made = document.createElement(tag);
    made.className = name;
    made.textContent = text;
    return made;
  };

  // The mean of some scores with its interval of 95 %, by Student's t.
  const T95 = [12.71, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228];
  const summary = (scores) => {
    const games = scores.length;
    if (games === 0) return "No game has ended yet.";
    const mean = scores.reduce((so, score) => so + score, 0) / games;
    const text = `${grouped(games)} ${games === 1 ? "game" : "games"}, mean ${grouped(mean)}`;
    if (games < 2) return text;
    const variance = scores.reduce((so, score) => so + (score - mean) ** 2, 0) / (games - 1);
    const t = T95[games - 2] ?? 1.96 + 2.4 / (games - 1);
    const half = t * Math.sqrt(variance / games);
    return `${text} (${grouped(Math.max(0, mean - half))} to ${grouped(mean + half)})`;
  };

  // Where the weights of a side come from, and their numbers.
  const describe = ({ name, origin, setup }) => {
    const table = element("table", "");
    for (const [weight, number] of Object.entries(setup.weights)) {
      const heading = element("th", "", weight);
      heading.scope = "row";
      table.insertRow().append(heading, element("td", "", String(number)));
    }
    return [element("h2", "", name), ...origin.map((line) => element("p", "quiet", line)), table];
  };

  // Names the sides and sends their players to the workers.
  const introduce = () => {
    const names = sides.map(({ name }) => name);
    find("title").textContent = document.title = names[1] ? names.join(" against ") : `${names[0]} plays 2048`;
    find("verdict").textContent = sides[0].verdict;
    find("weights").replaceChildren(find("weights").firstElementChild, ...sides.flatMap(describe));
    made.forEach(({ root, worker }, index) => {
      root.setAttribute("aria-label", sides[index].name);
      root.querySelector("h2").textContent = sides[index].name;
      worker.postMessage({ setup: sides[index].setup });
    });
  };

  const made = sides.map((_, index) => {
    const root = find("sides").appendChild(element("article", ""));
    root.id = `side-${index}`;
    const board = element("div", "board");
    board.setAttribute("role", "img");
    const cells = Array.from({ length: 16 }, () => board.appendChild(element("span", "tile")));
    const values = element("ul", "values");
    root.append(
      element("h2", ""), element("p", "score", "0"), element("p", "moves"), board, values,
      element("p", "games"));
    const moves = MOVES.map((name, move) => {
      const item = values.appendChild(element("li", ""));
      item.append(element("b", "", ARROWS[move]), " ", element("span", "", ""));
      item.title = `What the move ${name} loses against the best`;
      return item;
    });
    const worker = new Worker(address);
    const own = { root, board, cells, moves, worker, scores: [], isTaken: false };
    worker.onmessage = ({ data }) => render(own, data);
    worker.onerror = (event) => find("problem").append(`The player stopped: ${event.message}. `);
    return own;
  });

  function render(own, data) {
    if (data.epoch !== epoch) return;
    own.scores.push(...data.ended);
    data.ranks.forEach((rank, place) => {
      const name = `tile t${rank}${place === data.spawn ? " new" : ""}`;
      const cell = own.cells[place];
      if (cell.className !== name) cell.className = name;
      const text = rank ? String(2 ** rank) : "";
      if (cell.textContent !== text) cell.textContent = text;
    });
    const rows = [0, 4, 8, 12].map((from) =>
      data.ranks.slice(from, from + 4).map((rank) => (rank ? 2 ** rank : "empty")).join(", "));
    own.board.setAttribute("aria-label", `Board, rows from the top: ${rows.join("; ")}`);
    const best = data.values[data.choice];
    own.moves.forEach((item, move) => {
      const value = data.values[move];
      item.className = move === data.choice ? "chosen" : "";
      item.lastChild.textContent = value === null ? "–" : loss(best - value);
    });
    const put = (name, text) => (own.root.querySelector(name).textContent = text);
    put(".score", grouped(data.score));
    const depth = data.depth === undefined ? "" : `, depth ${data.depth}`;
    put(".moves", `move ${grouped(data.moves)} of game ${grouped(data.number + 1)}${depth}${data.isOver ? ", over" : ""}`);
    put(".games", summary(own.scores));
    if (own !== made[0]) return;
    if (document.activeElement !== find("move")) find("move").value = data.moves;
    if (next && (data.ended.length > 0 || data.moves === 0)) {
      [sides, next] = [next, null];
      introduce();
      sendSearch();
      restart();
    }
  }

  const toAll = (message) => made.forEach(({ worker }) => worker.postMessage(message));
  const pace = () => (isPlaying ? PACES[find("pace").value] : 0);
  const sendPace = () => {
    made.forEach((own) => own.worker.postMessage({ pace: own.isTaken ? 0 : pace() }));
    find("run").textContent = isPlaying ? "Pause" : "Play";
    const shown = PACES[find("pace").value];
    find("pace-text").textContent = shown === Infinity ? "as fast as it goes" : `${grouped(shown)} a second`;
  };
  const restart = () => {
    const seed = find("seed");
    if (!seed.checkValidity() || seed.value === "") return;
    epoch++;
    made.forEach((own) => (own.scores = []));
    toAll({ seed: Number(seed.value), epoch });
    sendPace();
  };
  const take = (isTaken) => {
    made[0].isTaken = isTaken;
    made[0].root.classList.toggle("taken", isTaken);
    find("take").setAttribute("aria-pressed", isTaken);
    find("take").textContent = isTaken ? "Give back" : "Take over";
    sendPace();
  };
  const steer = (move) => {
    if (!made[0].isTaken) take(true);
    made[0].worker.postMessage({ move });
  };

  // Each side's own search, if it is no simple depth; then the same for all.
  const own = sides[0].setup;
  if (own.search.depth === undefined || own.search.depth > 3 || own.player === "look-ahead") {
    SEARCHES.unshift({ name: own.searchName, search: null });
  }
  SEARCHES.forEach(({ name }, index) => find("search").append(new Option(name, index)));
  find("search").value = SEARCHES.findIndex(({ search }) => search === null || search.depth === own.search.depth);
  const sendSearch = () => {
    const { search } = SEARCHES[find("search").value];
    made.forEach(({ worker }, index) => worker.postMessage({ search: search ?? sides[index].setup.search }));
  };
  const pause = (isPaused) => {
    isPlaying = !isPaused;
    sendPace();
  };
  find("search").addEventListener("change", sendSearch);
  find("controls").addEventListener("submit", (event) => event.preventDefault());
  find("run").addEventListener("click", () => pause(isPlaying));
  find("step").addEventListener("click", () => {
    pause(true);
    toAll({ step: true });
  });
  const goTo = (move) => {
    pause(true);
    toAll({ to: Math.max(0, move) });
  };
  find("back").addEventListener("click", () => goTo(Number(find("move").value) - 1));
  find("move").addEventListener("change", () => goTo(Math.floor(Number(find("move").value) || 0)));
  find("new").addEventListener("click", () => {
    find("seed").value = Math.floor(Math.random() * 1e6);
    restart();
  });
  find("pace").addEventListener("input", sendPace);
  find("seed").addEventListener("change", restart);
  find("take").addEventListener("click", () => take(!made[0].isTaken));
  addEventListener("keydown", (event) => {
    const isField = event.target.matches?.("input, select");
    if (isField || event.ctrlKey || event.altKey || event.metaKey) return;
    const isSpace = event.key === " " && !event.target.matches?.("button, summary");
    if (!isSpace && !(event.key in KEYS)) return;
    event.preventDefault();
    if (isSpace) pause(isPlaying);
    else steer(KEYS[event.key]);
  });
  const field = made[0].board;
  let from = null;
  field.addEventListener("pointerdown", (event) => {
    from = [event.clientX, event.clientY];
    field.setPointerCapture(event.pointerId);
  });
  field.addEventListener("pointerup", (event) => {
    if (!from) return;
    const [x, y] = [event.clientX - from[0], event.clientY - from[1]];
    from = null;
    if (Math.max(Math.abs(x), Math.abs(y)) < 24) return;
    if (Math.abs(x) > Math.abs(y)) steer(x > 0 ? 3 : 2);
    else steer(y > 0 ? 1 : 0);
  });
  // The page around this one says that there are newer weights.
  addEventListener("message", async ({ source }) => {
    if (!isFramed || source !== window.parent) return;
    const answer = await fetch(location.href, { cache: "no-store" });
    if (!answer.ok) return;
    next = sidesOf(new DOMParser().parseFromString(await answer.text(), "text/html"));
    toAll({}); // shows the position, after which a game that has not begun gives way
  });
  document.documentElement.classList.toggle("framed", isFramed);
  introduce();
  sendSearch();
  restart();
})();
