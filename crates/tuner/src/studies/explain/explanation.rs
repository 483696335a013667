//! The summary of a comparison: how often two players choose the same move, and how much value each
//! loses by the other's.

use std::collections::BTreeMap;

use rayon::prelude::*;
use serde::{Serialize, Serializer};

use crate::statistics::{self, Interval};
use crate::studies::explain::sample::{Policy, SampledBoard, largest_tile};
use tune2048_engine::game::{Player, first_best};
use tune2048_engine::{EvaluateError, Monitor, Move};

/// The choices of two players on one board; every array has the first player first.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveComparison {
    /// The board, as it was sampled.
    pub sampled: SampledBoard,
    /// The value of each move, in the order of [`Move::ALL`]; `None` for an illegal move.
    pub values: [[Option<f64>; 4]; 2],
    /// The moves that they choose.
    pub moves: [Move; 2],
}

impl MoveComparison {
    /// Whether both players choose the same move.
    pub fn agree(&self) -> bool {
        self.moves[0] == self.moves[1]
    }

    /// Returns the cost to a player of the move of the other player: how far its value is below that of its own.
    pub fn cost_of_other(&self, player: usize) -> f64 {
        let [own, other] = [player, 1 - player].map(|side| self.moves[side] as usize);
        let [own, other] = [own, other].map(|direction| self.values[player][direction]);
        own.zip(other).map_or(0.0, |(own, other)| own - other)
    }

    /// Returns the difference between the values of a player's best and worst legal move.
    pub fn spread(&self, player: usize) -> f64 {
        let legal = || self.values[player].iter().copied().flatten();
        legal().fold(f64::NEG_INFINITY, f64::max) - legal().fold(f64::INFINITY, f64::min)
    }
}

/// Compares the moves of two players on some boards, on the threads of the pool that it is called in.
///
/// # Errors
/// [`EvaluateError::Interrupted`] if a stop was requested through the monitor.
pub fn judge(
    policies: [&Policy; 2],
    boards: &[SampledBoard],
    monitor: &Monitor,
) -> Result<Vec<MoveComparison>, EvaluateError> {
    let players = || policies.map(Policy::player);
    let comparisons = boards.par_iter().map_init(players, |players, &sampled| {
        let compared = (!monitor.stop_requested()).then(|| of_board(players, sampled));
        compared.ok_or(EvaluateError::Interrupted)
    });
    comparisons.collect()
}

/// The moves on a board.
fn of_board([a, b]: &mut [Box<dyn Player + '_>; 2], sampled: SampledBoard) -> MoveComparison {
    let choice = |player: &mut dyn Player| {
        let values = player.move_values(sampled.board);
        (values, first_best(values).expect("a sampled board has moves"))
    };
    let ((of_a, move_a), (of_b, move_b)) = (choice(&mut **a), choice(&mut **b));
    MoveComparison { sampled, values: [of_a, of_b], moves: [move_a, move_b] }
}

/// On how many boards two players choose the same move.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Agreement {
    /// All boards.
    pub boards: u64,
    /// The boards with equal moves.
    pub same: u64,
    /// The share of boards with equal moves; NaN without boards.
    pub share: f64,
    /// Wilson's 95 % interval of the share.
    #[serde(rename = "ci95")]
    pub interval: Interval,
}

impl Agreement {
    fn of(opinions: &[MoveComparison]) -> Self {
        let boards = opinions.len() as u64;
        let same = opinions.iter().filter(|opinions| opinions.agree()).count() as u64;
        let interval = statistics::share_interval(same, boards, 0.95);
        Self { boards, same, share: same as f64 / boards as f64, interval }
    }
}

/// The comparison of two players in one phase; every array has the first player first.
#[derive(Clone, Debug, Serialize)]
pub struct StageReport {
    /// The largest tile of the phase, of the first one the largest possible.
    pub largest_tile: u32,
    /// The agreement on all boards of the phase.
    pub agreement: Agreement,
    /// The number of boards from each player's games.
    #[serde(rename = "boards_of", serialize_with = "a_and_b")]
    pub boards: [usize; 2],
    /// Each player's mean cost of the other's move on the boards where they
    /// differ, as a share of the spread; `None` without such boards or if all
    /// moves have equal values.
    #[serde(rename = "cost", serialize_with = "a_and_b")]
    pub costs: [Option<f64>; 2],
}

/// Writes what both players have as `{"a": …, "b": …}`.
fn a_and_b<T: Serialize, S: Serializer>([a, b]: &[T; 2], serializer: S) -> Result<S::Ok, S::Error> {
    BTreeMap::from([("a", a), ("b", b)]).serialize(serializer)
}

/// The comparison of two players over all boards.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// The agreement on all boards.
    pub overall: Agreement,
    /// Stages with boards.
    pub stages: Vec<StageReport>,
}

impl Explanation {
    /// Summarises the choices on all boards, which are ordered by phase.
    pub fn new(opinions: &[MoveComparison]) -> Self {
        let stages = opinions.chunk_by(|a, b| a.sampled.phase == b.sampled.phase);
        Self { overall: Agreement::of(opinions), stages: stages.map(StageReport::new).collect() }
    }
}

impl StageReport {
    fn new(opinions: &[MoveComparison]) -> Self {
        let boards =
            [0, 1].map(|player| opinions.iter().filter(|on| on.sampled.player == player).count());
        let costs = [0, 1].map(|player| {
            let spreads: Vec<f64> = opinions.iter().map(|found| found.spread(player)).collect();
            // Of its best and its worst legal move.
            let usual = statistics::median(&spreads);
            let differing = opinions.iter().filter(|opinions| !opinions.agree());
            // Where all moves have equal values, no cost is a share of what separates them.
            let share = |found: &MoveComparison| {
                let scale = found.spread(player).max(usual);
                (scale > 0.0).then(|| found.cost_of_other(player) / scale)
            };
            let costs = differing.map(share).collect::<Option<Vec<f64>>>()?;
            (!costs.is_empty()).then(|| statistics::mean(&costs))
        });
        let largest_tile = largest_tile(opinions[0].sampled.phase);
        Self { largest_tile, agreement: Agreement::of(opinions), boards, costs }
    }
}
