// Texts that stand out too little from what is behind them, and the luminance of the page.
(() => {
  const known = new Map();
  const rgba = (text) => {
    if (known.has(text)) return known.get(text);
    const canvas = new OffscreenCanvas(1, 1).getContext('2d');
    canvas.fillStyle = text;
    canvas.fillRect(0, 0, 1, 1);
    known.set(text, [...canvas.getImageData(0, 0, 1, 1).data]);
    return known.get(text);
  };
  const luminance = (color) => {
    const linear = rgba(color).slice(0, 3).map((byte) => {
      const c = byte / 255;
      return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
  };
  const canvas = matchMedia('(prefers-color-scheme: dark)').matches ? '#121212' : '#fff';
  const behind = (element) => {
    for (let e = element; e; e = e.parentElement) {
      const color = getComputedStyle(e).backgroundColor;
      if (rgba(color)[3] === 255) return color;
    }
    return canvas;
  };
  const bad = [];
  for (const element of document.querySelectorAll('body *:not(svg, svg *, script, style)')) {
    const isText = (node) => node.nodeType === Node.TEXT_NODE && node.textContent.trim();
    if (!element.checkVisibility() || ![...element.childNodes].some(isText)) continue;
    const style = getComputedStyle(element);
    const both = [style.color, behind(element)].map(luminance).sort((a, b) => b - a);
    const contrast = (both[0] + 0.05) / (both[1] + 0.05);
    const size = Number.parseFloat(style.fontSize);
    const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    if (contrast < (isLarge ? 3 : 4.5)) {
      bad.push(`${element.localName} ${contrast.toFixed(2)}: ${element.textContent.slice(0, 60)}`);
    }
  }
  return { bad, page: luminance(behind(document.getElementById('report') ?? document.body)) };
})()
