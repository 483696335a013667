//! One game from start to end: a pure function of player and seed.

use super::board::Board;
use super::moves::{Move, MoveTables, merges_highest};
use super::random::{GameSeed, SpawnSource};

/// Chooses moves.
pub trait Player {
    /// Forgets everything that could make a game depend on earlier ones.
    fn start_game(&mut self);

    /// The move to play, or `None` if no move is legal.
    fn choose(&mut self, board: Board) -> Option<Move>;

    /// The boards valued since [`Player::start_game`].
    fn nodes(&self) -> u64;
}

/// What became of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GameResult {
    /// The face values of all tiles made by merging.
    pub score: u64,
    /// The face value of the largest tile, at most 65 536 (see [`super::board`]).
    pub largest_tile: u32,
    /// How many moves were made.
    pub moves: u32,
    /// How many boards the player valued to choose them.
    pub nodes: u64,
}

/// A game under way.
#[derive(Clone, Debug)]
pub struct Session {
    board: Board,
    spawns: SpawnSource,
    score: u64,
    moves: u32,
    merged_highest: bool,
}

impl Session {
    /// A new game with its two spawns.
    pub fn new(seed: GameSeed) -> Self {
        let mut spawns = SpawnSource::new(seed);
        let board = spawns.spawn(Board::EMPTY);
        let board = spawns.spawn(board);
        Self {
            board,
            spawns,
            score: 0,
            moves: 0,
            merged_highest: false,
        }
    }

    /// A game that goes on from a position to move in, with the first spawn of
    /// the seed after its first move.
    pub fn from_board(board: Board, seed: GameSeed) -> Self {
        Self {
            board,
            spawns: SpawnSource::new(seed),
            score: 0,
            moves: 0,
            merged_highest: false,
        }
    }

    /// The position to move in.
    pub fn board(&self) -> Board {
        self.board
    }

    /// The points so far.
    pub fn score(&self) -> u64 {
        self.score
    }

    /// The moves so far.
    pub fn moves(&self) -> u32 {
        self.moves
    }

    /// The face value of the largest tile so far, 0 on an empty board.
    pub fn largest_tile(&self) -> u32 {
        match self.board.highest_rank() {
            _ if self.merged_highest => 65_536,
            0 => 0,
            rank => 1 << rank,
        }
    }

    /// Makes a move and the spawn after it; returns whether the move was legal.
    /// An illegal move changes nothing.
    #[inline(always)]
    pub fn make(&mut self, direction: Move) -> bool {
        let tables = MoveTables::get();
        let (afterstate, points) = tables.apply_with_points(self.board, direction);
        if afterstate == self.board {
            return false;
        }
        self.score += u64::from(points);
        self.merged_highest |= merges_two_highest(self.board, direction);
        self.moves += 1;
        self.board = self.spawns.spawn(afterstate);
        true
    }
}

#[inline]
fn merges_two_highest(board: Board, direction: Move) -> bool {
    board.has_highest() && merges_highest_of_rows(board, direction)
}

#[cold]
fn merges_highest_of_rows(board: Board, direction: Move) -> bool {
    let board = match direction {
        Move::Up | Move::Down => board.transpose(),
        Move::Left | Move::Right => board,
    };
    (0..4).any(|row| merges_highest(board.row(row)))
}

/// Plays one game.
///
/// # Panics
/// If the player chooses an illegal move.
pub fn play(player: &mut (impl Player + ?Sized), seed: GameSeed) -> GameResult {
    play_unless(player, seed, || false).expect("nothing stops the game")
}

/// Plays one game, unless it is to be stopped: asked before every move, since
/// a game of a deep search takes minutes.
///
/// # Panics
/// If the player chooses an illegal move.
pub fn play_unless(
    player: &mut (impl Player + ?Sized),
    seed: GameSeed,
    is_stopped: impl Fn() -> bool,
) -> Option<GameResult> {
    player.start_game();
    let mut session = Session::new(seed);
    while let Some(direction) = player.choose(session.board) {
        if is_stopped() {
            return None;
        }
        let legal = session.make(direction);
        assert!(legal, "{direction} is illegal on {}", session.board);
    }
    Some(GameResult {
        score: session.score,
        largest_tile: session.largest_tile(),
        moves: session.moves,
        nodes: player.nodes(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Plays the first legal move of a fixed order.
    struct FirstLegal;

    impl Player for FirstLegal {
        fn start_game(&mut self) {}

        fn choose(&mut self, board: Board) -> Option<Move> {
            let tables = MoveTables::get();
            Move::ALL
                .into_iter()
                .find(|&direction| tables.apply(board, direction) != board)
        }

        fn nodes(&self) -> u64 {
            0
        }
    }

    /// A merge of rank r+1 scores 2^(r+1) and needs two of rank r; a spawned 4 scores nothing.
    #[test]
    fn the_score_is_what_the_tiles_say() {
        for index in 0..200 {
            let mut session = Session::new(GameSeed(index));
            let mut fours_spawned = 0_u64;
            loop {
                let board = session.board;
                let Some(direction) = FirstLegal.choose(board) else {
                    break;
                };
                let afterstate = MoveTables::get().apply(board, direction);
                assert!(session.make(direction));
                let spawned = session.board.0 ^ afterstate.0;
                fours_spawned += u64::from(
                    spawned >> spawned.trailing_zeros() == 1 && spawned.trailing_zeros() % 4 == 1,
                );
            }
            let first: Board = Session::new(GameSeed(index)).board;
            fours_spawned += first.ranks().iter().filter(|&&rank| rank == 2).count() as u64;
            // A tile of rank r made of 2s alone has scored (r - 1) * 2^r; each spawned 4 saves 4.
            let built: u64 = session
                .board
                .ranks()
                .iter()
                .filter(|&&rank| rank > 0)
                .map(|&rank| (u64::from(rank) - 1) << rank)
                .sum();
            assert_eq!(session.score, built - 4 * fours_spawned, "seed {index}");
        }
    }

    #[test]
    fn a_merge_of_the_highest_tiles_is_reported() {
        let mut session = Session::new(GameSeed(1));
        session.board = "f0f0000000000000".parse().unwrap();
        assert_eq!(session.largest_tile(), 32_768);
        assert!(session.make(Move::Down));
        assert_eq!(session.largest_tile(), 32_768);
        session.board = "f0f0000000000000".parse().unwrap();
        assert!(session.make(Move::Right));
        assert_eq!(session.score(), 65_536);
        assert_eq!(session.largest_tile(), 65_536);
    }

    #[test]
    fn an_illegal_move_changes_nothing() {
        let mut session = Session::new(GameSeed(1));
        session.board = "1234000000000000".parse().unwrap();
        assert!(!session.make(Move::Left));
        assert_eq!((session.moves(), session.score()), (0, 0));
        assert_eq!(session.board.to_string(), "1234000000000000");
    }
}
