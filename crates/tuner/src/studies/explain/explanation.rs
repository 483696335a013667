//! The summary of a comparison: how often two players choose the same move, and how much value each
//! loses by the other's.

use crate::statistics::{self, Interval};
use crate::studies::explain::policies::MoveComparison;
use crate::studies::explain::sampled_board::GamePhase;

/// The number of boards on which two players choose the same move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Agreement {
    /// The boards with equal moves.
    pub same: u64,
    /// All boards.
    pub boards: u64,
}

impl Agreement {
    fn of<'c>(comparisons: impl Iterator<Item = &'c MoveComparison>) -> Self {
        comparisons.fold(Self::default(), |sum, comparison| Self {
            same: sum.same + u64::from(comparison.agree()),
            boards: sum.boards + 1,
        })
    }

    /// Returns the share of boards with equal moves; NaN without boards.
    pub fn share(self) -> f64 {
        self.same as f64 / self.boards as f64
    }

    /// Returns Wilson's 95 % interval of the share.
    pub fn interval(self) -> Interval {
        statistics::share_interval(self.same, self.boards)
    }
}

/// The comparison of two players in one phase; every array has the first player first.
#[derive(Clone, Debug)]
pub struct StageReport {
    /// The phase.
    pub stage: GamePhase,
    /// The agreement on all boards of the phase.
    pub agreement: Agreement,
    /// The agreement on the boards from each player's games.
    pub by_games: [Agreement; 2],
    /// Each player's median difference between the values of its best and its
    /// worst legal move, in the unit of its values.
    pub spreads: [f64; 2],
    /// Each player's mean cost of the other's move on the boards where they
    /// differ, as a share of the spread; `None` without such boards or if all
    /// moves have equal values.
    pub costs: [Option<f64>; 2],
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
    /// Summarises the choices on all boards.
    pub fn new(opinions: &[MoveComparison]) -> Self {
        let report = |stage: GamePhase| {
            let own: Vec<_> = opinions.iter().filter(|on| on.sampled.stage == stage).collect();
            (!own.is_empty()).then(|| StageReport::new(stage, &own))
        };
        let stages = GamePhase::all().filter_map(report).collect();
        Self { overall: Agreement::of(opinions.iter()), stages }
    }
}

impl StageReport {
    fn new(stage: GamePhase, boards: &[&MoveComparison]) -> Self {
        let opinions = || boards.iter().copied();
        let of_games =
            |player| Agreement::of(opinions().filter(|found| found.sampled.player == player));
        let spreads = [0, 1].map(|player| {
            let spreads: Vec<f64> = opinions().map(|found| found.spread(player)).collect();
            statistics::median(&spreads)
        });
        let costs = [0, 1].map(|player| {
            let differing = opinions().filter(|opinions| !opinions.agree());
            let share = |found: &MoveComparison| {
                found.share_of_scale(player, spreads[player], found.cost_of_other(player))
            };
            let costs = differing.map(share).collect::<Option<Vec<f64>>>()?;
            (!costs.is_empty()).then(|| statistics::mean(&costs))
        });
        let (agreement, by_games) = (Agreement::of(opinions()), [0, 1].map(of_games));
        Self { stage, agreement, by_games, spreads, costs }
    }
}
