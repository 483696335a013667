//! What the ranking of a generation says of its steps, and how much of it to believe.

use rand::RngCore;

use super::evolution::StepWeights;
use super::uniform;

/// How often noisy fitness is drawn again for [`expected`] weights.
const DRAWS: usize = 100;

/// Gives each candidate the weight of its rank. Of equals the earlier one ranks better.
pub(super) fn by_rank(weights: &[f64], fitness: &[f64]) -> StepWeights {
    let mut found = none(fitness.len());
    add_ranking(&mut found, weights, fitness, 1.0);
    found
}

/// Gives each candidate the mean weight of the ranks that it might have had.
///
/// A parametric bootstrap: fitness is drawn anew from a normal distribution with the standard error of its measurement,
/// and ranked, [`DRAWS`] times. Candidates that the games cannot tell apart end up with nearly equal weights, so that
/// the mean moves by what is known and not by what is luck. A candidate with infinite fitness stays last.
pub(super) fn expected(
    weights: &[f64],
    fitness: &[f64],
    errors: &[f64],
    generator: &mut impl RngCore,
) -> StepWeights {
    let mut found = none(fitness.len());
    for _ in 0..DRAWS {
        let deviations = uniform::normals(generator, fitness.len());
        let drawn: Vec<f64> = (fitness.iter().zip(errors).zip(deviations))
            .map(|((fitness, error), z)| fitness + error * z)
            .collect();
        add_ranking(&mut found, weights, &drawn, 1.0 / DRAWS as f64);
    }
    found
}

fn none(candidates: usize) -> StepWeights {
    StepWeights {
        positive: vec![0.0; candidates],
        negative: vec![0.0; candidates],
    }
}

fn add_ranking(to: &mut StepWeights, weights: &[f64], fitness: &[f64], share: f64) {
    let mut ranking: Vec<usize> = (0..fitness.len()).collect();
    ranking.sort_by(|&a, &b| fitness[a].total_cmp(&fitness[b]));
    for (candidate, weight) in ranking.into_iter().zip(weights) {
        to.positive[candidate] += share * weight.max(0.0);
        to.negative[candidate] += share * weight.min(0.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    const WEIGHTS: [f64; 4] = [0.75, 0.25, -0.125, -0.5];

    #[test]
    fn the_best_rank_gets_the_largest_weight() {
        let found = by_rank(&WEIGHTS, &[3.0, f64::INFINITY, 1.0, 3.0]);
        assert_eq!(found.positive, [0.25, 0.0, 0.75, 0.0]);
        assert_eq!(found.negative, [0.0, -0.5, 0.0, -0.125]);
    }

    #[test]
    fn what_cannot_be_told_apart_counts_alike_and_what_can_be_as_ranked() {
        let mut generator = Xoshiro256PlusPlus::seed_from_u64(1);
        let fitness = [1.0, 2.0, 3.0, f64::INFINITY];
        let sure = expected(&WEIGHTS, &fitness, &[0.0; 4], &mut generator);
        let ranked = by_rank(&WEIGHTS, &fitness);
        let close = |a: &[f64], b: &[f64], by| a.iter().zip(b).all(|(a, b)| (a - b).abs() < by);
        assert!(close(&sure.positive, &ranked.positive, 1e-12));
        assert!(close(&sure.negative, &ranked.negative, 1e-12));
        let vague = expected(&WEIGHTS, &fitness, &[1e6; 4], &mut generator);
        assert!(close(
            &vague.positive,
            &[1.0 / 3.0, 1.0 / 3.0, 1.0 / 3.0, 0.0],
            0.15
        ));
        assert!((vague.negative[3] + 0.5).abs() < 1e-12, "{vague:?}");
        assert!((vague.positive.iter().sum::<f64>() - 1.0).abs() < 1e-12);
    }
}
