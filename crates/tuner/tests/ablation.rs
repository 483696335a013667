//! Ablations of simulated games whose answer is known.

use std::sync::Arc;

use tune2048_engine::evaluate::Monitor;
use tune2048_engine::game::{GameResult, GameSeed, Score};
use tune2048_testkit::campaigns::Fake;
use tune2048_tuner::statistics::{Better, Effect};
use tune2048_tuner::studies::ablation::{Ablation, AblationSettings, differing};
use tune2048_tuner::subject::{CommandSettings, Configuration, Subject};

/// A score of 100, 30 more with `a`, 20 with `b` if `c` is set too, and a hundredth of a point
/// per seed; `d` does nothing.
fn known(weights: &Configuration, seed: GameSeed) -> GameResult {
    let [a, b, c, _] = weights.values[..] else { panic!("four parameters") };
    let luck = (seed.0 % 100) as f64 / 100.0;
    let score = Score::new(100.0 + 30.0 * a + 20.0 * b * c + luck);
    GameResult { score: score.expect("finite"), ..GameResult::default() }
}

fn ablation(better: Better, goal: [f64; 4]) -> (Ablation, usize) {
    let program = Subject::program(CommandSettings::new(Vec::new()), ["a", "b", "c", "d"]);
    let program = Arc::new(program);
    let [start, goal] = [[0.0; 4], goal].map(|values| program.with_values(values.into()));
    let settings = AblationSettings { seed: 1, games: 10, effect: Effect::Difference, better };
    let fake = Fake::playing(known);
    let found = Ablation::play(("a", &start), ("b", &goal), settings, &fake, &Monitor::default());
    let found = found.unwrap();
    let games = fake.batches().iter().map(|job| job.candidates.len() * job.seeds.len()).sum();
    assert_eq!(games as u64, settings.all_games(differing(&start, &goal).len()));
    (found, games)
}

#[test]
fn steps_that_gain_most_come_first_and_add_up() {
    let (found, games) = ablation(Better::Higher, [1.0; 4]);
    // Four, three and two candidates, and five on the path.
    assert_eq!(games, 10 * (4 + 3 + 2 + 5));
    let names: Vec<&str> = found.steps.iter().map(|step| &*step.name).collect();
    assert_eq!(names, ["a", "b", "c", "d"]);
    let gains = found.steps.iter().map(|step| step.gain.expect("pairs").value);
    for (gain, expected) in gains.zip([30.0, 0.0, 20.0, 0.0]) {
        assert!((gain - expected).abs() < 1e-9, "{gain}, {expected}");
    }
    let whole = found.steps[3].so_far.expect("pairs").value;
    assert!((whole - 50.0).abs() < 1e-9);
    assert!((found.steps[3].mean - found.start_mean - 50.0).abs() < 1e-9);
}

#[test]
fn lower_scores_may_be_better_and_equal_values_are_no_step() {
    let (found, _) = ablation(Better::Lower, [1.0, 0.0, 0.0, 1.0]);
    let names: Vec<&str> = found.steps.iter().map(|step| &*step.name).collect();
    assert_eq!(names, ["d", "a"]);
    assert!(ablation(Better::Higher, [0.0; 4]).0.steps.is_empty());
}
