//! Scores below 0, as other games have them.

use tune2048_engine::game::{GameResult, Score};
use tune2048_testkit::campaigns::{Fake, Scratch, luck};
use tune2048_tuner::statistics::Effect;
use tune2048_tuner::weights::Verdict;

const SPACE: &str = include_str!("effects.toml");

/// Where a ratio is not defined, the verdict is that on the difference.
#[test]
fn scores_below_0_have_a_verdict_without_an_effect_in_the_file() {
    let scratch = Scratch::in_memory();
    let fake = Fake::playing(|weights, seed| {
        let x = weights.get("x").expect("the parameter");
        let score = Score::new(-10.0 * (x - 0.9).abs() - luck(&weights.values, seed));
        GameResult { score: score.unwrap(), ..GameResult::default() }
    });
    let found = scratch.play("out", SPACE, &fake).unwrap();
    // Its end is proven once more from its files.
    assert_eq!(scratch.progress("out").evidence(), Some(&found.evidence));
    assert_eq!(found.evidence.verdict, Verdict::Better);
    assert_eq!(found.evidence.estimate().unwrap().effect, Effect::Difference);
}
