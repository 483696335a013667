//! Games on which a network is tested: without search, or by a search of a fixed depth.

use tune2048_engine::game::finish_unless;
use tune2048_engine::heuristic::ValueFunction;
use tune2048_engine::player::{Expectimax, downgrading};
use tune2048_engine::tuples::{ExtractBits, NetworkError, Portable, WeightTable};
use tune2048_engine::{
    Board, Depth, ExpectimaxSettings, GameResult, GameSeed, Monitor, Player, Session, Stream,
};

use crate::learner::Learner;
use crate::search::Search;
use crate::threads::on_threads;

/// A learner's network as it is, the weights of stages that no game has reached taken from the stage
/// below.
struct Settled<'l, B> {
    learner: &'l Learner,
    bits: B,
}

impl<B> WeightTable for Settled<'_, B> {
    fn count(&self) -> usize {
        self.learner.layout().weights()
    }

    #[allow(unsafe_code, reason = "see the trait")]
    unsafe fn weight(&self, place: usize) -> f32 {
        self.learner.settled_weight(place)
    }
}

impl<B: ExtractBits + Send + Sync> ValueFunction for Settled<'_, B> {
    fn value(&self, board: Board) -> f32 {
        self.learner.layout().value(self, board, self.bits)
    }

    fn counts_points(&self) -> bool {
        true
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
    /// The tile from which the player sees boards downgraded, if there is one.
    pub downgrade_from: Option<u32>,
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
        let search = Search::new(learner.network()?, test.depth, test.downgrade_from);
        return Ok(play_all(test, monitor, || search.player()));
    }
    #[cfg(target_arch = "x86_64")]
    if let Some(bits) = tune2048_engine::tuples::Pext::get() {
        return Ok(play_greedily(&Settled { learner, bits }, test, monitor));
    }
    Ok(play_greedily(&Settled { learner, bits: Portable }, test, monitor))
}

/// Plays all games by the move with the highest sum of its points and its value.
fn play_greedily(
    settled: &impl ValueFunction,
    test: Test,
    monitor: &Monitor,
) -> Option<Vec<GameResult>> {
    let settings = ExpectimaxSettings { depth: Depth::Fixed(0), ..ExpectimaxSettings::default() };
    let player = || Box::new(Expectimax::new(settled, &settings));
    play_all(test, monitor, || downgrading(player(), test.downgrade_from))
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
            let game = Session::new(seed);
            let result = finish_unless(&mut *player, game, || monitor.stop_requested());
            monitor.game_played();
            result
        });
        results.collect::<Option<Vec<_>>>()
    });
    let parts: Vec<Vec<GameResult>> = parts.into_iter().collect::<Option<_>>()?;
    let of = |game: usize| parts[game % parts.len()][game / parts.len()];
    Some((0..games).map(of).collect())
}
