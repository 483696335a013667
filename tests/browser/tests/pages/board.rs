//! The board of a campaign's page, on which two players play.

use serde_json::{Value, json};

use crate::live::{assert_quiet, end, serve};
use crate::readers::{assert_fits, assert_is_legible, assert_keyboard_reaches_everything};
use tune2048_browser_tests::chromium::Browser;
use tune2048_testkit::program::Scratch;
use tune2048_testkit::spaces::TINY;

const SHOWN: &str = "Number(document.getElementById('play-move').value)";

/// Whether the boards show the start of a game.
const AT_START: &str =
    "document.querySelector('#play-boards .facts')?.textContent.includes(', 0 moves')";

/// What is shown of both games: facts, boards, moves with their values.
fn shown(browser: &mut Browser) -> Value {
    browser.evaluate(
        "[...document.querySelectorAll('#play-boards article')].map((side) => [
          side.querySelector('.facts').textContent,
          side.querySelector('.board').getAttribute('aria-label'),
          side.querySelector('table').innerText])",
    )
}

/// The sum of the tiles of each board.
fn sums(browser: &mut Browser) -> [u64; 2] {
    let sums = browser.evaluate(
        "[...document.querySelectorAll('#play-boards .board')].map((board) =>
          [...board.children].reduce((sum, cell) => sum + Number(cell.textContent), 0))",
    );
    serde_json::from_value(sums).expect("two numbers")
}

#[test]
fn two_players_play_by_buttons_and_keys_as_the_server_says() {
    let Some(mut browser) = Browser::start() else { return };
    let scratch = Scratch::with("tiny.toml", TINY);
    scratch.tune2048("run tiny.toml --no-pilot").succeeds();
    let (server, address) = serve(&scratch, "0");
    browser.open(&format!("{address}report/tiny"));
    browser.wait_until("document.getElementById('live').className === 'ended'");
    let asked = |browser: &Browser| {
        let requests = browser.requests();
        let of_games = requests.iter().filter(|request| request.contains("/games/"));
        of_games.count()
    };
    assert_eq!(asked(&browser), 0, "games before anybody wants to see them");

    assert_keyboard_reaches_everything(&mut browser);

    // Step by step, by the buttons.
    let click = |name: &str| format!("document.getElementById('play-{name}').click()");
    browser.evaluate(&click("step"));
    browser.wait_until("document.querySelectorAll('#play-boards .tile').length === 32");
    assert_eq!(browser.evaluate(SHOWN), json!(0));
    let first = shown(&mut browser);
    browser.evaluate(&click("step"));
    browser.wait_until(&format!("{SHOWN} === 1"));
    let second = shown(&mut browser);
    assert_ne!(first, second);
    let said = browser.evaluate("document.getElementById('play-status').textContent");
    let said = said.as_str().expect("a text");
    assert!(said.starts_with("Move 1. Tuned weights: ") && said.contains("plays "), "{said}");
    let chosen = "document.querySelectorAll('#play-boards tr.chosen').length";
    assert_eq!(browser.evaluate(chosen), json!(2));
    browser.evaluate(&click("back"));
    assert_eq!(shown(&mut browser), first);

    // The board is the server's.
    let id = "(await (await fetch('/players/tiny')).json()).players[0].id";
    let position = browser.evaluate(&format!(
        "(async () => (await (await fetch(`/games/${{{id}}}/1/1/tiny`)).json()).positions[0])()"
    ));
    let hex = position[0].as_str().expect("a board");
    let ranks = hex.chars().map(|digit| digit.to_digit(16).expect("a rank"));
    let sum: u64 = ranks.map(|rank| if rank == 0 { 0 } else { 1 << rank }).sum();
    browser.evaluate(&click("step"));
    browser.wait_until(&format!("{SHOWN} === 1"));
    assert_eq!(sums(&mut browser)[0], sum);

    // By the keys of the boards.
    browser.evaluate("document.getElementById('play-boards').focus()");
    let ring = "getComputedStyle(document.activeElement).outlineStyle !== 'none'";
    browser.press("ArrowRight", 39);
    browser.wait_until(&format!("{SHOWN} === 2"));
    assert_eq!(browser.evaluate(ring), json!(true), "one sees where the focus is");
    browser.press("ArrowLeft", 37);
    browser.wait_until(&format!("{SHOWN} === 1"));
    browser.evaluate("document.getElementById('play-speed').value = '100'");
    browser.press(" ", 32);
    browser.wait_until(&format!("{SHOWN} > 20"));
    assert_eq!(browser.evaluate("document.getElementById('play-run').textContent"), json!("Pause"));
    browser.press(" ", 32);
    let paused = browser.evaluate(SHOWN);
    browser.evaluate("new Promise((done) => setTimeout(done, 200))");
    assert_eq!(browser.evaluate(SHOWN), paused, "it goes on while it is paused");

    // Another game while it plays begins at its start and plays on.
    browser.evaluate(&click("run"));
    browser.evaluate(&click("new"));
    browser.wait_until(&format!("{SHOWN} > 5"));
    browser.evaluate(&click("run"));

    // The seed of before, a move far ahead, and to the end as fast as it goes.
    browser.evaluate(
        "(() => { const seed = document.getElementById('play-seed'); seed.value = 1;
           seed.dispatchEvent(new Event('change')); })()",
    );
    browser.wait_until(AT_START);
    browser.evaluate(
        "(() => { const move = document.getElementById('play-move'); move.value = 1200;
           move.dispatchEvent(new Event('change')); })()",
    );
    browser.wait_until(
        "document.querySelector('#play-boards .facts').textContent.includes('1\u{202f}200 moves')",
    );
    let before = shown(&mut browser);
    assert_ne!(before[0][1], before[1][1], "one game twice");
    browser.evaluate("document.activeElement.blur()");
    browser.evaluate("document.getElementById('play').scrollIntoView()");
    browser.screenshot("board", false);
    browser.evaluate(&click("new"));
    browser.wait_until(AT_START);
    assert_ne!(shown(&mut browser), before);
    browser.evaluate("document.getElementById('play-speed').value = '0'");
    browser.evaluate(&click("run"));
    let ended = "[...document.querySelectorAll('#play-boards .facts')]
        .every((facts) => facts.textContent.endsWith('the end'))";
    browser.wait_until(ended);
    assert_eq!(browser.evaluate("document.getElementById('play-run').textContent"), json!("Play"));
    let said = browser.evaluate("document.getElementById('play-status').textContent");
    assert!(said.as_str().is_some_and(|said| said.contains("has ended")), "{said}");
    assert_quiet(&mut browser, &address);

    for (width, scheme) in [(400, "light"), (400, "dark"), (1000, "light"), (1600, "dark")] {
        browser.show(width, 900, scheme);
        assert_fits(&mut browser, width);
        assert_is_legible(&mut browser, scheme);
        browser.evaluate("document.getElementById('play').scrollIntoView()");
        browser.screenshot(&format!("board-{width}-{scheme}"), false);
    }
    end(server);
}

#[test]
fn what_cannot_be_played_is_told_on_the_page() {
    let Some(mut browser) = Browser::start() else { return };
    let scratch = Scratch::with("tiny.toml", TINY);
    scratch.tune2048("run tiny.toml --no-pilot").succeeds();
    scratch.copy_files("results/tiny", "results/new", ["campaign.json", "search-space.toml"]);
    let (server, address) = serve(&scratch, "0");
    browser.open(&format!("{address}report/new"));
    browser.evaluate("document.getElementById('play-run').click()");
    let status = "document.getElementById('play-status').textContent";
    browser.wait_until(&format!("{status}.includes('No generation is complete yet')"));
    assert_eq!(browser.evaluate("document.getElementById('play-run').textContent"), json!("Play"));
    assert_quiet(&mut browser, &address);
    end(server);
}
