//! A game from start to end: a pure function of player and seed.

use serde::{Deserialize, Serialize};

use super::board::Board;
use super::moves::{Move, MoveTables, slide};
use super::points::Points;
use super::random::{GameSeed, SpawnSource};
use super::score::Score;

/// A player. Its moves depend on the board only, whatever it was asked before.
pub trait Player {
    /// The value of each move in the order of [`Move::ALL`], `None` for an illegal move.
    fn move_values(&mut self, board: Board) -> [Option<f64>; 4];

    /// The chosen move, the first with the highest value; `None` if no move is legal.
    fn choose(&mut self, board: Board) -> Option<Move> {
        first_best(self.move_values(board))
    }

    /// The number of boards valued so far.
    fn nodes(&self) -> u64;

    /// The number of chance nodes searched above the leaves so far.
    fn inner_nodes(&self) -> u64 {
        0
    }

    /// Makes the next move of a game, or several if they take only microseconds; returns
    /// whether the game continues. The moves are those of [`Player::choose`].
    ///
    /// # Panics
    /// If the player chooses an illegal move.
    fn play_on(&mut self, session: &mut Session) -> bool {
        session.make_choice(self)
    }
}

/// The move with the highest value; of equal values the first.
pub fn first_best<V: PartialOrd + Copy>(values: [Option<V>; 4]) -> Option<Move> {
    let mut best: Option<(Move, V)> = None;
    for (direction, value) in Move::ALL.into_iter().zip(values) {
        if let Some(value) = value
            && best.is_none_or(|(_, highest)| value > highest)
        {
            best = Some((direction, value));
        }
    }
    best.map(|(direction, _)| direction)
}

/// The result of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameResult {
    /// The points: the sum of the face values of all merged tiles.
    pub score: Score,
    /// The face value of the largest tile; 65 536 for every tile beyond 32 768.
    pub largest_tile: u32,
    /// The number of moves.
    pub moves: u32,
    /// The number of boards that the player valued.
    pub nodes: u64,
    /// The number of chance nodes that the player searched above the leaves.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub inner_nodes: u64,
}

/// The cost of a chance node above the leaves in boards: measured by the example `search_cost`,
/// and rounded.
pub const INNER_NODE_COST: f64 = 50.0;

impl GameResult {
    /// The work of the search in boards, which does not depend on the machine: the boards that
    /// were valued, and the chance nodes above them.
    pub fn cost(&self) -> f64 {
        self.nodes as f64 + INNER_NODE_COST * self.inner_nodes as f64
    }
}

fn is_zero(count: &u64) -> bool {
    *count == 0
}

/// A game in progress.
#[derive(Clone, Debug)]
pub struct Session {
    board: Board,
    spawns: SpawnSource,
    score: Points,
    moves: u32,
}

impl Session {
    /// Starts a game, with two tiles on the board.
    pub fn new(seed: GameSeed) -> Self {
        let mut spawns = SpawnSource::new(seed);
        let board = spawns.spawn(Board::EMPTY);
        let board = spawns.spawn(board);
        Self { board, spawns, score: Points::none_on(board), moves: 0 }
    }

    /// Starts a game from a position, with 0 points. The seed's first spawn comes after the
    /// first move.
    pub fn from_board(board: Board, seed: GameSeed) -> Self {
        Self { board, spawns: SpawnSource::new(seed), score: Points::none_on(board), moves: 0 }
    }

    /// Goes on from another afterstate: a tile spawns on it, and moves and points count from there.
    ///
    /// # Panics
    /// If no cell is empty, which never happens after a legal move.
    #[inline]
    pub fn restart(&mut self, afterstate: Board) {
        self.board = self.spawns.spawn(afterstate);
        self.score = Points::none_on(self.board);
        self.moves = 0;
    }

    /// The current position.
    pub fn board(&self) -> Board {
        self.board
    }

    /// The points so far.
    pub fn score(&self) -> u64 {
        self.score.points(self.board)
    }

    /// The number of moves so far.
    pub fn moves(&self) -> u32 {
        self.moves
    }

    /// The face value of the largest tile so far, 0 on an empty board.
    pub fn largest_tile(&self) -> u32 {
        match self.board.highest_rank() {
            _ if self.score.merged_highest => 65_536,
            0 => 0,
            rank => 1 << rank,
        }
    }

    /// Makes a move and the spawn after it; returns whether the move was legal. An illegal
    /// move changes nothing.
    #[inline(always)]
    pub fn make(&mut self, direction: Move) -> bool {
        let afterstate = MoveTables::get().apply(self.board, direction);
        if afterstate == self.board {
            return false;
        }
        self.make_known(direction, afterstate, Board::draw_empty);
        true
    }

    /// Makes the move that a player chooses; returns whether there was one.
    ///
    /// # Panics
    /// If the player chooses an illegal move.
    #[inline]
    pub fn make_choice(&mut self, player: &mut (impl Player + ?Sized)) -> bool {
        let Some(direction) = player.choose(self.board) else { return false };
        let legal = self.make(direction);
        assert!(legal, "{direction} is illegal on {}", self.board);
        true
    }

    /// Makes a random legal move; returns whether there was one. Legal moves are equally likely: one
    /// of the 24 orders of the four directions is drawn, and its first legal move is made.
    #[inline]
    pub fn make_random(&mut self) -> bool {
        let drawn = ((self.spawns.draw() >> 32) * ORDERS.len() as u64) >> 32;
        let (tables, transposed) = (MoveTables::get(), self.board.transpose());
        ORDERS[drawn as usize].into_iter().any(|direction| {
            let direction = usize::from(direction);
            // Selected by the bits of the index and not by branches: no processor can predict
            // random directions.
            let along_rows = direction & 2 != 0;
            let lines = if along_rows { self.board } else { transposed };
            let slid = slide([&tables.left, &tables.right][direction & 1], lines);
            if slid == lines {
                return false;
            }
            let afterstate = if along_rows { slid } else { slid.transpose() };
            self.make_known(Move::ALL[direction], afterstate, Board::draw_empty);
            true
        })
    }

    /// Makes a legal move whose afterstate is known, and the spawn after it, with an
    /// implementation of [`Board::draw_empty`].
    #[inline(always)]
    pub(crate) fn make_known(
        &mut self,
        direction: Move,
        afterstate: Board,
        draw_cell: impl FnOnce(Board, u32) -> u64,
    ) {
        let board = self.spawns.spawn_by(afterstate, draw_cell);
        self.score.note(self.board, direction, afterstate, board);
        self.moves += 1;
        self.board = board;
    }
}

/// All orders of the four directions, as indices in [`Move::ALL`].
const ORDERS: [[u8; 4]; 24] = {
    let mut orders = [[0; 4]; 24];
    let mut found = 0;
    let mut code = 0_u8;
    while code < u8::MAX {
        let order = [code & 3, code >> 2 & 3, code >> 4 & 3, code >> 6];
        if 1_u8 << order[0] | 1 << order[1] | 1 << order[2] | 1 << order[3] == 0b1111 {
            orders[found] = order;
            found += 1;
        }
        code += 1;
    }
    orders
};

/// Plays a game.
///
/// ```
/// use tune2048_engine::{GameSeed, Preset, Tables, play, player};
///
/// let preset = Preset::find("2014").expect("a built-in preset");
/// let tables = Tables::new(&preset.weights());
/// let mut player = player::build(&preset.player(), &tables);
/// let result = play(&mut *player, GameSeed(1));
/// assert_eq!(result, play(&mut *player, GameSeed(1)));
/// ```
///
/// # Panics
/// If the player chooses an illegal move.
pub fn play(player: &mut (impl Player + ?Sized), seed: GameSeed) -> GameResult {
    finish_unless(player, Session::new(seed), || false).expect("nothing stops the game")
}

/// Plays a game from where it stands to its end unless it is stopped: returns `None` as soon as
/// `is_stopped` returns true. It is called every few moves, since a game of a deep search takes
/// minutes. Points and moves are those from there on.
///
/// # Panics
/// If the player chooses an illegal move.
pub fn finish_unless(
    player: &mut (impl Player + ?Sized),
    mut session: Session,
    is_stopped: impl Fn() -> bool,
) -> Option<GameResult> {
    let (score, moves) = (session.score(), session.moves);
    let (nodes, inner_nodes) = (player.nodes(), player.inner_nodes());
    while player.play_on(&mut session) {
        if is_stopped() {
            return None;
        }
    }
    Some(GameResult {
        score: (session.score() - score).into(),
        largest_tile: session.largest_tile(),
        moves: session.moves - moves,
        nodes: player.nodes() - nodes,
        inner_nodes: player.inner_nodes() - inner_nodes,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_merge_of_the_highest_tiles_is_reported() {
        let board = "f0f0000000000000".parse().unwrap();
        let mut session = Session::from_board(board, GameSeed(1));
        assert_eq!(session.largest_tile(), 32_768);
        assert!(session.make(Move::Down));
        assert_eq!((session.largest_tile(), session.score()), (32_768, 0));
        let mut session = Session::from_board(board, GameSeed(1));
        assert!(session.make(Move::Right));
        assert_eq!((session.largest_tile(), session.score()), (65_536, 65_536));
    }
}
