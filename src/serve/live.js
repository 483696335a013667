// Replaces the page's <main> by that of the newest version, without a reload.
(() => {
  "use strict";
  const ANNOUNCE_MS = 20_000; // time between two announcements of progress
  const RETRY_MS = 5_000; // time before a failed request is repeated
  const FOCUSABLE = "a[href], button, summary, input, select, [tabindex]";

  const bar = document.getElementById("live");
  const state = document.getElementById("live-state");
  const progress = document.getElementById("live-progress");
  let share = document.getElementById("live-share");
  let version = bar.dataset.version; // version on the page
  let wanted = version; // version on the server
  let updating = false;
  let announced = Date.now();
  let source = null;
  let retry = 0;

  const MESSAGES = {
    live: "Live: follows its games",
    interrupted: "Interrupted: tune2048 resume goes on with it",
    list: "Live: follows the folder",
    ended: "Ended: it is finished",
    broken: "The files cannot be shown",
    gone: "The folder is gone",
    disconnected: "Disconnected: the server does not answer; trying again",
  };
  const KINDS = {
    running: "live",
    interrupted: "interrupted",
    finished: "ended",
    "weights only": "ended",
    list: "list",
    gone: "gone",
  };

  // Screen readers read the state aloud, so it is set only when it changes.
  const showState = (kind) => {
    bar.className = kind === "list" ? "live" : kind;
    if (state.dataset.kind !== kind) {
      state.dataset.kind = kind;
      state.textContent = MESSAGES[kind];
      announced = Date.now();
    }
  };

  // Progress is shown at once, but read aloud only every 20 seconds.
  const showProgress = (text) => {
    const time = new Date().toLocaleTimeString();
    progress.textContent = text ? `${text}; updated ${time}` : `updated ${time}`;
    const isTime = Date.now() - announced > ANNOUNCE_MS;
    progress.setAttribute("aria-live", isTime ? "polite" : "off");
    if (isTime) announced = Date.now();
  };

  const main = () => document.getElementById("report");

  // Locates an element in any version: by the nearest id above it and its index below that.
  const place = (element, selector) => {
    const root = element.id ? element : element.closest("[id]");
    const index = element.id ? -1 : [...root.querySelectorAll(selector)].indexOf(element);
    return { id: root.id, index, selector };
  };
  const at = ({ id, index, selector }) => {
    const root = document.getElementById(id);
    return index < 0 ? root : root?.querySelectorAll(selector)[index];
  };

  // Captures what the reader has opened, scrolled and focused; returns a function that restores it.
  const captureReading = () => {
    const old = main();
    const opened = [...old.querySelectorAll("details")].map((d) => [place(d, "details"), d.open]);
    const scrolled = [...old.querySelectorAll(".scroll")]
      .map((e) => [place(e, ".scroll"), e.scrollLeft, e.scrollTop]);
    const active = document.activeElement;
    const focus = old.contains(active) ? place(active, FOCUSABLE) : null;
    // The text being read keeps its place on the screen, even if something above it grows.
    const top = bar.getBoundingClientRect().bottom;
    const seen = [...document.querySelectorAll("#report [id]")].find((e) => e.getBoundingClientRect().top >= top);
    const anchor = window.scrollY > 0 && seen ? seen.id : null;
    const before = anchor && seen.getBoundingClientRect().top;
    const y = window.scrollY;
    return () => {
      for (const [where, open] of opened) {
        const details = at(where);
        if (details) details.open = open;
      }
      for (const [where, left, down] of scrolled) at(where)?.scrollTo(left, down);
      if (focus) at(focus)?.focus({ preventScroll: true });
      window.scrollTo({ top: y, behavior: "instant" });
      const found = anchor && document.getElementById(anchor);
      if (found) {
        const moved = found.getBoundingClientRect().top - before;
        window.scrollBy({ top: moved, behavior: "instant" });
      }
    };
  };

  const isSelecting = () => {
    const selection = document.getSelection();
    return !selection.isCollapsed && main().contains(selection.anchorNode);
  };

  const update = async () => {
    // The page is not replaced while the reader selects text.
    if (updating || version === wanted || wanted === null || isSelecting()) return;
    updating = true;
    const asked = wanted;
    try {
      const answer = await fetch(location.pathname, { cache: "no-store" });
      if (!answer.ok) throw new Error(answer.statusText);
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const [next, about] = [page.getElementById("report"), page.getElementById("live")];
      if (isSelecting()) return;
      const restore = captureReading();
      replaceMain(document.adoptNode(next));
      localTimes();
      document.dispatchEvent(new Event("report-replaced"));
      restore();
      document.title = page.title;
      version = about.dataset.version;
      // The page may be newer than the version that the event announced.
      if (wanted === asked) wanted = version;
      showProgress(about.dataset.progress);
      share.replaceWith((share = document.adoptNode(page.getElementById("live-share"))));
    } catch {
      // The events report a lost server; the next event or this timer tries again.
      window.setTimeout(update, RETRY_MS);
      return;
    } finally {
      updating = false;
    }
    update();
  };

  // A frame that leaves the page starts its games again: what is around the boards is replaced.
  const replaceMain = (next) => {
    const [boards, newer] = [main(), next].map((part) => part.querySelector("#play"));
    if (!boards || !newer) {
      main().replaceWith(next);
      fitBoards();
      return;
    }
    for (const old of [...main().children]) if (old !== boards) old.remove();
    const parts = [...next.children];
    const place = parts.indexOf(newer);
    boards.before(...parts.slice(0, place));
    boards.after(...parts.slice(place + 1));
    updateBoards(boards, newer);
  };

  // The frame grows with the page in it.
  const fitBoards = () => {
    const frame = document.querySelector("#play iframe");
    if (!frame) return;
    const fit = () => {
      const { body } = frame.contentDocument;
      new ResizeObserver(() => (frame.style.height = `${body.offsetHeight}px`)).observe(body);
    };
    frame.addEventListener("load", fit);
    // It may have been loaded before this script ran.
    const { readyState, URL } = frame.contentDocument;
    if (readyState === "complete" && URL !== "about:blank") fit();
  };

  // Boards play on; newer weights play when the game is over.
  const updateBoards = (boards, next) => {
    if (boards.dataset.weights === next.dataset.weights) return;
    boards.dataset.weights = next.dataset.weights;
    boards.querySelector("iframe").contentWindow.postMessage("newer weights", location.origin);
  };

  const localTimes = () => {
    for (const cell of document.querySelectorAll("[data-unix-seconds]")) {
      const seconds = Number(cell.dataset.unixSeconds);
      if (seconds) cell.textContent = new Date(1000 * seconds).toLocaleString();
    }
  };

  const connect = () => {
    window.clearTimeout(retry);
    source?.close();
    source = new EventSource(bar.dataset.events);
    source.addEventListener("version", (event) => {
      const news = JSON.parse(event.data);
      wanted = news.version;
      showState(KINDS[news.state] ?? "broken");
      update();
    });
    source.addEventListener("error", () => {
      showState("disconnected");
      // Browsers reconnect after a cut connection, but not after a refused one.
      if (source.readyState === EventSource.CLOSED) retry = window.setTimeout(connect, RETRY_MS);
    });
  };

  document.addEventListener("selectionchange", update);
  // Browsers allow few connections to one server, so that hidden pages close theirs.
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) {
      window.clearTimeout(retry);
      source?.close();
      source = null;
    } else if (!source) {
      connect();
    }
  });
  window.addEventListener("pagehide", () => source?.close());
  window.addEventListener("pageshow", (event) => event.persisted && connect());

  localTimes();
  fitBoards();
  if (!document.hidden) connect();
})();
