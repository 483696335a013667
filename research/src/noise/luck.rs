//! Simulated random scores.

use rand::{RngCore, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use tune2048_engine::evaluate::{BoardPlayer, GameEvaluator, Monitor};
use tune2048_engine::game::{GameSeed, Stream};
use tune2048_engine::player::PlayerSettings;
use tune2048_engine::presets::Preset;
use tune2048_tuner::subject::Evaluate as _;

/// The coefficient of variation of a score, as in real games.
pub(crate) const VARIATION: f64 = 0.5;

/// The distribution of a score with mean 1; its coefficient of variation is 0.5 unless stated otherwise.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Shape {
    /// The sum of four exponentials: skewness 1. Real games have 0.7 to 0.9.
    Gamma,
    /// A longer tail: skewness 1.6.
    Lognormal,
    /// A few possible scores, as if games ended just before reaching a tile.
    Steps,
    /// Mostly low and rarely high: coefficient of variation 2, far above that of real games.
    Rare,
    /// Equal but for one score in 500, which is sixty times the others: coefficient of variation 2.4.
    Extreme,
}

/// Returns the scores of a preset at depth 1.
pub(crate) fn real_scores(preset: &str, games: u64) -> Vec<f64> {
    let weights = Preset::find(preset).unwrap().weights();
    let evaluator = GameEvaluator::new(None).unwrap();
    let seed = |index| GameSeed::new(1, Stream::Comparison, index);
    let seeds: Vec<_> = (0..games).map(seed).collect();
    let player = BoardPlayer { settings: PlayerSettings::default(), weights };
    let played = evaluator.play(&player.into(), &seeds, &Monitor::default());
    let results = played.unwrap().results;
    results.iter().map(|game| game.score.get()).collect()
}

/// A generator of random scores.
pub(crate) struct Luck(Xoshiro256PlusPlus);

impl Luck {
    pub(crate) fn new(seed: u64) -> Self {
        Self(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// Returns a uniform number in (0, 1).
    pub(crate) fn uniform(&mut self) -> f64 {
        ((self.0.next_u64() >> 11) as f64 + 0.5) / (1_u64 << 53) as f64
    }

    /// Returns two independent standard normal numbers (Box and Muller 1958).
    pub(crate) fn normals(&mut self) -> [f64; 2] {
        let radius = (-2.0 * self.uniform().ln()).sqrt();
        let (sin, cos) = (std::f64::consts::TAU * self.uniform()).sin_cos();
        [radius * cos, radius * sin]
    }

    /// Returns a score with mean 1.
    pub(crate) fn score(&mut self, shape: Shape, normal: f64) -> f64 {
        match shape {
            Shape::Gamma => -(0..4).map(|_| self.uniform().ln()).sum::<f64>() / 4.0,
            Shape::Lognormal => {
                let variance = (1.0 + VARIATION * VARIATION).ln();
                (variance.sqrt() * normal - variance / 2.0).exp()
            }
            // The values 0.25, 0.75, 1.25, 1.75 have the variance 0.3125; they are
            // scaled about 1 to a standard deviation of 0.5.
            Shape::Steps => {
                let step = (self.uniform() * 4.0).floor();
                1.0 + (0.25 + 0.5 * step - 1.0) * VARIATION / 0.3125_f64.sqrt()
            }
            Shape::Extreme => {
                let usual = 1.0 / (1.0 + 59.0 / 500.0);
                if self.uniform() < 1.0 / 500.0 { 60.0 * usual } else { usual }
            }
            // 0.5 with probability 17/18, 9.5 with 1/18: mean 1, variance 4.25.
            Shape::Rare => {
                if self.uniform() < 1.0 / 18.0 {
                    9.5
                } else {
                    0.5
                }
            }
        }
    }

    /// Returns the scores of two players with equal means on a common seed; their
    /// logarithms have the correlation `common` (lognormal only).
    pub(crate) fn pair(&mut self, shape: Shape, common: f64) -> [f64; 2] {
        let [a, other] = self.normals();
        let b = common * a + (1.0 - common * common).sqrt() * other;
        [self.score(shape, a), self.score(shape, b)]
    }
}
