//! Luck that all candidates of a block share, because they play the same seeds or instances.

use indexmap::IndexMap;

use crate::statistics::mean;
use crate::studies::diagnose::Block;

/// The scores of a candidate by their seeds, each with the number of games behind it.
pub(super) type BySeed = IndexMap<String, (f64, f64)>;

/// Takes the luck of seeds out of the spread of games, where all candidates of a block played the same
/// ones: it separates none of them.
pub(super) fn without_common_luck(block: &mut Block, games: &[BySeed]) {
    let Some(first) = games.first() else { return };
    let (seeds, count) = (first.len() as f64, games.len() as f64);
    let is_alike =
        |own: &BySeed| own.len() == first.len() && own.keys().all(|k| first.contains_key(k));
    if count < 2.0 || seeds < 2.0 || !games.iter().all(is_alike) {
        return;
    }
    let means: Vec<f64> = block.candidates.iter().map(|candidate| candidate.mean).collect();
    let effect = |seed: &str| {
        let deviations = games.iter().zip(&means).map(|(own, mean)| own[seed].0 - mean);
        mean(&deviations.collect::<Vec<f64>>())
    };
    let effects: IndexMap<&str, f64> =
        first.keys().map(|seed| (seed.as_str(), effect(seed))).collect();
    let freedom = (seeds - 1.0) * (count - 1.0) / count;
    for (candidate, games) in block.candidates.iter_mut().zip(games) {
        let own = games.iter().map(|(seed, (score, games))| {
            games * (score - candidate.mean - effects[seed.as_str()]).powi(2)
        });
        candidate.deviation = Some((own.sum::<f64>() / freedom).sqrt());
        candidate.freedom = freedom;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::studies::diagnose::Variation;
    use crate::studies::diagnose::tests::{RATINGS, block};

    /// The example of Shrout and Fleiss 1979: the judges are seeds, and 1.02 is the mean square of the rest.
    #[test]
    fn the_published_example() {
        let game = |(seed, &score): (usize, &f64)| (seed.to_string(), (score, 1.0));
        let games = RATINGS.map(|ratings| ratings.iter().enumerate().map(game).collect());
        let mut block = block(&RATINGS);
        without_common_luck(&mut block, &games);
        let found = Variation::of(&block);
        assert!((found.mean_square_within() - 1.02).abs() < 0.005);
        assert!((found.within_degrees - 15.0).abs() < 1e-9);
        assert!((found.mean_square_between() - 11.24).abs() < 0.005);
    }
}
