//! The candidates of the study: what a first generation of CMA-ES proposes.

use std::path::Path;

use tune2048_engine::game::{GameSeed, SpawnSource, Stream};
use tune2048_engine::heuristic::Weights;
use tune2048_tuner::space::CampaignSpec;
use tune2048_tuner::subject::Configuration;

/// Proposes weights around those of 2014: normal numbers in the unit cube of a search space,
/// whose standard deviation is `step`.
pub(crate) fn around_2014(count: usize, step: f64, seed: u64) -> (Weights, Vec<Weights>) {
    let text = include_str!("../../../search-spaces/rows-20000-boards.toml");
    let spec = CampaignSpec::parse(Path::new("rows-20000-boards.toml"), text)
        .expect("a search space of the repository");
    let start = spec.start_point();
    let candidate = |index| {
        let seed = GameSeed::new(seed, Stream::Player, index);
        let mut source = SpawnSource::new(seed);
        let point: Vec<_> =
            start.iter().map(|coordinate| coordinate + step * normal(&mut source)).collect();
        board_weights(&spec.decode(&point))
    };
    let candidates = (0..count as u64).map(candidate).collect();
    (board_weights(&spec.start_weights()), candidates)
}

fn board_weights(weights: &Configuration) -> Weights {
    let player = weights.board_player();
    player.expect("no program plays").weights
}

/// A normal number (Box and Muller 1958).
fn normal(source: &mut SpawnSource) -> f64 {
    let mut uniform = || ((source.draw() >> 11) as f64 + 0.5) / (1_u64 << 53) as f64;
    let radius = (-2.0 * libm::log(uniform())).sqrt();
    radius * libm::cos(std::f64::consts::TAU * uniform())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn candidates_lie_around_the_start() {
        let (start, candidates) = around_2014(400, 0.1, 1);
        // 27 to 2700 is a range of a logarithm, so that a step of 0.1 is a factor of 10^0.2.
        let logs = candidates.iter().map(|weights| {
            let ratio = weights.get("empty").unwrap() / start.get("empty").unwrap();
            ratio.log10() / 0.2
        });
        let squares = logs.map(|log| log * log).sum::<f64>() / 400.0;
        assert!((squares - 1.0).abs() < 0.3, "{squares}");
        let other = around_2014(400, 0.1, 2).1;
        assert_ne!(candidates, other);
        assert_eq!(candidates, around_2014(400, 0.1, 1).1);
    }
}
