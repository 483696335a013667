//! Games on which a network is tested: without search, or by a search of a fixed depth.

use tune2048_engine::game::finish_unless;
use tune2048_engine::tuples::Network;
use tune2048_engine::{GameResult, GameSeed, Monitor, Session, Stream};

use crate::search::Search;
use crate::threads::on_threads;

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

/// Plays the games of a test: each thread every so many-th. Returns the results in order, or `None` if
/// a stop is requested.
pub fn test(network: Network, test: Test, monitor: &Monitor) -> Option<Vec<GameResult>> {
    let search = Search::new(network, test.depth, test.downgrade_from);
    let games = test.games as usize;
    let parts = on_threads(test.threads, |first| {
        let mut player = search.player();
        let share = (first..games).step_by(test.threads.max(1));
        let results = share.map(|index| {
            let game = Session::new(GameSeed::new(test.seed, Stream::Evaluation, index as u64));
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
