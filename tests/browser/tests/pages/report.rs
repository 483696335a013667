//! The report, opened from a file.

use serde_json::json;

use crate::readers::{assert_fits, assert_is_legible, assert_keyboard_reaches_everything};
use tune2048_browser_tests::chromium::Browser;
use tune2048_testkit::program::{Scratch, long};

/// The tables that need be scrolled.
const CUT: &str = "[...document.querySelectorAll('.scroll')].filter((e) =>
    e.checkVisibility() && e.scrollWidth > e.clientWidth + 1).map((e) => e.ariaLabel)";

/// A finished campaign in `out`; the address of its report.
fn report(scratch: &Scratch) -> String {
    scratch.write("long.toml", long(12, 100));
    scratch.tune2048("run long.toml --out out").succeeds();
    scratch.tune2048("report out").succeeds();
    format!("file://{}", scratch.path("out/report.html").display())
}

#[test]
fn it_opens_from_a_file_without_a_word_in_the_console_or_a_request_and_suits_its_readers() {
    let Some(mut browser) = Browser::start() else { return };
    let scratch = Scratch::new();
    let address = report(&scratch);
    for width in [1600, 1000, 400, 360] {
        for scheme in ["light", "dark"] {
            browser.show(width, 900, scheme);
            browser.open(&address);
            assert_eq!(browser.complaints(), Vec::<String>::new());
            assert_eq!(browser.requests(), [address.as_str()]);
            browser.screenshot(&format!("report-{width}-{scheme}"), true);
            assert_is_legible(&mut browser, scheme);
            assert_fits(&mut browser, width);
            // No table need be scrolled, the window's width is enough.
            assert_eq!(browser.evaluate(CUT), json!([]), "cut at {width}");
            // Contents stand beside the text where there is room, and stay in sight.
            let beside = browser.evaluate(
                "(() => {
                  window.scrollTo({ top: 3000, behavior: 'instant' });
                  const [nav, text] = ['nav', '#weights'].map((name) =>
                    document.querySelector(name).getBoundingClientRect());
                  return nav.right < text.left && nav.top >= 0 && nav.bottom <= innerHeight;
                })()",
            );
            assert_eq!(beside, json!(width >= 1216), "contents at {width}");
        }
    }
    // Nothing sticks out of a narrow page that is folded out.
    browser.show(360, 900, "light");
    browser.evaluate("for (const d of document.querySelectorAll('details')) d.open = true");
    assert_fits(&mut browser, 360);
    assert_is_legible(&mut browser, "light");
    browser.show(1000, 900, "light");
    for check in
        [assert_keyboard_reaches_everything, assert_names_what_is_pointed_at, assert_enlarges]
    {
        browser.open(&address);
        check(&mut browser);
    }
}

#[test]
fn campaigns_side_by_side_fit_any_width() {
    let Some(mut browser) = Browser::start() else { return };
    let scratch = Scratch::new();
    report(&scratch);
    scratch.tune2048("run long.toml --no-pilot --out other").succeeds();
    scratch.tune2048("report --compare out other").succeeds();
    let address = format!("file://{}", scratch.path("comparison.html").display());
    for (width, scheme) in [(1600, "light"), (1000, "dark"), (400, "light")] {
        browser.show(width, 900, scheme);
        browser.open(&address);
        assert_fits(&mut browser, width);
        assert_is_legible(&mut browser, scheme);
        assert_eq!(browser.evaluate(CUT), json!([]), "cut at {width}");
        browser.screenshot(&format!("comparison-{width}-{scheme}"), true);
    }
}

/// Asserts that the topmost element at a candidate's dot is one that names a mark there.
#[track_caller]
fn assert_names_what_is_pointed_at(browser: &mut Browser) {
    let named = browser.evaluate(include_str!("named.js"));
    let named: Vec<(String, String)> = serde_json::from_value(named).expect("pairs");
    for (figure, title) in named {
        let expected = match &*figure {
            "paths" => "generation ",
            _ => "trial ",
        };
        let is_other = figure == "convergence" && title.starts_with("generation ");
        assert!(title.starts_with(expected) || is_other, "{figure}: {title}");
    }
}

/// Asserts that a part of a figure is enlarged with its axes, and that all is shown again.
#[track_caller]
fn assert_enlarges(browser: &mut Browser) {
    let figure = "document.querySelector('#figure-convergence .wide svg')";
    browser
        .evaluate(&format!("{figure}.scrollIntoView({{ block: 'center', behavior: 'instant' }})"));
    let place = browser.evaluate(&format!(
        "(() => {{ const {{ x, y, width, height }} = {figure}.getBoundingClientRect(); return [x, y, width, height]; }})()"
    ));
    let [x, y, width, height]: [f64; 4] = serde_json::from_value(place).expect("four numbers");
    let at = |browser: &mut Browser, kind: &str, right: f64, down: f64, clicks: u32| {
        browser.call(
            "Input.dispatchMouseEvent",
            json!({ "type": kind, "x": x + right * width, "y": y + down * height, "button": "left",
                    "buttons": u32::from(kind != "mouseReleased"), "clickCount": clicks }),
        );
    };
    // The smallest and the largest number of each axis.
    let ends = format!(
        "['middle', 'end'].map((anchor) => {{
          const texts = [...{figure}.querySelectorAll(`.axis text[text-anchor=${{anchor}}]:not(.label)`)];
          const numbers = texts.map((text) => Number(text.textContent.replace(/\\s/g, '')));
          return [Math.min(...numbers), Math.max(...numbers)];
        }})"
    );
    let all: [[f64; 2]; 2] = serde_json::from_value(browser.evaluate(&ends)).expect("numbers");
    at(browser, "mousePressed", 0.4, 0.3, 1);
    at(browser, "mouseMoved", 0.7, 0.6, 1);
    at(browser, "mouseReleased", 0.7, 0.6, 1);
    let part: [[f64; 2]; 2] = serde_json::from_value(browser.evaluate(&ends)).expect("numbers");
    for (all, part) in all.into_iter().zip(part) {
        assert!(all[0] < part[0] && part[0] < part[1] && part[1] < all[1], "{part:?} of {all:?}");
    }
    for clicks in [1, 2] {
        at(browser, "mousePressed", 0.5, 0.5, clicks);
        at(browser, "mouseReleased", 0.5, 0.5, clicks);
    }
    let again: [[f64; 2]; 2] = serde_json::from_value(browser.evaluate(&ends)).expect("numbers");
    assert_eq!(again, all);
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

/// The picture of a report, of the first campaign in README.md.
#[test]
#[ignore = "writes a picture"]
fn picture_for_the_readme() {
    let mut browser = Browser::start().expect("a browser is installed");
    let scratch = Scratch::new();
    scratch.tune2048("run quickstart").succeeds();
    scratch.tune2048("report quickstart").succeeds();
    browser.show(1000, 1862, "light");
    let page = scratch.path("results/quickstart/report.html");
    browser.open(&format!("file://{}", page.display()));
    browser.screenshot("readme", false);
}
