//! When a search ends, and what may be raised.

use std::path::Path;

use tune2048_engine::game::Stream;
use tune2048_testkit::campaigns::{Fake, Scratch, create, flat_game, go_on, optimizers, space};
use tune2048_testkit::csv_text::without_times;
use tune2048_tuner::campaign::Campaign;
use tune2048_tuner::record::Outcome;
use tune2048_tuner::space::limits::Limits;

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
        let scratch = Scratch::in_memory();
        scratch.run("out", &space("cma-es", budget));
        let progress = scratch.progress("out");
        assert_eq!(progress.generations, generations, "{budget}");
        assert_eq!(progress.trials, 4 * u64::from(generations), "{budget}");
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
            let scratch = Scratch::in_memory();
            scratch.run("whole", &space(optimizer, large));
            scratch.run("raised", &space(optimizer, small));
            let before = scratch.read("raised/trials.csv");
            scratch.go_on_with("raised", &space(optimizer, large), &Fake::default()).unwrap();
            assert!(scratch.read("raised/trials.csv").starts_with(&before), "{place}");
            scratch.assert_same_search("raised", "whole", &place);
            // Raised while a generation is under way.
            scratch.begin("begun", &space(optimizer, small), &Fake::stopping_after(6));
            scratch.go_on_with("begun", &space(optimizer, large), &Fake::default()).unwrap();
            scratch.assert_same_search("begun", "whole", &place);
            assert_eq!(scratch.read("begun/games.csv"), scratch.read("whole/games.csv"), "{place}");
        }
    }
}

#[test]
fn less_or_other_is_refused_and_changes_nothing() {
    let scratch = Scratch::in_memory();
    scratch.run("out", &space("cma-es", "generations = 3\ngames = 1000"));
    let files = ["trials.csv", "search-space.toml", "log.jsonl", "best.toml"];
    let contents = || files.map(|file| scratch.read(&format!("out/{file}")));
    let before = contents();
    for (optimizer, budget) in [
        ("cma-es", "generations = 2\ngames = 1000"),
        ("cma-es", "generations = 3\ngames = 999"),
        ("cma-es", "generations = 3\ngames = 1000\nminutes = 9"),
        ("particle-swarm", "generations = 99"),
    ] {
        let other = space(optimizer, budget);
        let error = scratch.go_on_with("out", &other, &Fake::default()).unwrap_err();
        let message = error.to_string();
        // A difference has a line, between the file and the advice.
        assert!(message.lines().count() == 3 || optimizer != "cma-es", "{message}");
        assert!(error.is_bad_input());
    }
    assert_eq!(contents(), before);
}

#[test]
fn a_generation_that_was_begun_is_finished() {
    // Out of minutes in the middle of a generation: the time is in the record.
    let scratch = Scratch::in_memory();
    let space = space("cma-es", "minutes = 1.0");
    scratch.begin("out", &space, &Fake::stopping_after(6));
    let mut lines = scratch.lines("out/trials.csv");
    let (row, _) = lines[6].rsplit_once(',').unwrap();
    lines[6] = format!("{row},61.000\n");
    scratch.write("out/trials.csv", lines.concat());
    scratch.finish("out");
    assert_eq!(scratch.lines("out/trials.csv").len(), 1 + 8);
    let kept = without_times(&lines.concat());
    assert!(without_times(&scratch.read("out/trials.csv")).starts_with(&kept));
}

/// Returns a campaign of this many games in all, six a candidate, four candidates a generation.
fn whole(games: u32) -> String {
    let text = space("cma-es", &format!("games = {games}"));
    let (text, _) = text.split_once("[selection]").unwrap();
    text.to_owned() + "[validation]\nbaseline = \"played\"\n"
}

fn run_flat(scratch: &Scratch, name: &str, text: &str) -> (Outcome, [u64; 3]) {
    let mut campaign = create(&scratch.path(name), text).unwrap();
    let outcome = go_on(&mut campaign, &Fake::playing(flat_game)).unwrap();
    let state = campaign.state();
    let [race, validation] =
        [Stream::Selection, Stream::Validation].map(|of| state.finals.count(of));
    (outcome, [state.games, race, validation])
}

#[test]
fn a_whole_campaign_plays_its_budget_to_the_last_game() {
    let scratch = Scratch::in_memory();
    let (outcome, bill) = run_flat(&scratch, "out", &whole(1000));
    assert_eq!(bill, [900, 0, 100]);
    // Thirty-seven generations of 24 games, and two candidates of the next one, which move the mean.
    assert_eq!(scratch.lines("out/trials.csv").len(), 1 + 37 * 4 + 2);
    assert_eq!(outcome.evidence.search_games, 900);
    let (shorter, _) = run_flat(&scratch, "shorter", &whole(988));
    assert_eq!(scratch.lines("shorter/trials.csv").len(), 1 + 37 * 4);
    assert_ne!(outcome.recommended, shorter.recommended);
    for candidates in [37 * 4, 37 * 4 + 1, 37 * 4 + 2, 37 * 4 + 3] {
        let folder = format!("cut-{candidates}");
        scratch.begin(&folder, &whole(1000), &Fake::playing(flat_game).stopped_after(candidates));
        scratch.go_on(&folder, &Fake::playing(flat_game)).unwrap();
        scratch.assert_same(&folder, "out", &folder);
    }
}

#[test]
fn the_part_of_a_generation_is_completed_by_a_larger_budget_only() {
    let scratch = Scratch::in_memory();
    run_flat(&scratch, "large", &whole(1200));
    for (name, larger, trials) in
        [("more", whole(1200), 45 * 4), ("proof", whole(1000) + "games = 70\n", 37 * 4 + 2)]
    {
        run_flat(&scratch, name, &whole(1000));
        let outcome = scratch.go_on_with(name, &larger, &Fake::playing(flat_game)).unwrap();
        assert_eq!(scratch.lines(&format!("{name}/trials.csv")).len(), 1 + trials, "{name}");
        assert_eq!(outcome.evidence.tuned.games, if name == "more" { 60 } else { 70 });
    }
    scratch.assert_same_search("more", "large", "raised");
}

/// The log has the larger budget before the file has it.
#[test]
fn a_larger_budget_that_was_written_in_part_is_taken_up() {
    let [small, large] = ["# small\n", "# large\n"].map(|mark| mark.to_owned());
    let small = small + &space("cma-es", "generations = 2");
    let large = large + &space("cma-es", "generations = 3");
    let scratch = Scratch::in_memory();
    scratch.run("whole", &large);
    scratch.run("out", &small);
    let given = Some((Path::new("x.toml"), &*large));
    drop(Campaign::resume(&scratch.path("out"), given, &Limits::default()).unwrap());
    assert!(!scratch.progress("out").finished);
    scratch.write("out/search-space.toml", &small);
    scratch.finish("out");
    assert_eq!(scratch.read("out/search-space.toml"), large);
    scratch.assert_same_search("out", "whole", "in part");
    // Any other text is the user's, and refused.
    scratch.write("out/search-space.toml", space("cma-es", "generations = 2"));
    let error = scratch.go_on("out", &Fake::default()).unwrap_err();
    assert!(error.to_string().contains("budget.generations: recorded 3, found 2"), "{error}");
}
