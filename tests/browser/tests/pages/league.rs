//! The league: the table of a tournament with a game of each player, opened from its file.

use serde_json::json;

use crate::readers::{assert_fits, assert_is_legible, assert_keyboard_reaches_everything};
use tune2048_browser_tests::chromium::Browser;
use tune2048_testkit::program::Scratch;

const THREE: &str = r#"
name = "three"
seed = 3
games = 5

[[players]]
weights = "2014"

[[players]]
weights = "corner-tuned"
note = "a note with </script> and a long word, so that the table is wider than a telephone"

[[players]]
name = "by <b>chance"
weights = "random"
"#;

const NAMES: &str =
    "[...document.querySelectorAll('tbody tr')].map((row) => row.cells[0].textContent)";

#[test]
fn the_table_is_sorted_and_its_games_are_watched() {
    let Some(mut browser) = Browser::start() else { return };
    let scratch = Scratch::with("three.toml", THREE);
    scratch.tune2048("tournament three.toml --out three --page league.html").succeeds();
    browser.open(&format!("file://{}", scratch.path("league.html").display()));
    assert_eq!(browser.evaluate("document.title"), json!("three"));
    let table = scratch.read_json("three/table.json");
    let players = table["players"].as_array().unwrap().iter();
    let names: Vec<&str> = players.map(|player| player["name"].as_str().unwrap()).collect();
    assert_eq!(browser.evaluate(NAMES), json!(names));
    let click = |browser: &mut Browser, selector: &str| {
        browser.evaluate(&format!("document.querySelector({selector:?}).click()"));
    };
    click(&mut browser, "th:nth-child(3) button");
    let turned: Vec<&str> = names.iter().rev().copied().collect();
    assert_eq!(browser.evaluate(NAMES), json!(turned));
    click(&mut browser, "th button");
    assert_eq!(browser.evaluate(NAMES), json!(["2014", "by <b>chance", "corner-tuned"]));

    // Each game ends where the engine's does.
    for name in names {
        let weights = if name == "by <b>chance" { "random" } else { name };
        click(&mut browser, &format!("[aria-label='Watch a game of {name}']"));
        browser.evaluate(
            "document.getElementById('move').value = 1e9;
             document.getElementById('move').dispatchEvent(new Event('input'))",
        );
        let own = scratch.json(&format!("evaluate {weights} --games 1 --seed 3"));
        let text = |selector: &str| {
            format!("document.querySelector('{selector}').textContent.replaceAll('\u{202f}', '')")
        };
        assert_eq!(
            browser.evaluate(&text(".score")),
            own["mean"].to_string().trim_end_matches(".0")
        );
        let moves = browser.evaluate(&text(".moves"));
        assert_eq!(moves, json!(format!("move {} of {}, the end", own["moves"], own["moves"])));
    }
    click(&mut browser, "#back");
    click(&mut browser, "#run");
    browser.wait_until("document.querySelector('.moves').textContent.endsWith('the end')");
    browser.wait_until("document.getElementById('run').textContent === 'Play'");
    assert_keyboard_reaches_everything(&mut browser);
    for (width, scheme) in [(380, "light"), (380, "dark"), (1_100, "light"), (1_100, "dark")] {
        browser.show(width, 900, scheme);
        assert_fits(&mut browser, width);
        assert_is_legible(&mut browser, scheme);
        browser.screenshot(&format!("league-{width}-{scheme}"), true);
    }
    assert_eq!(browser.complaints(), Vec::<String>::new());
    let asked: Vec<String> = browser.requests();
    assert!(asked.iter().all(|request| !request.starts_with("http")), "{asked:?}");
}
