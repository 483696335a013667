//! One look of a campaign with a known truth: the starting weights play, or their scores are stored.

use tune2048_engine::game::GameResult;
use tune2048_tuner::statistics::{Effect, Estimate, Objective};
use tune2048_tuner::weights::{LookScores, StartScores};

use super::effect::{Source, baseline};
use super::luck::{Luck, Shape};

/// The true ratio of the mean scores.
const RATIO: f64 = 1.3;

/// The confidence of the interval of a first look.
const CONFIDENCE: f64 = 0.975;

fn games(luck: &mut Luck, source: Source<'_>, scale: f64, games: u64) -> Vec<GameResult> {
    let game = |_| GameResult {
        score: ((scale * source.score(luck, 0)).round() as u64).into(),
        largest_tile: 1024,
        moves: 1,
        nodes: 1,
        inner_nodes: 0,
    };
    (0..games).map(game).collect()
}

/// A look at games of the winner, and the games of the starting weights, played or stored.
#[derive(Clone, Copy, Debug)]
struct Design {
    shape: Shape,
    tuned: u64,
    start: u64,
    is_stored: bool,
}

impl Design {
    fn look(self, luck: &mut Luck) -> LookScores {
        let source = Source::Simulated(self.shape);
        LookScores {
            tuned: games(luck, source, RATIO, self.tuned),
            start: match self.is_stored {
                true => StartScores::Stored(baseline(luck, source, self.start)),
                false => StartScores::Played(games(luck, source, 1.0, self.start)),
            },
        }
    }

    /// Returns the share of looks whose interval holds the truth, and the mean width of the
    /// logarithm of the interval.
    fn measure(self, looks: u64, ratio: impl Fn(&LookScores) -> Estimate) -> [f64; 2] {
        let (mut holds, mut width) = (0, 0.0);
        for seed in 0..looks {
            let found = ratio(&self.look(&mut Luck::new(seed))).interval;
            holds += u32::from(found.low <= RATIO && RATIO <= found.high);
            width += (found.high / found.low).ln();
        }
        [f64::from(holds) / looks as f64, width / looks as f64]
    }
}

fn by_program(scores: &LookScores) -> Estimate {
    scores.estimate(Objective::MeanScore, Effect::Ratio, CONFIDENCE).expect("scores are above 0")
}

/// Returns the interval that takes the stored mean for the truth.
fn without_stored_error(scores: &LookScores) -> Estimate {
    let start = scores.baseline().expect("they are stored").mean();
    let tuned: Vec<f64> = scores.tuned.iter().map(|game| game.score.get()).collect();
    let start = vec![start; tuned.len()];
    Effect::Ratio.of_pairs(&tuned, &start, CONFIDENCE).expect("scores are above 0")
}

/// The standard error of a share of 97.5 % in 1 000 looks is 0.5 %.
#[cfg_attr(test, test)]
pub(super) fn the_interval_against_stored_scores_holds_the_truth() {
    for shape in [Shape::Gamma, Shape::Lognormal] {
        let design = Design { shape, tuned: 200, start: 200, is_stored: true };
        let [holds, _] = design.measure(1000, by_program);
        assert!((0.96..0.99).contains(&holds), "{design:?}: {holds}");
        // With as many stored games, half of the variance is theirs: 2.241 / sqrt 2 is the quantile of 88.7 %.
        let [ignored, _] = design.measure(1000, without_stored_error);
        println!("{shape:?}: holds the truth in {holds:.3}, without the stored error {ignored:.3}");
        assert!((0.84..0.93).contains(&ignored), "{design:?}: {ignored}");
    }
}

/// N pairs have the variance 2/N, M games against n stored ones 1/M + 1/n: M = N n / (2 n - N).
#[cfg_attr(test, test)]
pub(super) fn a_quarter_of_the_games_is_as_precise() {
    let played = Design { shape: Shape::Gamma, tuned: 500, start: 500, is_stored: false };
    let stored = Design {
        tuned: 500 * 20_000 / (2 * 20_000 - 500) + 1,
        start: 20_000,
        is_stored: true,
        ..played
    };
    assert_eq!(stored.tuned, 254);
    let [[_, pairs], [_, alone]] = [played, stored].map(|design| design.measure(100, by_program));
    println!("widths: {pairs:.4} with 1000 games, {alone:.4} with {}", stored.tuned);
    assert!((alone / pairs - 1.0).abs() < 0.02, "{alone}, {pairs}");
}
