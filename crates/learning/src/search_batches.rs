//! Batches of games that a search plays, and what the network learns from them afterwards.
//!
//! The games of a batch are played with the weights from before it, so that they are the same on
//! any number of threads. Then the network learns from them one after the other, each from its
//! end to its beginning: the target of an afterstate is the λ-return of what followed, by the
//! weights as they are by then (Sutton and Barto 2018, 12.1).

use tune2048_engine::game::MoveTables;
use tune2048_engine::tuples::{ExtractBits, Network};
use tune2048_engine::{Board, GameSeed, Player, Session, Tables, player};

use crate::batch::{Batch, BatchResult};
use crate::lesson::{Lesson, is_plausible};
use crate::search;
use crate::work::{BitWork, fastest, on_threads};

/// A move of a played game: its points, and the board that it led to.
#[derive(Clone, Copy, Debug)]
struct Made {
    after: Board,
    points: u32,
}

/// A game to learn from.
#[derive(Clone, Debug)]
struct PlayedGame {
    /// Its number in the batch.
    number: u64,
    made: Vec<Made>,
    /// The last board.
    last: Board,
}

/// Plays the games of a batch by a search over `network`, and learns from them.
pub(crate) fn learn<const WORDS: usize>(
    network: Network,
    lesson: &Lesson<'_, WORDS>,
) -> BatchResult {
    fastest(Backwards { lesson, games: &play(network, lesson) })
}

/// Plays games by a search over a network; returns them in order.
fn play<const WORDS: usize>(network: Network, lesson: &Lesson<'_, WORDS>) -> Vec<PlayedGame> {
    let Batch { step, threads, .. } = *lesson.batch;
    let searching = search::player(network, step.depth, step.downgrade_from);
    let tables = Tables::new(&searching.weights);
    let parts = on_threads(threads, || {
        let mut player = player::build(&searching.settings, &tables);
        let begins = std::iter::from_fn(|| lesson.next_game());
        begins.map(|(number, seed)| play_game(&mut *player, number, seed)).collect::<Vec<_>>()
    });
    let mut games = parts.concat();
    games.sort_unstable_by_key(|game| game.number);
    games
}

fn play_game(player: &mut dyn Player, number: u64, seed: GameSeed) -> PlayedGame {
    let moves = MoveTables::get();
    let mut session = Session::new(seed);
    let mut made = Vec::new();
    while let Some(direction) = player.choose(session.board()) {
        let after = moves.apply(session.board(), direction);
        made.push(Made { after, points: moves.points(session.board(), direction) });
        session.make(direction);
    }
    PlayedGame { number, made, last: session.board() }
}

/// Played games to learn from, each from its end.
struct Backwards<'g, const WORDS: usize> {
    lesson: &'g Lesson<'g, WORDS>,
    games: &'g [PlayedGame],
}

impl<const WORDS: usize> BitWork for Backwards<'_, WORDS> {
    type Output = BatchResult;

    #[inline(always)]
    fn run(self, bits: impl ExtractBits) -> BatchResult {
        let Self { lesson, games } = self;
        let mut result = BatchResult::default();
        let afterstate = || Afterstate { stage_start: 0, places: vec![0; lesson.layout.lookups()] };
        let mut afterstates = [afterstate(), afterstate()];
        for game in games {
            let PlayedGame { made, last, .. } = game;
            let score = made.iter().map(|made| u64::from(made.points)).sum();
            result.add_game(made.len(), score, *last);
            result.has_diverged = learn_backwards(lesson, made, &mut afterstates, bits);
            if result.has_diverged {
                break;
            }
        }
        result
    }
}

/// Where the weights of an afterstate are.
struct Afterstate {
    stage_start: usize,
    places: Vec<u32>,
}

/// Learns from a game, its last move first; returns whether the weights diverged.
#[inline(always)]
fn learn_backwards<const WORDS: usize>(
    lesson: &Lesson<'_, WORDS>,
    made: &[Made],
    [now, before]: &mut [Afterstate; 2],
    bits: impl ExtractBits,
) -> bool {
    if let Some(last) = made.last() {
        now.stage_start = lesson.look_up(last.after, bits, &mut now.places);
    }
    // Nothing is to come after the last move.
    let mut target = 0.0;
    for (number, &Made { points, .. }) in made.iter().enumerate().rev() {
        // The weights of the afterstate before it come from memory meanwhile.
        if let Some(earlier) = number.checked_sub(1) {
            before.stage_start = lesson.look_up(made[earlier].after, bits, &mut before.places);
        }
        let value = lesson.settled_sum(now.stage_start, &now.places);
        if !is_plausible(value) {
            return true;
        }
        lesson.change(now.stage_start, &now.places, target - value);
        let value = lesson.settled_sum(now.stage_start, &now.places);
        let lambda = lesson.step.lambda;
        let to_come = lambda * target + (1.0 - lambda) * value;
        target = points as f32 + to_come;
        std::mem::swap(now, before);
    }
    false
}
