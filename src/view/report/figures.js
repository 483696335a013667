// Points at what is nearest in a figure, and enlarges the part across which the reader drags; a
// double click or Escape shows all again. Pages are readable without it.
(() => {
  "use strict";
  const NEAR = 24; // pixels of the screen within which a mark is told
  const LEAST = 8; // pixels of a figure that a drag must cross
  const TICKS = 5;
  const SVG = "http://www.w3.org/2000/svg";
  const views = new WeakMap(); // by figure: its axes, and the part that is shown

  const tip = document.createElement("div");
  tip.className = "tip";
  tip.setAttribute("role", "status");
  const make = (name, attributes) => {
    const made = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    return made;
  };
  const numbers = (text) => text.match(/-?[\d.]+/g).map(Number);
  const at = (svg, event) => new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());

  // An axis whose ticks are numbers at even distances: its scale, its unit, and its ticks.
  const axisOf = (svg, anchor, place) => {
    const texts = [...svg.querySelectorAll(`.axis text[text-anchor=${anchor}]:not(.label)`)];
    const ticks = texts.map((text) => {
      const plain = text.textContent.replace(/\u2212/g, "-").replace(/[\s\u202f](?=\d)/g, "");
      const [, number, unit] = plain.match(/^(-?[\d.]+)(\D*)$/) ?? [];
      return { number: Number(number), unit, pixel: Number(text.getAttribute(place)) };
    });
    if (ticks.length < 2) return null;
    const [first, last] = [ticks[0], ticks.at(-1)];
    const slope = (last.pixel - first.pixel) / (last.number - first.number);
    const fits = (tick) => Math.abs(first.pixel + slope * (tick.number - first.number) - tick.pixel) < 0.5;
    if (!Number.isFinite(slope) || !ticks.every(fits)) return null;
    return { slope, origin: first.pixel - slope * first.number, unit: first.unit };
  };

  const viewOf = (svg) => {
    if (views.has(svg)) return views.get(svg);
    const marks = svg.querySelector(".marks");
    if (!marks) return null;
    const [left, top, right, bottom] = numbers(marks.dataset.area);
    const view = {
      marks, axis: svg.querySelector(".axis"), all: svg.querySelector(".axis").cloneNode(true),
      area: { left, top, right, bottom }, x: axisOf(svg, "middle", "x"), y: axisOf(svg, "end", "y"),
    };
    views.set(svg, view);
    return view;
  };

  // Round numbers of an axis in the part from one pixel to another, and where they are now.
  const ticksOf = ({ slope, origin, unit }, [from, to], scale, shift) => {
    const ends = [from, to].map((pixel) => (pixel - origin) / slope).sort((a, b) => a - b);
    const rough = (ends[1] - ends[0]) / TICKS;
    const power = 10 ** Math.floor(Math.log10(rough));
    const step = [1, 2, 5, 10].map((size) => size * power).find((size) => size >= rough);
    const places = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
    const ticks = [];
    for (let index = Math.ceil(ends[0] / step); index * step <= ends[1]; index++) {
      const [whole, rest] = Math.abs(index * step).toFixed(places).split(".");
      const text = whole.replace(/\B(?=(\d{3})+$)/g, "\u202f") + (rest ? `.${rest}` : "");
      const pixel = scale * (origin + slope * index * step) + shift;
      ticks.push({ text: (index < 0 ? "\u2212" : "") + text + unit, pixel });
    }
    return ticks;
  };

  const show = (svg, view, part) => {
    const { left, top, right, bottom } = view.area;
    const [sx, sy] = [view.x ? (right - left) / (part.right - part.left) : 1, view.y ? (bottom - top) / (part.bottom - part.top) : 1];
    const [tx, ty] = [view.x ? left - sx * part.left : 0, view.y ? top - sy * part.top : 0];
    const id = `${svg.getAttribute("aria-labelledby")}-clip`;
    svg.querySelector("clipPath")?.remove();
    const clip = svg.appendChild(make("clipPath", { id }));
    clip.append(make("rect", { x: left, y: top, width: right - left, height: bottom - top }));
    view.marks.parentNode.setAttribute("clip-path", `url(#${id})`);
    view.marks.setAttribute("transform", `matrix(${sx} 0 0 ${sy} ${tx} ${ty})`);
    for (const text of view.marks.querySelectorAll("text")) {
      const [x, y] = [text.getAttribute("x"), text.getAttribute("y")];
      text.setAttribute("transform", `translate(${x} ${y}) scale(${1 / sx} ${1 / sy}) translate(${-x} ${-y})`);
    }
    view.now = { sx, sy, tx, ty };
    const axis = view.all.cloneNode(true);
    const drop = (kept) => axis.querySelectorAll(kept).forEach((old) => old.remove());
    if (view.x) {
      drop("text[text-anchor=middle]:not(.label)");
      for (const { text, pixel } of ticksOf(view.x, [part.left, part.right], sx, tx)) {
        const label = make("text", { x: pixel, y: bottom + 17, "text-anchor": "middle" });
        label.textContent = text;
        axis.append(label);
      }
      [...axis.querySelectorAll(".base")].slice(1).forEach((old) => old.remove());
    }
    if (view.y) {
      drop("text[text-anchor=end], .rule");
      for (const { text, pixel } of ticksOf(view.y, [part.top, part.bottom], sy, ty)) {
        const label = make("text", { x: left - 6, y: pixel + 4.2, "text-anchor": "end" });
        label.textContent = text;
        axis.append(make("path", { class: "rule", d: `M${left} ${pixel}H${right}` }), label);
      }
    }
    view.axis.replaceWith(axis);
    view.axis = axis;
  };

  // The mark nearest to the pointer, with the words that a browser would show late.
  const tell = (svg, event) => {
    const scale = svg.getScreenCTM().a;
    const { x, y } = at(svg, event);
    const { sx, sy, tx, ty } = views.get(svg)?.now ?? { sx: 1, sy: 1, tx: 0, ty: 0 };
    let [nearest, least] = [null, NEAR / scale];
    for (const mark of svg.querySelectorAll(".targets path")) {
      const [markX, markY] = numbers(mark.getAttribute("d"));
      const distance = Math.hypot(sx * markX + tx - x, sy * markY + ty - y);
      if (distance < least) [nearest, least] = [mark, distance];
    }
    svg.querySelectorAll(".near").forEach((mark) => mark.classList.remove("near"));
    const title = nearest?.querySelector("title");
    if (title) {
      nearest.dataset.words = title.textContent;
      title.remove();
    }
    if (!nearest?.dataset.words) return tip.remove();
    nearest.classList.add("near");
    tip.textContent = nearest.dataset.words;
    document.body.append(tip);
    const room = document.documentElement.clientWidth - tip.offsetWidth - 8;
    tip.style.left = `${Math.max(8, Math.min(event.clientX + 12, room)) + window.scrollX}px`;
    tip.style.top = `${event.clientY + 16 + window.scrollY}px`;
  };

  let drag = null; // the figure, where the drag began, and the frame that shows it
  const figureOf = (event) => event.target.closest?.("figure svg");
  document.addEventListener("pointerdown", (event) => {
    const svg = figureOf(event);
    const view = svg && event.button === 0 && event.pointerType === "mouse" ? viewOf(svg) : null;
    if (!view || (!view.x && !view.y)) return;
    event.preventDefault();
    drag = { svg, view, from: at(svg, event), frame: svg.appendChild(make("rect", { class: "frame" })) };
  });
  document.addEventListener("pointermove", (event) => {
    if (drag) {
      drag.part = partOf(event);
      const { left, top, right, bottom } = drag.part;
      for (const [key, value] of Object.entries({ x: left, y: top, width: right - left, height: bottom - top })) {
        drag.frame.setAttribute(key, value);
      }
      return;
    }
    const svg = figureOf(event);
    if (svg) tell(svg, event);
    else tip.remove();
  });
  // What the drag crosses, within the axes; all of an axis without numbers.
  function partOf(event) {
    const { svg, view: { area, x, y }, from } = drag;
    const to = at(svg, event);
    const ends = (a, b, low, high) => [Math.min(a, b), Math.max(a, b)].map((end) => Math.max(low, Math.min(end, high)));
    const [left, right] = x ? ends(from.x, to.x, area.left, area.right) : [area.left, area.right];
    const [top, bottom] = y ? ends(from.y, to.y, area.top, area.bottom) : [area.top, area.bottom];
    return { left, right, top, bottom };
  }
  document.addEventListener("pointerup", () => {
    if (!drag) return;
    const { svg, view, part, frame } = drag;
    drag = null;
    frame.remove();
    if (!part || part.right - part.left < LEAST || part.bottom - part.top < LEAST) return;
    const { sx, sy, tx, ty } = view.now ?? { sx: 1, sy: 1, tx: 0, ty: 0 };
    show(svg, view, {
      left: (part.left - tx) / sx, right: (part.right - tx) / sx, top: (part.top - ty) / sy, bottom: (part.bottom - ty) / sy,
    });
  });
  const reset = (svg) => {
    const view = views.get(svg);
    if (!view?.now) return;
    show(svg, view, view.area);
    view.marks.parentNode.removeAttribute("clip-path");
    const axis = view.all.cloneNode(true);
    view.axis.replaceWith(axis);
    Object.assign(view, { axis, now: null });
  };
  document.addEventListener("dblclick", (event) => {
    const svg = figureOf(event);
    if (svg) reset(svg);
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") document.querySelectorAll("figure svg").forEach(reset);
  });
})();
