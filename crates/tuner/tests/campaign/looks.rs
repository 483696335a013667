//! The ledger of validations, and the games after the search, cut and damaged anywhere.

use crate::campaign::damage::untold_changes;
use tune2048_testkit::campaigns::{
    Fake, OUTCOME, Scratch, create, flat_game, go_on, noisy_game, space,
};
use tune2048_testkit::csv_text::field;
use tune2048_tuner::campaign::{Bill, Outcome};
use tune2048_tuner::subject::Job;
use tune2048_tuner::weights::Verdict;

/// The games of these jobs.
fn games(jobs: &[Job]) -> usize {
    jobs.iter().map(|job| job.candidates.len() * job.seeds.len()).sum()
}

fn half_width(outcome: &Outcome) -> f64 {
    let (ratio, interval) = (outcome.evidence.ratio, outcome.evidence.ratio_ci95);
    (interval.unwrap().high / ratio.unwrap()).ln()
}

#[test]
fn a_larger_budget_is_a_second_look_on_new_games() {
    let scratch = Scratch::new();
    let first = scratch.run("out", &space("cma-es", "generations = 3"));
    assert_eq!(first.evidence.look, 1);
    assert!((first.evidence.look_confidence - 0.975).abs() < 1e-12);
    let fake = Fake::default();
    let second = scratch.go_on_with("out", &space("cma-es", "generations = 20"), &fake).unwrap();
    assert_eq!(second.evidence.look, 2);
    assert!((second.evidence.look_confidence - (1.0 - 0.05 / 6.0)).abs() < 1e-12);
    assert_eq!(second.evidence.validation_seeds, "validation stream of seed 11, games 7 to 13");
    assert_eq!(second.evidence.search_games, 20 * 4 * 6);
    let ledger = scratch.lines("out/looks.csv");
    assert_eq!(ledger.len(), 1 + 2);
    assert!(ledger[1].starts_with("1,72,"), "{ledger:?}");
    assert!(ledger[2].starts_with("2,480,"), "{ledger:?}");
    // Neither the race nor the validation plays a game of the first look.
    let mut seen = std::collections::HashSet::new();
    for line in &scratch.lines("out/final-games.csv")[1..] {
        let fields: Vec<String> = line.split(',').map(str::to_owned).collect();
        assert!(seen.insert(fields[..3].to_vec()), "{line}");
    }
}

#[test]
fn more_validation_games_are_added_to_those_played_and_widen_the_claim() {
    let scratch = Scratch::new();
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
    let scratch = Scratch::new();
    let first = scratch.run("out", &space("cma-es", "generations = 3"));
    let fake = Fake::default();
    // A comment changes the file and not what it asks.
    let commented = format!("# again\n{}", space("cma-es", "generations = 3"));
    assert_eq!(scratch.go_on_with("out", &commented, &fake).unwrap(), first);
    std::fs::remove_file(scratch.folder("out/best.toml")).unwrap();
    let again = scratch.go_on("out", &fake);
    assert_eq!(again.unwrap(), first);
    assert!(fake.take_batches().is_empty(), "played again");
    assert_eq!(scratch.lines("out/looks.csv").len(), 2);
}

#[test]
fn a_look_that_was_begun_counts() {
    let scratch = Scratch::new();
    let small = space("cma-es", "generations = 3");
    // Killed with one of the two validated.
    scratch.begin("out", &small, &Fake::stopping_after(12 + 4 + 2 + 1));
    let larger = space("cma-es", "generations = 4");
    let outcome = scratch.go_on_with("out", &larger, &Fake::default()).unwrap();
    assert_eq!(outcome.evidence.look, 2);
}

#[test]
fn the_games_the_finalists_and_the_ledger_cut_at_any_place() {
    let scratch = Scratch::new();
    scratch.run("whole", &space("cma-es", "generations = 2"));
    let text = scratch.read("whole/final-games.csv");
    let look = text.find("validation").unwrap();
    // Through every byte of two rows, and some of all others.
    for length in (0..text.len()).filter(|at| at % 17 == 0 || at.abs_diff(look) < 40) {
        scratch.copy("whole", "cut");
        scratch.write("cut/final-games.csv", &text[..length]);
        scratch.copy_files("whole", "cut", &["finalists.csv"]);
        if length >= look {
            scratch.copy_files("whole", "cut", &["looks.csv"]);
        }
        let fake = Fake::default();
        scratch.go_on("cut", &fake).unwrap();
        scratch.assert_same("cut", "whole", &format!("{length} bytes"));
        let known = text[..length].matches('\n').count().saturating_sub(1);
        let all = text.matches('\n').count() - 1;
        assert_eq!(known + games(&fake.batches()), all, "{length} bytes: played twice");
    }
    for file in ["finalists.csv", "looks.csv"] {
        let whole = scratch.read(&format!("whole/{file}"));
        for length in (0..whole.len()).step_by(5) {
            scratch.copy("whole", "cut");
            scratch.write(&format!("cut/{file}"), &whole[..length]);
            scratch.finish("cut");
            scratch.assert_same("cut", "whole", &format!("{file}, {length} bytes"));
        }
    }
}

#[test]
fn damage_of_what_follows_on_the_search_is_told() {
    let scratch = Scratch::new();
    scratch.run("whole", &space("cma-es", "generations = 2"));
    let files = &OUTCOME[..3];
    for file in files {
        let length = scratch.read(&format!("whole/{file}")).len();
        assert_eq!(untold_changes(&scratch, file, files, (0..length - 1).step_by(29)), [0; 0]);
    }
    // A ledger that is gone is a look that is not counted.
    for file in ["looks.csv", "best.toml"] {
        std::fs::remove_file(scratch.folder(&format!("whole/{file}"))).unwrap();
    }
    let error = scratch.go_on("whole", &Fake::default()).unwrap_err().to_string();
    assert!(error.contains("looks.csv") && error.contains("no look"), "{error}");
}

/// Returns a search of 8 000 games that leaves its validation open: at most 800 games of each side.
fn open_ended() -> String {
    let text = space("cma-es", "generations = 20").replace("= 6\n", "= 100\n");
    text.replace("[validation]\ngames = 7\n", "[validation]\n")
}

/// Returns the games and the error of each look.
fn looks(scratch: &Scratch, folder: &str) -> Vec<(u32, f64)> {
    let lines = scratch.lines(&format!("{folder}/looks.csv"));
    let value = |row: &str, column| field(&lines[0], row, column).to_owned();
    let look = |row: &String| {
        let games = value(row, "validation_games").parse().unwrap();
        (games, value(row, "error").parse().unwrap())
    };
    lines[1..].iter().map(look).collect()
}

#[test]
fn a_validation_ends_at_the_first_look_that_has_a_verdict() {
    let scratch = Scratch::new();
    let mut campaign = create(&scratch.folder("out"), &open_ended()).unwrap();
    let outcome = go_on(&mut campaign, &Fake::playing(noisy_game)).unwrap();
    assert_eq!(outcome.evidence.verdict, Verdict::Better);
    assert_eq!(looks(&scratch, "out"), [(100, 0.025)]);
    assert_eq!(outcome.evidence.tuned.games, 100);
    // Four finalists play three games each, the better two of them six more.
    let bill = Bill { search: 8_000, choice: 4 * 3 + 2 * 6, proof: 200 };
    assert_eq!(campaign.bill().unwrap(), bill);
    assert_eq!(bill.to_string(), "8 224 games in all: search 8 000, choice 24, proof 200.");
}

#[test]
fn without_a_verdict_all_games_are_played_wherever_it_was_cut() {
    let scratch = Scratch::new();
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

/// Games of an earlier look are lost: it rests on what they said.
#[test]
fn lost_games_of_an_earlier_look_are_told() {
    let scratch = Scratch::new();
    scratch.run("out", &space("cma-es", "generations = 3"));
    let first = scratch.lines("out/final-games.csv");
    let fake = Fake::default();
    scratch.go_on_with("out", &space("cma-es", "generations = 20"), &fake).unwrap();
    let lines = scratch.lines("out/final-games.csv");
    let race = first.iter().filter(|line| line.starts_with("selection,")).count();
    assert!(race > 8 && lines.len() > 2 * race, "two races");
    for lost in [1..2, race..race + 1] {
        let rows = lines.iter().enumerate().filter(|(row, _)| !lost.contains(row));
        let rows: String = rows.map(|(_, row)| row.as_str()).collect();
        scratch.write("out/final-games.csv", rows);
        let error = scratch.go_on("out", &fake).expect_err("a lost game").to_string();
        assert!(error.contains("of the race that look 1"), "{error}");
    }
    for left in [1, first.len() - 1] {
        scratch.write("out/final-games.csv", lines[..left].concat());
        let error = scratch.go_on("out", &fake).expect_err("lost games").to_string();
        assert!(error.contains("not all of them those of look 1"), "{error}");
    }
}

/// Lost rows of one file are told by what the others have, and nothing is played.
#[test]
fn looks_final_games_and_the_outcome_prove_each_other() {
    let scratch = Scratch::new();
    scratch.play("out", &open_ended(), &Fake::playing(flat_game)).unwrap();
    let manifest =
        scratch.read("out/campaign.json").replace("\"finished\": true", "\"finished\": false");
    scratch.write("out/campaign.json", manifest);
    let without = |file: &str, is_lost: &dyn Fn(usize, &str) -> bool| {
        let lines = scratch.lines(&format!("out/{file}"));
        let rows = lines.iter().enumerate().filter(|(row, text)| !is_lost(*row, text));
        rows.map(|(_, text)| text.as_str()).collect::<String>()
    };
    let refused = |file: &str, text: &str, said: &str| {
        scratch.copy("out", "cut");
        scratch.copy_files("out", "cut", &OUTCOME);
        scratch.write(&format!("cut/{file}"), text);
        let fake = Fake::playing(flat_game);
        let error = scratch.go_on("cut", &fake).expect_err("lost rows").to_string();
        assert!(error.contains(file) && error.contains(said), "{file}: {error}");
        assert!(fake.batches().is_empty());
    };
    let two_looks = without("looks.csv", &|row, _| row == 3);
    refused("looks.csv", &two_looks, "which none plays");
    let hole = without("final-games.csv", &|row, _| (200..210).contains(&row));
    refused("final-games.csv", &hole, "has played");
    // Games of the last look are gone, too: the outcome still has it.
    let of_last = |row: &str| {
        let mut fields = row.split(',');
        let is_validation = fields.next() == Some("validation");
        is_validation && fields.next().is_some_and(|game| game.parse::<u32>().unwrap() >= 300)
    };
    scratch.write("out/final-games.csv", without("final-games.csv", &|_, text| of_last(text)));
    refused("looks.csv", &two_looks, "is the outcome of look 3");
}
