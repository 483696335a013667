//! The page that plays by itself: `export --format html`, opened from its file.

use serde_json::{Value, json};

use crate::readers::{assert_fits, assert_is_legible, assert_keyboard_reaches_everything};
use tune2048_browser_tests::chromium::Browser;
use tune2048_testkit::program::Scratch;

/// The values of moves that do not fit into their places.
const CUT: &str = "[...document.querySelectorAll('.values li')]
  .filter((item) => item.scrollWidth > item.clientWidth).map((item) => item.textContent)";

const MOVES: &str = "[...document.querySelectorAll('p.moves')].map((place) => place.textContent)";

fn moves(browser: &mut Browser) -> [u64; 2] {
    let texts: [String; 2] = serde_json::from_value(browser.evaluate(MOVES)).unwrap();
    texts.map(|text| text.split(' ').nth(1).unwrap().replace('\u{202f}', "").parse().unwrap())
}

fn set(browser: &mut Browser, control: &str, value: &str, event: &str) {
    browser.evaluate(&format!(
        "document.getElementById('{control}').value = '{value}';
         document.getElementById('{control}').dispatchEvent(new Event('{event}'))"
    ));
}

#[test]
fn the_exported_page_plays_by_itself_and_with_its_reader() {
    let Some(mut browser) = Browser::start() else { return };
    let scratch = Scratch::new();
    scratch.tune2048("export tuned-1ms --out page.html").succeeds();
    browser.open(&format!("file://{}", scratch.path("page.html").display()));
    assert_eq!(browser.evaluate("document.title"), json!("tuned-1ms against 2014"));
    browser.wait_until("document.querySelectorAll('.tile').length === 32");

    // As fast as it goes at depth 1, both sides end games, whose mean has an interval.
    set(&mut browser, "search", "1", "change");
    set(&mut browser, "pace", "9", "input");
    browser.wait_until(
        "[...document.querySelectorAll('p.games')].every((place) => / to /.test(place.textContent))",
    );

    // Taken over, the first board waits for the arrows of its reader; the other one goes on.
    set(&mut browser, "pace", "3", "input");
    browser.evaluate("document.getElementById('take').click()");
    browser.wait_until("document.querySelector('article.taken')");
    set(&mut browser, "seed", "5", "change");
    browser.wait_until(&format!("{MOVES}[0].startsWith('move 0 of game 1,')"));
    for (key, code) in [("ArrowLeft", 37), ("ArrowUp", 38), ("ArrowRight", 39), ("ArrowDown", 40)] {
        browser.press(key, code);
    }
    browser.wait_until(&format!("/^move [1-4] of game 1,/.test({MOVES}[0])"));
    browser.wait_until(&format!("/^move [0-9]{{2,}} of game 1,/.test({MOVES}[1])"));
    let own = moves(&mut browser)[0];
    assert!((1..=4).contains(&own), "{own} moves");

    // Paused, a step moves on; a slow player may still show moves that were asked for before.
    browser.evaluate("document.getElementById('take').click()");
    browser.evaluate("document.getElementById('run').click()");
    browser.wait_until("document.getElementById('run').textContent === 'Play'");
    let paused = moves(&mut browser);
    browser.evaluate("document.getElementById('step').click()");
    browser.wait_until(&format!("!{MOVES}[0].startsWith('move {} of')", paused[0]));

    // A move is played to; back plays the same moves again; space plays and pauses.
    let all_at = |browser: &mut Browser, number: u32| {
        browser.wait_until(&format!(
            "{MOVES}.every((moves) => moves.startsWith('move {number} of game 1,'))"
        ));
    };
    set(&mut browser, "move", "90", "change");
    all_at(&mut browser, 90);
    let board = "document.querySelector('#side-0 .board').getAttribute('aria-label')";
    let before = browser.evaluate(board);
    for (control, number) in [("back", 89), ("step", 90)] {
        browser.evaluate(&format!("document.getElementById('{control}').click()"));
        all_at(&mut browser, number);
    }
    assert_eq!(browser.evaluate(board), before);
    browser.evaluate("document.activeElement.blur()");
    for word in ["Pause", "Play"] {
        browser.press(" ", 32);
        browser.wait_until(&format!("document.getElementById('run').textContent === '{word}'"));
    }

    assert_keyboard_reaches_everything(&mut browser);
    for (width, height) in [(380, 800), (768, 900), (1_100, 900)] {
        for scheme in ["light", "dark"] {
            browser.show(width, height, scheme);
            assert_fits(&mut browser, width);
            assert_eq!(browser.evaluate(CUT), json!([]), "values cut at {width}");
            assert_is_legible(&mut browser, scheme);
            browser.screenshot(&format!("export-{width}-{scheme}"), true);
        }
    }
    assert_eq!(browser.complaints(), Vec::<String>::new());
    let asked: Vec<String> = browser.requests();
    assert!(asked.iter().all(|request| !request.starts_with("http")), "{asked:?}");
    assert_eq!(browser.evaluate("document.getElementById('problem').textContent"), Value::from(""));
}
