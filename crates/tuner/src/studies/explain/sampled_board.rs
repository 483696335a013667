//! A board from a game, and the phase of the game.

use tune2048_engine::game::Board;

/// A phase of a game: all boards with the same largest tile, or in the first phase with a smaller one.
/// Serialised as its largest tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize)]
#[serde(into = "u32")]
pub struct GamePhase(pub(super) usize);

/// The rank of the largest tile of the first phase, which includes all smaller ones.
const FIRST_RANK: u8 = 8;

impl GamePhase {
    /// The number of phases.
    pub const COUNT: usize = 8;

    /// Returns all phases, in the order of a game.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..Self::COUNT).map(Self)
    }

    /// Returns the phase of a board.
    pub fn of(board: Board) -> Self {
        Self(usize::from(board.highest_rank().saturating_sub(FIRST_RANK)))
    }

    /// Returns the face value of the largest tile; in the first phase, the largest possible one.
    pub fn largest_tile(self) -> u32 {
        1 << (usize::from(FIRST_RANK) + self.0)
    }

    /// Whether the phase includes boards with a smaller largest tile.
    pub fn is_first(self) -> bool {
        self.0 == 0
    }
}

impl From<GamePhase> for u32 {
    fn from(phase: GamePhase) -> Self {
        phase.largest_tile()
    }
}

/// A board from a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SampledBoard {
    /// The position to move in.
    pub board: Board,
    /// The phase of the game.
    pub stage: GamePhase,
    /// The player of the game: 0 for the first, 1 for the second.
    pub player: usize,
}
