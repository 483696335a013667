//! Scores that say that a program is broken.

use super::{Trial, seeds_used};
use crate::space::CampaignSpec;
use crate::statistics::Moments;
use tune2048_engine::game::Score;

/// The fewest seeds and the fewest weights of which something is said.
const FEWEST: u64 = 4;
/// The fewest seeds where scores are 0 or 1: of rare wins few games see any.
const FEWEST_OF_RATES: u64 = 30;
/// The fewest pairs of candidates that met of which something is said, and the standard errors beyond half
/// that no sound program reaches.
const FEWEST_MEETINGS: u64 = 24;
const ERRORS_BEYOND_HALF: f64 = 5.0;

/// What is wrong with the scores of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anomaly {
    /// All games have the same score.
    AllAlike,
    /// All games of the same weights have the same score, other weights another one.
    SeedIgnored,
    /// All weights have the same scores, other games another one.
    WeightsIgnored,
    /// Candidates that play each other get more than half together, so that the sides are not swapped.
    SidesIgnored,
}

/// What is wrong with the scores of a search, and how many of them were seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScoreAnomaly {
    /// What is wrong.
    pub anomaly: Anomaly,
    /// The number of candidates.
    pub candidates: u64,
    /// The number of seeds that candidates have played, or of games of the same weights.
    pub seeds: u64,
}

/// The counts, over all generations so far, that tell whether scores vary as they should.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SeenScores {
    /// The weights of the first candidate, and one of its scores.
    first: Option<(Vec<f64>, Score)>,
    candidates: u64,
    /// The seeds of all generations: candidates of one play the same.
    pub(crate) seeds: u64,
    /// The most games of a candidate, and those of all beyond their first.
    most_games: u64,
    repeated_games: u64,
    /// Whether candidates with other weights than the first have played.
    weights_differ: bool,
    /// Whether candidates of a generation, games of a candidate, or any games have other scores.
    candidates_differ: bool,
    games_differ: bool,
    scores_differ: bool,
    /// Whether there are scores other than 0 and 1.
    is_no_rate: bool,
    /// What candidates that met got beyond an even score, and their games.
    beyond_half: Moments,
    games_of_meetings: u64,
}

impl SeenScores {
    /// Adds the scores of a generation.
    pub fn add(&mut self, spec: &CampaignSpec, trials: &[Trial]) {
        let Some(leader) = trials.first() else { return };
        let games = |trial: &Trial| u64::from(trial.evaluation.games);
        let (weights, score) =
            self.first.get_or_insert_with(|| (leader.weights.clone(), leader.evaluation.min_score));
        let scores = |trial: &Trial| {
            let found = &trial.evaluation;
            (found.min_score, found.max_score, found.mean_score.to_bits(), trial.halves)
        };
        self.candidates += trials.len() as u64;
        self.seeds += seeds_used(trials);
        for trial in trials {
            let ends = [trial.evaluation.min_score, trial.evaluation.max_score];
            self.most_games = self.most_games.max(games(trial));
            self.repeated_games += games(trial).saturating_sub(1);
            self.weights_differ |= trial.weights != *weights;
            self.candidates_differ |= scores(trial) != scores(leader);
            self.games_differ |= ends[0] != ends[1];
            self.scores_differ |= ends != [*score; 2];
            self.is_no_rate |= ends.iter().any(|end| ![0.0, 1.0].contains(&end.get()));
        }
        for met in trials.chunks_exact(2).filter(|_| spec.candidates_meet) {
            let beyond = |trial: &Trial| trial.evaluation.mean_score - spec.even_score();
            self.beyond_half.add(met.iter().map(beyond).sum());
            self.games_of_meetings += met.iter().map(games).sum::<u64>();
        }
    }

    /// Whether candidates that met got surely more than half together: with sides swapped, one gets what the other
    /// loses. Failed games, which count as lost, are none of that.
    fn is_one_sided(&self) -> bool {
        let (count, found) = (self.beyond_half.count, self.beyond_half.mean);
        let error = (self.beyond_half.variance().unwrap_or(0.0) / count as f64).sqrt();
        count >= FEWEST_MEETINGS && found > ERRORS_BEYOND_HALF * error
    }

    /// What is wrong with the scores so far; `None` if nothing is, or too few seeds or weights have
    /// played to tell.
    pub fn anomaly(&self) -> Option<ScoreAnomaly> {
        let fewest = if self.is_no_rate { FEWEST } else { FEWEST_OF_RATES };
        if self.candidates < FEWEST || !self.weights_differ {
            return None;
        }
        let (anomaly, seeds) = match (self.candidates_differ, self.games_differ) {
            _ if self.is_one_sided() => (Anomaly::SidesIgnored, self.games_of_meetings),
            (false, _) if self.seeds < fewest => return None,
            (false, _) if !self.scores_differ => (Anomaly::AllAlike, self.seeds),
            (false, _) => (Anomaly::WeightsIgnored, self.seeds),
            (true, false) if self.repeated_games >= fewest => {
                (Anomaly::SeedIgnored, self.most_games)
            }
            _ => return None,
        };
        Some(ScoreAnomaly { anomaly, candidates: self.candidates, seeds })
    }
}

/// Whether the candidates of a generation all have the same objective.
pub(crate) fn is_tie(trials: &[Trial]) -> bool {
    let objective = |trial: &Trial| trial.objective.to_bits();
    trials.windows(2).all(|pair| objective(&pair[0]) == objective(&pair[1]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::campaign::search::objective::tests::tuning;
    use crate::statistics::Objective;
    use crate::statistics::scores::Evaluation;
    use tune2048_engine::game::GameResult;

    /// Generations of candidates with these scores, each candidate with weights of its own.
    fn anomaly<const N: usize>(generations: &[Vec<[u64; N]>]) -> Option<(Anomaly, u64, u64)> {
        let spec = tuning(Objective::MeanScore);
        let (mut seen, mut count) = (SeenScores::default(), 0);
        for candidates in generations {
            let mut trials: Vec<Trial> = Vec::new();
            for scores in candidates {
                let game =
                    |&score: &u64| GameResult { score: score.into(), ..GameResult::default() };
                let results: Vec<_> = scores.iter().map(game).collect();
                trials.push(Trial {
                    weights: vec![f64::from(count)],
                    halves: spec.halves(&results),
                    evaluation: Evaluation::of(&results),
                    ..Trial::default()
                });
                count += 1;
            }
            seen.add(&spec, &trials);
        }
        let found = seen.anomaly()?;
        Some((found.anomaly, found.candidates, found.seeds))
    }

    #[test]
    fn what_was_seen_is_told_where_enough_was_seen() {
        let fives = vec![[5; 4]; 8];
        let mixed = vec![[5, 7, 5, 9]; 8];
        let own: Vec<[u64; 4]> = (2..10).map(|candidate| [candidate; 4]).collect();
        assert_eq!(anomaly(&[fives]), Some((Anomaly::AllAlike, 8, 4)));
        assert_eq!(anomaly(std::slice::from_ref(&own)), Some((Anomaly::SeedIgnored, 8, 4)));
        assert_eq!(anomaly(std::slice::from_ref(&mixed)), Some((Anomaly::WeightsIgnored, 8, 4)));
        assert_eq!(anomaly(&[[&own[..4], &mixed[..4]].concat()]), None);
        // Three seeds, or three candidates, say too little of all.
        assert_eq!(anomaly(&[vec![[5; 3]; 24]]), None);
        assert_eq!(anomaly(&[vec![[5; 24]; 3]]), None);
        let single: Vec<[u64; 1]> = (2..26).map(|candidate| [candidate]).collect();
        assert_eq!(anomaly(&[single]), None, "a single game says nothing of the seed");
    }

    /// A rate of which the first generations see one side only.
    #[test]
    fn an_anomaly_is_dropped_when_other_scores_are_seen() {
        let lost = || vec![[0]; 16];
        let thirty: Vec<_> = (0..30).map(|_| lost()).collect();
        assert_eq!(anomaly(&thirty[..29]), None, "wins may be rare");
        assert_eq!(anomaly(&thirty), Some((Anomaly::AllAlike, 480, 30)));
        let mut won = lost();
        won[3] = [1];
        assert_eq!(anomaly(&[thirty, vec![won]].concat()), None, "no candidate has a second game");
        // The seed decides, whoever plays.
        let by_seed: Vec<_> = (0..30).map(|seed| vec![[seed % 2]; 16]).collect();
        assert_eq!(anomaly(&by_seed), Some((Anomaly::WeightsIgnored, 480, 30)));
    }
}
