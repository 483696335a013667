//! Candidates that play each other, with `opponent = "self"`.
//!
//! Candidates 0 and 1 of a generation meet, 2 and 3, and so on: a point and its mirror image, where the optimizer proposes such
//! pairs. Two that differ in both directions tell twice as much of a direction as one against the start. Each plays
//! games of its own, so that both see other openings.

use crate::space::CampaignSpec;
use crate::subject::Job;
use tune2048_engine::game::{GameSeed, Stream};

/// The candidate that another one of a generation of this size meets.
fn partner(candidate: usize, population: usize) -> usize {
    // The last one of an odd number meets the first.
    if candidate ^ 1 < population { candidate ^ 1 } else { 0 }
}

/// The games of a candidate against its partner, given the weights of the generation. Earlier generations have had `seeds`
/// games of each candidate.
pub(crate) fn meeting(
    spec: &CampaignSpec,
    seeds: u64,
    weights: &[Vec<f64>],
    candidate: usize,
    games: u32,
) -> Job {
    let of = |candidate: usize| spec.subject().with_values(weights[candidate].clone());
    let first = seeds * u64::from(spec.population()) + candidate as u64 * u64::from(games);
    let seed = |place| GameSeed::new(spec.seed, Stream::Search, first + u64::from(place));
    let other = of(partner(candidate, weights.len()));
    Job::of(&of(candidate).against(&other), (0..games).map(seed).collect())
}

/// The fitness of candidates that met, from their objectives: half of what each scored less than its partner. `even` is the
/// objective of a drawn game, which a partner has that did not play.
pub(crate) fn fitness_of_meetings(objectives: &[f64], even: f64) -> Vec<f64> {
    let count = objectives.len();
    let other = |candidate: usize| objectives.get(candidate ^ 1).copied().unwrap_or(even);
    (0..count).map(|candidate| (other(candidate) - objectives[candidate]) / 2.0).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_meet_and_their_fitness_is_opposite() {
        assert_eq!([0, 1, 2, 3, 4].map(|candidate| partner(candidate, 5)), [1, 0, 3, 2, 0]);
        assert_eq!(fitness_of_meetings(&[0.75, 0.5, 1.0], 0.5), [-0.125, 0.125, -0.25]);
    }
}
