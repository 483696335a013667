//! Scores as other games have them: costs, scores below 0.

use tune2048_engine::game::{GameResult, Score};
use tune2048_testkit::campaigns::{Fake, Play, Scratch, luck};
use tune2048_tuner::record::Outcome;
use tune2048_tuner::record::Trial;
use tune2048_tuner::statistics::{Better, Effect};
use tune2048_tuner::subject::Configuration;
use tune2048_tuner::weights::{Evidence, Verdict};

const SPACE: &str = r#"name = "out"
seed = 1
[player.command]
program = ["sh"]
[heuristic.command]
x = { start = 0.5, low = 0, high = 1 }
[objective]
games-per-candidate = 4
[budget]
games = 1200
[selection]
games = 200
[validation]
games = 200
"#;

fn x(weights: &Configuration) -> f64 {
    weights.get("x").expect("the parameter")
}

fn scoring(score: f64) -> GameResult {
    GameResult { score: Score::new(score).unwrap(), ..GameResult::default() }
}

/// Plays a campaign, and proves its end once more from its files.
fn outcome(scratch: &Scratch, objective: &str, play: Play) -> Outcome {
    let space = SPACE.replace("[objective]", &format!("[objective]\n{objective}"));
    let outcome = scratch.play("out", &space, &Fake::playing(play)).unwrap();
    assert_eq!(scratch.progress("out").evidence(), Some(&outcome.evidence));
    outcome
}

#[test]
fn a_cost_is_minimised_and_compared_by_the_difference() {
    let scratch = Scratch::in_memory();
    let found = outcome(&scratch, "minimize = \"mean-score\"", |weights, seed| {
        scoring(20.0 * (x(weights) - 0.9).abs() - 5.0 + luck(&weights.values, seed))
    });
    let Evidence { verdict, better, ratio, difference, tuned, start, .. } = &found.evidence;
    assert_eq!((*verdict, *better, *ratio), (Verdict::Better, Better::Lower, None));
    assert!((difference.unwrap() - (tuned.mean - start.mean)).abs() < 1e-9);
    assert!(difference.unwrap() < -6.0 && tuned.mean < -3.0, "{tuned:?}");
    let result = found.evidence.short_result("start");
    assert!(result.contains("Difference of the mean scores -"), "{result}");
    // What is minimised has a minus in the objective, so that the fitness falls with the cost.
    let progress = scratch.progress("out");
    let trials = progress.all_trials();
    let sum = |trial: &Trial| trial.objective + trial.evaluation.mean_score;
    assert!(trials.iter().all(|trial| sum(trial).abs() < 1e-9));
    let last = trials.last().unwrap();
    assert!(last.evaluation.mean_score < trials[0].evaluation.mean_score);
}

/// Where a ratio is not defined, the verdict is that on the difference.
#[test]
fn scores_below_0_have_a_verdict_without_an_effect_in_the_file() {
    let scratch = Scratch::in_memory();
    let found = outcome(&scratch, "", |weights, seed| {
        scoring(-10.0 * (x(weights) - 0.9).abs() - luck(&weights.values, seed))
    });
    assert_eq!(found.evidence.verdict, Verdict::Better);
    assert_eq!(found.evidence.estimate().unwrap().effect, Effect::Difference);
}
