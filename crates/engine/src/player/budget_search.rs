//! Expectimax with a budget of boards: to one horizon after the other until it is spent.
//!
//! A move that is not searched to the end at the last horizon cannot be chosen, so that all
//! that are compared are searched equally far. The best move of one horizon is the first to
//! be searched at the next.

use std::cmp::Ordering;

use super::depth::NodesOf;
use super::horizon::BudgetSearch;
use crate::game::gaps::bits;
use crate::game::{Board, Move, Player};

/// The last horizon.
const MAX_HORIZON: u32 = 24;

/// A move is given up that is further below the best than this many times the largest
/// change of such a distance from the last horizon to this one.
const CHANGES: f32 = 5.0;

/// A move of the position.
#[derive(Clone, Copy, Debug)]
struct RootMove {
    direction: Move,
    after: Board,
    points: f32,
    /// The value at the last horizon to which the move was searched, and at the one before.
    value: f32,
    before: f32,
}

impl RootMove {
    /// The order of preference: by value, then by the order of moves.
    fn order(&self, other: &Self) -> Ordering {
        let by_value = other.value.total_cmp(&self.value);
        by_value.then((self.direction as u8).cmp(&(other.direction as u8)))
    }
}

impl Player for BudgetSearch<'_> {
    /// The values of the moves, each at the last horizon to which it was searched. The best is one of
    /// those that were searched furthest; the others are valued below it.
    fn move_values(&mut self, board: Board) -> [Option<f64>; 4] {
        let start = self.nodes();
        self.start();
        let mut roots = Move::ALL.map(|direction| self.root_move(board, direction));
        // Illegal moves come last.
        roots.sort_unstable_by(RootMove::order);
        let legal = roots.iter().filter(|root| root.after != board).count();
        let roots = &mut roots[..legal];
        self.deepen(roots, start);
        self.leaves.with_offset(values(roots))
    }

    fn nodes(&self) -> u64 {
        self.leaves.leaf.nodes
    }

    fn inner_nodes(&self) -> u64 {
        self.leaves.leaf.inner_nodes
    }
}

impl BudgetSearch<'_> {
    /// Searches the moves to one horizon after the other. The best comes first.
    fn deepen(&mut self, roots: &mut [RootMove], start: u64) {
        let (mut kept, mut horizon) = (roots.len(), 1);
        let mut before = start;
        while kept > 1 && horizon < MAX_HORIZON {
            roots[..kept].sort_unstable_by(RootMove::order);
            if horizon >= u32::from(self.budget.at_least) {
                let nodes = self.budget.nodes;
                // Clear moves end earlier, so that others have a quarter more than the budget.
                let (since, limit) = match self.budget.of {
                    NodesOf::Move => (start, start + nodes + nodes / 4),
                    NodesOf::Search => (before, u64::MAX),
                };
                if self.nodes() - since >= nodes {
                    return;
                }
                self.limit = limit;
            }
            horizon += 1;
            before = self.nodes();
            if horizon == 3 {
                self.margin = self.deviation(roots);
            }
            let mut done = 0;
            for root in &mut roots[..kept] {
                let value = self.afterstate(root.after, horizon);
                if self.is_stopped() {
                    break;
                }
                (root.before, root.value) = (root.value, root.points + value);
                done += 1;
            }
            roots[..done].sort_unstable_by(RootMove::order);
            if done < kept {
                return;
            }
            if horizon > 2 {
                kept = promising(&roots[..kept]);
            }
        }
    }

    /// A move with the value of its leaf; minus infinity if it is illegal.
    fn root_move(&mut self, board: Board, direction: Move) -> RootMove {
        let leaves = &mut self.leaves;
        let after = leaves.moves.apply(board, direction);
        let points = leaves.tables.with_points(0.0, board, direction);
        let value = if after == board { f32::NEG_INFINITY } else { points + leaves.value(after) };
        RootMove { direction, after, points, value, before: value }
    }

    /// How far the values of leaves deviate from the static values of their boards, each
    /// less that of the best of its rivals: the root of the mean square over all moves
    /// after the first spawns of a 2.
    fn deviation(&mut self, roots: &[RootMove]) -> f32 {
        let (mut sum, mut count) = (0.0, 0_u32);
        for root in roots {
            for bit in bits(root.after.empty_mask()) {
                let spawned = Board(root.after.0 | 1 << bit);
                let values = Move::ALL.map(|direction| self.static_and_leaf(spawned, direction));
                let values = || values.into_iter().flatten();
                let Some(best) = values().reduce(|a, b| if b[0] > a[0] { b } else { a }) else {
                    continue;
                };
                for [fixed, leaf] in values() {
                    let deviation = f64::from((best[1] - leaf) - (best[0] - fixed));
                    sum += deviation * deviation;
                    count += 1;
                }
                // The best does not deviate from itself.
                count -= 1;
            }
        }
        if count == 0 {
            return f32::INFINITY;
        }
        (sum / f64::from(count)).sqrt() as f32
    }

    /// The static value of a move's board and that of its leaf, with points; `None` if the
    /// move is illegal.
    fn static_and_leaf(&mut self, board: Board, direction: Move) -> Option<[f32; 2]> {
        let after = self.leaves.moves.legal(board, direction)?;
        let leaf = self.leaf(after);
        let leaves = &mut self.leaves;
        let fixed = leaves.static_value(after);
        Some([fixed, leaf].map(|value| leaves.tables.with_points(value, board, direction)))
    }
}

/// The number of sorted moves that may still be the best: those whose distance from the
/// best is not far above the changes of these distances since the last horizon.
fn promising(roots: &[RootMove]) -> usize {
    let best = roots[0];
    let change = |root: &RootMove| ((best.value - root.value) - (best.before - root.before)).abs();
    let largest = roots.iter().map(change).fold(0.0, f32::max);
    let is_near = |root: &&RootMove| root.value >= best.value - CHANGES * largest;
    roots.iter().take_while(is_near).count()
}

/// The values by direction. The first move is the best; one that was not searched as far
/// and has a higher value from before is valued just below it.
fn values(roots: &[RootMove]) -> [Option<f32>; 4] {
    let mut values = [None; 4];
    for root in roots {
        let best = &roots[0];
        values[root.direction as usize] =
            Some(if root.order(best).is_lt() { best.value.next_down() } else { root.value });
    }
    values
}
