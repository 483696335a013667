//! What searches of as many games have found.

use tune2048_engine::heuristic::HeuristicKind;
use tune2048_optimizer::Optimizer;

use crate::space::{CampaignSpec, GamesPerCandidate, games_by_budget};

/// The share of the gain of 160 000 games, from 32 012 to 52 567 points, that fewer games of search
/// found, with the defaults and six weights of `rows` at depth 1 (docs/optimizers.md).
const FOUND: [(f64, f64); 5] =
    [(300.0, 0.66), (1_000.0, 0.77), (2_000.0, 0.83), (5_000.0, 0.86), (20_000.0, 0.93)];

/// The numbers of weights for which these shares may stand.
const WEIGHTS: std::ops::RangeInclusive<usize> = 4..=8;

/// The share of the possible gain that searches like this one found; `None` where none was measured.
pub(super) fn share_found(spec: &CampaignSpec) -> Option<f64> {
    let games = spec.budget.games? as f64;
    let all = spec.bill.or(spec.budget.games)?;
    let by_budget = games_by_budget(all, spec.population(), spec.dimensions());
    let is_alike = spec.subject().heuristic() == Some(&HeuristicKind::Rows)
        && matches!(spec.optimizer, Optimizer::CmaEs(_))
        && spec.games_per_candidate == GamesPerCandidate::Fixed(by_budget)
        && WEIGHTS.contains(&spec.dimensions());
    let between = FOUND.windows(2).find(|ends| ends[0].0 <= games && games <= ends[1].0)?;
    let [(few, low), (many, high)] = [between[0], between[1]];
    let place = libm::log(games / few) / libm::log(many / few);
    is_alike.then_some(low + place * (high - low))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    fn share(games: u64, more: &str) -> Option<f64> {
        let rows =
            ["empty", "merges", "monotonicity", "sum"].map(|name| format!("{name} = \"tune\"\n"));
        let budget = format!("[budget]\ngames = {games}\n[validation]\ngames = 10\n");
        let text = format!("name = \"a\"\n[heuristic.rows]\n{}{budget}{more}", rows.concat());
        share_found(&CampaignSpec::parse(Path::new("a.toml"), &text).unwrap())
    }

    #[test]
    fn only_searches_like_those_measured_have_a_share() {
        assert_eq!(share(1_000, ""), Some(0.77));
        let between = share(3_000, "").unwrap();
        assert!(0.83 < between && between < 0.86, "{between}");
        assert_eq!([share(200, ""), share(21_000, "")], [None; 2]);
        assert_eq!(share(1_000, "[objective]\ngames-per-candidate = 2\n"), None);
        assert_eq!(share(1_000, "[optimizer.spsa]\n"), None);
    }
}
