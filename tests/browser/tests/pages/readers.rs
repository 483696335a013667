//! What every page owes its readers: it fits, stands out, and is reached by the keyboard.

use serde_json::{Value, json};

use tune2048_browser_tests::chromium::Browser;

/// Asserts that the page need not be scrolled sideways; what scrolls by itself may.
#[track_caller]
pub(super) fn assert_fits(browser: &mut Browser, width: u32) {
    let wider = browser.evaluate(&format!(
        "[...document.querySelectorAll('body *')]
          .filter((e) => e.checkVisibility() && !e.parentElement.closest('.scroll, svg'))
          .filter((e) => e.getBoundingClientRect().right > {width} + 0.5)
          .map((e) => e.outerHTML.slice(0, 200))"
    ));
    let scrolled = browser.evaluate("document.documentElement.scrollWidth");
    assert_eq!(scrolled, json!(width), "sticking out: {wider:#}");
}

/// Asserts that text stands out from what is behind it, as WCAG 2.1 asks: a contrast of 4.5,
/// or 3 for large text; and that the page is as light or dark as is preferred.
#[track_caller]
pub(super) fn assert_is_legible(browser: &mut Browser, scheme: &str) {
    let found = browser.evaluate(
        "(() => {
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
        })()",
    );
    assert_eq!(found["bad"], json!([]), "hard to read on a {scheme} page");
    let luminance = found["page"].as_f64().expect("a luminance");
    assert_eq!(luminance < 0.2, scheme == "dark", "luminance {luminance} of a {scheme} page");
}

/// Goes through the page with Tab alone, and unfolds what is folded with Enter.
#[track_caller]
pub(super) fn assert_keyboard_reaches_everything(browser: &mut Browser) {
    let folded = "document.querySelectorAll('details:not([open])').length";
    assert_ne!(browser.evaluate(folded), json!(0), "nothing is folded");
    for _ in 0..1000 {
        browser.press("Tab", 9);
        let active = browser.evaluate(
            "(() => {
              const active = document.activeElement;
              active.dataset.reached = '';
              const isFolded = active.localName === 'summary' && !active.parentElement.open;
              // The page in a frame shows its own.
              const isFrame = active.localName === 'iframe';
              const hasRing = isFrame || getComputedStyle(active).outlineStyle !== 'none';
              return { name: active.localName, isFolded, hasRing };
            })()",
        );
        if active["name"] == "body" {
            break;
        }
        assert_eq!(active["hasRing"], true, "one cannot see where the focus is: {active}");
        if active["isFolded"] == true {
            browser.press("Enter", 13);
        }
    }
    assert_eq!(browser.evaluate(folded), json!(0), "what Enter did not unfold");
    let missed = browser.evaluate(
        "[...document.querySelectorAll('a[href], summary, button, input, select, [tabindex]')]
          .filter((e) => e.checkVisibility() && !('reached' in e.dataset))
          .map((e) => e.outerHTML.slice(0, 200))",
    );
    assert_eq!(missed, Value::Array(Vec::new()), "what Tab did not reach");
}
