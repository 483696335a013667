//! Sound, whole, and easy to get about in.

use std::collections::BTreeSet;

use tune2048::view::report::{SCRIPT, STYLE, comparison};

use tune2048_browser_tests::page::{Page, words};
use tune2048_testkit::assert_has;
use tune2048_testkit::campaigns::{Fake, Scratch, adaptive, flat_game, optimizers, space};
use tune2048_testkit::csv_text::rechained_log;

/// Everything that is asked of any page.
#[track_caller]
pub(super) fn check(page: &Page) {
    // One style, which a strict policy can name by its hash, and nothing else that acts.
    assert_eq!(page.all("style").len(), 1);
    assert_eq!(page.all("style")[0].text().collect::<String>(), STYLE);
    let scripts: Vec<String> = page.all("script").iter().map(|s| s.text().collect()).collect();
    assert!(scripts.iter().all(|script| script == SCRIPT) && scripts.len() <= 1);
    for element in page.all("*") {
        for (name, value) in element.value().attrs() {
            assert!(name != "style" && !name.starts_with("on"), "{name}={value:?}");
            // Nothing is fetched from anywhere.
            assert!(!["src", "srcset", "data", "xlink:href"].contains(&name), "{name}");
            assert!(name != "href" || value.starts_with('#'), "href={value:?}");
        }
        assert!(!["link", "iframe", "object", "img", "base"].contains(&element.value().name()));
    }
    assert!(!STYLE.contains("url(") && !STYLE.contains("@import"));
    assert!(!page.text.contains("NaN") && !page.text.contains("inf "), "numbers that are none");

    let ids: Vec<&str> = page.all("[id]").iter().filter_map(|e| e.attr("id")).collect();
    let distinct: BTreeSet<&str> = ids.iter().copied().collect();
    assert_eq!(ids.len(), distinct.len(), "ids are used twice: {ids:?}");
    for name in ["aria-labelledby", "aria-describedby"] {
        for element in page.all(&format!("[{name}]")) {
            let of = element.attr(name).unwrap();
            assert!(distinct.contains(of), "{name} names {of:?}");
        }
    }
    for link in page.all("a") {
        let target = link.attr("href").unwrap().trim_start_matches('#');
        assert!(distinct.contains(target), "no {target:?}");
    }

    assert_eq!(page.all("main#report").len(), 1);
    assert_eq!(page.all("body > :not(script)").len(), 1);
    assert_eq!(page.all("h1").len(), 1);
    let levels = page.all("h1, h2, h3, h4, h5, h6");
    let levels: Vec<u8> = levels.iter().map(|h| h.value().name().as_bytes()[1] - b'0').collect();
    assert!(levels.windows(2).all(|pair| pair[1] <= pair[0] + 1), "{levels:?}");

    for svg in page.all("svg") {
        assert_eq!(svg.attr("role"), Some("img"));
        let named = |attribute: &str, tag: &str| {
            let id = svg.attr(attribute).expect("an image has words");
            let found = page.all(&format!("{tag}#{id}"));
            assert!(!words(found[0]).is_empty(), "{id} says nothing");
        };
        named("aria-labelledby", "title");
        named("aria-describedby", "desc");
        assert!(svg.attr("viewBox").is_some());
    }
    for figure in page.all("figure") {
        assert!(figure.attr("id").unwrap().starts_with("figure-"));
        let selector = scraper::Selector::parse("figcaption").unwrap();
        assert_eq!(figure.select(&selector).count(), 1);
    }
    let (cells, rows) = ("thead th", "tbody tr");
    for table in page.all("table") {
        let id = table.attr("id").expect("a table has an id");
        assert!(id.starts_with("table-"));
        assert_eq!(page.all(&format!("#{id} caption")).len(), 1);
        let columns = page.all(&format!("#{id} {cells}")).len();
        for row in page.all(&format!("#{id} {rows}")) {
            assert_eq!(row.child_elements().count(), columns, "a row of {id}");
        }
    }
    for header in page.all("th") {
        assert!(["col", "row"].contains(&header.attr("scope").unwrap_or_default()));
    }
}

#[test]
fn every_kind_of_campaign_has_a_sound_page() {
    for optimizer in optimizers() {
        let scratch = Scratch::in_memory();
        scratch.run("out", &space(optimizer, "generations = 30"));
        let page = Page::of(&scratch.path("out"));
        check(&page);
        let figures = "convergence paths slices";
        for figure in figures.split(' ') {
            let found = page.all(&format!("figure#figure-{figure} svg")).len();
            assert!(found > 0, "{optimizer}: no figure {figure}");
        }
    }
}

/// The search space with a matrix in place of its heuristic.
pub(super) fn with_matrix(text: &str, layout: &str) -> String {
    let (before, after) = (text.find("[heuristic").unwrap(), text.find("[objective").unwrap());
    let matrix = format!("[heuristic.corner-matrix]\nmatrix = {{ layout = \"{layout}\" }}\n\n");
    [&text[..before], &matrix, &text[after..]].concat()
}

#[test]
fn adaptive_games_and_matrices_have_a_sound_page() {
    let scratch = Scratch::in_memory();
    scratch.run("out", &adaptive("cma-es", "low = 2, high = 8", "games = 900"));
    check(&Page::of(&scratch.path("out")));
    for layout in ["free", "diagonal"] {
        let scratch = Scratch::in_memory();
        let text = with_matrix(&space("cma-es", "generations = 4"), layout);
        scratch.play("out", &text, &Fake::playing(flat_game)).unwrap();
        let page = Page::of(&scratch.path("out"));
        check(&page);
    }
}

#[test]
fn campaigns_side_by_side_have_a_sound_page() {
    let scratch = Scratch::in_memory();
    let folders = ["cma-es", "spsa", "random-matrix"].map(|optimizer| {
        scratch.run(optimizer, &space(optimizer, "generations = 5"));
        scratch.path(optimizer)
    });
    let page = Page::read(comparison(&folders).unwrap());
    check(&page);
    let verdicts = page.table("table-verdicts");
    assert_eq!(verdicts.len(), 3);
    // All are called the same, so that their folders tell them apart.
    for (row, folder) in verdicts.iter().zip(&folders) {
        assert_eq!(row[0], folder.display().to_string());
    }
    let weights = page.table("table-weights");
    assert_eq!(weights[1][0], "empty");
}

/// What comes from outside stays text: the folder's name, which stands in commands, and the origin of a finalist.
#[test]
fn whatever_comes_from_outside_is_text() {
    let scratch = Scratch::in_memory();
    scratch.run("out", &space("cma-es", "generations = 3"));
    let mut lines = scratch.lines("out/log.jsonl");
    let first =
        lines.iter_mut().find(|line| line.contains("starting weights")).expect("a finalist");
    *first = first.replace("starting weights", "<i>starting</i> & co");
    scratch.write("out/log.jsonl", rechained_log(&lines));
    let name = "a <b>&amp; \"c\" '<script>alert(1)<script>";
    std::fs::rename(scratch.path("out"), scratch.path(name)).unwrap();
    let page = Page::of(&scratch.path(name));
    check(&page);
    assert_has(&page.words(), &["a <b>&amp; \"c\" '\\''<script>alert(1)<script>"]);
    assert!(!page.text.contains("<b>&") && !page.text.contains("<script>alert"));
    let race = page.table("table-race");
    assert!(race.iter().any(|row| row[1] == "<i>starting</i> & co"), "{race:?}");
    assert!(page.all("#table-race i").is_empty());
}
