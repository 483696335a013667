//! The games of the study: whole games with continuations, and games from recorded boards.

use rayon::prelude::*;
use tune2048_engine::game::{Board, GameSeed, INNER_NODE_COST, Player, Session, Stream};
use tune2048_engine::heuristic::{Tables, Weights};
use tune2048_engine::player::{PlayerSettings, build};

use super::splitting::{Tree, Unit};

/// The games of a bank are recorded in rounds of this many.
const ROUND: u64 = 64;

/// A bank gives up where more than this many games were recorded for each of its boards.
const MAX_GAMES_PER_BOARD: u64 = 40;

/// Bits of a game's index that number the stretches of one tree.
const STRETCH_BITS: u32 = 16;

/// The player and the stages of all games.
#[derive(Debug)]
pub(crate) struct Games {
    pub(crate) player: PlayerSettings,
    /// The ranks of the tiles that begin a stage.
    pub(crate) stages: Vec<u8>,
    pub(crate) seed: u64,
}

impl Games {
    /// Plays whole games of one candidate.
    pub(crate) fn whole(&self, weights: &Weights, games: usize) -> Vec<Unit> {
        let start = |index| Session::new(GameSeed::new(self.seed, Stream::Validation, index));
        self.each(weights, games, |player, index| stretch(player, start(index), None).0)
    }

    /// Plays games of one candidate with continuations from each stage.
    pub(crate) fn trees(&self, weights: &Weights, branching: &[u64], games: usize) -> Vec<Tree> {
        self.each(weights, games, |player, index| {
            Tree::grow(None, branching, &mut |board, begun, number| {
                let index = index << STRETCH_BITS | number;
                let seed = GameSeed::new(self.seed, Stream::Search, index);
                let session = match board {
                    Some(board) => Session::from_board(board, seed),
                    None => Session::new(seed),
                };
                let (unit, end) = stretch(player, session, self.stages.get(begun).copied());
                (unit, end.map(Some))
            })
        })
    }

    /// Plays games of one candidate that begin with the boards of a bank, one from each.
    pub(crate) fn begun_with(&self, weights: &Weights, stage: usize, bank: &[Board]) -> Vec<Unit> {
        let first = (stage as u64) << 32;
        self.each(weights, bank.len(), |player, index| {
            let seed = GameSeed::new(self.seed, Stream::Selection, first + index);
            let session = Session::from_board(bank[index as usize], seed);
            stretch(player, session, None).0
        })
    }

    /// Records the boards with which each stage begins in games of one player, in the order of
    /// the games.
    ///
    /// # Errors
    /// If a stage begins in too few games.
    pub(crate) fn record(
        &self,
        weights: &Weights,
        boards: usize,
    ) -> Result<Vec<Vec<Board>>, String> {
        let mut banks = vec![Vec::new(); self.stages.len()];
        let mut games = 0;
        while let Some(stage) = banks.iter().position(|bank| bank.len() < boards) {
            if games >= MAX_GAMES_PER_BOARD * boards as u64 {
                return Err(format!(
                    "--stages: a {} was made in {} of {games} games, which is too seldom for {boards} boards",
                    1 << self.stages[stage],
                    banks[stage].len(),
                ));
            }
            let begun: Vec<Vec<Board>> = self.each(weights, ROUND as usize, |player, index| {
                let seed = GameSeed::new(self.seed, Stream::Pilot, games + index);
                let mut session = Session::new(seed);
                let advance = |&rank: &u8| advance(player, &mut session, Some(rank));
                self.stages.iter().map_while(advance).collect()
            });
            games += ROUND;
            for game in begun {
                for (bank, board) in banks.iter_mut().zip(game) {
                    bank.push(board);
                }
            }
        }
        for bank in &mut banks {
            bank.truncate(boards);
        }
        Ok(banks)
    }

    /// What each of so many games of one candidate gives, in order, on all threads.
    fn each<T: Send>(
        &self,
        weights: &Weights,
        games: usize,
        play: impl Fn(&mut dyn Player, u64) -> T + Sync,
    ) -> Vec<T> {
        let tables = Tables::new(weights);
        let indices = (0..games).into_par_iter().with_max_len(1);
        let player = || build(&self.player, &tables);
        indices.map_init(player, |player, index| play(&mut **player, index as u64)).collect()
    }
}

/// Plays until a tile of a rank is on the board; returns the board, or `None` if the game ends
/// before.
fn advance(player: &mut dyn Player, session: &mut Session, rank: Option<u8>) -> Option<Board> {
    loop {
        if rank.is_some_and(|rank| session.board().highest_rank() >= rank) {
            return Some(session.board());
        }
        if !session.make_choice(player) {
            return None;
        }
    }
}

/// Plays until a tile of a rank is on the board or the game ends.
fn stretch(
    player: &mut dyn Player,
    mut session: Session,
    rank: Option<u8>,
) -> (Unit, Option<Board>) {
    let before = cost(player);
    let end = advance(player, &mut session, rank);
    let unit = Unit { score: session.score() as f64, cost: cost(player) - before };
    (unit, end)
}

/// What a player has spent so far, in boards.
fn cost(player: &dyn Player) -> f64 {
    player.nodes() as f64 + INNER_NODE_COST * player.inner_nodes() as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use tune2048_engine::game::play;
    use tune2048_engine::heuristic::HeuristicKind;
    use tune2048_engine::player::{Depth, ExpectimaxSettings};

    fn games() -> (Games, Weights) {
        let player = PlayerSettings::Expectimax(ExpectimaxSettings {
            depth: Depth::Fixed(1),
            ..ExpectimaxSettings::default()
        });
        let (stages, seed) = (vec![9, 10], 1);
        let weights = Weights::defaults(HeuristicKind::Rows);
        (Games { player, stages, seed }, weights)
    }

    #[test]
    fn whole_games_are_those_of_the_engine() {
        let (games, weights) = games();
        let tables = Tables::new(&weights);
        let mut player = build(&games.player, &tables);
        for (index, unit) in (0..).zip(games.whole(&weights, 5)) {
            let seed = GameSeed::new(1, Stream::Validation, index);
            let result = play(&mut *player, seed);
            let expected = Unit { score: result.score.get(), cost: result.cost() };
            assert_eq!(unit, expected);
        }
    }

    #[test]
    fn banks_begin_their_stages() {
        let (games, weights) = games();
        let banks = games.record(&weights, 20).unwrap();
        for (bank, rank) in banks.iter().zip(&games.stages) {
            assert_eq!(bank.len(), 20);
            assert!(bank.iter().all(|board| board.highest_rank() == *rank));
        }
    }

    #[test]
    fn stages_that_never_begin_are_named() {
        let (mut games, weights) = games();
        games.stages = vec![9, 15];
        let error = games.record(&weights, 2).unwrap_err();
        assert!(error.contains("a 32768 was made in 0 of 128 games"), "{error}");
    }
}
