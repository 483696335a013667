//! The summary of a comparison: how often two players choose the same move, and how much value each
//! loses by the other's.

use std::collections::BTreeMap;

use serde::{Serialize, Serializer};

use crate::statistics::{self, Interval};
use crate::studies::explain::policies::MoveComparison;
use crate::studies::explain::sampled_board::{PHASES, largest_tile};

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
    fn of<'c>(comparisons: impl Iterator<Item = &'c MoveComparison> + Clone) -> Self {
        let boards = comparisons.clone().count() as u64;
        let same = comparisons.filter(|comparison| comparison.agree()).count() as u64;
        let interval = statistics::share_interval(same, boards);
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
#[derive(Clone, Debug, Serialize)]
pub struct Explanation {
    /// The agreement on all boards.
    #[serde(rename = "agreement")]
    pub overall: Agreement,
    /// Stages with boards.
    pub stages: Vec<StageReport>,
}

impl Explanation {
    /// Summarises the choices on all boards.
    pub fn new(opinions: &[MoveComparison]) -> Self {
        let report = |phase: usize| {
            let own: Vec<_> = opinions.iter().filter(|on| on.sampled.phase == phase).collect();
            (!own.is_empty()).then(|| StageReport::new(largest_tile(phase), &own))
        };
        let stages = (0..PHASES).filter_map(report).collect();
        Self { overall: Agreement::of(opinions.iter()), stages }
    }
}

impl StageReport {
    fn new(largest_tile: u32, boards: &[&MoveComparison]) -> Self {
        let opinions = || boards.iter().copied();
        let of_games = |player| opinions().filter(|on| on.sampled.player == player).count();
        let spreads = [0, 1].map(|player| {
            let spreads: Vec<f64> = opinions().map(|found| found.spread(player)).collect();
            // Of its best and its worst legal move.
            statistics::median(&spreads)
        });
        let costs = [0, 1].map(|player| {
            let differing = opinions().filter(|opinions| !opinions.agree());
            // Where all moves have equal values, no cost is a share of what separates them.
            let share = |found: &MoveComparison| {
                let scale = found.spread(player).max(spreads[player]);
                (scale > 0.0).then(|| found.cost_of_other(player) / scale)
            };
            let costs = differing.map(share).collect::<Option<Vec<f64>>>()?;
            (!costs.is_empty()).then(|| statistics::mean(&costs))
        });
        let (agreement, boards) = (Agreement::of(opinions()), [0, 1].map(of_games));
        Self { largest_tile, agreement, boards, costs }
    }
}
