//! The report, opened from a file.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::json;

use crate::readers::{assert_fits, assert_is_legible, assert_keyboard_reaches_everything};
use tune2048_browser_tests::chromium::Browser;
use tune2048_testkit::program::{Scratch, replaced};
use tune2048_testkit::spaces::LONG;

/// A finished campaign in `out`; the address of its report.
fn report(scratch: &Scratch) -> String {
    let space = replaced(LONG, "generations = 40", "generations = 12");
    scratch.write("long.toml", replaced(&space, "games = 400", "games = 200"));
    scratch.tune2048("run long.toml --out out").succeeds();
    scratch.tune2048("report out").succeeds();
    format!("file://{}", scratch.path("out/report.html").display())
}

/// The rows of a CSV file, by column.
fn csv_rows(scratch: &Scratch, name: &str) -> Vec<BTreeMap<String, String>> {
    let text = scratch.read(name);
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let rows = reader.deserialize().collect::<Result<Vec<_>, _>>();
    rows.unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The rows of a table of the page, by column; the first of columns with one name.
#[track_caller]
fn table_rows(browser: &mut Browser, id: &str) -> Vec<BTreeMap<String, String>> {
    let cells = |row: &str| format!("[...{row}.cells].map((cell) => cell.textContent)");
    let rows = browser.evaluate(&format!(
        "[...document.getElementById('{id}').rows].map((row) => {})",
        cells("row")
    ));
    let rows: Vec<Vec<String>> = serde_json::from_value(rows).expect("rows of text");
    let (head, rows) = rows.split_first().expect("a row of names");
    let by_column = |row: &Vec<String>| {
        let pairs = head.iter().cloned().zip(row.iter().cloned());
        pairs.rev().collect()
    };
    rows.iter().map(by_column).collect()
}

/// A number as it is on record, or as people read it.
#[track_caller]
fn number(text: &str) -> f64 {
    let plain = text.replace('\u{2212}', "-");
    let plain: String = plain.chars().filter(|c| !c.is_whitespace()).collect();
    plain.parse().unwrap_or_else(|_| panic!("{text:?} is no number"))
}

fn mean(numbers: &[f64]) -> f64 {
    numbers.iter().sum::<f64>() / numbers.len() as f64
}

/// Asserts that a whole number of the page is this one, rounded.
#[track_caller]
fn assert_rounded(shown: &str, expected: f64) {
    let difference = (number(shown) - expected).abs();
    assert!(difference <= 0.5 + 1e-6, "{shown} is not {expected}");
}

#[test]
fn it_opens_from_a_file_without_a_word_in_the_console_or_a_request() {
    let Some(mut browser) = Browser::start() else {
        return;
    };
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
            let cut = browser.evaluate(
                "[...document.querySelectorAll('.scroll')]
                  .filter((e) => e.checkVisibility() && e.scrollWidth > e.clientWidth + 1)
                  .map((e) => e.ariaLabel)",
            );
            assert_eq!(cut, json!([]), "cut at {width}");
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
}

#[test]
fn campaigns_side_by_side_use_the_width_that_there_is() {
    let Some(mut browser) = Browser::start() else {
        return;
    };
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
        let share = browser.evaluate(
            "[...document.querySelectorAll('#figure-convergence svg')]
              .find((e) => e.checkVisibility()).getBoundingClientRect().width / innerWidth",
        );
        assert!(share.as_f64().is_some_and(|share| share > 0.85), "{share} of {width}");
        let cut = "[...document.querySelectorAll('.scroll')].filter((e) =>
            e.checkVisibility() && e.scrollWidth > e.clientWidth + 1).map((e) => e.ariaLabel)";
        assert_eq!(browser.evaluate(cut), json!([]), "cut at {width}");
        browser.screenshot(&format!("comparison-{width}-{scheme}"), true);
    }
}

#[test]
fn what_is_pointed_at_is_named() {
    let Some(mut browser) = Browser::start() else {
        return;
    };
    let scratch = Scratch::new();
    browser.show(1000, 900, "light");
    browser.open(&report(&scratch));
    // The topmost element at a candidate's dot is one that names a mark there.
    let named = browser.evaluate(
        "(() => {
          const found = [];
          for (const figure of ['convergence', 'paths', 'reliability', 'race', 'parallel']) {
            const svg = [...document.querySelectorAll(`#figure-${figure} svg`)].find((e) => e.checkVisibility());
            svg.scrollIntoView({ block: 'center', behavior: 'instant' });
            const marks = svg.querySelectorAll('.targets path, g > title ~ .dots, path.line:has(title)');
            const mark = marks[Math.floor(marks.length / 2)];
            const place = mark.getPointAtLength(0).matrixTransform(mark.getScreenCTM());
            const top = document.elementFromPoint(place.x, place.y);
            found.push([figure, (top.closest(':has(> title)') ?? top).querySelector('title')?.textContent ?? '']);
          }
          return found;
        })()",
    );
    let named: Vec<(String, String)> = serde_json::from_value(named).expect("pairs");
    for (figure, title) in named {
        let expected = match &*figure {
            "race" => "finalist ",
            "paths" | "reliability" => "generation ",
            _ => "trial ",
        };
        let is_other = figure == "convergence" && title.starts_with("generation ")
            || figure == "parallel" && ["start", "the tuned weights"].contains(&&*title);
        assert!(title.starts_with(expected) || is_other, "{figure}: {title}");
    }
}

#[test]
fn its_tables_hold_the_numbers_of_the_files() {
    let Some(mut browser) = Browser::start() else {
        return;
    };
    let scratch = Scratch::new();
    browser.open(&report(&scratch));

    let trials = csv_rows(&scratch, "out/trials.csv");
    let shown = table_rows(&mut browser, "table-trials");
    assert_eq!(shown.len(), trials.len());
    for (shown, trial) in shown.iter().zip(&trials) {
        for column in ["trial", "generation", "candidate", "games"] {
            assert_eq!(number(&shown[column]), number(&trial[column]), "{column}: {shown:?}");
        }
        assert_rounded(&shown["mean score"], number(&trial["mean_score"]));
    }

    let generations = table_rows(&mut browser, "table-convergence");
    assert_eq!(generations.len(), 12);
    for shown in &generations {
        let of_it = trials
            .iter()
            .filter(|trial| number(&trial["generation"]) == number(&shown["generation"]));
        let means: Vec<_> = of_it.map(|trial| number(&trial["mean_score"])).collect();
        assert_eq!(number(&shown["candidates"]), means.len() as f64);
        assert_rounded(&shown["mean score"], mean(&means));
    }

    let look = &csv_rows(&scratch, "out/looks.csv")[0];
    let games = csv_rows(&scratch, "out/final-games.csv");
    let verdict = table_rows(&mut browser, "table-verdict");
    for (column, finalist) in [("tuned", "winner"), ("start", "start")] {
        let of_it = games
            .iter()
            .filter(|game| game["stream"] == "validation" && game["finalist"] == look[finalist]);
        let scores: Vec<_> = of_it.map(|game| number(&game["score"])).collect();
        assert!(!scores.is_empty());
        let cell = |name: &str| {
            let row = verdict.iter().find(|row| row[""] == name);
            &row.unwrap_or_else(|| panic!("no {name} in {verdict:?}"))[column]
        };
        assert_rounded(cell("mean score"), mean(&scores));
        assert_eq!(number(cell("games")), scores.len() as f64);
        let ends = [f64::min, f64::max].map(|end| scores.iter().copied().reduce(end).unwrap());
        assert_eq!(number(cell("lowest score")), ends[0]);
        assert_eq!(number(cell("highest score")), ends[1]);
    }
}

#[test]
fn the_keyboard_reaches_and_opens_everything() {
    let Some(mut browser) = Browser::start() else {
        return;
    };
    let scratch = Scratch::new();
    browser.open(&report(&scratch));
    assert_keyboard_reaches_everything(&mut browser);
}

/// The picture in README.md, of the campaign of its first example:
///
/// ```console
/// $ cargo test --test program picture_for_the_readme -- --ignored
/// $ cp target/screenshots/readme.png docs/images/report.png
/// ```
#[test]
#[ignore = "needs the quickstart's campaign: cargo run --release -- run search-spaces/quickstart.toml"]
fn picture_for_the_readme() {
    let mut browser = Browser::start().expect("a browser is installed");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("results/quickstart");
    let page = tune2048::view::report::page(&folder).expect("the quickstart's campaign");
    let scratch = Scratch::new();
    scratch.write("report.html", page);
    browser.show(1000, 1862, "light");
    browser.open(&format!("file://{}", scratch.path("report.html").display()));
    browser.screenshot("readme", false);
}
