// Keeps the page's <main> that of the newest version, without a reload.
(() => {
  "use strict";
  const QUIET = 20_000; // milliseconds between two announcements of progress
  const AGAIN = 5_000; // milliseconds before a refused connection is tried again
  const FOCUSABLE = "a[href], button, summary, input, select, [tabindex]";

  const bar = document.getElementById("live");
  const state = document.getElementById("live-state");
  const progress = document.getElementById("live-progress");
  let version = bar.dataset.version; // what is shown
  let wanted = version; // what the server has
  let updating = false;
  let announced = Date.now();
  let source = null;
  let retry = 0;

  const TOLD = {
    live: "Live: follows the campaign",
    list: "Live: follows the folder",
    ended: "Ended: the campaign is finished",
    broken: "The campaign's files cannot be shown",
    gone: "The campaign's folder is gone",
    disconnected: "Disconnected: the server does not answer; trying again",
  };
  const KINDS = { "not finished": "live", finished: "ended", list: "list", gone: "gone" };

  // Said once for each change: a screen reader reads it out.
  const tell = (kind) => {
    bar.className = kind === "list" ? "live" : kind;
    if (state.dataset.kind !== kind) {
      state.dataset.kind = kind;
      state.textContent = TOLD[kind];
      announced = Date.now();
    }
  };

  // Progress is shown at once, and read out only now and then.
  const tellProgress = (text) => {
    const time = new Date().toLocaleTimeString();
    progress.textContent = text ? `${text}; updated ${time}` : `updated ${time}`;
    const isTime = Date.now() - announced > QUIET;
    progress.setAttribute("aria-live", isTime ? "polite" : "off");
    if (isTime) announced = Date.now();
  };

  const main = () => document.getElementById("report");

  // An element is found again in another version by the nearest id and its place below it.
  const place = (element, selector) => {
    const root = element.id ? element : element.closest("[id]");
    const index = element.id ? -1 : [...root.querySelectorAll(selector)].indexOf(element);
    return { id: root.id, index, selector };
  };
  const at = ({ id, index, selector }) => {
    const root = document.getElementById(id);
    return index < 0 ? root : root?.querySelectorAll(selector)[index];
  };

  // What the reader has done to the page, as a function that does it to the next version.
  const reading = () => {
    const old = main();
    const opened = [...old.querySelectorAll("details")].map((d) => [place(d, "details"), d.open]);
    const scrolled = [...old.querySelectorAll(".scroll")]
      .map((e) => [place(e, ".scroll"), e.scrollLeft, e.scrollTop]);
    const active = document.activeElement;
    const focus = old.contains(active) ? place(active, FOCUSABLE) : null;
    // What is read stays where it is, though something above it may grow.
    const top = bar.getBoundingClientRect().bottom;
    const seen = [...old.querySelectorAll("[id]")].find((e) => e.getBoundingClientRect().top >= top);
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
    // Text that the reader is about to copy is not taken away.
    if (updating || version === wanted || wanted === null || isSelecting()) return;
    updating = true;
    const asked = wanted;
    try {
      const answer = await fetch(location.pathname, { cache: "no-store" });
      if (!answer.ok) throw new Error(answer.statusText);
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const [next, about] = [page.getElementById("report"), page.getElementById("live")];
      if (isSelecting()) return;
      const restore = reading();
      main().replaceWith(document.adoptNode(next));
      restore();
      document.title = page.title;
      version = about.dataset.version;
      // It may be newer than the one that was told.
      if (wanted === asked) wanted = version;
      tellProgress(about.dataset.progress);
      localTimes();
      document.dispatchEvent(new Event("report-replaced"));
    } catch {
      // Told by the events; tried again with the next one, or below.
      window.setTimeout(update, AGAIN);
      return;
    } finally {
      updating = false;
    }
    update();
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
      tell(KINDS[news.state] ?? "broken");
      update();
    });
    source.addEventListener("error", () => {
      tell("disconnected");
      // A browser goes on by itself where a connection is cut, but not where it is refused.
      if (source.readyState === EventSource.CLOSED) retry = window.setTimeout(connect, AGAIN);
    });
  };

  document.addEventListener("selectionchange", update);
  // A browser holds few connections to one server: a page that nobody sees gives its own up.
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
  if (!document.hidden) connect();
})();
