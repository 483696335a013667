//! Generations whose scores say that a program is broken.

use crate::record::trial::Trial;

/// The fewest games of a generation that say something of the program.
const MIN_GAMES: u32 = 8;

/// What is wrong with the scores of a generation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Doubt {
    /// Every game has the same score.
    AllAlike,
    /// All games of the same weights have the same score, other weights another one.
    SeedIgnored,
    /// All weights have the same scores, other games another one.
    WeightsIgnored,
}

impl Doubt {
    /// What is wrong with the scores of the first generation, given its trials, whose candidates
    /// differ most; `None` if nothing is, or too few games were played to tell.
    pub fn of(trials: &[Trial]) -> Option<Self> {
        let (first, rest) = trials.split_first()?;
        let games: u32 = trials.iter().map(|trial| trial.evaluation.games).sum();
        let same_weights = |trial: &Trial| trial.weights == first.weights;
        if games < MIN_GAMES || rest.iter().all(same_weights) {
            return None;
        }
        let scores = |trial: &Trial| {
            let found = &trial.evaluation;
            (found.min_score, found.max_score, found.mean_score.to_bits(), trial.halves)
        };
        let are_alike = rest.iter().all(|trial| scores(trial) == scores(first));
        let has_one_score =
            |trial: &Trial| trial.evaluation.min_score == trial.evaluation.max_score;
        let have_one_score = trials.iter().all(has_one_score);
        let have_two_games = trials.iter().all(|trial| trial.evaluation.games > 1);
        match (are_alike, have_one_score) {
            (true, true) => Some(Self::AllAlike),
            (true, false) => Some(Self::WeightsIgnored),
            (false, true) if have_two_games => Some(Self::SeedIgnored),
            _ => None,
        }
    }

    /// Whether the candidates of a generation all have the same objective.
    pub(crate) fn is_tie(trials: &[Trial]) -> bool {
        let objective = |trial: &Trial| trial.objective.to_bits();
        trials.windows(2).all(|pair| objective(&pair[0]) == objective(&pair[1]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::campaign::search::objective::tests::tuning;
    use crate::space::Objective;
    use crate::statistics::scores::Evaluation;
    use tune2048_engine::game::GameResult;

    fn trials(scores: &[&[u64]]) -> Vec<Trial> {
        let spec = tuning(Objective::MeanScore);
        let trial = |(candidate, scores): (usize, &&[u64])| {
            let game = |&score: &u64| GameResult { score: score.into(), ..GameResult::default() };
            let results: Vec<_> = scores.iter().map(game).collect();
            Trial {
                weights: vec![candidate as f64],
                halves: spec.halves(&results),
                evaluation: Evaluation::of(&results),
                ..Trial::default()
            }
        };
        scores.iter().enumerate().map(trial).collect()
    }

    #[test]
    fn ignored_seeds_and_weights_are_told_apart_from_sound_scores() {
        let doubt = |scores: &[&[u64]]| Doubt::of(&trials(scores));
        let [fives, sixes, mixed] = [[5; 4], [6; 4], [5, 7, 5, 9]];
        assert_eq!(doubt(&[&fives, &fives]), Some(Doubt::AllAlike));
        assert_eq!(doubt(&[&fives, &sixes]), Some(Doubt::SeedIgnored));
        assert_eq!(doubt(&[&mixed, &mixed]), Some(Doubt::WeightsIgnored));
        assert_eq!(doubt(&[&mixed, &sixes]), None);
        let single: [&[u64]; 8] = [&[5], &[6], &[5], &[6], &[5], &[6], &[5], &[6]];
        assert_eq!(doubt(&single), None, "a single game says nothing of the seed");
        assert_eq!(doubt(&[&mixed, &mixed[..3]]), None);
        assert_eq!(doubt(&[&[5], &[5]]), None, "two games may be alike by chance");
    }
}
