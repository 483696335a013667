//! The boards that two players are compared on: from seeded games of both.
//!
//! Boards of one player's games alone would show how the other plays where it
//! would never have come. So game 0, 2, 4, … are those of the first player and
//! 1, 3, 5, … those of the second, and each gives the same number of boards to
//! a stage, as long as it reaches it. A game gives at most one board to a
//! stage, each board of the stage with a choice between moves being as likely:
//! boards of one game resemble each other.

use rayon::prelude::*;

use super::game_phase::GamePhase;
use super::policies::Policy;
use tune2048_engine::evaluate::{EvaluateError, Monitor};
use tune2048_engine::game::{Board, GameSeed, Move, MoveTables, Session, SpawnSource, Stream};
use tune2048_engine::player::AnalysingPlayer;

/// How boards are gathered.
#[derive(Clone, Copy, Debug)]
pub struct SampleSettings {
    /// The seed of the games.
    pub seed: u64,
    /// Games of each player.
    pub games: u64,
    /// Boards of a stage at most, half of them from each player.
    pub boards: usize,
}

/// A board of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SampledBoard {
    /// The position to move in.
    pub board: Board,
    /// The part of the game.
    pub stage: GamePhase,
    /// Whose game: 0 for the first player, 1 for the second.
    pub player: usize,
}

/// Boards by stage, in the order of the games they are from.
pub type Sample = Vec<SampledBoard>;

/// Games that one thread plays before all look whether they have enough.
const BATCH: u64 = 64;

/// Plays games until every stage has its boards, or all games are played.
/// The same settings give the same boards on any number of threads.
///
/// # Errors
/// [`EvaluateError::Interrupted`] if the monitor asks for an early end.
pub fn sample(
    policies: [&Policy; 2],
    settings: SampleSettings,
    pool: &rayon::ThreadPool,
    monitor: &Monitor,
) -> Result<Sample, EvaluateError> {
    let mut stages: Vec<[Vec<SampledBoard>; 2]> =
        GamePhase::all().map(|_| [vec![], vec![]]).collect();
    let quotas = [settings.boards.div_ceil(2), settings.boards / 2];
    let mut next = 0;
    while next < 2 * settings.games {
        let end = (next + BATCH).min(2 * settings.games);
        let games: Vec<_> = pool.install(|| {
            let games = (next..end).into_par_iter();
            games
                .map_init(
                    || policies.map(Policy::player),
                    |players, index| {
                        let player = (index % 2) as usize;
                        boards_of_game(&mut *players[player], settings.seed, index, monitor)
                    },
                )
                .collect()
        });
        for (index, boards) in (next..end).zip(games) {
            let player = (index % 2) as usize;
            for (stage, board) in GamePhase::all().zip(boards?) {
                let found = &mut stages[stage.index()][player];
                if let Some(board) = board
                    && found.len() < quotas[player]
                {
                    found.push(SampledBoard {
                        board,
                        stage,
                        player,
                    });
                }
            }
        }
        next = end;
        let is_full = |stage: &[Vec<_>; 2]| (0..2).all(|p| stage[p].len() == quotas[p]);
        if stages.iter().all(is_full) {
            break;
        }
    }
    Ok(stages.into_iter().flatten().flatten().collect())
}

/// Plays a game; of each stage one board with a choice, each as likely.
fn boards_of_game(
    player: &mut dyn AnalysingPlayer,
    seed: u64,
    index: u64,
    monitor: &Monitor,
) -> Result<[Option<Board>; GamePhase::COUNT], EvaluateError> {
    let seed = GameSeed::new(seed, Stream::Evaluation, index);
    // Chance of its own, so that what is drawn does not depend on the spawns.
    let mut chance = SpawnSource::new(GameSeed(!seed.0));
    let mut boards = [None; GamePhase::COUNT];
    let mut seen = [0_u64; GamePhase::COUNT];
    player.start_game();
    let mut session = Session::new(seed);
    while let Some(direction) = player.choose(session.board()) {
        if monitor.stop_requested() {
            return Err(EvaluateError::Interrupted);
        }
        let board = session.board();
        if has_choice(board) {
            let stage = GamePhase::of(board).index();
            seen[stage] += 1;
            // The n-th board takes the place of the one kept once in n times.
            if ((chance.draw() >> 32) * seen[stage]) >> 32 == 0 {
                boards[stage] = Some(board);
            }
        }
        session.make(direction);
    }
    monitor.game_played();
    Ok(boards)
}

/// Whether more than one move is legal.
pub(super) fn has_choice(board: Board) -> bool {
    let is_legal = |&direction: &Move| MoveTables::get().apply(board, direction) != board;
    Move::ALL
        .iter()
        .filter(|direction| is_legal(direction))
        .count()
        > 1
}
