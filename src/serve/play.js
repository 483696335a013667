// Two games on one seed, played by the server and shown move by move.
(() => {
  "use strict";
  const MOVES = ["up", "down", "left", "right"]; // in the order of the server's values
  const ARROWS = ["↑", "↓", "←", "→"];
  const AHEAD = 300; // positions that are asked for before they are shown
  const AGAIN_MS = 300; // time before an empty or failed answer is asked for again

  const section = document.getElementById("play");
  if (!section) return;
  const find = (name) => document.getElementById(`play-${name}`);
  const [run, back, step, speed] = ["run", "back", "step", "speed"].map(find);
  const [seedInput, renew, moveInput] = ["seed", "new", "move"].map(find);
  const [status, boards, about] = ["status", "boards", "about"].map(find);

  let sides = []; // one for each player, empty before they are known
  let at = 0; // number of the move that is shown
  let target = null; // number of the move that is waited for
  let running = false;
  let shownAt = 0; // time of the last move while running
  let session = 0; // changes with the seed and with the players

  const text = (tag, content, name) => {
    const element = document.createElement(tag);
    element.textContent = content;
    if (name) element.className = name;
    return element;
  };
  // Thousands are separated as everywhere in the report.
  const grouped = (number) => String(number).replace(/\B(?=(\d{3})+$)/g, "\u202f");
  const digits = (number) => {
    const whole = Math.abs(number) >= 10_000;
    return whole ? grouped(Math.round(number)) : String(Number(number.toPrecision(5)));
  };
  const say = (message) => {
    if (status.textContent !== message) status.textContent = message;
  };

  const makeSide = ({ id, name, weights }, index) => {
    const root = text("article", "");
    const title = text("h3", name);
    title.id = `play-side-${index}`;
    root.setAttribute("aria-labelledby", title.id);
    const board = text("div", "", "board");
    board.setAttribute("role", "img");
    const cells = Array.from({ length: 16 }, () => board.appendChild(text("span", "")));
    const facts = text("p", "", "facts");
    const table = document.createElement("table");
    const head = table.createTHead().insertRow();
    for (const word of ["move", "value"]) head.append(Object.assign(text("th", word), { scope: "col" }));
    const rows = MOVES.map((word, move) => {
      const row = (table.tBodies[0] ?? table.createTBody()).insertRow();
      row.append(Object.assign(text("th", ""), { scope: "row" }));
      row.cells[0].append(Object.assign(text("span", ARROWS[move]), { ariaHidden: "true" }), ` ${word}`);
      row.insertCell();
      return row;
    });
    root.append(title, facts, board, table);
    return { id, name, weights, root, board, cells, facts, rows, positions: [], over: false, asked: false };
  };

  const differences = () => {
    const [own, start] = sides.map(({ weights }) => new Map(weights));
    const changed = [...own].filter(([name, value]) => start.get(name) !== value);
    const details = document.createElement("details");
    details.append(text("summary", "The weights that differ"));
    const table = document.createElement("table");
    const head = table.createTHead().insertRow();
    for (const word of ["weight", ...sides.map(({ name }) => name)]) {
      head.append(Object.assign(text("th", word), { scope: "col" }));
    }
    const body = table.createTBody();
    for (const [name, value] of changed) {
      const row = body.insertRow();
      row.append(Object.assign(text("th", name), { scope: "row" }));
      for (const number of [value, start.get(name)]) row.append(text("td", digits(number)));
    }
    const scroll = text("div", "", "scroll");
    scroll.append(table);
    details.append(scroll);
    return details;
  };

  const last = (side) => side.positions.length - 1;
  const isOver = (side) => side.over && at >= last(side);
  const isAllOver = () => sides.length > 0 && sides.every(isOver);
  const canStep = () => sides.length > 0 && !isAllOver() && sides.every((side) => isOver(side) || at < last(side));
  const position = (side) => side.positions[Math.min(at, last(side))];

  const renderSide = (side) => {
    const shown = position(side);
    if (!shown) return;
    const [hex, score, choice, values] = shown;
    const ranks = [...hex].map((digit) => Number.parseInt(digit, 16));
    const tiles = ranks.map((rank) => (rank ? 2 ** rank : 0));
    side.cells.forEach((cell, place) => {
      const name = `tile t${ranks[place]}`;
      if (cell.className !== name) {
        cell.className = name;
        cell.textContent = tiles[place] || "";
      }
    });
    const lines = [0, 4, 8, 12].map((from) =>
      tiles.slice(from, from + 4).map((tile) => tile || "empty").join(", "));
    side.board.setAttribute("aria-label", `Board, rows from the top: ${lines.join("; ")}`);
    const moves = Math.min(at, last(side));
    const end = choice === null ? ", the end" : "";
    side.facts.textContent = `${grouped(score)} points, ${grouped(moves)} moves${end}`;
    side.rows.forEach((row, move) => {
      row.className = move === choice ? "chosen" : "";
      row.cells[1].textContent = values[move] === null ? "–" : digits(values[move]);
    });
  };

  const render = () => {
    sides.forEach(renderSide);
    boards.hidden = !sides.some((side) => side.positions.length);
    if (document.activeElement !== moveInput) moveInput.value = at;
    run.textContent = running ? "Pause" : "Play";
    back.disabled = at === 0;
  };

  const describe = () => {
    const of = (side) => {
      const [, score, choice] = position(side);
      const next = choice === null ? "has ended" : `plays ${MOVES[choice]}`;
      return `${side.name}: ${grouped(score)} points, ${next}`;
    };
    if (sides.length && sides.every(position)) say(`Move ${grouped(at)}. ${sides.map(of).join(". ")}.`);
  };

  const stop = () => {
    running = false;
    render();
    describe();
  };

  const fail = (problem) => {
    running = false;
    target = null;
    render();
    say(problem);
  };

  // Asks for the next positions of a game, until enough of them are known.
  const fill = async (side) => {
    if (side.asked || side.over || last(side) - Math.max(at, target ?? 0) >= AHEAD) return;
    side.asked = true;
    const own = session;
    let wait = 0;
    try {
      const address = `/games/${side.id}/${seedInput.dataset.seed}/${side.positions.length}/${section.dataset.games}`;
      const answer = await fetch(address, { cache: "no-store" });
      if (own !== session) return;
      if (!answer.ok) {
        fail((await answer.text()).trim());
        return;
      }
      const part = await answer.json();
      if (own !== session) return;
      side.positions.push(...part.positions);
      side.over = part.over && side.positions.length >= part.known;
      if (!part.positions.length) wait = AGAIN_MS;
      arrived();
    } catch {
      if (own !== session) return;
      say("The server does not answer; trying again");
      wait = AGAIN_MS;
    } finally {
      side.asked = false;
    }
    if (running || target !== null || wait) window.setTimeout(() => own === session && fill(side), wait);
  };
  const fillAll = () => sides.forEach(fill);

  const arrived = () => {
    if (target !== null) {
      const isThere = sides.every((side) => side.over || last(side) >= target);
      if (isThere) {
        at = Math.min(target, Math.max(...sides.map(last)));
        target = null;
        describe();
      } else {
        const known = Math.max(0, Math.min(...sides.map(last)));
        say(`Playing on to move ${grouped(target)}: ${grouped(known)} so far`);
      }
    }
    render();
  };

  const frame = (now) => {
    if (!running) return;
    const rate = Number(speed.value);
    let due = rate ? Math.floor(((now - shownAt) * rate) / 1000) : AHEAD;
    if (due > 0) {
      while (due > 0 && canStep()) {
        at += 1;
        due -= 1;
      }
      // Moves that arrive late are not made up for.
      shownAt = now;
      render();
      fillAll();
    }
    if (isAllOver()) stop();
    else window.requestAnimationFrame(frame);
  };

  // Takes the present players of the campaign and starts their games.
  const load = async () => {
    session += 1;
    const own = session;
    const seed = Math.min(Number(seedInput.max), Math.max(0, Math.floor(Number(seedInput.value) || 0)));
    seedInput.value = seed;
    seedInput.dataset.seed = seed;
    [sides, at, target] = [[], 0, 0];
    moveInput.value = at;
    say("Asking for the players");
    try {
      const answer = await fetch(section.dataset.players, { cache: "no-store" });
      const found = answer.ok ? await answer.json() : { problem: (await answer.text()).trim() };
      if (own !== session) return false;
      if (found.problem) {
        fail(found.problem);
        return false;
      }
      const [first, second] = found.players.map(({ name }) => name);
      about.textContent = `${first} against ${second.toLowerCase()}, both by ${found.settings}, on one seed: the tiles appear by the same random draws, and tune2048 play shows the same games.`;
      sides = found.players.map(makeSide);
      boards.replaceChildren(...sides.map((side) => side.root), differences());
      fillAll();
      return true;
    } catch {
      if (own === session) fail("The server does not answer");
      return false;
    }
  };

  const toggle = async () => {
    if (running) {
      stop();
      return;
    }
    running = true;
    render();
    if (!sides.length || isAllOver()) {
      if (!(await load())) return;
    }
    if (!running) return;
    say("Playing");
    shownAt = performance.now();
    fillAll();
    window.requestAnimationFrame(frame);
  };

  const goTo = async (move) => {
    running = false;
    if (!sides.length && !(await load())) return;
    target = Math.max(0, move);
    arrived();
    fillAll();
  };

  run.addEventListener("click", toggle);
  step.addEventListener("click", () => goTo(sides.length ? (target ?? at) + 1 : 0));
  back.addEventListener("click", () => goTo(at - 1));
  renew.addEventListener("click", () => {
    seedInput.value = Math.floor(Math.random() * 1e6);
    load();
  });
  seedInput.addEventListener("change", load);
  moveInput.addEventListener("change", () => goTo(Math.floor(Number(moveInput.value) || 0)));
  boards.addEventListener("keydown", (event) => {
    if (event.target !== boards || event.ctrlKey || event.altKey || event.metaKey) return;
    const actions = {
      " ": toggle,
      ArrowRight: () => goTo((target ?? at) + 1),
      ArrowLeft: () => goTo(at - 1),
      Home: () => goTo(0),
    };
    if (!Object.hasOwn(actions, event.key)) return;
    event.preventDefault();
    actions[event.key]();
  });
})();
