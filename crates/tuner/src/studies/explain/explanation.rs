//! The summary of a comparison: how often two players agree, how their moves
//! differ where they disagree, and which terms of the heuristics cause that.

use crate::statistics::{self, Interval};
use crate::studies::explain::policies::{MoveComparison, Policy};
use crate::studies::explain::sampled_board::GamePhase;
use crate::studies::explain::traits::{TRAITS, Trait};
use tune2048_engine::game::Move;

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
    /// The mean of each term of each player over the boards.
    pub terms: [Vec<f64>; 2],
}

/// A difference between the moves of two players on the boards where they disagree.
#[derive(Clone, Copy, Debug)]
pub struct TraitDifference {
    /// The trait.
    pub one: &'static Trait,
    /// The mean of the first player's trait minus the second player's.
    pub difference: f64,
    /// The interval of the difference; the intervals of all traits are valid together with 95 %.
    pub interval: Option<Interval>,
}

/// The part of a term in the disagreement of two players: how much more the term
/// contributes to a player's own move than to the other's.
#[derive(Clone, Debug)]
pub struct TermAttribution {
    /// The name of the term.
    pub name: String,
    /// Each player's mean, as a share of the spread; `None` if the player has no
    /// such term or its search cannot be decomposed.
    pub by_player: [Option<f64>; 2],
    /// The sum of both, if the terms of the players are comparable.
    pub together: Option<f64>,
    /// The interval of the sum; the intervals of all terms are valid together with 95 %.
    pub interval: Option<Interval>,
}

/// A board on which two players disagree.
#[derive(Clone, Debug)]
pub struct Example {
    /// The choices of both players, with the board.
    pub opinions: MoveComparison,
    /// The cost of each move for each player, as a share of the spread.
    pub costs: [[Option<f64>; 4]; 2],
}

/// The comparison of two players over all boards.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// The agreement on all boards.
    pub overall: Agreement,
    /// Stages with boards.
    pub stages: Vec<StageReport>,
    /// The differences of traits, in the order of [`TRAITS`]; empty if the players never disagree.
    pub traits: Vec<TraitDifference>,
    /// The terms of the first player in order, then the terms of the second player only.
    pub pulls: Vec<TermAttribution>,
    /// Whether terms with the same name have the same meaning for both players.
    pub is_comparable: bool,
    /// The boards with the largest costs: the smaller of the players' two costs
    /// of each other's move counts.
    pub examples: Vec<Example>,
}

impl Explanation {
    /// Summarises the choices on all boards.
    pub fn new(policies: [&Policy; 2], opinions: &[MoveComparison], max_examples: usize) -> Self {
        let report = |stage: GamePhase| {
            let own: Vec<_> = opinions.iter().filter(|on| on.sampled.stage == stage).collect();
            (!own.is_empty()).then(|| StageReport::new(stage, &own))
        };
        let stages: Vec<StageReport> = GamePhase::all().filter_map(report).collect();
        let spreads = |stage: GamePhase| {
            let found = stages.iter().find(|report| report.stage == stage);
            found.map_or([0.0; 2], |report| report.spreads)
        };
        let differing: Vec<_> = opinions.iter().filter(|on| !on.agree()).collect();
        let is_comparable = policies[0].is_comparable(policies[1]);
        let example = |on: &&MoveComparison| Example::new(on, spreads(on.sampled.stage));
        let mut examples: Vec<Example> = differing.iter().map(example).collect();
        examples.sort_by(|a, b| b.least_cost().total_cmp(&a.least_cost()));
        examples.truncate(max_examples);
        let pulls = pulls(policies, is_comparable, &differing, spreads);
        let (overall, traits) = (Agreement::of(opinions.iter()), trait_differences(&differing));
        Self { overall, stages, traits, pulls, is_comparable, examples }
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
        let terms = [0, 1].map(|player| {
            let mean = |term: usize| {
                let values: Vec<f64> = opinions().map(|found| found.terms[player][term]).collect();
                statistics::mean(&values)
            };
            (0..boards[0].terms[player].len()).map(mean).collect()
        });
        let (agreement, by_games) = (Agreement::of(opinions()), [0, 1].map(of_games));
        Self { stage, agreement, by_games, spreads, costs, terms }
    }
}

impl Example {
    fn new(opinions: &MoveComparison, spreads: [f64; 2]) -> Self {
        let costs = [0, 1].map(|player| {
            Move::ALL.map(|direction| {
                let cost = opinions.cost(player, direction)?;
                opinions.share_of_scale(player, spreads[player], cost)
            })
        });
        Self { opinions: opinions.clone(), costs }
    }

    fn least_cost(&self) -> f64 {
        let cost = |player: usize| {
            let other = self.opinions.moves[1 - player];
            self.costs[player][other as usize].unwrap_or(0.0)
        };
        cost(0).min(cost(1))
    }
}

/// Returns the confidence of each of `count` intervals that are valid together with 95 % (Bonferroni).
fn confidence_of_each(count: usize) -> f64 {
    1.0 - 0.05 / count.max(1) as f64
}

fn trait_differences(differing: &[&MoveComparison]) -> Vec<TraitDifference> {
    if differing.is_empty() {
        return Vec::new();
    }
    let of = |one: &'static Trait| {
        let difference = |on: &&MoveComparison| {
            let [a, b] = on.moves.map(|own| (one.of)(on.sampled.board, own));
            a - b
        };
        let differences: Vec<f64> = differing.iter().map(difference).collect();
        TraitDifference {
            one,
            difference: statistics::mean(&differences),
            interval: statistics::student_interval(&differences, confidence_of_each(TRAITS.len())),
        }
    };
    TRAITS.iter().map(of).collect()
}

fn pulls(
    policies: [&Policy; 2],
    is_comparable: bool,
    differing: &[&MoveComparison],
    spreads: impl Fn(GamePhase) -> [f64; 2],
) -> Vec<TermAttribution> {
    let names = policies.map(|policy| policy.terms.names.as_slice());
    let place = |player: usize, name: &String| names[player].iter().position(|own| own == name);
    let is_common = |name: &String| is_comparable && place(0, name).is_some();
    // The index of each term in either player's list.
    let of_first = |name| [place(0, name), place(1, name).filter(|_| is_comparable)];
    let first = names[0].iter().map(|name| (name, of_first(name)));
    let second = names[1].iter().filter(|name| !is_common(name));
    let terms = first.chain(second.map(|name| (name, [None, place(1, name)])));
    let terms: Vec<(&String, [Option<usize>; 2])> = terms.collect();
    // A player's attributions by board and term, as shares of the spread.
    let of_player = |player: usize| -> Option<Vec<Vec<f64>>> {
        let of_board = |opinions: &&MoveComparison| {
            let spread = spreads(opinions.sampled.stage)[player];
            let pulls = opinions.pulls[player].as_ref()?.iter();
            let share = |&pull: &f64| opinions.share_of_scale(player, spread, pull);
            pulls.map(share).collect::<Option<Vec<f64>>>()
        };
        let found: Option<Vec<Vec<f64>>> = differing.iter().map(of_board).collect();
        found.filter(|found| !found.is_empty())
    };
    let samples = [of_player(0), of_player(1)];
    let count = terms.len();
    let of_term = |(name, places): (&String, [Option<usize>; 2])| {
        let sample = |player: usize| -> Option<Vec<f64>> {
            let (found, place) = (samples[player].as_ref()?, places[player]?);
            Some(found.iter().map(|terms| terms[place]).collect())
        };
        let own = [sample(0), sample(1)];
        let is_summed = is_comparable && samples.iter().all(Option::is_some);
        let sum = |index: usize| own.iter().flatten().map(|sample| sample[index]).sum();
        let sums: Option<Vec<f64>> = is_summed.then(|| (0..differing.len()).map(sum).collect());
        let interval = |sums| statistics::student_interval(sums, confidence_of_each(count));
        TermAttribution {
            name: name.clone(),
            by_player: own.each_ref().map(|sample| sample.as_deref().map(statistics::mean)),
            together: sums.as_deref().map(statistics::mean),
            interval: sums.as_deref().and_then(interval),
        }
    };
    terms.into_iter().map(of_term).collect()
}
