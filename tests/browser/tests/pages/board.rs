//! The boards of a campaign's page, on which its weights play in the browser.

use serde_json::json;

use crate::live::{assert_quiet, end, serve};
use crate::readers::{assert_fits, assert_is_legible, assert_keyboard_reaches_everything};
use tune2048_browser_tests::chromium::Browser;
use tune2048_testkit::program::{Scratch, long};

const BOARDS: &str = "document.querySelector('#play iframe').contentDocument";

#[test]
fn boards_play_in_the_browser_and_follow_the_campaign() {
    let Some(mut browser) = Browser::start() else { return };
    let scratch = Scratch::with("long.toml", long(12, 100));
    std::fs::create_dir(scratch.path("results")).unwrap();
    let (server, address) = serve(&scratch, "0");
    let mut campaign = scratch.start("run long.toml --no-pilot --threads 1");
    assert!(campaign.wait_until(|| scratch.rows("results/long/trials.csv") >= 12));
    campaign.signal("STOP");
    browser.open(&format!("{address}report/long"));
    browser.wait_until("document.getElementById('live').className === 'live'");
    browser.evaluate("document.getElementById('play').scrollIntoView()");
    browser.wait_until(&format!("{BOARDS}.querySelectorAll('.tile.new').length === 2"));
    assert_keyboard_reaches_everything(&mut browser);
    let text = |selector: &str| format!("{BOARDS}.querySelector('{selector}').textContent");
    let heading = text("#side-0 h2");
    let early = browser.evaluate(&heading);
    assert!(early.as_str().unwrap().starts_with("Front runner after "), "{early}");
    assert_eq!(browser.evaluate(&text("#side-1 h2")), json!("Starting weights"));

    // Nothing plays before it is asked for; the frame is as high as what is in it.
    assert_eq!(browser.evaluate(&text("#run")), json!("Play"));
    assert_eq!(browser.evaluate(&format!("{BOARDS}.getElementById('move').value")), json!("0"));
    let cut = "(() => { const frame = document.querySelector('#play iframe');
        return frame.contentDocument.body.offsetHeight - frame.clientHeight; })()";
    browser.wait_until(&format!("{cut} === 0"));

    // As fast as it goes, games end and give way to the weights of the campaign's progress.
    browser.evaluate(&format!(
        "{BOARDS}.isSame = true; {BOARDS}.getElementById('pace').value = 9;
         {BOARDS}.getElementById('run').click()"
    ));
    campaign.signal("CONT");
    browser.wait_until(&format!("{heading} !== {early}"));
    campaign.finish().succeeds();
    browser.wait_until(&format!("{heading} === 'Tuned weights'"));
    browser.wait_until(&format!("/mean/.test({})", text("#side-1 p.games")));
    assert_eq!(browser.evaluate(&format!("{BOARDS}.isSame")), json!(true), "it was reloaded");
    browser.evaluate(&format!("{BOARDS}.getElementById('run').click()"));
    browser.evaluate(&format!(
        "{BOARDS}.getElementById('move').value = 300;
         {BOARDS}.getElementById('move').dispatchEvent(new Event('change'))"
    ));
    browser.wait_until(&format!("{}.startsWith('move 300 of')", text("p.moves")));
    for (width, scheme) in
        [(380, "light"), (380, "dark"), (768, "light"), (1280, "dark"), (1280, "light")]
    {
        browser.show(width, 900, scheme);
        assert_fits(&mut browser, width);
        browser.wait_until(&format!("{cut} === 0"));
        assert_is_legible(&mut browser, scheme);
        browser.evaluate("document.getElementById('play').scrollIntoView()");
        browser.screenshot(&format!("board-{width}-{scheme}"), false);
    }
    assert_quiet(&mut browser, &address);
    end(server);
}
