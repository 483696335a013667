//! Batches of games that a search plays, and what the network learns from them afterwards.
//!
//! The games of a batch are played with the weights from before it, so that they are the same on
//! any number of threads. Then the network learns from them one after the other, each from its
//! end to its beginning: the target of an afterstate is the λ-return of what followed, by the
//! weights as they are by then (Sutton and Barto 2018, 12.1).

use tune2048_engine::game::MoveTables;
use tune2048_engine::tuples::{ExtractBits, Network};
use tune2048_engine::{Board, Tables};
use tune2048_engine::{Player, player};

use crate::batch::{Batch, BatchResult, Begin, Learned};
use crate::lesson::{Lesson, is_plausible};
use crate::search;
use crate::starts::Seen;
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
    begin: Begin,
    made: Vec<Made>,
    /// The last board.
    last: Board,
    /// The boards that began stages.
    seen: Vec<Seen>,
}

/// Plays the games of a batch by a search over `network`, and learns from them.
pub(crate) fn learn<const WORDS: usize>(network: Network, lesson: &Lesson<'_, WORDS>) -> Learned {
    let games = &play(network, lesson);
    let result = fastest(Backwards { lesson, games });
    Learned { result, seen: games.iter().flat_map(|game| game.seen.iter().copied()).collect() }
}

/// Plays games by a search over a network; returns them in order.
fn play<const WORDS: usize>(network: Network, lesson: &Lesson<'_, WORDS>) -> Vec<PlayedGame> {
    let Batch { step, threads, .. } = *lesson.batch;
    let searching = search::player(network, step.depth, step.downgrade_from);
    let tables = Tables::new(&searching.weights);
    let parts = on_threads(threads, || {
        let mut player = player::build(&searching.settings, &tables);
        let begins = std::iter::from_fn(|| lesson.next_game());
        begins.map(|begin| play_game(&mut *player, begin)).collect::<Vec<_>>()
    });
    let mut games = parts.concat();
    games.sort_unstable_by_key(|game| game.begin.number);
    games
}

fn play_game(player: &mut dyn Player, mut begin: Begin) -> PlayedGame {
    let moves = MoveTables::get();
    let (mut spawns, mut board) = begin.spawns();
    let (mut made, mut seen) = (Vec::new(), Vec::new());
    while let Some(direction) = player.choose(board) {
        let after = moves.apply(board, direction);
        let points = moves.points(board, direction);
        made.push(Made { after, points });
        board = spawns.spawn(after);
        if begin.lookout.begins_stage(after, board) {
            seen.push((begin.number, board));
        }
    }
    PlayedGame { begin, made, last: board, seen }
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
            let PlayedGame { begin, made, last, .. } = game;
            let score = made.iter().map(|made| u64::from(made.points)).sum();
            result.add_game(*begin, made.len(), score, *last);
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
