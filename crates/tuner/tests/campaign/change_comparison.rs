//! After a change, only candidates of the same player are compared, and a search keeps what it learned.

use crate::campaign::changed_space::*;
use tune2048_optimizer::Distribution;
use tune2048_testkit::campaigns::{Fake, Scratch, go_on, optimizers, resume, space};
use tune2048_testkit::csv_text::field;
use tune2048_tuner::campaign::Progress;

/// The correlation of the first two coordinates.
pub(crate) fn correlation(distribution: &Distribution) -> f64 {
    let c = &distribution.covariance;
    c[0][1] / (c[0][0] * c[1][1]).sqrt()
}

#[test]
fn only_candidates_of_the_present_player_are_compared() {
    for optimizer in optimizers() {
        let scratch = Scratch::new();
        scratch.run("out", &space(optimizer, "generations = 3"));
        let first = scratch.progress("out").evidence.unwrap();
        scratch.change("out", &changed(optimizer, KINDS[6].1)).unwrap();
        // The findings so far stay, although the campaign is unfinished again.
        assert!(!scratch.progress("out").finished);
        let before = scratch.lines("out/finalists.csv").len();
        scratch.finish("out");
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
        let progress = scratch.progress("out");
        let second = progress.evidence.as_ref().unwrap();
        assert_eq!((first.look, second.look), (1, 2));
        assert!(second.look_confidence > first.look_confidence);
        assert_ne!(second.validation_seeds, first.validation_seeds);
        // Deeper games score three times as much, for both weights.
        assert!(second.start.mean > 2.0 * first.start.mean);
        let ratio = second.ratio.unwrap();
        assert!(ratio < 2.9, "{ratio}");
        let note = progress.changes_note().unwrap();
        assert!(note.contains("another player played generation 0 to 2"), "{note}");
    }
}

#[test]
fn the_verdict_refers_to_the_weights_that_the_campaign_started_from() {
    let scratch = Scratch::new();
    scratch.run("out", &space("cma-es", "generations = 3"));
    let start = scratch.progress("out").spec.start_weights();
    let known = scratch.lines("out/finalists.csv").len();
    let fixed = changed("cma-es", &[(MERGES, "merges = 900")]);
    scratch.change("out", &fixed).unwrap();
    let mut campaign = resume(&scratch.folder("out")).unwrap();
    let outcome = go_on(&mut campaign, &Fake::default()).unwrap();
    assert_eq!(campaign.start_weights(), start);
    assert_ne!(campaign.spec().start_weights(), start);
    assert_eq!(scratch.progress("out").start_weights(), start);
    // The starting weights are in the race; all other finalists have the new fixed weight.
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
fn the_distribution_describes_the_same_weights_before_and_after() {
    let wider = KINDS[2].1;
    for (optimizer, kind, width) in
        [("cma-es", wider, 1.0), ("cmaes-crate", wider, 1.0), ("cma-es", KINDS[6].1, 2.0)]
    {
        let scratch = Scratch::new();
        // Long enough that the spread is well below that of a search that begins.
        let long = space(optimizer, "generations = 25");
        scratch.run("whole", &space(optimizer, "generations = 26"));
        scratch.run("out", &long);
        let text = changed(optimizer, kind).replace("generations = 6", "generations = 27");
        scratch.change("out", &text).unwrap();
        scratch.finish("out");
        let (whole, out) = (scratch.progress("whole"), scratch.progress("out"));
        let row = |progress: &Progress| progress.distributions[25].distribution.clone();
        let (learnt, taken) = (row(&whole), row(&out));
        assert!(out.distributions[25].restarted);
        let numbers = |progress: &Progress, mean: &[f64]| progress.spec.decode(mean).values;
        let (before, after) = (numbers(&whole, &learnt.mean), numbers(&out, &taken.mean));
        for (before, after) in before.iter().zip(&after) {
            assert!((before / after - 1.0).abs() < 1e-9 || before == after, "{before} {after}");
        }
        // The logarithms of `merges` span log 4000 before the change, log 18000 after it.
        let stretch =
            if width > 1.0 { [1.0; 2] } else { [1.0, 4000.0_f64.ln() / 18000.0_f64.ln()] };
        let (before, after) = (learnt.standard_deviations(), taken.standard_deviations());
        for i in 0..2 {
            let expected = (width * stretch[i] * before[i]).min(0.2);
            assert!((after[i] / expected - 1.0).abs() < 1e-9, "{expected} {}", after[i]);
        }
        let [before, after] = [&learnt, &taken].map(correlation);
        assert!((before - after).abs() < 1e-9);
        assert!((taken.step_size / learnt.step_size - width).abs() < 1e-12);
    }
}

#[test]
fn a_swarm_restarts_with_a_particle_at_the_front_runner() {
    let scratch = Scratch::new();
    let text = changed("particle-swarm", KINDS[2].1);
    stopped_and_changed(&scratch, "out", "particle-swarm", 12, &text);
    scratch.finish("out");
    let progress = scratch.progress("out");
    let first = &progress.trials[12];
    let known = progress.trials[..12].iter().find(|trial| {
        let both = trial.weights.iter().zip(&first.weights);
        both.into_iter().all(|(a, b)| (a - b).abs() <= 1e-9 * a.abs())
    });
    let known = known.expect("a candidate from before the change");
    let mean = progress.trials[..12].iter().map(|t| t.objective).sum::<f64>() / 12.0;
    assert!(known.objective > mean);
}
