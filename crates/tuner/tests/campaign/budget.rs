//! When a search ends, and what may be raised.

use std::path::Path;

use tune2048_testkit::campaigns::{Fake, Scratch, go_on, optimizers, space};
use tune2048_testkit::csv_text::without_times;
use tune2048_tuner::campaign::{Campaign, CampaignError, Progress};

fn raise(scratch: &Scratch, name: &str, space: &str) -> Result<Campaign, CampaignError> {
    Campaign::resume(&scratch.folder(name), Some((Path::new("larger.toml"), space)))
}

#[test]
fn whichever_limit_comes_first() {
    for (budget, generations) in [
        ("generations = 3", 3),
        ("games = 24", 1),
        ("games = 71", 2),
        ("games = 72", 3),
        ("generations = 2\ngames = 1000", 2),
        ("generations = 9\ngames = 100", 4),
        ("generations = 3\nminutes = 60", 3),
    ] {
        let scratch = Scratch::new();
        scratch.run("out", &space("cma-es", budget));
        let progress = Progress::read(&scratch.folder("out")).unwrap();
        assert_eq!(progress.generations, generations, "{budget}");
        assert_eq!(progress.trials.len() as u32, 4 * generations, "{budget}");
        assert!(progress.finished, "{budget}");
    }
}

#[test]
fn a_raised_budget_searches_as_if_it_had_been_given_at_once() {
    for optimizer in optimizers() {
        for (small, large) in [
            ("generations = 2", "generations = 6"),
            ("games = 60", "games = 144"),
            ("games = 60\ngenerations = 6", "generations = 6"),
        ] {
            let place = format!("{optimizer}, {small:?} to {large:?}");
            let scratch = Scratch::new();
            scratch.run("whole", &space(optimizer, large));
            scratch.run("raised", &space(optimizer, small));
            let before = scratch.read("raised/trials.csv");
            let mut campaign = raise(&scratch, "raised", &space(optimizer, large)).unwrap();
            go_on(&mut campaign, &Fake::default()).unwrap();
            assert!(scratch.read("raised/trials.csv").starts_with(&before), "{place}");
            scratch.assert_same_search("raised", "whole", &place);
        }
    }
}

#[test]
fn raised_while_a_generation_is_under_way() {
    let scratch = Scratch::new();
    scratch.run("whole", &space("cma-es", "generations = 6"));
    let small = space("cma-es", "generations = 2");
    scratch.begin("out", &small, &Fake::stopping_after(6));
    let mut campaign = raise(&scratch, "out", &space("cma-es", "generations = 6")).unwrap();
    go_on(&mut campaign, &Fake::default()).unwrap();
    scratch.assert_same("out", "whole", "raised");
}

#[test]
fn less_or_other_is_refused_and_changes_nothing() {
    let scratch = Scratch::new();
    let budget = "generations = 3\ngames = 1000";
    scratch.run("out", &space("cma-es", budget));
    let files = ["trials.csv", "search-space.toml", "campaign.json", "best.toml"];
    let contents = || files.map(|file| scratch.read(&format!("out/{file}")));
    let before = contents();
    for other in [
        "generations = 2\ngames = 1000",
        "generations = 3\ngames = 999",
        "generations = 3\ngames = 1000\nminutes = 9",
    ] {
        let error = raise(&scratch, "out", &space("cma-es", other)).unwrap_err();
        assert!(
            matches!(&error, CampaignError::Changed { differences, .. } if differences.len() == 1),
            "{error}"
        );
        assert!(error.is_bad_input());
    }
    let error = raise(&scratch, "out", &space("particle-swarm", "generations = 99")).unwrap_err();
    assert!(matches!(error, CampaignError::Changed { .. }), "{error}");
    assert_eq!(contents(), before);
}

#[test]
fn a_generation_that_was_begun_is_finished() {
    // Out of minutes in the middle of a generation: the time is in the record.
    let scratch = Scratch::new();
    let space = space("cma-es", "minutes = 1.0");
    scratch.begin("out", &space, &Fake::stopping_after(6));
    let mut lines = scratch.lines("out/trials.csv");
    let (row, _) = lines[6].rsplit_once(',').unwrap();
    lines[6] = format!("{row},61.000\n");
    scratch.write("out/trials.csv", lines.concat());
    let mut campaign = tune2048_testkit::campaigns::resume(&scratch.folder("out")).unwrap();
    go_on(&mut campaign, &Fake::default()).unwrap();
    assert_eq!(scratch.lines("out/trials.csv").len(), 1 + 8);
    let kept = without_times(&lines.concat());
    assert!(without_times(&scratch.read("out/trials.csv")).starts_with(&kept));
}
