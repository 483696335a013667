//! Games on which a network is tested: without search, or by a search of a fixed depth.

use tune2048_engine::game::{MoveTables, play_unless};
use tune2048_engine::tuples::{ExtractBits, NetworkError, Portable, WeightTable};
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
    learner: &'l Learner,
    bits: B,
    nodes: u64,
}

impl<B: ExtractBits> Player for Greedy<'_, B> {
    fn start_game(&mut self) {
        self.nodes = 0;
    }

    fn choose(&mut self, board: Board) -> Option<Move> {
        let (moves, layout) = (MoveTables::get(), self.learner.layout());
        let (mut best, mut highest) = (None, f32::NEG_INFINITY);
        for direction in Move::ALL {
            let after = moves.apply(board, direction);
            if after == board {
                continue;
            }
            let points = moves.points(board, direction);
            let value = layout.value(&Settled(self.learner), after, self.bits);
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
        let results = play_all(test, monitor, || search.player());
        search.release();
        return Ok(results);
    }
    #[cfg(target_arch = "x86_64")]
    if let Some(bits) = tune2048_engine::tuples::Pext::get() {
        return Ok(play_all(test, monitor, || Box::new(Greedy { learner, bits, nodes: 0 })));
    }
    Ok(play_all(test, monitor, || Box::new(Greedy { learner, bits: Portable, nodes: 0 })))
}

/// Plays all games: each thread every so many-th, by a player of its own. The results are in order.
fn play_all<'p>(
    test: Test,
    monitor: &Monitor,
    player: impl Fn() -> Box<dyn Player + 'p> + Sync,
) -> Option<Vec<GameResult>> {
    let games = test.games as usize;
    let parts = on_threads(test.threads, |first| {
        let mut player = player();
        let share = (first..games).step_by(test.threads.max(1));
        let results = share.map(|index| {
            let seed = GameSeed::new(test.seed, Stream::Evaluation, index as u64);
            let result = play_unless(&mut *player, seed, || monitor.stop_requested());
            monitor.game_played();
            result
        });
        results.collect::<Option<Vec<_>>>()
    });
    let parts: Vec<Vec<GameResult>> = parts.into_iter().collect::<Option<_>>()?;
    let of = |game: usize| parts[game % parts.len()][game / parts.len()];
    Some((0..games).map(of).collect())
}
