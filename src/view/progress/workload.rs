//! How many games a campaign has still to play.

use super::time_left::{GamesAhead, PlayedWeights};
use tune2048_tuner::space::{CampaignSpec, GamesPerCandidate, ValidationBaseline};
use tune2048_tuner::words::Phase;

/// Games that a campaign consists of.
#[derive(Clone, Copy, Debug)]
pub(super) struct Workload {
    /// Games of the pilot, whether played or not.
    pub(super) pilot: u64,
    /// Games of the budget without those of the pilot.
    games: Option<u64>,
    generations: Option<u64>,
    minutes: Option<f64>,
    /// Whether the last generation shrinks to what is left of the games.
    shrinks: bool,
    population: u64,
    games_per_candidate: GamesPerCandidate,
    race: u64,
    /// Games of the validation for each set of weights that plays.
    validation: u64,
    /// Whether the starting weights play in the validation.
    start_validates: bool,
}

impl Workload {
    pub(super) fn new(spec: &CampaignSpec, pilot: u64) -> Self {
        let games = spec.budget.games;
        Self {
            pilot,
            games: games.map(|games| games.saturating_sub(pilot)),
            generations: spec.budget.generations.map(u64::from),
            minutes: spec.budget.minutes,
            shrinks: spec.bill.is_some(),
            population: u64::from(spec.population()),
            games_per_candidate: spec.games_per_candidate,
            race: u64::from(spec.selection.games),
            validation: u64::from(spec.validation.games),
            start_validates: spec.validation.baseline == ValidationBaseline::Played,
        }
    }

    /// Returns the games of the whole campaign, or `None` if the budget does not determine them.
    pub(super) fn games(&self) -> Option<u64> {
        let search = self.search()?;
        Some(self.pilot + search + self.race + self.all_of_validation())
    }

    /// Returns the games of the whole campaign in a phase before which `before` games were played,
    /// or `None` if the budget does not determine them.
    ///
    /// A search may end below its budget, since another generation does not fit or the ranking is
    /// noise.
    pub(super) fn games_in(&self, phase: Phase, before: u64) -> Option<u64> {
        let planned = self.games()?;
        Some(match phase {
            Phase::Start | Phase::Pilot | Phase::Search => planned,
            Phase::Race { .. } => before + self.race + self.all_of_validation(),
            Phase::Validation => before + self.all_of_validation(),
        })
    }

    /// Returns the games of the validation of all weights together.
    fn all_of_validation(&self) -> u64 {
        self.validation * (1 + u64::from(self.start_validates))
    }

    /// Returns the weights that play in a phase.
    pub(super) fn played(&self, phase: Phase) -> PlayedWeights {
        match phase {
            Phase::Start | Phase::Pilot => PlayedWeights::Start,
            Phase::Search => PlayedWeights::Candidates,
            Phase::Race { .. } => PlayedWeights::Finalists,
            Phase::Validation if self.start_validates => PlayedWeights::Both,
            Phase::Validation => PlayedWeights::Finalists,
        }
    }

    /// Returns the number of generations, if the budget determines it.
    pub(super) fn generations(&self) -> Option<u64> {
        let by_games = match self.games_per_candidate {
            GamesPerCandidate::Fixed(each) => {
                let size = (self.population * u64::from(each)).max(1);
                self.games.map(|games| (games + if self.shrinks { size - 1 } else { 0 }) / size)
            }
            GamesPerCandidate::Adaptive(_) => None,
        };
        by_games.into_iter().chain(self.generations).min()
    }

    /// Returns the games of the search without the pilot.
    fn search(&self) -> Option<u64> {
        match self.games_per_candidate {
            GamesPerCandidate::Fixed(each) => {
                let all = self.generations()? * self.population * u64::from(each);
                Some(self.games.filter(|_| self.shrinks).unwrap_or(all).min(all))
            }
            GamesPerCandidate::Adaptive(_) => self.games,
        }
    }

    /// Returns the games of the validation that are left after `played` of them, of the winner and
    /// of the starting weights.
    fn validation_ahead(&self, played: u64) -> [f64; 2] {
        let left = self.all_of_validation().saturating_sub(played) as f64;
        if self.start_validates { [left / 2.0; 2] } else { [left, 0.0] }
    }

    /// Returns the games that are still to be played.
    ///
    /// `played` games of the current `phase` are done. `recorded` counts the games of pilot and
    /// search, `generations` the complete generations, whose last had `each` games per candidate.
    /// `seconds` is the time of the search so far.
    pub(super) fn ahead(
        &self,
        (phase, played): (Phase, u64),
        recorded: u64,
        (generations, each): (u64, Option<u32>),
        seconds: f64,
    ) -> GamesAhead {
        let rest = |all: u64| all.saturating_sub(played) as f64;
        let each = each.unwrap_or(self.games_per_candidate.first());
        let generation = (self.population * u64::from(each)) as f64;
        let in_search = recorded.saturating_sub(self.pilot);
        let by_games = self.search().map(|all| all.saturating_sub(in_search) as f64);
        // Adaptive games: the coming generations count as much as the last one.
        let by_generations =
            self.generations.map(|all| all.saturating_sub(generations) as f64 * generation);
        let whole = GamesAhead {
            pilot: 0.0,
            search: match self.games_per_candidate {
                GamesPerCandidate::Fixed(_) => by_games,
                GamesPerCandidate::Adaptive(_) => {
                    by_games.into_iter().chain(by_generations).min_by(f64::total_cmp)
                }
            },
            generation,
            search_seconds: self.minutes.map(|minutes| (60.0 * minutes - seconds).max(0.0)),
            race: self.race as f64,
            validation: self.validation_ahead(0),
        };
        let after_search = GamesAhead { search: Some(0.0), search_seconds: None, ..whole };
        match phase {
            Phase::Start | Phase::Search => whole,
            Phase::Pilot => GamesAhead { pilot: rest(self.pilot), ..whole },
            Phase::Race { .. } => GamesAhead { race: rest(self.race), ..after_search },
            Phase::Validation => {
                GamesAhead { race: 0.0, validation: self.validation_ahead(played), ..after_search }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    fn text(budget: &str, games_per_candidate: &str) -> String {
        format!(
            "name = \"x\"\nseed = 1\n[heuristic.rows]\nempty = \"tune\"\nmerges = \"tune\"\n\
             [objective]\ngames-per-candidate = {games_per_candidate}\n\
             [optimizer.cma-es]\npopulation = 10\n[budget]\n{budget}\n\
             [selection]\ngames = 80\n[validation]\ngames = 50\n\
             baseline = \"played\"\n"
        )
    }

    fn parse(text: &str) -> CampaignSpec {
        CampaignSpec::parse(Path::new("x.toml"), text).unwrap()
    }

    fn workload(budget: &str, games_per_candidate: &str) -> Workload {
        Workload::new(&parse(&text(budget, games_per_candidate)), 40)
    }

    #[test]
    fn the_smallest_limit_counts() {
        let of = |budget, games| {
            let workload = workload(budget, games);
            (workload.generations(), workload.games())
        };
        // 10 candidates of 20 games: 200 a generation; 40 + 80 + 2 · 50 beside the search.
        assert_eq!(of("generations = 5", "20"), (Some(5), Some(1220)));
        assert_eq!(of("games = 1100\ngenerations = 9", "20"), (Some(5), Some(1220)));
        assert_eq!(of("minutes = 1", "20"), (None, None));
        assert_eq!(of("games = 1040", "{ low = 4 }"), (None, Some(1220)));
        assert_eq!(of("generations = 5", "{ low = 4 }"), (Some(5), None));
    }

    #[test]
    fn games_that_the_search_left_are_no_part_of_the_whole() {
        let workload = workload("games = 1040", "{ low = 4 }");
        let of = |phase, before| workload.games_in(phase, before);
        assert_eq!(of(Phase::Search, 40), Some(1220));
        // 80 games of the race, at most, and 2 · 50 of the validation follow.
        assert_eq!(of(Phase::Race { finalists: 4 }, 900), Some(1080));
        assert_eq!(of(Phase::Validation, 950), Some(1050));
    }

    #[test]
    fn what_is_left_follows_the_phase() {
        let fixed = workload("generations = 5", "20");
        let ahead =
            |phase, played, recorded| fixed.ahead((phase, played), recorded, (0, None), 0.0);
        let pilot = ahead(Phase::Pilot, 10, 10);
        assert_eq!((pilot.pilot, pilot.search), (30.0, Some(1000.0)));
        let search = ahead(Phase::Search, 300, 340);
        assert_eq!((search.pilot, search.search), (0.0, Some(700.0)));
        assert_eq!((search.race, search.validation), (80.0, [50.0; 2]));
        let race = ahead(Phase::Race { finalists: 4 }, 30, 1070);
        assert_eq!((race.search, race.race), (Some(0.0), 50.0));
        let validation = ahead(Phase::Validation, 40, 1160);
        assert_eq!((validation.race, validation.validation), (0.0, [30.0; 2]));
    }

    #[test]
    fn with_stored_scores_the_winner_validates_alone() {
        let text = text("generations = 5", "20");
        let stored = text.replace("\"played\"", "\"stored\"");
        let [both, alone] = [text, stored].map(|text| Workload::new(&parse(&text), 40));
        assert_eq!((both.games(), alone.games()), (Some(1220), Some(1170)));
        assert_eq!(both.played(Phase::Validation), PlayedWeights::Both);
        assert_eq!(alone.played(Phase::Validation), PlayedWeights::Finalists);
        let ahead = |played| alone.ahead((Phase::Validation, played), 1160, (0, None), 0.0);
        let ahead = ahead(20);
        assert_eq!((ahead.race, ahead.validation), (0.0, [30.0, 0.0]));
    }

    #[test]
    fn minutes_and_adaptive_generations_limit_too() {
        let timed = workload("minutes = 2", "20");
        let ahead = timed.ahead((Phase::Search, 0), 40, (0, None), 90.0);
        assert_eq!((ahead.search, ahead.search_seconds), (None, Some(30.0)));
        let adaptive = workload("generations = 5", "{ low = 4 }");
        let ahead = adaptive.ahead((Phase::Search, 0), 640, (3, Some(25)), 0.0);
        assert_eq!((ahead.search, ahead.generation), (Some(500.0), 250.0));
    }
}
