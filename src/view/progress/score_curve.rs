//! How well the candidates of later generations will score.
//!
//! The forecast is the curve `score = a (generation + 1)^growth` through the last half of the
//! generations. A few noisy generations say little about growth, so that the fit starts from a
//! typical growth, whose influence fades as generations are added.

/// Growth that is assumed before there are generations.
///
/// This prior and its weight came closest of the values tried, at all stages of four campaigns of
/// CMA-ES over six weights.
const TYPICAL_GROWTH: f64 = 0.2;
/// Weight of the typical growth in the fit.
const TYPICAL_GROWTH_WEIGHT: f64 = 1.0;
/// Largest growth that is believed: no campaign grows faster for long.
const MAX_GROWTH: f64 = 1.0;

/// Mean scores, in points, of the generations so far.
#[derive(Clone, Debug, Default)]
pub(super) struct ScoreCurve {
    start_score: Option<f64>,
    /// The candidates' mean score of each complete generation.
    generations: Vec<f64>,
    /// Mean scores of the candidates of the current generation.
    candidates: Vec<f64>,
}

impl ScoreCurve {
    /// Takes the mean score of the starting weights.
    pub(super) fn learn_start(&mut self, mean_score: f64) {
        self.start_score = Some(mean_score).filter(|&score| score > 0.0);
    }

    /// Takes the mean score of a candidate of the current generation.
    pub(super) fn learn_candidate(&mut self, mean_score: f64) {
        self.candidates.push(mean_score.max(1.0));
    }

    /// Ends the current generation with the mean score of its candidates.
    pub(super) fn learn_generation(&mut self, mean_score: f64) {
        self.candidates.clear();
        // Games without a point still take a move.
        self.generations.push(mean_score.max(1.0));
    }

    /// Returns the mean score of the starting weights, or the best guess at it.
    pub(super) fn start_score(&self) -> f64 {
        self.start_score.or(self.generations.first().copied()).unwrap_or(1.0)
    }

    /// Returns the forecast of the candidates' mean score `ahead` generations after the current
    /// one.
    pub(super) fn score(&self, ahead: f64) -> f64 {
        let (growth, level) = self.growth_and_level();
        let generation = self.generations.len() as f64;
        libm::exp(level + growth * libm::log(generation + 1.0 + ahead))
    }

    /// Growth and level of the line through the logarithms of the last half of the generations.
    fn growth_and_level(&self) -> (f64, f64) {
        if self.generations.is_empty() {
            // The first candidates may play far worse than the starting weights.
            let mean = self.candidates.iter().sum::<f64>() / self.candidates.len() as f64;
            let score = if mean > 0.0 { mean } else { self.start_score() };
            return (TYPICAL_GROWTH, libm::log(score));
        }
        let count = self.generations.len();
        let half = count.div_ceil(2).max(3).min(count);
        let points = self.generations.iter().enumerate().skip(count - half);
        let points: Vec<(f64, f64)> = points
            .map(|(generation, &score)| (libm::log(generation as f64 + 1.0), libm::log(score)))
            .collect();
        let mean = |of: fn(&(f64, f64)) -> f64| points.iter().map(of).sum::<f64>() / half as f64;
        let (center, level) = (mean(|point| point.0), mean(|point| point.1));
        let (mut squares, mut products) = (0.0, 0.0);
        for (x, y) in &points {
            squares += (x - center) * (x - center);
            products += (x - center) * (y - level);
        }
        let growth =
            (products + TYPICAL_GROWTH_WEIGHT * TYPICAL_GROWTH) / (squares + TYPICAL_GROWTH_WEIGHT);
        let growth = growth.clamp(0.0, MAX_GROWTH);
        (growth, level - growth * center)
    }
}
