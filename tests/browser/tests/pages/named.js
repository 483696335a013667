// The titles of the topmost elements at a mark of each figure.
(() => {
  const found = [];
  for (const figure of ['convergence', 'paths']) {
    const svg = [...document.querySelectorAll(`#figure-${figure} svg`)].find((e) => e.checkVisibility());
    svg.scrollIntoView({ block: 'center', behavior: 'instant' });
    const marks = svg.querySelectorAll('.targets path');
    const mark = marks[Math.floor(marks.length / 2)];
    const place = mark.getPointAtLength(3).matrixTransform(mark.getScreenCTM());
    const top = document.elementFromPoint(place.x, place.y);
    found.push([figure, (top.closest(':has(> title)') ?? top).querySelector('title')?.textContent ?? '']);
  }
  return found;
})()
