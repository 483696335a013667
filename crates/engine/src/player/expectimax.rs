//! Expectimax: the move with the best expected value over random spawns.
//!
//! Depth counts the spawns that the search looks past: at depth 1 the search makes a move,
//! a spawn and a move, and values the afterstate.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::cut::{CutRange, TWO_SHARES};
use super::depth::Depth;
use super::downgrading;
use super::setting::{MAX_DEPTH, SettingsError, TerminalValue, in_range};
use super::transposition::{NodeTable, TranspositionTable};
use super::valuing::{AnalysingPlayer, first_best};
use crate::game::{Board, Move, MoveTables, Player, Session};
use crate::heuristic::{Leaf, TerminalEvaluation, ValueFunction};
use crate::processor::Processor;

/// The number of bounds that are kept: sets of tiles at a depth.
const BOUND_SLOTS: u32 = 1 << 10;

/// The largest transposition table, in slots.
const MAX_SLOTS: u32 = 1 << 24;

/// Settings of an expectimax player.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct ExpectimaxSettings {
    /// How many spawns the search looks past.
    pub depth: Depth,
    /// A branch whose spawns together have a lower probability is valued without further search. A budget of nodes cuts no branch.
    #[schemars(range(min = 0.0, max = 1.0))]
    pub probability_cut: f64,
    /// Slots of the transposition table, rounded up to a power of two; 0 for none.
    #[schemars(range(max = MAX_SLOTS))]
    pub transposition_slots: u32,
    /// The value of a position without a legal move: a number, or `"static"` for the heuristic's own value of the board.
    pub dead_value: TerminalValue,
    /// A board with this tile, or a larger one, is searched with all tiles above its largest missing one halved, as often as that helps: for weights that were learned with few such boards.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 4, max = 32_768))]
    pub downgrade_from: Option<u32>,
}

impl Default for ExpectimaxSettings {
    /// Depth 1, a cut at 1e-4, 65 536 slots, and 0 for a position without a legal move.
    fn default() -> Self {
        Self {
            depth: Depth::Fixed(1),
            probability_cut: 1e-4,
            transposition_slots: 65_536,
            dead_value: TerminalValue::Number(0.0),
            downgrade_from: None,
        }
    }
}

impl ExpectimaxSettings {
    pub(super) fn check(&self) -> Result<(), SettingsError> {
        self.depth.check(0)?;
        in_range("probability-cut", self.probability_cut, 0.0..=1.0)?;
        in_range("transposition-slots", self.transposition_slots, 0..=MAX_SLOTS)?;
        if let Some(tile) = self.downgrade_from
            && downgrading::rank_of(tile).is_none()
        {
            let (name, expected) = ("downgrade-from", "a tile, 4 to 32768");
            return Err(SettingsError::of(name, &tile.to_string(), expected));
        }
        self.dead_value.check()
    }
}

/// Writes for example `expectimax depth 2`, or `expectimax depth 2, cut 0.01`: settings other than the
/// depth where they differ from the default and have an effect on games.
impl fmt::Display for ExpectimaxSettings {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "expectimax {}", self.depth)?;
        let usual = Self::default();
        let cuts = !matches!(self.depth, Depth::Nodes(_));
        if cuts && self.probability_cut.to_bits() != usual.probability_cut.to_bits() {
            write!(formatter, ", cut {}", self.probability_cut)?;
        }
        match self.dead_value {
            TerminalValue::Static(_) => write!(formatter, ", dead boards static")?,
            TerminalValue::Number(value) if self.dead_value != usual.dead_value => {
                let is_long = value.abs() >= 1e7;
                let value = if is_long { format!("{value:e}") } else { value.to_string() };
                write!(formatter, ", dead boards {value}")?;
            }
            TerminalValue::Number(_) => {}
        }
        match self.downgrade_from {
            Some(tile) => write!(formatter, ", tiles downgraded from {tile}"),
            None => Ok(()),
        }
    }
}

/// An expectimax player over the tables of a heuristic.
#[derive(Debug)]
pub struct Expectimax<'t, T> {
    pub(super) tables: &'t T,
    pub(super) moves: &'static MoveTables,
    depth: Depth,
    pub(super) probability_cut: f32,
    /// The probability of an afterstate, per depth, from which no branch below it is cut.
    uncut_above: [f32; 32],
    pub(super) transpositions: Option<TranspositionTable>,
    /// From depth 4 on, what is known of chance nodes above the leaves.
    pub(super) nodes: Option<NodeTable>,
    /// A bound that the value of the last node below its floor does not reach.
    pub(super) proven: f32,
    /// Bounds on the values of nodes, by their tiles: most nodes of a search share theirs.
    bounds: Option<TranspositionTable>,
    /// The range of the search of the present chance node, so far.
    pub(super) range: CutRange,
    pub(super) leaf: Leaf,
    /// The move made least often of late, at depth 1; no value depends on it.
    pub(super) rarest: Move,
    /// An upper bound on the boards of the search; infinite if nothing may be left out.
    pub(super) upper_bound: f32,
    /// Whether to draw spawns with the instruction `pdep`.
    pub(super) has_fast_pdep: bool,
}

impl<'t, T: ValueFunction> Expectimax<'t, T> {
    /// A player with the given tables and settings.
    pub fn new(tables: &'t T, settings: &ExpectimaxSettings) -> Self {
        // No more slots than a search fills: fitting the caches matters more than the
        // last hits. At depth 1 no afterstate occurs twice, and at depth 2 too few do
        // if a bound rules most of them out.
        let is_bounded = tables.upper_bound(Board::EMPTY, 0) < f32::INFINITY;
        let slots = settings.transposition_slots.min(match settings.depth {
            Depth::Fixed(0 | 1) => 0,
            Depth::Fixed(2) if is_bounded => 0,
            Depth::Fixed(2) => 1 << 10,
            Depth::Fixed(3) => 1 << 12,
            Depth::Rule(_) => 1 << 14,
            Depth::Schedule(schedule) if schedule.at_most < 4 => 1 << 12,
            Depth::Nodes(_) => 1 << 13,
            Depth::Fixed(_) | Depth::Schedule(_) => 1 << 15,
        });
        let has_budget = matches!(settings.depth, Depth::Nodes(_));
        let is_deep = !has_budget && settings.depth.largest() > 3;
        Self {
            tables,
            moves: MoveTables::get(),
            depth: settings.depth,
            probability_cut: settings.probability_cut as f32,
            uncut_above: uncut_above(settings.probability_cut),
            transpositions: (slots > 0).then(|| TranspositionTable::new(slots)),
            bounds: is_deep.then(|| TranspositionTable::new(BOUND_SLOTS)),
            nodes: (slots > 0 && is_deep).then(|| NodeTable::new(slots)),
            range: CutRange::ALL,
            proven: 0.0,
            leaf: Leaf::new(settings.dead_value.without_offset(tables.offset())),
            rarest: Move::Right,
            upper_bound: f32::INFINITY,
            has_fast_pdep: Processor::get().has_fast_pdep,
        }
    }

    /// Forgets earlier searches, so that a move depends on the board only, and returns the
    /// depth of the search.
    #[inline]
    fn start_search(&mut self, board: Board) -> u32 {
        self.forget();
        self.depth.of(board).unwrap_or(u32::from(MAX_DEPTH))
    }

    #[inline]
    pub(super) fn forget(&mut self) {
        if let Some(table) = &mut self.transpositions {
            table.clear();
        }
        if let Some(table) = &mut self.nodes {
            table.clear();
        }
        if let Some(table) = &mut self.bounds {
            table.clear();
        }
    }

    /// A value plus the constant that tables leave out.
    pub(super) fn with_offset(&self, value: f32) -> f64 {
        f64::from(value) + self.tables.offset()
    }

    #[inline]
    fn move_value(&mut self, board: Board, direction: Move, depth: u32) -> Option<f32> {
        let after = self.moves.legal(board, direction)?;
        let value = match depth {
            0 => self.static_afterstate(after),
            1 => self.leaf_value(after),
            _ => self.chance_value(after, depth, 1.0, f32::NEG_INFINITY)?,
        };
        Some(self.tables.with_points(value, board, direction))
    }

    /// The best move. The search proves the other moves to be worse without their values.
    fn best_move(&mut self, board: Board, depth: u32, upper_bound: f32) -> Option<Move> {
        self.upper_bound = upper_bound;
        // Likely the best first: from depth 3 on a leaf costs little beside the search.
        let mut moves = Move::ALL.map(|direction| {
            let after = self.moves.apply(board, direction);
            let is_legal = after != board;
            let guess = match depth {
                _ if !is_legal => f32::NEG_INFINITY,
                0..=2 => self.tables.value(after),
                _ => self.leaf_value(after),
            };
            let guess = self.tables.with_points(guess, board, direction);
            (is_legal, direction, after, guess)
        });
        likely_best_first(&mut moves);
        let mut values = [None; 4];
        let mut floor = f32::NEG_INFINITY;
        for (_, direction, after, _) in moves.into_iter().filter(|&(is_legal, ..)| is_legal) {
            let points = self.tables.with_points(0.0, board, direction);
            if let Some(value) = self.chance_value(after, depth, 1.0, floor - points) {
                let value = self.tables.with_points(value, board, direction);
                values[direction as usize] = Some(value);
                floor = floor.max(value);
            }
        }
        self.upper_bound = f32::INFINITY;
        first_best(values)
    }

    /// An upper bound on the boards that a search to a depth values.
    #[inline]
    pub(super) fn search_bound(&mut self, board: Board, depth: u32) -> f32 {
        let upper_bound = match &mut self.bounds {
            None => self.tables.upper_bound(board, depth),
            Some(bounds) => {
                let tiles = board.tiles();
                bounds.get(tiles, depth).unwrap_or_else(|| {
                    let upper_bound = self.tables.upper_bound(board, depth);
                    bounds.insert(tiles, depth, upper_bound);
                    upper_bound
                })
            }
        };
        match self.leaf.dead {
            TerminalEvaluation::Fixed(value) => upper_bound.max(value),
            TerminalEvaluation::Static => upper_bound,
        }
    }

    #[inline]
    pub(super) fn static_afterstate(&mut self, after: Board) -> f32 {
        self.leaf.nodes += 1;
        self.tables.value(after)
    }

    /// Whether the value of an afterstate does not depend on the path to it, so that other
    /// paths may use it.
    #[inline(always)]
    pub(super) fn is_path_independent(&self, depth: u32, probability: f32) -> bool {
        probability >= self.uncut_above[depth as usize]
    }

    /// The value of an afterstate that is reached with a given probability; `None` if the
    /// value is below the floor.
    #[inline(always)]
    pub(super) fn afterstate(
        &mut self,
        after: Board,
        depth: u32,
        probability: f32,
        floor: f32,
    ) -> Option<f32> {
        if probability < self.probability_cut {
            return Some(self.static_afterstate(after));
        }
        let depth = self.effective_depth(after, depth, probability);
        if depth > 1 && self.nodes.is_some() {
            return self.remembered_value(after, depth, probability, floor);
        }
        let value = if depth == 1 {
            self.leaf_value(after)
        } else {
            self.chance_value(after, depth, probability, floor)?
        };
        if self.is_path_independent(depth, probability)
            && let Some(table) = &mut self.transpositions
        {
            table.insert(after, depth, value);
        }
        Some(value)
    }

    /// The depth of the search of an afterstate: 1 if all branches below it are cut. Its
    /// value is then the same on every path.
    #[inline(always)]
    pub(super) fn effective_depth(&self, after: Board, depth: u32, probability: f32) -> u32 {
        if depth == 1 {
            return 1;
        }
        let share = probability * TWO_SHARES[after.empty_cells() as usize];
        if share < self.probability_cut { 1 } else { depth }
    }
}

/// Returns, for each depth, the probability of an afterstate from which no branch below it is cut.
/// A spawn has a probability of at least 1/150: a 4 in one of fifteen empty cells.
fn uncut_above(probability_cut: f64) -> [f32; 32] {
    std::array::from_fn(|depth| {
        let spawns = depth.saturating_sub(1) as i32;
        // Rounded up, so that no product of probabilities in single precision is lower.
        ((probability_cut * 150.0_f64.powi(spawns)) * 1.0001) as f32
    })
}

/// Sorts moves by their guesses. A function of its own is compiled once, not for each heuristic.
fn likely_best_first(moves: &mut [(bool, Move, Board, f32); 4]) {
    moves.sort_by(|(.., a), (.., b)| b.total_cmp(a));
}

impl<T: ValueFunction> Player for Expectimax<'_, T> {
    fn start_game(&mut self) {
        self.leaf.nodes = 0;
        self.leaf.inner_nodes = 0;
    }

    fn choose(&mut self, board: Board) -> Option<Move> {
        let depth = self.start_search(board);
        if depth > 1 {
            let upper_bound = self.search_bound(board, depth);
            if upper_bound < f32::INFINITY {
                return self.best_move(board, depth, upper_bound);
            }
        }
        first_best(Move::ALL.map(|direction| self.move_value(board, direction, depth)))
    }

    fn nodes(&self) -> u64 {
        self.leaf.nodes
    }

    fn inner_nodes(&self) -> u64 {
        self.leaf.inner_nodes
    }

    fn play_on(&mut self, session: &mut Session) -> bool {
        if matches!(self.depth, Depth::Fixed(1)) {
            return self.play_leaves(session);
        }
        session.make_choice(self)
    }
}

impl<T: ValueFunction> AnalysingPlayer for Expectimax<'_, T> {
    fn move_values(&mut self, board: Board) -> [Option<f64>; 4] {
        let depth = self.start_search(board);
        Move::ALL.map(|direction| {
            let value = self.move_value(board, direction, depth)?;
            Some(self.with_offset(value))
        })
    }

    fn static_value(&self, board: Board) -> Option<f64> {
        Some(self.tables.static_value(board))
    }

    fn depth_for(&self, board: Board) -> Option<u32> {
        self.depth.of(board)
    }
}
