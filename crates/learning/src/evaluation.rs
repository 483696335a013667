//! Games without search, on which a network is tested.

use tune2048_engine::game::{MoveTables, play_unless};
use tune2048_engine::tuples::{ExtractBits, Layout, Portable, WeightTable};
use tune2048_engine::{Board, GameResult, GameSeed, Monitor, Move, Player, Stream};

use crate::learner::Learner;

/// The weights of a learner, those of stages that no game has reached taken from the stage below.
struct Settled<'l>(&'l Learner);

impl WeightTable for Settled<'_> {
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
            let lines = match direction {
                Move::Up | Move::Down => board.transpose(),
                Move::Left | Move::Right => board,
            };
            let points = |row| moves.points[usize::from(lines.row(row))];
            let points: u32 = (0..4).map(points).sum();
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

/// Plays games without search: those of `evaluate --seed` with this seed. Returns `None` if a
/// stop is requested.
pub fn test(
    learner: &Learner,
    seed: u64,
    games: u32,
    threads: usize,
    monitor: &Monitor,
) -> Option<Vec<GameResult>> {
    let stops = || monitor.stop_requested();
    play_tests(learner, seed, games, threads, &stops, &|| {
        monitor.game_played();
    })
}

/// Plays games without search, unless `stops` says so; `count` counts them.
pub(crate) fn play_tests(
    learner: &Learner,
    seed: u64,
    games: u32,
    threads: usize,
    stops: &(dyn Fn() -> bool + Sync),
    count: &(dyn Fn() + Sync),
) -> Option<Vec<GameResult>> {
    #[cfg(target_arch = "x86_64")]
    if let Some(pext) = tune2048_engine::tuples::Pext::get() {
        return test_with(learner, seed, games, threads, (stops, count), pext);
    }
    test_with(learner, seed, games, threads, (stops, count), Portable)
}

fn test_with(
    learner: &Learner,
    seed: u64,
    games: u32,
    threads: usize,
    (stops, count): (&(dyn Fn() -> bool + Sync), &(dyn Fn() + Sync)),
    bits: impl ExtractBits + Send + Sync,
) -> Option<Vec<GameResult>> {
    let threads = threads.max(1) as u32;
    let play = |first: u32| -> Option<Vec<GameResult>> {
        let mut player = Greedy {
            layout: learner.layout(),
            weights: Settled(learner),
            bits,
            nodes: 0,
        };
        let games = (first..games).step_by(threads as usize).map(|index| {
            let seed = GameSeed::new(seed, Stream::Evaluation, index.into());
            let result = play_unless(&mut player, seed, stops);
            count();
            result
        });
        games.collect()
    };
    let parts: Vec<Vec<GameResult>> = std::thread::scope(|scope| {
        let parts: Vec<_> = (0..threads)
            .map(|first| scope.spawn(move || play(first)))
            .collect();
        let joined = parts.into_iter().map(|part| match part.join() {
            Ok(part) => part,
            Err(panic) => std::panic::resume_unwind(panic),
        });
        joined.collect::<Option<_>>()
    })?;
    let of = |index: u32| parts[(index % threads) as usize][(index / threads) as usize];
    Some((0..games).map(of).collect())
}
