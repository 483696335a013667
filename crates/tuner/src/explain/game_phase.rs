//! Parts of a game by the largest tile on the board.

use tune2048_engine::game::Board;

/// A part of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct GamePhase(usize);

/// The largest tile of the first stage: all smaller ones belong to it.
const FIRST_RANK: u8 = 8;

impl GamePhase {
    /// How many there are.
    pub const COUNT: usize = 8;

    /// All of them, in the order of a game.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..Self::COUNT).map(Self)
    }

    /// The stage that a board belongs to.
    pub fn of(board: Board) -> Self {
        Self(usize::from(board.highest_rank().saturating_sub(FIRST_RANK)))
    }

    /// Its place among all.
    pub fn index(self) -> usize {
        self.0
    }

    /// Its largest tile, as a face value; of the first stage the largest one possible.
    pub fn largest_tile(self) -> u32 {
        1 << (usize::from(FIRST_RANK) + self.0)
    }

    /// Whether smaller tiles belong to it as well.
    pub fn is_first(self) -> bool {
        self.0 == 0
    }
}
