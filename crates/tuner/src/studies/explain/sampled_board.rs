//! A board from a game, and the phase of the game.

use tune2048_engine::game::Board;

/// The number of phases of a game.
pub const PHASES: usize = 8;

/// Returns the phase of a board: that of all boards with the same largest tile, the first one also of smaller tiles.
pub(super) fn phase_of(board: Board) -> usize {
    usize::from(board.highest_rank().saturating_sub(FIRST.ilog2() as u8))
}

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
