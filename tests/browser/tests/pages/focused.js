// Marks the element that has the focus, and tells its name, whether it is folded and whether one sees the focus.
(() => {
  const active = document.activeElement;
  active.dataset.reached = '';
  const isFolded = active.localName === 'summary' && !active.parentElement.open;
  // The page in a frame shows its own.
  const isFrame = active.localName === 'iframe';
  const hasRing = isFrame || getComputedStyle(active).outlineStyle !== 'none';
  return { name: active.localName, isFolded, hasRing };
})()
