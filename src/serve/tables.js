// Lets the reader sort and filter tables of many rows, also after the page was replaced.
(() => {
  "use strict";
  const MANY = 13; // rows from which a table has controls
  const LIST = "runs"; // class of tables that have them from two rows on
  const chosen = new Map(); // by table id: the column, its direction and the filter

  // Numbers of the pages have spaces between thousands, and signs and units of their own.
  const numberOf = (cell) => {
    if (cell.dataset.unixSeconds) return Number(cell.dataset.unixSeconds);
    const plain = cell.textContent.trim().replace(/(?<=\d)[\s\u202f\u00a0](?=\d{3}(?!\d))/g, "").replace(/^\u2212/, "-");
    return /^[-+]?[\d.]/.test(plain) ? Number.parseFloat(plain) : Number.NaN;
  };

  const sort = (table, column, isDown) => {
    const rows = [...table.tBodies[0].rows];
    const keys = new Map(rows.map((row) => [row, row.cells[column]]));
    const numbers = new Map(rows.map((row) => [row, numberOf(keys.get(row))]));
    const isNumeric = rows.some((row) => !Number.isNaN(numbers.get(row)));
    const words = new Intl.Collator(undefined, { numeric: true });
    const compare = (a, b) => {
      if (!isNumeric) return words.compare(keys.get(a).textContent, keys.get(b).textContent);
      return numbers.get(a) - numbers.get(b);
    };
    const isKnown = (row) => !isNumeric || !Number.isNaN(numbers.get(row));
    // Rows without a number stay at the end.
    const [known, unknown] = [rows.filter(isKnown), rows.filter((row) => !isKnown(row))];
    known.sort((a, b) => (isDown ? compare(b, a) : compare(a, b)));
    table.tBodies[0].append(...known, ...unknown);
  };

  const apply = (table, state, count) => {
    const heads = [...table.tHead.rows[0].cells];
    for (const [column, head] of heads.entries()) {
      if (column === state.column) head.ariaSort = state.isDown ? "descending" : "ascending";
      else head.removeAttribute("aria-sort");
    }
    if (state.column !== null) sort(table, state.column, state.isDown);
    const words = state.filter.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const row of table.tBodies[0].rows) {
      const text = row.textContent.toLowerCase();
      row.hidden = !words.every((word) => text.includes(word));
      shown += row.hidden ? 0 : 1;
    }
    count.textContent = words.length ? `${shown} of ${table.tBodies[0].rows.length} rows` : "";
  };

  const addControls = (table) => {
    const state = chosen.get(table.id) ?? { column: null, isDown: false, filter: "" };
    chosen.set(table.id, state);
    const count = Object.assign(document.createElement("span"), { className: "count" });
    count.setAttribute("role", "status");
    for (const [column, head] of [...table.tHead.rows[0].cells].entries()) {
      if (!head.textContent.trim()) continue;
      const button = Object.assign(document.createElement("button"), { type: "button", className: "sort" });
      button.id = `${table.id}-sort-${column}`;
      button.append(...head.childNodes);
      head.append(button);
      button.addEventListener("click", () => {
        state.isDown = state.column === column && !state.isDown;
        state.column = column;
        apply(table, state, count);
      });
    }
    const label = Object.assign(document.createElement("label"), { textContent: "Rows with " });
    const input = Object.assign(document.createElement("input"), { type: "search", value: state.filter });
    input.id = `${table.id}-filter`;
    input.autocomplete = "off";
    input.addEventListener("input", () => {
      state.filter = input.value;
      apply(table, state, count);
    });
    label.append(input);
    const line = Object.assign(document.createElement("p"), { className: "filter" });
    line.append(label, " ", count);
    (table.closest(".scroll") ?? table).before(line);
    apply(table, state, count);
  };

  const addAll = () => {
    for (const table of document.querySelectorAll("#report table[id]")) {
      const least = table.classList.contains(LIST) ? 2 : MANY;
      const isLong = chosen.has(table.id) || table.tBodies[0]?.rows.length >= least;
      if (table.tHead && isLong) addControls(table);
    }
  };
  document.addEventListener("report-replaced", addAll);
  addAll();
})();
