//! Games on which a network is tested: without search, or by a search of a fixed depth.

use tune2048_engine::game::{MoveTables, play_unless};
use tune2048_engine::tuples::{ExtractBits, Layout, NetworkError, Portable, WeightTable};
use tune2048_engine::{Board, GameResult, GameSeed, Monitor, Move, Player, Stream};

use crate::learner::Learner;
use crate::search::Search;
use crate::threads::on_threads;

/// The weights of a learner, those of stages that no game has reached taken from the stage below.
struct Settled<'l>(&'l Learner);

impl WeightTable for Settled<'_> {
    fn count(&self) -> usize {
        self.0.layout().weights()
    }

    #[allow(unsafe_code, reason = "see the trait")]
    unsafe fn weight(&self, place: usize) -> f32 {
        self.0.settled_weight(place)
    }
}

/// A player that makes the move with the highest sum of its points and its value.
struct Greedy<'l, B> {
    layout: &'l Layout,
    weights: Settled<'l>,
    bits: B,
    nodes: u64,
}

impl<B: ExtractBits> Player for Greedy<'_, B> {
    fn start_game(&mut self) {
        self.nodes = 0;
    }

    fn choose(&mut self, board: Board) -> Option<Move> {
        let moves = MoveTables::get();
        let (mut best, mut highest) = (None, f32::NEG_INFINITY);
        for direction in Move::ALL {
            let after = moves.apply(board, direction);
            if after == board {
                continue;
            }
            let points = moves.points(board, direction);
            let value = self.layout.value(&self.weights, after, self.bits);
            self.nodes += 1;
            let total = points as f32 + value;
            if best.is_none() || total > highest {
                (best, highest) = (Some(direction), total);
            }
        }
        best
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }
}

/// The games of a test.
#[derive(Clone, Copy, Debug)]
pub struct Test {
    /// The seed: the games are those of `evaluate --seed` with it.
    pub seed: u64,
    /// The number of games.
    pub games: u32,
    /// The depth of the search; 0 plays without search.
    pub depth: u8,
    /// The number of threads, which does not change the games.
    pub threads: usize,
}

/// Plays the games of a test. Returns `None` if a stop is requested.
///
/// # Errors
/// If there is not the memory for a search, or a weight is not finite.
pub fn test(
    learner: &Learner,
    test: Test,
    monitor: &Monitor,
) -> Result<Option<Vec<GameResult>>, NetworkError> {
    if test.depth > 0 {
        let search = Search::new(learner.network()?, test.depth);
        let play = |first| play_share(&mut *search.player(), test, first, monitor);
        let results = in_shares(test, play);
        search.release();
        return Ok(results);
    }
    #[cfg(target_arch = "x86_64")]
    if let Some(pext) = tune2048_engine::tuples::Pext::get() {
        return Ok(test_greedy(learner, test, monitor, pext));
    }
    Ok(test_greedy(learner, test, monitor, Portable))
}

fn test_greedy(
    learner: &Learner,
    test: Test,
    monitor: &Monitor,
    bits: impl ExtractBits + Send + Sync,
) -> Option<Vec<GameResult>> {
    let play = |first| {
        let mut player =
            Greedy { layout: learner.layout(), weights: Settled(learner), bits, nodes: 0 };
        play_share(&mut player, test, first, monitor)
    };
    in_shares(test, play)
}

/// The games of one thread: every so many-th, from its first on.
fn play_share(
    player: &mut (impl Player + ?Sized),
    test: Test,
    first: u32,
    monitor: &Monitor,
) -> Option<Vec<GameResult>> {
    let games = (first..test.games).step_by(test.threads.max(1));
    let games = games.map(|index| {
        let seed = GameSeed::new(test.seed, Stream::Evaluation, index.into());
        let result = play_unless(player, seed, || monitor.stop_requested());
        monitor.game_played();
        result
    });
    games.collect()
}

/// The results of all games in order, from the shares of the threads.
fn in_shares(
    test: Test,
    play: impl Fn(u32) -> Option<Vec<GameResult>> + Sync,
) -> Option<Vec<GameResult>> {
    let parts = on_threads(test.threads, |first| play(first as u32));
    let parts: Vec<Vec<GameResult>> = parts.into_iter().collect::<Option<_>>()?;
    let of = |game: usize| parts[game % parts.len()][game / parts.len()];
    Some((0..test.games as usize).map(of).collect())
}
