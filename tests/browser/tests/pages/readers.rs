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
    let found = browser.evaluate(include_str!("legible.js"));
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
        let active = browser.evaluate(include_str!("focused.js"));
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
