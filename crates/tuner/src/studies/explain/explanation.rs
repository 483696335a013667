//! The summary of a comparison: how often two players choose the same move, and how much value each
//! loses by the other's.

use std::collections::BTreeMap;

use serde::{Serialize, Serializer};

use crate::statistics::{self, Interval};
use crate::studies::explain::policies::MoveComparison;
use crate::studies::explain::sample::largest_tile;

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
