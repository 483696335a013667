//! Games that are played twice, by which programs are found out that are not deterministic.

use std::collections::HashMap;

use tune2048_engine::Score;
use tune2048_engine::game::mix;
use tune2048_tuner::subject::Job;

/// The number of first games that are played twice.
const GAMES: usize = 3;

/// The number of later games of which one is played twice, on average.
const LATER_GAMES: u64 = 100;

/// The games of a job that another process plays again: the first ones, and later a few at random.
pub(crate) struct DeterminismCheck {
    /// The games below this index are played twice.
    end: usize,
    /// The seed of the choice among later games; `None` if no later game is played twice.
    salt: Option<u64>,
    /// The first games that have neither been compared nor given up.
    open: usize,
    /// The games whose scores were equal.
    equal: usize,
    /// The scores of games that are played twice.
    scores: HashMap<usize, Score>,
    /// Those that nobody plays again yet, with the processes that have played them.
    once: Vec<(usize, u64)>,
    /// The number of first games without a result.
    missing: usize,
}

impl DeterminismCheck {
    /// Repeats the first of a number of games, and with a salt some later ones.
    pub(crate) fn new(games: usize, salt: Option<u64>) -> Self {
        let end = games.min(GAMES);
        let (scores, once) = (HashMap::new(), Vec::new());
        Self { end, salt, open: end, equal: 0, scores, once, missing: end }
    }

    /// A salt by which other games of other jobs are chosen.
    pub(crate) fn salt(job: &Job) -> u64 {
        let weights = job.candidates.iter().flatten();
        let first = job.seeds.first().map_or(0, |seed| seed.0);
        weights.fold(first, |salt, weight| mix(salt ^ weight.to_bits()))
    }

    /// Whether a game is one of the later ones that are played twice.
    fn is_chosen(&self, index: usize) -> bool {
        self.salt.is_some_and(|salt| mix(salt ^ index as u64).is_multiple_of(LATER_GAMES))
    }

    /// Whether first games have to be compared.
    pub(crate) fn is_open(&self) -> bool {
        self.open > 0
    }

    /// Whether all games that could be played twice had equal scores, at least one.
    pub(crate) fn are_equal(&self) -> bool {
        !self.is_open() && self.equal > 0
    }

    /// The number of games that wait for their second process.
    pub(crate) fn waiting(&self) -> usize {
        self.once.iter().filter(|(index, _)| self.is_waiting(*index)).count()
    }

    /// Whether a game can be played again: the first ones once all of them have been played.
    fn is_waiting(&self, index: usize) -> bool {
        self.missing == 0 || index >= self.end
    }

    /// Learns the score of a game.
    pub(crate) fn played(&mut self, index: usize, score: Score, process: u64) {
        let is_first = index < self.end;
        self.missing -= usize::from(is_first);
        if is_first || self.is_chosen(index) {
            self.scores.insert(index, score);
            self.once.push((index, process));
        }
    }

    /// Gives up a game that could not be played, the first time or the second.
    pub(crate) fn give_up(&mut self, index: usize, is_repeat: bool) {
        if index < self.end {
            self.missing -= usize::from(!is_repeat);
            self.open -= 1;
        }
    }

    /// The game that a process has to repeat, and who played it: another one unless `even_its_own`. None
    /// is a process that is to be started.
    ///
    /// The games are repeated once all have been played, in the opposite order: a program that
    /// goes on with one stream of random numbers from game to game then gives other scores.
    pub(crate) fn next(
        &mut self,
        process: Option<u64>,
        even_its_own: bool,
    ) -> Option<(usize, u64)> {
        let waits = |(index, _): &(usize, u64)| self.is_waiting(*index);
        let by_other = |game: &(usize, u64)| waits(game) && Some(game.1) != process;
        let any = || self.once.iter().rposition(waits).filter(|_| even_its_own);
        let place = self.once.iter().rposition(by_other).or_else(any)?;
        Some(self.once.remove(place))
    }

    /// Learns the score of a repeated game. The error is its first score, which differs.
    pub(crate) fn compare(&mut self, index: usize, score: Score) -> Result<(), Score> {
        if let Some(first) = self.scores.get(&index).filter(|first| **first != score) {
            return Err(*first);
        }
        self.open -= usize::from(index < self.end);
        self.equal += 1;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn about_one_later_game_in_a_hundred_is_repeated() {
        let mut repeats = DeterminismCheck::new(0, Some(1));
        (0..10_000).for_each(|index| repeats.played(index, 5.into(), 1));
        // The binomial distribution has a standard deviation of 10.
        assert!((70..=130).contains(&repeats.waiting()), "{}", repeats.waiting());
        assert_eq!(repeats.next(Some(1), false), None);
        let (index, _) = repeats.next(Some(2), false).expect("one waits");
        assert_eq!(repeats.compare(index, 6.into()), Err(5.into()));
        assert!(!repeats.is_open());
    }

    #[test]
    fn other_processes_repeat_the_first_games_backwards() {
        let mut repeats = DeterminismCheck::new(10, None);
        repeats.played(0, 100.into(), 1);
        repeats.played(7, 800.into(), 1);
        repeats.played(1, 200.into(), 2);
        assert_eq!(repeats.next(Some(2), true), None);
        repeats.played(2, 300.into(), 1);
        assert_eq!(repeats.waiting(), 3);
        assert_eq!(repeats.next(Some(1), true), Some((1, 2)));
        assert_eq!(repeats.next(Some(1), false), None);
        assert_eq!(repeats.next(Some(1), true), Some((2, 1)));
        assert_eq!(repeats.next(None, false), Some((0, 1)));
        assert_eq!(repeats.next(Some(2), true), None);
        assert_eq!(repeats.compare(1, 200.into()), Ok(()));
        assert_eq!(repeats.compare(0, 101.into()), Err(100.into()));
        assert_eq!(repeats.compare(0, 100.into()), Ok(()));
        assert!(repeats.is_open() && !repeats.are_equal());
        repeats.give_up(2, true);
        assert!(!repeats.is_open() && repeats.are_equal());
    }

    #[test]
    fn games_that_were_never_compared_prove_nothing() {
        let mut repeats = DeterminismCheck::new(1, None);
        repeats.give_up(0, false);
        assert!(!repeats.is_open() && !repeats.are_equal());
    }

    #[test]
    fn games_without_a_score_are_not_repeated() {
        let mut repeats = DeterminismCheck::new(2, None);
        repeats.give_up(0, false);
        assert_eq!(repeats.next(None, true), None);
        repeats.played(1, 5.into(), 1);
        assert_eq!(repeats.next(None, false), Some((1, 1)));
        assert_eq!(repeats.compare(1, 5.into()), Ok(()));
        assert!(!repeats.is_open());
    }
}
