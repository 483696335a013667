//! Folders that are not finished.

use tune2048::view::report::comparison;

use tune2048_browser_tests::page::Page;
use tune2048_testkit::campaigns::{Fake, Scratch, create, go_on, optimizers, space};

#[test]
fn an_unfinished_campaign_is_told_to_be_one_wherever_it_stops() {
    for optimizer in optimizers() {
        for candidates in [0, 1, 3, 4, 5, 9, 40, 47] {
            let scratch = Scratch::in_memory();
            let text = space(optimizer, "generations = 11");
            let mut campaign = create(&scratch.path("out"), &text).unwrap();
            go_on(&mut campaign, &Fake::stopping_after(candidates)).unwrap_err();
            // While it holds its files.
            let page = Page::of(&scratch.path("out"));
            let words = page.words();
            assert!(words.contains("not finished"), "{optimizer}, {candidates}: {words}");
            assert!(page.all("#table-verdict").is_empty());
        }
    }
}

#[test]
fn a_campaign_killed_at_any_line_has_a_page() {
    let scratch = Scratch::in_memory();
    scratch.run("out", &space("cma-es", "generations = 6"));
    let written = scratch.written("out");
    let mut bytes = 0;
    for (number, (_, line)) in written.iter().enumerate() {
        bytes += line.len();
        if number % 7 == 0 || number + 12 > written.len() {
            scratch.kill("out", "copy", bytes);
            let folder = scratch.path("copy");
            Page::of(&folder);
            Page::read(comparison(&[folder, scratch.path("out")]).unwrap());
        }
    }
}
