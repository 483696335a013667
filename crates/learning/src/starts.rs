//! Late boards from which games begin, so that a network learns of boards that few games reach.
//!
//! Jaśkowski 2018 (arXiv:1604.05085, carousel shaping): games begin in turn from the last boards of
//! each stage. Here a stage is a range of the sum of a board's tiles, which every move raises, and
//! a stage is drawn the sooner the fewer games have come to it.

use std::collections::VecDeque;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tune2048_engine::game::SpawnSource;
use tune2048_engine::{Board, GameSeed};

use crate::batch::Batch;

/// The most boards that a stage keeps.
const KEPT: usize = 1000;

/// The stages between a sum of tiles and twice that sum.
const STAGES_PER_DOUBLING: u32 = 8;

/// Late boards that a share of the games begins from.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
#[schemars(rename = "Starts")]
pub struct LateStarts {
    /// The share of the games that begin late.
    #[schemars(range(max = 0.95), extend("exclusiveMinimum" = 0))]
    pub share: f64,
    /// The sum of the tiles of a board from which on games begin late.
    #[schemars(range(min = 64, max = 262_144))]
    pub from: u32,
}

impl Default for LateStarts {
    fn default() -> Self {
        Self { share: 0.5, from: 16_384 }
    }
}

impl LateStarts {
    /// Whether a game of the run, by its number, begins late.
    fn is_late(self, game: u64) -> bool {
        let late_before = |game: u64| (game as f64 * self.share).floor();
        late_before(game) < late_before(game + 1)
    }

    fn width(self) -> u32 {
        self.from / STAGES_PER_DOUBLING
    }

    /// The stage of a sum of tiles; `None` below the first.
    fn stage(self, sum: u32) -> Option<usize> {
        Some((sum.checked_sub(self.from)? / self.width()) as usize)
    }
}

/// The sum of the tiles of a board.
fn sum_of_tiles(board: Board) -> u32 {
    board.ranks().iter().filter(|&&rank| rank > 0).map(|&rank| 1_u32 << rank).sum()
}

/// What looks during a game for boards that begin a stage.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lookout {
    sum: u32,
    /// The sum at which the next stage begins.
    next: u32,
    width: u32,
}

impl Lookout {
    /// A lookout that sees nothing.
    pub(crate) const NONE: Self = Self { sum: 0, next: u32::MAX, width: 0 };

    /// Whether the board after a spawn begins a stage.
    #[inline(always)]
    pub(crate) fn begins_stage(&mut self, after: Board, board: Board) -> bool {
        // The spawn is the only bit that differs: rank 1 or 2 of some cell.
        let spawn = (after.0 ^ board.0).trailing_zeros() % 4;
        self.sum += 2 << spawn;
        let begins = self.sum >= self.next;
        if begins {
            self.next += self.width;
        }
        begins
    }
}

/// A board that began a stage, by the number of its game in the batch.
pub(crate) type Seen = (u64, Board);

/// The boards of a stage.
#[derive(Clone, Debug, Default, PartialEq)]
struct Stage {
    /// The games that have come to it, or begun in it.
    games: u64,
    /// The last of the boards that began it.
    boards: VecDeque<Board>,
}

/// The late boards of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Starts {
    late: LateStarts,
    stages: Vec<Stage>,
}

impl Starts {
    /// No boards.
    pub fn new(late: LateStarts) -> Self {
        Self { late, stages: Vec::new() }
    }

    /// The board that a game begins from, by its number in the run; `None` for two random tiles.
    pub(crate) fn board(&self, game: u64, seed: GameSeed) -> Option<Board> {
        if !self.late.is_late(game) {
            return None;
        }
        // A stage that was never come to has no boards, and is not drawn.
        let share = |stage: &Stage| {
            if stage.boards.is_empty() { 0.0 } else { 1.0 / stage.games as f64 }
        };
        let mut draws = SpawnSource::new(GameSeed(!seed.0));
        let unit = (draws.draw() >> 11) as f64 / (1_u64 << 53) as f64;
        let mut left = unit * self.stages.iter().map(share).sum::<f64>();
        let drawn = self.stages.iter().find(|stage| {
            left -= share(stage);
            left < 0.0
        });
        // Rounding may leave a rest above all shares.
        let stage = drawn.or_else(|| self.stages.iter().rfind(|stage| !stage.boards.is_empty()))?;
        Some(stage.boards[(draws.draw() % stage.boards.len() as u64) as usize])
    }

    /// What looks for boards in a game that begins from one of [`Self::board`].
    pub(crate) fn lookout(&self, start: Option<Board>) -> Lookout {
        let (from, width) = (self.late.from, self.late.width());
        // Two random tiles are counted as nothing: they are less than a stage is wide.
        let Some(board) = start else { return Lookout { sum: 0, next: from, width } };
        let sum = sum_of_tiles(board);
        let stage = self.late.stage(sum).map_or(0, |stage| stage as u32 + 1);
        Lookout { sum, next: from + stage * width, width }
    }

    /// Counts the boards that the games of a batch began from, and takes those that were seen.
    pub(crate) fn add(&mut self, mut seen: Vec<Seen>, batch: &Batch) {
        let begun = |number| batch.begin(number, Some(&*self))?.board;
        let begun: Vec<Board> = (0..batch.games).filter_map(begun).collect();
        for board in begun {
            if let Some(stage) = self.stage_of(board) {
                stage.games += 1;
            }
        }
        // Whatever thread played them first. Boards of one game are in order.
        seen.sort_by_key(|(game, _)| *game);
        for (_, board) in seen {
            self.keep(board);
        }
    }

    /// Keeps a board, in place of the oldest of its stage if there are many.
    fn keep(&mut self, board: Board) {
        let Some(stage) = self.stage_of(board) else { return };
        if stage.boards.len() == KEPT {
            stage.boards.pop_front();
        }
        stage.boards.push_back(board);
        stage.games += 1;
    }

    fn stage_of(&mut self, board: Board) -> Option<&mut Stage> {
        let number = self.late.stage(sum_of_tiles(board))?;
        if self.stages.len() <= number {
            self.stages.resize(number + 1, Stage::default());
        }
        self.stages.get_mut(number)
    }

    /// The boards as numbers, for a file: of each stage its games, the number of its boards, and
    /// these.
    pub(crate) fn to_words(&self) -> Vec<u64> {
        let mut words = Vec::new();
        for stage in &self.stages {
            words.extend([stage.games, stage.boards.len() as u64]);
            words.extend(stage.boards.iter().map(|board| board.0));
        }
        words
    }

    /// Takes the boards of [`Self::to_words`]; those of other stages find their own. `None` if the
    /// numbers are no such boards.
    pub(crate) fn take_words(&mut self, mut words: &[u64]) -> Option<()> {
        while let [games, count, rest @ ..] = words {
            let (boards, rest) = rest.split_at_checked(usize::try_from(*count).ok()?)?;
            let games_without_board = games.checked_sub(*count)?;
            for &board in boards {
                self.keep(Board(board));
            }
            if let Some(stage) = boards.last().and_then(|&board| self.stage_of(Board(board))) {
                stage.games += games_without_board;
            }
            words = rest;
        }
        words.is_empty().then_some(())
    }
}

#[cfg(test)]
mod tests {
    use tune2048_engine::Stream;

    use super::*;
    use crate::lesson::Step;

    const LATE: LateStarts = LateStarts { share: 0.375, from: 128 };

    fn batch(games: u64) -> Batch {
        Batch { seed: 1, first: 0, games, step: Step::COHERENT, threads: 1 }
    }

    fn seed(game: u64) -> GameSeed {
        GameSeed::new(1, Stream::Learning, game)
    }

    /// A board of 128, 64 and so on down to 4 has a sum of 252; the tile of 2^`rank` is added.
    fn board(rank: u64) -> Board {
        Board(0x7654_3200_0000_0000 | rank)
    }

    #[test]
    fn the_share_of_late_games_is_met_and_stages_seen_less_come_more() {
        let mut starts = Starts::new(LATE);
        assert_eq!(starts.board(2, seed(2)), None, "there is no board yet");
        // Thirty games in the stage from 240 on, ten in the one from 256 on.
        let seen = (0..30).map(|game| (game, board(0))).chain((0..10).map(|game| (game, board(3))));
        starts.add(seen.collect(), &batch(0));
        let drawn: Vec<Board> =
            (0..8000).filter_map(|game| starts.board(game, seed(game))).collect();
        assert_eq!(drawn.len(), 3000);
        // One in four, within five standard deviations.
        let rare = drawn.iter().filter(|found| **found == board(0)).count();
        assert!(rare.abs_diff(750) < 120, "{rare}");
    }

    #[test]
    fn words_restore_all_and_other_stages_are_found_again() {
        let mut starts = Starts::new(LATE);
        starts.add((0..1600).map(|game| (game, board(game % 3))).collect(), &batch(0));
        starts.add(Vec::new(), &batch(400));
        let words = starts.to_words();
        let mut restored = Starts::new(LATE);
        restored.take_words(&words).unwrap();
        assert_eq!(restored, starts);
        let mut other = Starts::new(LateStarts { from: 64, ..LATE });
        other.take_words(&words).unwrap();
        assert_eq!(other.stages.iter().map(|stage| stage.boards.len()).sum::<usize>(), 1533);
        assert_eq!(restored.take_words(&words[..words.len() - 1]), None);
    }
}
