//! A campaign that was cut anywhere ends as the one that was not.

use tune2048_engine::evaluate::Monitor;
use tune2048_testkit::campaigns::{Fake, Scratch, optimizers, resume, space};
use tune2048_tuner::campaign::{CampaignError, Event};

#[test]
fn interrupted_after_any_number_of_candidates() {
    for optimizer in optimizers() {
        let scratch = Scratch::new();
        let space = space(optimizer, "generations = 5");
        scratch.run("whole", &space);
        // Twenty trials, then four finalists, two of them again, then two of the validation.
        for stop in 0..30 {
            let place = format!("{optimizer}, stopped after {stop}");
            let name = format!("{optimizer}-{stop}");
            let first = scratch.play(&name, &space, &Fake::stopping_after(stop));
            if matches!(first, Err(CampaignError::Interrupted)) {
                assert!(!scratch.folder(&name).join("best.toml").exists(), "{place}");
                scratch.finish(&name);
            } else {
                assert!(first.is_ok() && stop >= 27, "{place}: {first:?}");
            }
            scratch.assert_same(&name, "whole", &place);
        }
    }
}

#[test]
fn the_file_cut_after_any_byte() {
    // Some bytes of the last two rows, fewer with other optimizers than CMA-ES, and a few of the other rows.
    for optimizer in optimizers() {
        let scratch = Scratch::new();
        scratch.run("whole", &space(optimizer, "generations = 3"));
        let whole = scratch.read("whole/trials.csv");
        let last_two: usize = scratch.lines("whole/trials.csv")[11..].iter().map(String::len).sum();
        let every = if optimizer == "cma-es" { 5 } else { 31 };
        let is_tried = |at: &usize| {
            at.is_multiple_of(397) || (at.is_multiple_of(every) && at + last_two >= whole.len())
        };
        for length in (0..whole.len()).filter(is_tried) {
            let place = format!("{optimizer}, {length} bytes");
            scratch.copy("whole", "cut");
            scratch.write("cut/trials.csv", &whole[..length]);
            let end = scratch.go_on("cut", &Fake::default());
            end.unwrap_or_else(|error| panic!("{place}: {error}"));
            scratch.assert_same("cut", "whole", &place);
        }
    }
}

#[test]
fn the_distributions_cut_after_any_byte() {
    let scratch = Scratch::new();
    scratch.run("whole", &space("cma-es", "generations = 3"));
    let whole = scratch.read("whole/distributions.csv");
    let trials = scratch.lines("whole/trials.csv");
    for length in (0..whole.len()).step_by(5) {
        // A kill while the row of a generation is written leaves no trial of it.
        let complete = whole[..length].matches('\n').count().saturating_sub(1);
        scratch.copy("whole", "cut");
        scratch.write("cut/distributions.csv", &whole[..length]);
        scratch.write("cut/trials.csv", trials[..=4 * complete].concat());
        scratch.finish("cut");
        scratch.assert_same("cut", "whole", &format!("{length} bytes"));
    }
}

#[test]
fn what_is_recorded_is_not_played_again() {
    let scratch = Scratch::new();
    scratch.run("out", &space("cma-es", "generations = 5"));
    let lines = scratch.lines("out/trials.csv");
    scratch.write("out/trials.csv", lines[..15].concat());
    let fake = Fake::default();
    scratch.go_on("out", &fake).unwrap();
    let played: Vec<usize> = fake.batches().iter().map(|batch| batch.candidates.len()).collect();
    // Two of generation 3, and generation 4; the finals are on record.
    assert_eq!(played, [2, 4]);
}

#[test]
fn times_add_up_over_sessions() {
    let scratch = Scratch::new();
    scratch.begin("out", &space("random-matrix", "generations = 2"), &Fake::stopping_after(3));
    // As if the first session had taken a minute.
    let mut lines = scratch.lines("out/trials.csv");
    let (row, _) = lines[3].rsplit_once(',').unwrap();
    lines[3] = format!("{row},60.000\n");
    scratch.write("out/trials.csv", lines.concat());
    scratch.finish("out");
    let last = scratch.progress("out").elapsed_seconds;
    assert!((60.0..62.0).contains(&last), "{last}");
}

#[test]
fn events_come_in_order() {
    let text = |event: &Event<'_>| match event {
        Event::Started { trials, games, torn, locked } => {
            format!("started {trials} {games} {torn} {locked}")
        }
        Event::Trial(trial) => format!("trial {}", trial.trial),
        Event::Generation(report) => {
            format!("generation {} of {}", report.generation, report.trials.len())
        }
        Event::SearchEnded(reason) => format!("ended {reason:?}"),
        Event::Selection { finalists, games, .. } => format!("selection {finalists} {games}"),
        Event::Validation { games, .. } => format!("validation {games}"),
        other => format!("{other:?}"),
    };
    let scratch = Scratch::new();
    scratch.run("out", &space("random-matrix", "generations = 2"));
    let whole = scratch.read("out/trials.csv");
    let cut: usize = scratch.lines("out/trials.csv")[..7].iter().map(String::len).sum();
    scratch.write("out/trials.csv", &whole[..cut + 9]);
    let mut notes = Vec::new();
    let mut campaign = resume(&scratch.folder("out")).unwrap();
    campaign
        .run(&Fake::default(), &Monitor::default(), &mut |event| notes.push(text(event)))
        .unwrap();
    let search = "started 6 36 true true, trial 6, trial 7, generation 1 of 4, ended Generations";
    assert_eq!(notes.join(", "), format!("{search}, selection 4 24, validation 7"));
}
