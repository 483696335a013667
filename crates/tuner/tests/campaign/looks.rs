//! The ledger of validations, and the games after the search, cut and damaged anywhere.

use tune2048_testkit::campaigns::{Fake, Scratch, create, flat_game, go_on, noisy_game, space};
use tune2048_tuner::record::Outcome;
use tune2048_tuner::subject::Job;
use tune2048_tuner::weights::Verdict;

/// The games of these jobs.
fn games(jobs: &[Job]) -> usize {
    jobs.iter().map(|job| job.candidates.len() * job.seeds.len()).sum()
}

fn half_width(outcome: &Outcome) -> f64 {
    let (ratio, interval) = (outcome.evidence.ratio, outcome.evidence.ratio_interval);
    (interval.unwrap().high / ratio.unwrap()).ln()
}

#[test]
fn a_larger_budget_is_a_second_look_on_new_games() {
    let scratch = Scratch::in_memory();
    let first = scratch.run("out", &space("cma-es", "generations = 3"));
    assert_eq!(first.evidence.look, 1);
    assert!((first.evidence.look_confidence - 0.975).abs() < 1e-12);
    let fake = Fake::default();
    let second = scratch.go_on_with("out", &space("cma-es", "generations = 20"), &fake).unwrap();
    assert_eq!(second.evidence.look, 2);
    assert!((second.evidence.look_confidence - (1.0 - 0.05 / 6.0)).abs() < 1e-12);
    assert_eq!(second.evidence.validation_seeds, "validation stream of seed 11, games 7 to 13");
    assert_eq!(second.evidence.search_games, 20 * 4 * 6);
    let looks = scratch.events("out", "look");
    let games: Vec<_> = looks.iter().map(|look| look["search_games"].as_u64()).collect();
    assert_eq!(games, [Some(72), Some(480)]);
    // Neither the race nor the validation plays a game of the first look.
    let mut seen = std::collections::HashSet::new();
    for line in &scratch.lines("out/games.csv")[1..] {
        let fields: Vec<String> = line.split(',').map(str::to_owned).collect();
        assert!(seen.insert(fields[..3].to_vec()), "{line}");
    }
}

#[test]
fn more_validation_games_are_added_to_those_played_and_widen_the_claim() {
    let scratch = Scratch::in_memory();
    let few = space("cma-es", "generations = 20").replace("games = 7\n", "games = 200\n");
    let more = few.replace("games = 200\n", "games = 201\n");
    let first = scratch.run("out", &few);
    let fake = Fake::default();
    let second = scratch.go_on_with("out", &more, &fake).unwrap();
    assert_eq!(games(&fake.take_batches()), 2, "one more game each");
    assert_eq!((second.evidence.look, second.evidence.tuned.games), (2, 201));
    assert_eq!(first.recommended, second.recommended);
    // By the quantiles 2.6383 and 2.2414 of the normal distribution, and Student's.
    let wider = half_width(&second) / half_width(&first);
    assert!((1.15..1.21).contains(&wider), "{wider}");
    // Fewer would be a choice of what one likes better.
    let error = scratch.go_on_with("out", &few, &fake).unwrap_err();
    assert!(error.to_string().contains("validation.games"), "{error}");
}

#[test]
fn an_end_that_is_reached_again_is_the_same_look() {
    let scratch = Scratch::in_memory();
    let first = scratch.run("out", &space("cma-es", "generations = 3"));
    let fake = Fake::default();
    // A comment changes the file and not what it asks.
    let commented = format!("# again\n{}", space("cma-es", "generations = 3"));
    assert_eq!(scratch.go_on_with("out", &commented, &fake).unwrap(), first);
    std::fs::remove_file(scratch.path("out/best.toml")).unwrap();
    let again = scratch.go_on("out", &fake);
    assert_eq!(again.unwrap(), first);
    assert!(fake.take_batches().is_empty(), "played again");
    assert_eq!(scratch.events("out", "look").len(), 1);
}

#[test]
fn a_look_that_was_begun_counts() {
    let scratch = Scratch::in_memory();
    let small = space("cma-es", "generations = 3");
    // Killed with one of the two validated.
    scratch.begin("out", &small, &Fake::stopping_after(12 + 4 + 2 + 1));
    let larger = space("cma-es", "generations = 4");
    let outcome = scratch.go_on_with("out", &larger, &Fake::default()).unwrap();
    assert_eq!(outcome.evidence.look, 2);
}

/// Returns a search of 8 000 games that leaves its validation open: at most 800 games of each side.
fn open_ended() -> String {
    let text = space("cma-es", "generations = 20").replace("= 6\n", "= 100\n");
    text.replace("[validation]\ngames = 7\n", "[validation]\n")
}

/// Returns the games and the error of each look.
fn looks(scratch: &Scratch, folder: &str) -> Vec<(u64, f64)> {
    let looks = scratch.events(folder, "look").into_iter();
    looks
        .map(|look| (look["validation_games"].as_u64().unwrap(), look["error"].as_f64().unwrap()))
        .collect()
}

#[test]
fn a_validation_ends_at_the_first_look_that_has_a_verdict() {
    let scratch = Scratch::in_memory();
    let mut campaign = create(&scratch.path("out"), &open_ended()).unwrap();
    let outcome = go_on(&mut campaign, &Fake::playing(noisy_game)).unwrap();
    assert_eq!(outcome.evidence.verdict, Verdict::Better);
    assert_eq!(looks(&scratch, "out"), [(100, 0.025)]);
    assert_eq!(outcome.evidence.tuned.games, 100);
    // Four finalists play three games each, the better two of them six more.
    assert_eq!(campaign.state().games, 8_000);
    assert_eq!(campaign.state().all_games(), 8_000 + 4 * 3 + 2 * 6 + 200);
    // As many games as it might have had are asked for.
    drop(campaign);
    let text = open_ended().replace("[validation]\n", "[validation]\ngames = 800\n");
    scratch.go_on_with("out", &text, &Fake::playing(noisy_game)).unwrap();
    assert_eq!(looks(&scratch, "out")[1..], [(800, 0.05 / 6.0)]);
}

#[test]
fn without_a_verdict_all_games_are_played_wherever_it_was_cut() {
    let scratch = Scratch::in_memory();
    let text = open_ended();
    let outcome = scratch.play("out", &text, &Fake::playing(flat_game));
    assert_eq!(outcome.unwrap().evidence.verdict, Verdict::NotDistinguishable);
    let errors = [0.05 / 2.0, 0.05 / 6.0, 0.05 / 12.0];
    let expected = [100, 300, 800].into_iter().zip(errors).collect::<Vec<_>>();
    assert_eq!(looks(&scratch, "out"), expected);
    // Eighty candidates of the search, then six evaluations of finalists; the rest are those of looks.
    for candidates in 86..92 {
        let folder = format!("cut-{candidates}");
        scratch.begin(&folder, &text, &Fake::playing(flat_game).stopped_after(candidates));
        scratch.go_on(&folder, &Fake::playing(flat_game)).unwrap();
        scratch.assert_same(&folder, "out", &folder);
    }
}
