//! Players, and a sample of boards from seeded games of two of them.
//!
//! Boards from the games of one player only would show the other player in
//! positions that it never reaches. Therefore the first player plays the games
//! 0, 2, 4, … and the second the games 1, 3, 5, …, and each contributes equally
//! many boards to a phase, if it reaches the phase. Boards of one game resemble
//! each other, so that a game contributes at most one board to a phase, drawn
//! uniformly from the boards with more than one legal move.

use rayon::prelude::*;

use tune2048_engine::game::{
    Board, GameSeed, Move, MoveTables, Player, Session, SpawnSource, Stream,
};
use tune2048_engine::heuristic::Tables;
use tune2048_engine::{BoardPlayer, EvaluateError, Monitor, player};

/// A player with the tables of its weights.
#[derive(Debug)]
pub struct Policy {
    /// The player with its weights.
    pub own: BoardPlayer,
    /// The tables of the weights.
    pub tables: Tables,
}

impl Policy {
    /// Builds the tables.
    pub fn new(own: BoardPlayer) -> Self {
        Self { tables: Tables::new(&own.weights), own }
    }

    /// Returns the player, of which each thread has one.
    pub fn player(&self) -> Box<dyn Player + '_> {
        player::build(&self.own.settings, &self.tables)
    }
}

/// The number of phases of a game.
const PHASES: usize = 8;

/// The largest tile of the first phase.
const FIRST: u32 = 256;

/// Returns the largest tile of a phase.
pub fn largest_tile(phase: usize) -> u32 {
    FIRST << phase
}

/// A board from a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SampledBoard {
    /// The position to move in.
    pub board: Board,
    /// The phase of the game.
    pub phase: usize,
    /// The player of the game: 0 for the first, 1 for the second.
    pub player: usize,
}

/// The size of a sample and its seed.
#[derive(Clone, Copy, Debug)]
pub struct SampleSettings {
    /// The seed of the games.
    pub seed: u64,
    /// The largest number of games of each player.
    pub games: u64,
    /// The largest number of boards of a phase, half of them from each player.
    pub boards: usize,
}

/// The number of games that are played before checking whether the sample is complete.
const BATCH: usize = 64;

/// Plays games until every phase has its boards or all games are played, on the threads of the pool that it is
/// called in; boards are ordered by phase, player and game.
/// Equal settings give equal boards on any number of threads.
///
/// # Errors
/// [`EvaluateError::Interrupted`] if a stop was requested through the monitor.
pub fn sample(
    policies: [&Policy; 2],
    settings: SampleSettings,
    monitor: &Monitor,
) -> Result<Vec<SampledBoard>, EvaluateError> {
    let most = [settings.boards.div_ceil(2), settings.boards / 2];
    let mut found = vec![[vec![], vec![]]; PHASES];
    let players = || policies.map(Policy::player);
    let all_games = 2 * settings.games;
    for next in (0..all_games).step_by(BATCH) {
        let end = (next + BATCH as u64).min(all_games);
        let games = (next..end).into_par_iter().map_init(players, |players, index| {
            boards_of_game(&mut *players[(index % 2) as usize], settings.seed, index, monitor)
        });
        for (index, boards) in (next..end).zip(games.collect::<Result<Vec<_>, _>>()?) {
            let player = (index % 2) as usize;
            for (phase, board) in boards.into_iter().enumerate() {
                let own = &mut found[phase][player];
                let wanted = board.filter(|_| own.len() < most[player]);
                own.extend(wanted.map(|board| SampledBoard { board, phase, player }));
            }
        }
        if found.iter().all(|phase| [0, 1].map(|player| phase[player].len()) == most) {
            break;
        }
    }
    Ok(found.into_iter().flatten().flatten().collect())
}

/// Plays a game and draws one board with more than one legal move from each phase.
fn boards_of_game(
    player: &mut dyn Player,
    seed: u64,
    index: u64,
    monitor: &Monitor,
) -> Result<[Option<Board>; PHASES], EvaluateError> {
    let seed = GameSeed::new(seed, Stream::Evaluation, index);
    // A separate random source, so that the draws do not depend on the spawns.
    let mut chance = SpawnSource::new(GameSeed(!seed.0));
    let mut boards = [None; PHASES];
    let mut seen = [0_u64; PHASES];
    let mut session = Session::new(seed);
    while let Some(direction) = player.choose(session.board()) {
        if monitor.stop_requested() {
            return Err(EvaluateError::Interrupted);
        }
        let board = session.board();
        if has_choice(board) {
            // That of all boards with the same largest tile, the first one also of smaller tiles.
            let phase = usize::from(board.highest_rank().saturating_sub(FIRST.ilog2() as u8));
            seen[phase] += 1;
            // Reservoir sampling: the n-th board replaces the kept one with probability 1/n.
            if ((chance.draw() >> 32) * seen[phase]) >> 32 == 0 {
                boards[phase] = Some(board);
            }
        }
        session.make(direction);
    }
    monitor.game_played();
    Ok(boards)
}

/// Whether more than one move is legal.
fn has_choice(board: Board) -> bool {
    let is_legal = |&direction: &Move| MoveTables::get().apply(board, direction) != board;
    Move::ALL.iter().filter(|direction| is_legal(direction)).count() > 1
}
