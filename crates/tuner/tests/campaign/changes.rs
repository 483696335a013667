//! Campaigns that go on differently end the same wherever they are cut, and
//! compare only what is comparable.

use std::fs;
use std::path::Path;

use crate::campaign::fake::{
    Fake, OPTIMIZERS, Scratch, create, field, go_on, resume, space, without_times,
};
use tune2048_engine::evaluate::Monitor;
use tune2048_tuner::campaign::{
    Campaign, CampaignError, Change, Event, Observer, Progress, request,
};
use tune2048_tuner::checkpoint::{ChangeRow, Trial};

/// Every kind of change: what is replaced, and by what.
const KINDS: [(&str, &[(&str, &str)]); 8] = [
    ("nothing but the budget", &[]),
    ("fixed", &[(MERGES, "merges = 900")]),
    (
        "wider",
        &[(
            MERGES,
            "merges = { low = 0.5, high = 9000.0, scale = \"log\" }",
        )],
    ),
    (
        "another scale",
        &[(MERGES, "merges = { low = 1.0, high = 4000.0 }")],
    ),
    (
        "more games",
        &[("games-per-candidate = 6", "games-per-candidate = 10")],
    ),
    (
        "adaptive games",
        &[(
            "games-per-candidate = 6",
            "games-per-candidate = { low = 4, high = 12 }",
        )],
    ),
    ("deeper", &[("[objective]", DEEPER)]),
    (
        "all at once",
        &[
            (MERGES, "merges = 900"),
            ("population = 4", "population = 6"),
            ("games-per-candidate = 6", "games-per-candidate = 8"),
            ("[objective]", DEEPER),
        ],
    ),
];
const MERGES: &str = "merges = { low = 1.0, high = 4000.0, scale = \"log\" }";
const DEEPER: &str = "[player.expectimax]\ndepth = 2\n\n[objective]";

/// The space of a kind with a budget of six generations, three before the change.
fn changed(optimizer: &str, kind: &[(&str, &str)]) -> String {
    let mut text = space(optimizer, "generations = 6");
    for (from, to) in kind {
        assert_eq!(text.matches(from).count(), 1, "{from}");
        text = text.replace(from, to);
    }
    text
}

fn change(scratch: &Scratch, name: &str, text: &str) -> Result<Change, CampaignError> {
    Campaign::change_in(&scratch.folder(name), Path::new("space.toml"), text)
}

/// A campaign that was stopped after so many candidates and then changed.
fn stopped_and_changed(scratch: &Scratch, name: &str, optimizer: &str, stop: usize, text: &str) {
    let before = space(optimizer, "generations = 3");
    let mut campaign = create(&scratch.folder(name), &before).unwrap();
    let _ = go_on(&mut campaign, &Fake::stopping_after(stop));
    drop(campaign);
    change(scratch, name, text).unwrap();
}

fn finish(scratch: &Scratch, name: &str) {
    let mut campaign = resume(&scratch.folder(name)).unwrap();
    go_on(&mut campaign, &Fake::default()).unwrap();
}

fn read(scratch: &Scratch, name: &str) -> Progress {
    Progress::read(&scratch.folder(name)).unwrap()
}

fn generation(progress: &Progress, number: u32) -> Vec<&Trial> {
    let trials = progress.trials.iter();
    trials.filter(|trial| trial.generation == number).collect()
}

/// The changes but for the time.
fn changes(scratch: &Scratch, name: &str) -> Vec<ChangeRow> {
    let mut rows = read(scratch, name).changes().to_vec();
    for row in &mut rows {
        row.unix_seconds = 0;
    }
    rows
}

#[test]
fn stopped_again_anywhere_after_any_change_it_ends_the_same() {
    for optimizer in OPTIMIZERS {
        for (kind, pairs) in KINDS {
            let scratch = Scratch::new();
            let text = changed(optimizer, pairs);
            // In the middle of generation 2.
            stopped_and_changed(&scratch, "whole", optimizer, 9, &text);
            finish(&scratch, "whole");
            let every = if optimizer == "cma-es" { 2 } else { 9 };
            for stop in (0..40).step_by(every) {
                let place = format!("{optimizer}, {kind}, stopped after {stop}");
                stopped_and_changed(&scratch, "out", optimizer, 9, &text);
                let mut campaign = resume(&scratch.folder("out")).unwrap();
                let _ = go_on(&mut campaign, &Fake::stopping_after(stop));
                drop(campaign);
                finish(&scratch, "out");
                scratch.assert_same("out", "whole", &place);
                fs::remove_dir_all(scratch.folder("out")).unwrap();
            }
        }
    }
}

#[test]
fn the_record_cut_after_any_row_meets_the_change_again() {
    for optimizer in OPTIMIZERS {
        for (kind, pairs) in KINDS {
            let scratch = Scratch::new();
            let text = changed(optimizer, pairs);
            scratch.run("whole", &space(optimizer, "generations = 3"));
            let found = change(&scratch, "whole", &text).unwrap();
            assert_eq!(found.generation, 3);
            finish(&scratch, "whole");
            let lines = scratch.lines("whole/trials.csv");
            let rows = lines.len() - 1;
            assert!(rows >= 24, "{rows}");
            for kept in (0..=rows).step_by(if optimizer == "cma-es" { 1 } else { 7 }) {
                let place = format!("{optimizer}, {kind}, cut after {kept}");
                scratch.copy("whole", "out");
                scratch.write("out/trials.csv", lines[..=kept].concat());
                // Without its distributions everything is derived from the trials.
                if kept % 3 == 2 {
                    let header = scratch.lines("whole/distributions.csv")[0].clone();
                    scratch.write("out/distributions.csv", header);
                }
                finish(&scratch, "out");
                scratch.assert_same_search("out", "whole", &place);
            }
        }
    }
}

/// Asks for a change as soon as a trial is known.
struct Asker<'a> {
    folder: &'a Path,
    at: u64,
    text: &'a str,
    told: Vec<String>,
}

impl Observer for Asker<'_> {
    fn observe(&mut self, event: &Event<'_>) {
        match event {
            Event::Trial(trial) if trial.trial == self.at => {
                request::request(self.folder, self.text).unwrap();
            }
            Event::Changed { change, .. } => self.told.push(format!("from {}", change.generation)),
            Event::ChangeRefused(reason) => self.told.push(reason.to_string()),
            _ => {}
        }
    }
}

#[test]
fn a_change_while_it_runs_is_that_of_a_campaign_stopped_there() {
    for optimizer in OPTIMIZERS {
        for (kind, pairs) in KINDS {
            for at in [1, 7, 10] {
                let place = format!("{optimizer}, {kind}, at trial {at}");
                let scratch = Scratch::new();
                let text = changed(optimizer, pairs);
                stopped_and_changed(&scratch, "whole", optimizer, at + 1, &text);
                finish(&scratch, "whole");
                let folder = scratch.folder("out");
                let mut campaign = create(&folder, &space(optimizer, "generations = 3")).unwrap();
                let mut asker = Asker {
                    folder: &folder,
                    at: at as u64,
                    text: &text,
                    told: Vec::new(),
                };
                campaign
                    .run(&Fake::default(), &Monitor::default(), &mut asker)
                    .unwrap();
                drop(campaign);
                let expected = format!("from {}", at as u32 / 4 + 1);
                assert_eq!(asker.told, [expected], "{place}");
                assert_eq!(changes(&scratch, "out"), changes(&scratch, "whole"));
                assert_eq!(request::requested(&folder).unwrap(), None);
                scratch.assert_same("out", "whole", &place);
            }
        }
    }
}

#[test]
fn what_cannot_be_while_it_runs_is_told_and_put_aside() {
    let scratch = Scratch::new();
    let plain = space("cma-es", "generations = 3");
    scratch.run("whole", &plain);
    for (text, expected) in [
        (plain.replace("seed = 11", "seed = 12"), "another campaign"),
        (plain.replace("seed = 11", "sed = 11"), "unknown key `sed`"),
    ] {
        let folder = scratch.folder("out");
        let mut campaign = create(&folder, &plain).unwrap();
        let mut asker = Asker {
            folder: &folder,
            at: 2,
            text: &text,
            told: Vec::new(),
        };
        campaign
            .run(&Fake::default(), &Monitor::default(), &mut asker)
            .unwrap();
        drop(campaign);
        let [told] = asker.told.as_slice() else {
            panic!("{:?}", asker.told)
        };
        assert!(told.contains(expected), "{told}");
        assert_eq!(scratch.read("out/change-refused.toml"), text);
        assert_eq!(request::requested(&folder).unwrap(), None);
        scratch.assert_same("out", "whole", "refused");
        fs::remove_dir_all(folder).unwrap();
    }
}

#[test]
fn a_request_that_was_taken_when_the_process_died_is_taken_up_once() {
    let scratch = Scratch::new();
    let text = changed("cma-es", &[(MERGES, "merges = 900")]);
    stopped_and_changed(&scratch, "whole", "cma-es", 8, &text);
    finish(&scratch, "whole");
    let plain = space("cma-es", "generations = 3");
    // Before and after it was recorded.
    for is_recorded in [false, true] {
        let folder = scratch.folder("out");
        let _ = go_on(
            &mut create(&folder, &plain).unwrap(),
            &Fake::stopping_after(8),
        );
        if is_recorded {
            change(&scratch, "out", &text).unwrap();
        }
        scratch.write("out/change-taken.toml", &text);
        finish(&scratch, "out");
        assert_eq!(changes(&scratch, "out"), changes(&scratch, "whole"));
        assert!(!scratch.folder("out/change-taken.toml").exists());
        scratch.assert_same("out", "whole", "taken");
        fs::remove_dir_all(folder).unwrap();
    }
}

#[test]
fn a_generation_that_was_begun_is_finished_as_it_was_begun() {
    let scratch = Scratch::new();
    let text = changed("cma-es", KINDS[7].1);
    stopped_and_changed(&scratch, "out", "cma-es", 9, &text);
    finish(&scratch, "out");
    let progress = read(&scratch, "out");
    let games = |number| -> Vec<u32> {
        let trials = generation(&progress, number).into_iter();
        trials.map(|trial| trial.evaluation.games).collect()
    };
    assert_eq!(games(2), [6; 4]);
    assert_eq!(games(3), [8; 6]);
    for trial in &progress.trials {
        let dimensions = if trial.generation < 3 { 2 } else { 1 };
        assert_eq!(trial.point.len(), dimensions);
        let merges = trial.weights[2];
        assert_eq!(merges == 900.0, trial.generation >= 3, "{merges}");
    }
    // Its column stays, and is empty.
    let lines = scratch.lines("out/trials.csv");
    let point = |line: usize| field(&lines[0], &lines[line], "point.merges");
    assert_ne!(point(12), "");
    assert_eq!(point(13), "");
    assert_eq!(field(&lines[0], &lines[13], "weight.merges"), "900");
    let rows = scratch.lines("out/distributions.csv");
    let at = |column: &str| field(&rows[0], &rows[4], column).to_owned();
    assert_eq!(at("generation"), "3");
    assert_eq!(at("restarted"), "1");
    assert_eq!(at("mean.merges"), "");
    assert_eq!(at("covariance.merges.empty"), "");
    assert_ne!(at("covariance.empty.empty"), "");
}

#[test]
fn a_change_that_is_taken_back_before_anything_was_played_leaves_no_trace_in_the_search() {
    for optimizer in OPTIMIZERS {
        let scratch = Scratch::new();
        let plain = space(optimizer, "generations = 6");
        scratch.run("whole", &plain);
        stopped_and_changed(
            &scratch,
            "out",
            optimizer,
            9,
            &changed(optimizer, KINDS[7].1),
        );
        // Once with the first change only on record, once begun with.
        let finish_generation = go_on(
            &mut resume(&scratch.folder("out")).unwrap(),
            &Fake::stopping_after(3),
        );
        assert!(matches!(finish_generation, Err(CampaignError::Interrupted)));
        let back = change(&scratch, "out", &plain).unwrap();
        assert_eq!(back.generation, 3);
        finish(&scratch, "out");
        scratch.assert_same("out", "whole", optimizer);
        assert_eq!(changes(&scratch, "out").len(), 2);
    }
}

#[test]
fn changed_twice_cut_anywhere() {
    for optimizer in OPTIMIZERS {
        let scratch = Scratch::new();
        stopped_and_changed(
            &scratch,
            "whole",
            optimizer,
            5,
            &changed(optimizer, KINDS[7].1),
        );
        let mut campaign = resume(&scratch.folder("whole")).unwrap();
        let _ = go_on(&mut campaign, &Fake::stopping_after(10));
        drop(campaign);
        // The weight is free again, at depth 1, as it was.
        let free = space(optimizer, "generations = 7");
        let second = change(&scratch, "whole", &free).unwrap();
        assert_eq!(second.generation, 4);
        finish(&scratch, "whole");
        let lines = scratch.lines("whole/trials.csv");
        for kept in 0..lines.len() {
            scratch.copy("whole", "out");
            scratch.write(
                "out/trials.csv",
                lines[..=kept.min(lines.len() - 1)].concat(),
            );
            finish(&scratch, "out");
            scratch.assert_same("out", "whole", &format!("{optimizer}, {kept}"));
        }
        // Both stages of depth 1 may send front runners, that of depth 2 none.
        let progress = read(&scratch, "whole");
        let finalists = scratch.read("whole/finalists.csv");
        for trial in &progress.trials {
            if (2..4).contains(&trial.generation) {
                let origin = format!("front runner, trial {}\"", trial.trial);
                assert!(!finalists.contains(&origin), "{finalists}");
            }
        }
    }
}

#[test]
fn only_what_the_present_player_played_is_compared() {
    for optimizer in OPTIMIZERS {
        let scratch = Scratch::new();
        scratch.run("out", &space(optimizer, "generations = 3"));
        let first = read(&scratch, "out").evidence.unwrap();
        change(&scratch, "out", &changed(optimizer, KINDS[6].1)).unwrap();
        // What was found before stays, and is told as what it is.
        assert!(!read(&scratch, "out").finished);
        let before = scratch.lines("out/finalists.csv").len();
        finish(&scratch, "out");
        let finalists = scratch.lines("out/finalists.csv");
        let new = &finalists[before..];
        assert!(new[0].contains("starting weights"), "{new:?}");
        for line in new {
            assert!(line.contains("\"\"depth\"\":2"), "{line}");
            if let Some((_, trial)) = line.split_once("front runner, trial ") {
                let trial: u32 = trial.split('"').next().unwrap().parse().unwrap();
                assert!(trial >= 12, "{line}");
            }
        }
        assert!(new.iter().any(|line| line.contains("carried over")));
        let progress = read(&scratch, "out");
        let second = progress.evidence.as_ref().unwrap();
        assert_eq!((first.look, second.look), (1, 2));
        assert!(second.look_confidence > first.look_confidence);
        assert_ne!(second.validation_seeds, first.validation_seeds);
        // Deeper games score three times as much, of both.
        assert!(second.start.mean > 2.0 * first.start.mean);
        let ratio = second.ratio.unwrap();
        assert!(ratio < 2.9, "{ratio}");
        let note = progress.changes_note().unwrap();
        assert!(
            note.contains("another player played generation 0 to 2"),
            "{note}"
        );
    }
}

#[test]
fn the_claim_stays_about_the_weights_that_the_campaign_started_from() {
    let scratch = Scratch::new();
    scratch.run("out", &space("cma-es", "generations = 3"));
    let start = read(&scratch, "out").spec.start_weights();
    let known = scratch.lines("out/finalists.csv").len();
    let fixed = changed("cma-es", &[(MERGES, "merges = 900")]);
    change(&scratch, "out", &fixed).unwrap();
    let mut campaign = resume(&scratch.folder("out")).unwrap();
    let outcome = go_on(&mut campaign, &Fake::default()).unwrap();
    assert_eq!(campaign.start_weights(), start);
    assert_ne!(campaign.spec().start_weights(), start);
    assert_eq!(read(&scratch, "out").start_weights(), start);
    // They are in the race; all others are as the weight is fixed now.
    let lines = scratch.lines("out/finalists.csv");
    assert!(lines.len() > known, "{lines:?}");
    for line in &lines[known..] {
        assert!(line.contains(",900,47,"), "{line}");
    }
    let looks = scratch.lines("out/looks.csv");
    assert_eq!(field(&looks[0], &looks[2], "start"), "0");
    assert!(lines[1].contains("starting weights"));
    assert_eq!(outcome.evidence.look, 2);
}

#[test]
fn the_distribution_means_the_same_numbers_before_and_after() {
    let wider = KINDS[2].1;
    for (optimizer, kind, width) in [
        ("cma-es", wider, 1.0),
        ("cmaes-crate", wider, 1.0),
        ("cma-es", KINDS[6].1, 2.0),
    ] {
        let scratch = Scratch::new();
        // Long enough that the spread is well below that of a search that begins.
        let long = space(optimizer, "generations = 25");
        scratch.run("whole", &space(optimizer, "generations = 26"));
        scratch.run("out", &long);
        let text = changed(optimizer, kind).replace("generations = 6", "generations = 27");
        change(&scratch, "out", &text).unwrap();
        finish(&scratch, "out");
        let (whole, out) = (read(&scratch, "whole"), read(&scratch, "out"));
        let row = |progress: &Progress| progress.distributions[25].distribution.clone();
        let (learnt, taken) = (row(&whole), row(&out));
        assert!(out.distributions[25].restarted);
        let numbers = |progress: &Progress, mean: &[f64]| progress.spec.decode(mean).values;
        let (before, after) = (numbers(&whole, &learnt.mean), numbers(&out, &taken.mean));
        for (before, after) in before.iter().zip(&after) {
            assert!(
                (before / after - 1.0).abs() < 1e-9 || before == after,
                "{before} {after}"
            );
        }
        // Logarithms of merges range over log 4000 before, log 18000 after.
        let logs = |range: f64| range.ln();
        let stretch = match kind {
            _ if width > 1.0 => [1.0, 1.0],
            _ => [1.0, logs(4000.0) / logs(18000.0)],
        };
        let (before, after) = (learnt.standard_deviations(), taken.standard_deviations());
        for i in 0..2 {
            let expected = (width * stretch[i] * before[i]).min(0.2);
            assert!(
                (after[i] / expected - 1.0).abs() < 1e-9,
                "{expected} {}",
                after[i]
            );
        }
        let correlation = |c: &[Vec<f64>]| c[0][1] / (c[0][0] * c[1][1]).sqrt();
        let (before, after) = (
            correlation(&learnt.covariance),
            correlation(&taken.covariance),
        );
        assert!((before - after).abs() < 1e-9);
        assert!((taken.step_size / learnt.step_size - width).abs() < 1e-12);
    }
}

#[test]
fn a_swarm_begins_anew_with_a_particle_at_the_front_runner() {
    let scratch = Scratch::new();
    stopped_and_changed(
        &scratch,
        "out",
        "particle-swarm",
        12,
        &changed("particle-swarm", KINDS[2].1),
    );
    finish(&scratch, "out");
    let progress = read(&scratch, "out");
    let first = &progress.trials[12];
    let known = progress.trials[..12].iter().find(|trial| {
        let both = trial.weights.iter().zip(&first.weights);
        both.into_iter()
            .all(|(a, b)| (a - b).abs() <= 1e-9 * a.abs())
    });
    let known = known.expect("a candidate of before");
    let mean = progress.trials[..12]
        .iter()
        .map(|t| t.objective)
        .sum::<f64>()
        / 12.0;
    assert!(known.objective > mean);
}

#[test]
fn what_makes_no_sense_is_refused_and_changes_nothing() {
    let scratch = Scratch::new();
    scratch.run("out", &space("cma-es", "generations = 3"));
    let plain = space("cma-es", "generations = 3");
    let files = || {
        let names = fs::read_dir(scratch.folder("out")).unwrap();
        let mut files: Vec<_> = names
            .map(|entry| entry.unwrap().path())
            .map(|path| (fs::read(&path).unwrap(), path))
            .collect();
        files.sort();
        files
    };
    let before = files();
    for (from, to, expected) in [
        ("seed = 11", "seed = 12", "seed: recorded 11, found 12"),
        ("\"fake\"", "\"other\"", "this is another campaign"),
        (
            "[objective]",
            "[objective]\nmaximize = \"median-score\"",
            "objective.maximize",
        ),
        ("optimizer.cma-es", "optimizer.spsa", "another campaign"),
        (
            "empty = \"tune\"",
            "empty = \"tune\"\nsum = \"tune\"",
            "sum: found a weight to tune, expected it fixed",
        ),
        (
            MERGES,
            "merges = { start = 3990, low = 3980, high = 4000 }",
            "merges: found the range 3980 to 4000, expected one that holds",
        ),
        (
            "generations = 3",
            "generations = 2",
            "budget.generations: found 2, expected at least 3",
        ),
        (
            "generations = 3",
            "games = 71",
            "budget.games: found 71, expected at least 72",
        ),
        (
            "\ngames = 7\n",
            "\ngames = 6\n",
            "validation.games: found 6, expected at least 7",
        ),
        ("empty = \"tune\"", "emtpy = \"tune\"", "unknown key"),
    ] {
        assert_eq!(plain.matches(from).count(), 1, "{from}");
        let error = change(&scratch, "out", &plain.replace(from, to)).unwrap_err();
        assert!(error.is_bad_input(), "{error}");
        assert!(error.to_string().contains(expected), "{error}");
        assert_eq!(files(), before, "{to}");
    }
    // What is spent may become the limit.
    change(
        &scratch,
        "out",
        &plain.replace("generations = 3", "games = 72"),
    )
    .unwrap();
}

#[test]
fn every_byte_of_the_changes() {
    let scratch = Scratch::new();
    stopped_and_changed(
        &scratch,
        "whole",
        "cma-es",
        9,
        &changed("cma-es", KINDS[7].1),
    );
    finish(&scratch, "whole");
    let whole = scratch.read("whole/changes.csv").into_bytes();
    let time = whole.iter().rposition(|&byte| byte == b',').unwrap();
    for place in 0..whole.len() {
        let mut damaged = whole.clone();
        damaged[place] ^= 1;
        scratch.copy("whole", "out");
        scratch.write("out/changes.csv", &damaged);
        let line = 1 + whole[..place].iter().filter(|&&byte| byte == b'\n').count();
        let reading = Progress::read(&scratch.folder("out"));
        match resume(&scratch.folder("out")) {
            Err(error) => {
                let text = error.to_string();
                let expected = format!("changes.csv line {line}: ");
                assert!(text.contains(&expected), "byte {place}: {text}");
                assert!(reading.is_err(), "byte {place}");
                let found = fs::read(scratch.folder("out/changes.csv")).unwrap();
                assert_eq!(found, damaged);
            }
            Ok(_) => assert!(place > time, "byte {place}"),
        }
    }
    for length in 0..whole.len() {
        scratch.copy("whole", "out");
        scratch.write("out/changes.csv", &whole[..length]);
        let error = resume(&scratch.folder("out")).unwrap_err().to_string();
        assert!(error.contains("changes.csv line "), "{length}: {error}");
    }
    fs::remove_file(scratch.folder("out/changes.csv")).unwrap();
    let error = resume(&scratch.folder("out")).unwrap_err().to_string();
    assert!(
        error.contains("found the end after 0 changes, expected 1"),
        "{error}"
    );
}

#[test]
fn a_change_that_is_cut_while_it_is_recorded_is_whole_or_not_at_all() {
    let scratch = Scratch::new();
    let plain = space("cma-es", "generations = 3");
    let text = changed("cma-es", KINDS[7].1);
    let mut campaign = create(&scratch.folder("before"), &plain).unwrap();
    let _ = go_on(&mut campaign, &Fake::stopping_after(9));
    drop(campaign);
    scratch.copy("before", "changed");
    change(&scratch, "changed", &text).unwrap();
    scratch.copy("changed", "whole");
    finish(&scratch, "whole");
    scratch.run("plain", &plain);
    let row = scratch.read("changed/changes.csv");
    for length in 0..=row.len() {
        scratch.copy("before", "out");
        scratch.write("out/changes.csv", &row[..length]);
        finish(&scratch, "out");
        let expected = if length < row.len() { "plain" } else { "whole" };
        scratch.assert_same("out", expected, &format!("{length} bytes"));
    }
    // Its row is there, and one of the files.
    scratch.copy("before", "out");
    scratch.write("out/changes.csv", &row);
    scratch.write("out/search-space.toml", &text);
    finish(&scratch, "out");
    scratch.assert_same("out", "whole", "with its file");
    assert_eq!(scratch.read("out/search-space.toml"), text);
}

#[test]
fn a_file_with_other_comments_is_no_change() {
    let scratch = Scratch::new();
    let plain = space("cma-es", "generations = 3");
    scratch.run("out", &plain);
    let commented = format!("# A comment.\n{plain}");
    assert_eq!(change(&scratch, "out", &commented).unwrap().differences, []);
    assert_eq!(scratch.read("out/search-space.toml"), commented);
    assert!(!scratch.folder("out/changes.csv").exists());
    let raised = commented.replace("generations = 3", "generations = 5");
    let space = Some((Path::new("space.toml"), raised.as_str()));
    let mut campaign = Campaign::resume(&scratch.folder("out"), space).unwrap();
    go_on(&mut campaign, &Fake::default()).unwrap();
    drop(campaign);
    // A larger budget is on record as any change.
    let rows = changes(&scratch, "out");
    assert_eq!(rows.len(), 1);
    assert_eq!((rows[0].change, rows[0].generation), (1, 3));
    assert_eq!(rows[0].settings, "budget.generations: 3 -> 5");
    assert_eq!([&rows[0].before, &rows[0].after], [&commented, &raised]);
    scratch.run("whole", &raised);
    let trials = |name: &str| without_times(&scratch.read(&format!("{name}/trials.csv")));
    assert_eq!(trials("out"), trials("whole"));
}
