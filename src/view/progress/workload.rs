//! How many games a campaign consists of, and how long those that are left take.

use tune2048_tuner::space::{CampaignSpec, Selection};
use tune2048_tuner::words::Phase;

/// Games that a campaign consists of.
#[derive(Clone, Copy, Debug)]
pub(super) struct Workload {
    /// Games of pilot and search, if the budget determines them.
    until_race: Option<u64>,
    /// Limit of the time of the search, in seconds.
    pub(super) seconds: Option<f64>,
    race: Selection,
    /// Games of the validation, of all weights that play together: the starting weights alone, where they have won
    /// the race.
    pub(super) validation: u64,
}

impl Workload {
    /// What a campaign consists of, with so many games of its pilot, whether played or not.
    pub(super) fn new(spec: &CampaignSpec, pilot: u64) -> Self {
        Self {
            until_race: spec.games_until_race(pilot),
            seconds: spec.budget.minutes.map(|minutes| 60.0 * minutes),
            race: spec.selection,
            validation: spec.validation.all_games(),
        }
    }

    /// Returns the games of the whole campaign in a phase before which `before` games were played,
    /// or `None` if the budget does not determine them.
    ///
    /// A search may end below its budget, since another generation does not fit or the ranking is
    /// noise.
    pub(super) fn games(&self, phase: Phase, before: u64) -> Option<u64> {
        let until_race = match phase {
            Phase::Start | Phase::Pilot | Phase::Search => self.until_race?,
            Phase::Race { .. } | Phase::Validation => before,
        };
        Some(until_race + self.after_search(phase))
    }

    /// The games of the race, unless it is over, and of the validation.
    fn after_search(&self, phase: Phase) -> u64 {
        let race = match phase {
            Phase::Validation => 0,
            Phase::Race { finalists } => self.race.all_games(finalists),
            _ => self.race.all_games(self.race.finalists as usize),
        };
        race + self.validation
    }

    /// Returns the seconds until the end that a limit of time sets at a speed in games per second, after `seconds` of
    /// search.
    pub(super) fn seconds_left(&self, phase: Phase, seconds: f64, speed: f64) -> Option<f64> {
        let is_search = matches!(phase, Phase::Start | Phase::Pilot | Phase::Search);
        let limit = self.seconds.filter(|_| is_search)?;
        Some((limit - seconds).max(0.0) + self.after_search(phase) as f64 / speed)
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    fn workload(budget: &str, games_per_candidate: &str) -> Workload {
        let text = format!(
            "name = \"x\"\nseed = 1\n[heuristic.rows]\nempty = \"tune\"\nmerges = \"tune\"\n\
             [objective]\ngames-per-candidate = {games_per_candidate}\n\
             [optimizer.cma-es]\npopulation = 10\n[budget]\n{budget}\n\
             [selection]\ngames = 96\n[validation]\ngames = 50\n\
             baseline = \"played\"\n"
        );
        Workload::new(&CampaignSpec::parse(Path::new("x.toml"), &text).unwrap(), 40)
    }

    #[test]
    fn the_smallest_limit_counts() {
        let of = |budget, games| workload(budget, games).games(Phase::Start, 0);
        // 10 candidates of 20 games: 200 a generation; 40 + 96 + 2 · 50 beside the search.
        assert_eq!(of("generations = 5", "20"), Some(1236));
        assert_eq!(of("games = 1100\ngenerations = 9", "20"), Some(1296));
        assert_eq!(of("minutes = 1", "20"), None);
        assert_eq!(of("games = 1040", "{ low = 4 }"), Some(1236));
        assert_eq!(of("generations = 5", "{ low = 4 }"), None);
    }

    #[test]
    fn a_limit_of_time_ends_the_search() {
        let timed = workload("minutes = 2", "20");
        // 96 and 2 · 50 games of the end at 10 games a second.
        assert_eq!(timed.seconds_left(Phase::Search, 90.0, 10.0), Some(30.0 + 19.6));
        assert_eq!(timed.seconds_left(Phase::Validation, 90.0, 10.0), None);
    }
}
