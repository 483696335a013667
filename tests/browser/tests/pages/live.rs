//! The served pages follow a campaign that is under way.

use serde_json::json;

use crate::readers::{assert_fits, assert_is_legible};
use tune2048_browser_tests::chromium::Browser;
use tune2048_testkit::program::{Running, Scratch, assert_has, long, replaced};

/// Serves the folder `results`; the address of the list.
pub(super) fn serve(scratch: &Scratch, port: &str) -> (Running, String) {
    let mut process = scratch.start(&format!("serve results --port {port}"));
    let line = process.first_line();
    let address = line.split_whitespace().find(|word| word.starts_with("http://"));
    let address = address.unwrap_or_else(|| panic!("no address in {line}"));
    (process, address.trim_end_matches(',').to_owned())
}

/// The script that reads the number of complete generations from the bar.
const GENERATIONS: &str = "Number.parseInt(document.getElementById('live-progress').textContent)";

/// Asserts that no script failed or was refused, and that nothing else was asked for.
#[track_caller]
pub(super) fn assert_quiet(browser: &mut Browser, address: &str) {
    assert_eq!(browser.complaints(), Vec::<String>::new());
    let requests = browser.requests();
    assert!(!requests.is_empty());
    for request in requests {
        // Boards play in workers, whose scripts are in the page.
        let own = request.trim_start_matches("blob:");
        assert!(own.starts_with(address), "{request} was asked for");
    }
}

#[test]
fn the_live_page_grows_with_its_campaign_and_tells_how_it_stands() {
    let Some(mut browser) = Browser::start() else { return };
    let games = "games-per-candidate = ";
    let space = replaced(&long(24, 100), &format!("{games}12"), &format!("{games}30"));
    let scratch = Scratch::with("long.toml", space);
    std::fs::create_dir(scratch.path("results")).unwrap();
    let (server, address) = serve(&scratch, "0");

    // The list is open before there is any campaign.
    browser.open(&address);
    browser.wait_until("document.getElementById('live').className === 'live'");
    assert!(browser.evaluate("document.body.innerText").to_string().contains("None yet"));
    browser.evaluate("window.isSame = true");
    let mut campaign = scratch.start("run long.toml --no-pilot --threads 1");
    browser.wait_until("document.querySelector('.runs a')");
    assert!(campaign.wait_until(|| scratch.rows("results/long/trials.csv") >= 84));
    // It waits for the browser, however slow that is.
    campaign.signal("STOP");
    let listed = "document.querySelector('.runs tbody').rows[0].cells[6].textContent";
    browser.wait_until(&format!("Number({listed}.replace(/\\D/g, '')) >= 20"));
    assert_eq!(browser.evaluate("window.isSame"), json!(true), "the list was reloaded");
    assert_quiet(&mut browser, &address);

    // From the list to the report, by its link.
    browser.evaluate("window.isBefore = true; document.querySelector('.runs a').click()");
    browser.wait_until("!window.isBefore && document.getElementById('live')?.className === 'live'");
    assert_eq!(browser.evaluate("location.pathname"), json!("/report/long"));
    let early = browser.evaluate(GENERATIONS).as_u64().expect("a number of generations");
    assert!((13..24).contains(&early), "{early}");

    // What the reader has opened and scrolled to stays.
    browser.evaluate(
        "window.isSame = true; window.before = document.getElementById('report').innerText; \
         document.querySelector('#report details').open = true; \
         document.querySelector('#report summary').focus(); window.scrollTo(0, 100)",
    );
    let scrolled = browser.evaluate("window.scrollY");
    assert_ne!(scrolled, json!(0), "the page is too short to scroll");
    campaign.signal("CONT");
    browser.wait_until(&format!("{GENERATIONS} > {early}"));
    campaign.signal("STOP");
    browser.wait_until("document.getElementById('report').innerText !== window.before");
    assert_eq!(browser.evaluate("window.isSame"), json!(true), "the page was reloaded");
    assert_eq!(browser.evaluate("document.querySelector('#report details').open"), json!(true));
    let focused = "document.activeElement === document.querySelector('#report summary')";
    assert_eq!(browser.evaluate(focused), json!(true), "the focus was lost");
    assert_ne!(browser.evaluate("window.scrollY"), json!(0), "it jumped to the top");
    let role = "document.getElementById('live-state').getAttribute('role')";
    assert_eq!(browser.evaluate(role), json!("status"), "news are announced");
    let told = browser.evaluate("document.getElementById('live-progress').textContent");
    let told = told.as_str().expect("a text");
    assert_has(told, &["generations", "games a second", " left"]);
    let share = browser.evaluate("document.getElementById('live-share').value");
    assert!((0.05..0.95).contains(&share.as_f64().expect("a share")), "{share}");
    browser.evaluate("window.scrollTo(0, 0)");
    for width in [1600, 1000, 400] {
        for scheme in ["light", "dark"] {
            browser.show(width, 900, scheme);
            assert_fits(&mut browser, width);
            assert_is_legible(&mut browser, scheme);
            browser.screenshot(&format!("serve-live-{width}-{scheme}"), false);
        }
    }
    browser.show(1200, 900, "light");
    // A table is sorted and filtered, and stays so when the page changes.
    let table = "document.getElementById('table-convergence')";
    browser.evaluate(&format!(
        "{table}.closest('details').open = true;
         {table}.tHead.rows[0].cells[4].querySelector('button').click();
         {table}.tHead.rows[0].cells[4].querySelector('button').click();
         (() => {{ const input = {table}.closest('.scroll').previousElementSibling.querySelector('input');
           input.focus(); input.value = '0'; input.dispatchEvent(new Event('input')); }})()"
    ));
    assert_is_sorted(&mut browser);

    campaign.signal("CONT");
    browser.wait_until("document.getElementById('live').className === 'ended'");
    campaign.finish().succeeds();
    browser.wait_until(&format!("{GENERATIONS} === 24"));
    assert_is_sorted(&mut browser);
    let focused = browser.evaluate("document.activeElement.type");
    assert_eq!(focused, json!("search"), "the filter lost the focus");
    assert_eq!(browser.evaluate("window.isSame"), json!(true), "the page was reloaded");
    assert_quiet(&mut browser, &address);

    // The page notices that the server ends, and that it is there again.
    let port = address.trim_end_matches('/').rsplit(':').next().unwrap().to_owned();
    end(server);
    browser.wait_until("document.getElementById('live').className === 'disconnected'");
    let (server, again) = serve(&scratch, &port);
    assert_eq!(again, address);
    browser.wait_until("document.getElementById('live').className === 'ended'");
    // And that the campaign goes away.
    std::fs::remove_dir_all(scratch.path("results/long")).unwrap();
    browser.wait_until("document.getElementById('live').className === 'gone'");
    assert_eq!(browser.evaluate("window.isSame"), json!(true), "the page was reloaded");
    end(server);
}

#[test]
fn the_list_is_sorted_and_filtered_with_the_keyboard() {
    let Some(mut browser) = Browser::start() else { return };
    let scratch = Scratch::new();
    for (name, generations) in [("apple", 12), ("pear", 3), ("plum", 5)] {
        let named = format!("name = \"{name}\"");
        scratch.write("space.toml", replaced(&long(generations, 20), "name = \"long\"", &named));
        scratch.tune2048("run space.toml --no-pilot").succeeds();
    }
    let (server, address) = serve(&scratch, "0");
    browser.open(&address);
    let names = "[...document.querySelectorAll('.runs tbody tr:not([hidden]) a')]
        .map((link) => link.textContent).join(' ')";
    browser.wait_until("document.querySelector('.filter input')");
    assert_eq!(browser.evaluate(names), json!("plum pear apple"), "newest first");
    browser.evaluate("[...document.querySelectorAll('.sort')].find((head) => head.textContent === 'games').focus()");
    browser.press("Enter", 13);
    assert_eq!(browser.evaluate(names), json!("pear plum apple"));
    browser.press("Enter", 13);
    assert_eq!(browser.evaluate(names), json!("apple plum pear"));
    browser.evaluate("document.querySelector('.filter input').focus()");
    browser.call("Input.insertText", json!({ "text": "pl finish" }));
    assert_eq!(browser.evaluate(names), json!("apple plum"));
    let count = "document.querySelector('.count').textContent";
    assert_eq!(browser.evaluate(count), json!("2 of 3 rows"));
    for width in [1600, 1000, 400] {
        for scheme in ["light", "dark"] {
            browser.show(width, 700, scheme);
            assert_fits(&mut browser, width);
            assert_is_legible(&mut browser, scheme);
            let rows = "[...document.querySelectorAll('.runs tbody tr')]
                .filter((row) => row.checkVisibility()).length";
            assert_eq!(browser.evaluate(rows), json!(2), "at {width}");
            browser.screenshot(&format!("serve-list-{width}-{scheme}"), false);
        }
    }
    assert_quiet(&mut browser, &address);
    end(server);
}

/// Asserts that the generations are sorted by their scores, the highest first, and that only rows
/// with a 0 are shown.
#[track_caller]
fn assert_is_sorted(browser: &mut Browser) {
    let rows = browser.evaluate(
        "[...document.getElementById('table-convergence').tBodies[0].rows].map((row) =>
          [Number(row.cells[4].textContent.replace(/\\s/g, '')), row.hidden, row.textContent.includes('0')])",
    );
    let rows: Vec<(f64, bool, bool)> = serde_json::from_value(rows).expect("rows");
    assert!(!rows.is_empty());
    assert!(rows.is_sorted_by(|a, b| a.0 >= b.0), "{rows:?}");
    assert!(rows.iter().all(|(_, is_hidden, has_zero)| is_hidden != has_zero), "{rows:?}");
    let marked = "document.querySelectorAll('#table-convergence [aria-sort=descending]').length";
    assert_eq!(browser.evaluate(marked), json!(1));
}

pub(super) fn end(mut server: Running) {
    server.signal("INT");
    server.finish().succeeds();
}
