//! The test of no difference against an effect: errors and games.

use tune2048_engine::game::Score;
use tune2048_tuner::baselines::Baseline;
use tune2048_tuner::statistics::Effect;
use tune2048_tuner::statistics::mean;
use tune2048_tuner::statistics::sequential_effect::EffectTest;
use tune2048_tuner::studies::compare::{Comparison, Question, TestResult};

use crate::baselines::without_games;

use super::luck::{Luck, Shape, real_scores};

/// A source of scores of two players with a known ratio of their means.
#[derive(Clone, Copy)]
pub(crate) enum Source<'s> {
    Simulated(Shape),
    /// Draws from the recorded scores of two players, those of the second scaled to the mean of
    /// the first.
    Recorded([&'s [f64]; 2]),
}

impl Source<'_> {
    /// Returns a score of a player with mean 30 000.
    pub(crate) fn score(self, luck: &mut Luck, side: usize) -> f64 {
        match self {
            Self::Simulated(shape) => {
                let [normal, _] = luck.normals();
                30_000.0 * luck.score(shape, normal)
            }
            Self::Recorded(scores) => {
                let index = luck.uniform() * scores[side].len() as f64;
                scores[side][index as usize]
            }
        }
    }
}

/// Returns the recorded scores of the weights of 2014 and of tuned ones, both with mean 30 000.
fn recorded(games: u64) -> [Vec<f64>; 2] {
    ["2014", "tuned-depth1"].map(|preset| {
        let scores = real_scores(preset, games);
        let scale = 30_000.0 / mean(&scores);
        scores.iter().map(|score| scale * score).collect()
    })
}

/// Returns a baseline of random games of the first player.
pub(crate) fn baseline(luck: &mut Luck, source: Source<'_>, games: u64) -> Baseline {
    let mut baseline = Baseline { games, ..without_games() };
    for _ in 0..games {
        let score = source.score(luck, 0).round() as u64;
        baseline.score_sum += score;
        baseline.square_sum += score * score;
    }
    baseline
}

/// A way to compare.
#[derive(Clone, Copy, Debug)]
struct Design {
    question: Question,
    most_games: u64,
}

/// The ends of many comparisons.
#[derive(Debug)]
struct Ends {
    /// Games of both sides, on average.
    games: f64,
    /// Shares of the runs by verdict.
    above: f64,
    below: f64,
    no_difference: f64,
}

impl Ends {
    /// Returns the share of wrong verdicts if the true ratio is this.
    fn wrong(&self, ratio: f64) -> f64 {
        if ratio > 1.0 {
            self.below + self.no_difference
        } else if ratio < 1.0 {
            self.above + self.no_difference
        } else {
            self.above + self.below
        }
    }
}

impl Design {
    /// Returns the verdict and the games of both sides.
    fn run(self, luck: &mut Luck, source: Source<'_>, ratio: f64) -> (Option<TestResult>, u64) {
        let mut comparison = Comparison::new(self.question, self.most_games);
        while comparison.missing().is_some() {
            let scores = [(0, 1.0), (1, ratio)].map(|(side, scale)| {
                Some(Score::from((scale * source.score(luck, side)).round() as u64))
            });
            comparison.add(scores);
        }
        (comparison.verdict, 2 * comparison.games())
    }

    /// Runs so many comparisons.
    fn ends(self, source: Source<'_>, ratio: f64, runs: u64) -> Ends {
        let run = |seed| self.run(&mut Luck::new(seed), source, ratio);
        let ends: Vec<_> = (1..=runs).map(run).collect();
        let share = |verdict| {
            let found = ends.iter().filter(|end| end.0 == Some(verdict));
            found.count() as f64 / runs as f64
        };
        Ends {
            games: ends.iter().map(|end| end.1 as f64).sum::<f64>() / runs as f64,
            above: share(TestResult::Above),
            below: share(TestResult::Below),
            no_difference: share(TestResult::NoDifference),
        }
    }
}

fn tell(effect: f64) -> Design {
    Design {
        question: Question::Effect(EffectTest::new(Effect::Ratio, effect)),
        most_games: 20_000,
    }
}

/// Which is better, without an effect: what `compare` does without `--tell`.
fn which() -> Design {
    Design { question: Question::Threshold(Effect::Ratio, 1.0), most_games: 20_000 }
}

pub(super) fn games_and_errors_with_an_effect() {
    const RUNS: u64 = 1_000;
    let pools = recorded(20_000);
    let [a, b] = &pools;
    let sources = [
        ("recorded games", Source::Recorded([a, b])),
        ("gamma", Source::Simulated(Shape::Gamma)),
        ("lognormal", Source::Simulated(Shape::Lognormal)),
    ];
    let designs = [("which", which()), ("tell 2 %", tell(0.02))];
    println!("{RUNS} runs: games of both on average, above, below, no difference, wrong");
    for (name, source) in sources {
        for ratio in [1.0, 1.02, 1.0 / 1.02, 1.05] {
            for (design_name, design) in designs {
                let ends = design.ends(source, ratio, RUNS);
                println!(
                    "{name}, ratio {ratio:.4}, {design_name}: {:.0}, {:.1} %, {:.1} %, {:.1} %, {:.1} %",
                    ends.games,
                    100.0 * ends.above,
                    100.0 * ends.below,
                    100.0 * ends.no_difference,
                    100.0 * ends.wrong(ratio)
                );
                // 5 % plus two standard deviations of the sampling error of 1 000 runs.
                assert!(ends.wrong(ratio) <= 0.064, "{name}, {ratio}, {design_name}");
            }
        }
    }
}

/// Few games to a verdict: the promise is asymptotic, and skewness matters most here.
pub(super) fn errors_of_large_effects() {
    const RUNS: u64 = 4_000;
    println!("{RUNS} runs: games, wrong verdicts");
    for shape in [Shape::Gamma, Shape::Lognormal, Shape::Rare] {
        let source = Source::Simulated(shape);
        for effect in [0.05, 0.1, 0.2, 0.5] {
            for ratio in [1.0, 1.0 + effect, 1.0 / (1.0 + effect)] {
                let ends = tell(effect).ends(source, ratio, RUNS);
                println!(
                    "{shape:?}, effect {effect}, ratio {ratio:.3}: {:.0}, {:.1} %",
                    ends.games,
                    100.0 * ends.wrong(ratio)
                );
                // 5 % plus two standard deviations of the sampling error of 4 000 runs.
                assert!(ends.wrong(ratio) <= 0.057, "{shape:?}, {effect}, {ratio}");
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_effect_of_a_tenth_is_told_from_none_with_few_games() {
        const RUNS: u64 = 300;
        for shape in [Shape::Gamma, Shape::Lognormal] {
            let source = Source::Simulated(shape);
            // Where nothing is to be found, nearly all runs without an effect go to the limit.
            for (ratio, runs_of_which, most) in
                [(1.1, RUNS, 1.5), (1.0 / 1.1, RUNS, 1.5), (1.0, 20, 0.1)]
            {
                let ends = tell(0.1).ends(source, ratio, RUNS);
                // 5 % plus two standard deviations of the sampling error of 300 runs.
                assert!(ends.wrong(ratio) <= 0.075, "{shape:?}, {ratio}: {ends:?}");
                let share = ends.games / which().ends(source, ratio, runs_of_which).games;
                assert!(share < most, "{shape:?}, {ratio}: {share}");
            }
        }
    }
}
