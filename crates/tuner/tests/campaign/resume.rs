//! A campaign that was cut anywhere ends as the one that was not.

use tune2048_testkit::campaigns::{Fake, Scratch, optimizers, resume, space};

#[test]
fn killed_after_any_line_and_amid_lines() {
    for optimizer in optimizers() {
        let scratch = Scratch::in_memory();
        let space = space(optimizer, "generations = 3");
        scratch.run("whole", &space);
        let written = scratch.written("whole");
        let mut length = 0;
        let ends = written.iter().map(|(_, line)| {
            length += line.len();
            length
        });
        let ends: Vec<usize> = ends.collect();
        // Other optimizers differ in what they learn from trials only.
        let (bytes, lines) = if optimizer == "cma-es" { (97, 1) } else { (997, 3) };
        let ends = ends.into_iter().step_by(lines);
        for bytes in (0..length).step_by(bytes).chain(ends) {
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
