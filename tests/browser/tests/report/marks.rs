//! What marks say to a pointer, and what an unfinished campaign shows.

use crate::numbers::{rows, value};
use crate::structure::check;
use tune2048_browser_tests::page::{Page, number, words};
use tune2048_testkit::campaigns::{Fake, Scratch, space};

/// Who points at a mark reads what it is, without a script.
#[test]
fn every_candidate_and_every_figure_answers_a_pointer() {
    let scratch = Scratch::in_memory();
    scratch.run("out", &space("cma-es", "generations = 12"));
    let page = Page::of(&scratch.path("out"));
    let trials = rows(&scratch, "trials.csv");
    let titles = page.all("#figure-convergence .wide .targets title");
    let titles: Vec<String> = titles.into_iter().map(words).collect();
    let beyond = trials.iter().filter(|trial| {
        let name = format!("trial {}, generation {}:", trial["trial"], trial["generation"]);
        let found = titles.iter().find(|title| title.starts_with(&name));
        found.is_none_or(|found| {
            for column in ["empty", "merges"] {
                let (_, text) = found.split_once(&format!(" {column} ")).expect(column);
                // Numbers have their thousands apart: the next word begins with a letter.
                let end = text.find(|c: char| c.is_alphabetic()).unwrap_or(text.len());
                let (shown, exact) =
                    (number(&text[..end]), value(trial, &format!("weight.{column}")));
                assert!((shown - exact).abs() <= 1e-3 * exact.abs(), "{column} {exact}: {found}");
            }
            false
        })
    });
    let beyond = beyond.count();
    assert!(20 * beyond <= trials.len(), "{beyond} of {}", trials.len());
    for figure in page.all("figure") {
        let id = figure.attr("id").expect("an id");
        let titles =
            page.all(&format!("#{id} svg g title, #{id} svg path title, #{id} svg rect title"));
        assert!(!titles.is_empty() || id == "figure-slices", "nothing of {id} answers");
        assert!(titles.iter().all(|title| !words(*title).is_empty()), "{id}");
    }
}

#[test]
fn an_unfinished_campaign_shows_its_front_runner_and_its_pace() {
    let scratch = Scratch::in_memory();
    scratch.begin("out", &space("cma-es", "generations = 40"), &Fake::stopping_after(80));
    let page = Page::of(&scratch.path("out"));
    check(&page);
    assert_eq!(words(page.all("#table-weights thead th")[2]), "front runner");
    let drawn = scratch.events("out", "distribution");
    let mean = drawn.last().expect("a distribution")["mean"][0].as_f64().expect("a number");
    let spec = scratch.progress("out").spec;
    let expected = spec.decode(&[vec![mean], vec![0.5; spec.dimensions() - 1]].concat());
    let row = page.table("table-weights").into_iter().find(|row| row[0] == "empty");
    let shown = number(&row.expect("a row")[2]);
    let expected = expected.get("empty").expect("a weight");
    assert!((shown / expected - 1.0).abs() < 1e-3, "{shown}, expected {expected}");
    let done = page.all("progress")[0].attr("value").expect("a share");
    let done: f64 = done.parse().unwrap();
    assert!((0.2..0.6).contains(&done), "{done}");
    assert!(words(page.all(".verdict .number")[0]).starts_with("interrupted "));
}
