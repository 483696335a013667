//! How many games a campaign consists of, and how long those that are left take.

use tune2048_tuner::space::{CampaignSpec, GamesPerCandidate, Selection};
use tune2048_tuner::words::Phase;

/// Games that a campaign consists of.
#[derive(Clone, Copy, Debug)]
pub(super) struct Workload {
    /// Games of the pilot, whether played or not.
    pilot: u64,
    /// Games of the search without the pilot, if the budget determines them.
    search: Option<u64>,
    /// Number of generations, if the budget determines it.
    pub(super) generations: Option<u64>,
    /// Limit of the time of the search, in seconds.
    pub(super) seconds: Option<f64>,
    race: Selection,
    /// Games of the validation, of all weights that play together: the starting weights alone, where they have won
    /// the race.
    pub(super) validation: u64,
}

impl Workload {
    pub(super) fn new(spec: &CampaignSpec, pilot: u64) -> Self {
        let budget = &spec.budget;
        let games = budget.games.map(|games| games.saturating_sub(pilot));
        let generations = budget.generations.map(u64::from);
        // Where the games of a candidate adapt, only the games of the search are known.
        let (search, generations) = match spec.games_per_candidate {
            GamesPerCandidate::Adaptive(_) => (games, generations),
            GamesPerCandidate::Fixed(each) => {
                let size = (u64::from(spec.population()) * u64::from(each)).max(1);
                // With a bill the last generation shrinks to what is left of the games.
                let limit = games.filter(|_| spec.total_games.is_some());
                let whole = if limit.is_some() { u64::div_ceil } else { |all, size| all / size };
                let by_games = games.map(|games| whole(games, size));
                let generations = by_games.into_iter().chain(generations).min();
                let all = generations.map(|generations| generations * size);
                (all.map(|all| limit.map_or(all, |limit| limit.min(all))), generations)
            }
        };
        Self {
            pilot,
            search,
            generations,
            seconds: budget.minutes.map(|minutes| 60.0 * minutes),
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
            Phase::Start | Phase::Pilot | Phase::Search => self.pilot + self.search?,
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

    /// Whether the budget has room for `games` games of search after `played` games of pilot and
    /// search.
    pub(super) fn has_room(&self, played: u64, games: u64) -> bool {
        self.search.is_none_or(|search| played + games <= self.pilot + search)
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
        let of = |budget, games| {
            let workload = workload(budget, games);
            (workload.generations, workload.games(Phase::Start, 0))
        };
        // 10 candidates of 20 games: 200 a generation; 40 + 96 + 2 · 50 beside the search.
        assert_eq!(of("generations = 5", "20"), (Some(5), Some(1236)));
        assert_eq!(of("games = 1100\ngenerations = 9", "20"), (Some(5), Some(1236)));
        assert_eq!(of("minutes = 1", "20"), (None, None));
        assert_eq!(of("games = 1040", "{ low = 4 }"), (None, Some(1236)));
        assert_eq!(of("generations = 5", "{ low = 4 }"), (Some(5), None));
    }

    #[test]
    fn a_limit_of_time_ends_the_search() {
        let timed = workload("minutes = 2", "20");
        // 96 and 2 · 50 games of the end at 10 games a second.
        assert_eq!(timed.seconds_left(Phase::Search, 90.0, 10.0), Some(30.0 + 19.6));
        assert_eq!(timed.seconds_left(Phase::Validation, 90.0, 10.0), None);
    }
}
