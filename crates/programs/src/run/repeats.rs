//! Games that are played twice, by which programs are found out that are not deterministic.

use tune2048_engine::Score;

/// The number of games that are played twice.
const GAMES: usize = 3;

/// The first games of a job, each of which another process plays again.
#[derive(Debug)]
pub(crate) struct Repeats {
    /// The games below this index are played twice.
    end: usize,
    /// The games that have neither been compared nor given up.
    open: usize,
    /// The games whose scores were equal.
    equal: usize,
    /// The games with a result.
    played: Vec<Played>,
    /// The number of games without a result.
    missing: usize,
}

#[derive(Debug)]
struct Played {
    index: usize,
    score: Score,
    /// The process that played the game.
    process: u64,
    /// Whether a process plays it again, or has done so.
    is_taken: bool,
}

/// What a process has to repeat.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Repeat {
    /// The game with this index.
    Play(usize),
    /// Only games that the process itself has played.
    ByOther,
    /// Nothing.
    None,
}

impl Repeats {
    /// Repeats the first of a number of games.
    pub(crate) fn new(games: usize) -> Self {
        let end = games.min(GAMES);
        Self { end, open: end, equal: 0, played: Vec::with_capacity(end), missing: end }
    }

    /// Whether games have to be compared.
    pub(crate) fn is_open(&self) -> bool {
        self.open > 0
    }

    /// Whether all games that could be played twice had equal scores, at least one.
    pub(crate) fn are_equal(&self) -> bool {
        !self.is_open() && self.equal > 0
    }

    /// The number of games that wait for their second process.
    pub(crate) fn waiting(&self) -> usize {
        if self.missing > 0 {
            return 0;
        }
        self.played.iter().filter(|game| !game.is_taken).count()
    }

    /// Learns the score of a game.
    pub(crate) fn played(&mut self, index: usize, score: Score, process: u64) {
        if index < self.end {
            self.missing -= 1;
            self.played.push(Played { index, score, process, is_taken: false });
        }
    }

    /// Gives up a game that could not be played, the first time or the second.
    pub(crate) fn give_up(&mut self, index: usize, is_repeat: bool) {
        if index < self.end {
            self.missing -= usize::from(!is_repeat);
            self.open -= 1;
        }
    }

    /// What a process has to repeat; none is a process that is to be started.
    ///
    /// The games are repeated once all have been played, in the opposite order: a program that
    /// goes on with one stream of random numbers from game to game then gives other scores.
    pub(crate) fn next(&mut self, process: Option<u64>) -> Repeat {
        if self.waiting() == 0 {
            return Repeat::None;
        }
        let waiting = self.played.iter_mut().rev().filter(|game| !game.is_taken);
        match waiting.into_iter().find(|game| Some(game.process) != process) {
            Some(game) => {
                game.is_taken = true;
                Repeat::Play(game.index)
            }
            None => Repeat::ByOther,
        }
    }

    /// Learns the score of a repeated game. The error is its first score, which differs.
    pub(crate) fn compare(&mut self, index: usize, score: Score) -> Result<(), Score> {
        self.open -= 1;
        let first = self.played.iter().find(|game| game.index == index);
        match first {
            Some(game) if game.score != score => Err(game.score),
            _ => {
                self.equal += 1;
                Ok(())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_processes_repeat_the_first_games_backwards() {
        let mut repeats = Repeats::new(10);
        repeats.played(0, 100.into(), 1);
        repeats.played(7, 800.into(), 1);
        repeats.played(1, 200.into(), 2);
        assert_eq!(repeats.next(Some(2)), Repeat::None);
        repeats.played(2, 300.into(), 1);
        assert_eq!(repeats.waiting(), 3);
        assert_eq!(repeats.next(Some(1)), Repeat::Play(1));
        assert_eq!(repeats.next(Some(1)), Repeat::ByOther);
        assert_eq!(repeats.next(None), Repeat::Play(2));
        assert_eq!(repeats.next(Some(2)), Repeat::Play(0));
        assert_eq!(repeats.next(Some(2)), Repeat::None);
        assert_eq!(repeats.compare(1, 200.into()), Ok(()));
        assert_eq!(repeats.compare(0, 101.into()), Err(100.into()));
        assert!(repeats.is_open() && !repeats.are_equal());
        repeats.give_up(2, true);
        assert!(!repeats.is_open() && repeats.are_equal());
    }

    #[test]
    fn games_that_were_never_compared_prove_nothing() {
        let mut repeats = Repeats::new(1);
        repeats.give_up(0, false);
        assert!(!repeats.is_open() && !repeats.are_equal());
    }

    #[test]
    fn games_without_a_score_are_not_repeated() {
        let mut repeats = Repeats::new(2);
        repeats.give_up(0, false);
        assert_eq!(repeats.next(None), Repeat::None);
        repeats.played(1, 5.into(), 1);
        assert_eq!(repeats.next(None), Repeat::Play(1));
        assert_eq!(repeats.compare(1, 5.into()), Ok(()));
        assert!(!repeats.is_open());
    }
}
