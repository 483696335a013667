//! A campaign that was cut anywhere ends as the one that was not.

use tune2048_engine::evaluate::Monitor;
use tune2048_testkit::campaigns::{Fake, Scratch, optimizers, resume, space};
use tune2048_tuner::campaign::{CampaignError, Event};

#[test]
fn interrupted_after_any_number_of_candidates() {
    for optimizer in optimizers() {
        let scratch = Scratch::in_memory();
        let space = space(optimizer, "generations = 5");
        scratch.run("whole", &space);
        // Twenty trials, then four finalists, two of them again, then two of the validation.
        for stop in 0..30 {
            let place = format!("{optimizer}, stopped after {stop}");
            let name = format!("{optimizer}-{stop}");
            let first = scratch.play(&name, &space, &Fake::stopping_after(stop));
            if matches!(first, Err(CampaignError::Interrupted)) {
                assert!(!scratch.path(&name).join("best.toml").exists(), "{place}");
                scratch.finish(&name);
            } else {
                assert!(first.is_ok() && stop >= 27, "{place}: {first:?}");
            }
            scratch.assert_same(&name, "whole", &place);
        }
    }
}

#[test]
fn killed_after_any_byte() {
    for optimizer in optimizers() {
        let scratch = Scratch::in_memory();
        let space = space(optimizer, "generations = 3");
        scratch.run("whole", &space);
        let written = scratch.written("whole");
        let length: usize = written.iter().map(|(_, line)| line.len()).sum();
        let every = if optimizer == "cma-es" { 23 } else { 211 };
        for bytes in (0..length).step_by(every).chain([length]) {
            let place = format!("{optimizer}, {bytes} bytes");
            scratch.kill("whole", "cut", bytes);
            // Before its first line is whole, it has not begun.
            if bytes < written[0].1.len() {
                let error = resume(&scratch.path("cut")).expect_err("nothing has begun");
                assert!(error.to_string().contains("`tune2048 run`"), "{place}: {error}");
                scratch.run("cut", &space);
            } else {
                let end = scratch.go_on("cut", &Fake::default());
                end.unwrap_or_else(|error| panic!("{place}: {error}"));
            }
            scratch.assert_same("cut", "whole", &place);
        }
    }
}

#[test]
fn what_is_recorded_is_not_played_again() {
    let scratch = Scratch::in_memory();
    scratch.run("out", &space("cma-es", "generations = 5"));
    scratch.keep_trials("out", "cut", 14);
    let fake = Fake::default();
    scratch.go_on("cut", &fake).unwrap();
    let played: Vec<usize> = fake.batches().iter().map(|batch| batch.candidates.len()).collect();
    // Two of generation 3, generation 4, two rounds of the race, and the validation.
    assert_eq!(played, [2, 4, 4, 2, 2]);
    assert!(scratch.go_on("cut", &fake).is_ok());
    assert_eq!(fake.batches().len(), 5, "nothing is left to play");
}

#[test]
fn times_add_up_over_sessions() {
    let scratch = Scratch::in_memory();
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
    let scratch = Scratch::in_memory();
    scratch.run("out", &space("random-matrix", "generations = 2"));
    scratch.keep_trials("out", "cut", 6);
    scratch.write("cut/trials.csv", scratch.read("cut/trials.csv") + "6,1,2,");
    let mut notes = Vec::new();
    let mut campaign = resume(&scratch.path("cut")).unwrap();
    campaign
        .run(&Fake::default(), &Monitor::default(), &mut |event| notes.push(text(event)))
        .unwrap();
    let search = "started 6 36 true true, trial 6, trial 7, generation 1 of 4, ended Generations";
    assert_eq!(notes.join(", "), format!("{search}, selection 4 24, validation 7"));
}
