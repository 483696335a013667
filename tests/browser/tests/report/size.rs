//! A large campaign's page is small.

use tune2048_browser_tests::page::Page;
use tune2048_testkit::campaigns::{Fake, Scratch, flat_game, space};

use crate::structure::with_matrix;

const MAX_BYTES: usize = 3_000_000;

/// 5 000 candidates in sixteen dimensions.
#[test]
fn five_thousand_candidates_take_less_than_three_megabytes() {
    let scratch = Scratch::in_memory();
    let text = space("cma-es", "generations = 200").replace("population = 4", "population = 25");
    let text = text.replace("games-per-candidate = 6", "games-per-candidate = 2");
    scratch.play("out", &with_matrix(&text, "free"), &Fake::playing(flat_game)).unwrap();
    let page = Page::of(&scratch.path("out"));
    assert_eq!(page.table("table-convergence").len(), 200);
    assert!(page.text.len() < MAX_BYTES, "{} bytes", page.text.len());
}

/// Many small generations are thinned out.
#[test]
fn many_generations_take_no_more() {
    let scratch = Scratch::in_memory();
    scratch.run("out", &space("spsa", "generations = 1250"));
    let page = Page::of(&scratch.path("out"));
    let listed = page.table("table-convergence");
    assert!((125..=250).contains(&listed.len()), "{}", listed.len());
    assert_eq!(listed.last().unwrap()[0], "1249");
    assert!(page.text.len() < MAX_BYTES, "{} bytes", page.text.len());
}
