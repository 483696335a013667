//! Chance nodes from depth 4 on: a table remembers what earlier searches found out about them.
//!
//! The table knows values, and numbers that values are below. What it knows of a node's
//! children may rule the node out before any of them is searched. The spawns that seem to be
//! worth least are searched first: they rule it out soonest.

use super::chance_node::{Children, PLACES};
use super::cut_range::CutRange;
use super::expectimax::Expectimax;
use super::node_table::Known;
use super::star::ChanceBound;
use crate::game::Board;
use crate::game::gaps::bits;
use crate::heuristic::ValueFunction;

/// The spawns of one tile with children that are still to be searched.
struct OpenSpawns {
    /// The likely value of the spawn, and the bit of its cell.
    order: [(f32, u32); 16],
    count: usize,
    /// A number that the value of the spawn does not exceed, by cell.
    caps: [f64; 16],
}

impl<T: ValueFunction> Expectimax<'_, T> {
    /// The value of a chance node, which the table is to remember; `None` if it is below the
    /// floor.
    #[inline(always)]
    pub(super) fn remembered_value(
        &mut self,
        after: Board,
        depth: u32,
        probability: f32,
        floor: f32,
    ) -> Option<f32> {
        let outer = std::mem::replace(&mut self.range, CutRange::ALL);
        let value = self.chance_value(after, depth, probability, floor);
        let known = value.map_or(Known::Below(self.proven), Known::Value);
        if let Some(table) = &mut self.nodes {
            table.insert(after, depth, probability, known, self.range);
        }
        self.range.intersect(outer);
        value
    }

    /// [`Self::is_above`] for a node whose children the table may know. If the result is
    /// false, `proven` is a number that the value of the node is below.
    #[inline(always)]
    pub(super) fn remembered_is_above(
        &mut self,
        floor: f32,
        children: &mut Children,
        depth: u32,
        shares: &[f32],
    ) -> bool {
        let outer = self.upper_bound;
        // At depth 2 a bound for this node would cost more than it saves.
        if depth > 2 {
            self.upper_bound = outer.min(self.search_bound(children.after, depth));
        }
        let mut bound = ChanceBound::new(children, self.upper_bound, floor);
        let is_above =
            bound.is_above() && self.spawns_are_above(&mut bound, children, depth, shares);
        self.upper_bound = outer;
        if !is_above {
            self.proven = bound.proven().min(floor);
        }
        is_above
    }

    #[inline(always)]
    fn spawns_are_above(
        &mut self,
        bound: &mut ChanceBound,
        children: &mut Children,
        depth: u32,
        shares: &[f32],
    ) -> bool {
        // By place, a number that the child is known to be below, and its static value.
        let mut below = [f32::INFINITY; PLACES];
        let mut guesses = [f32::NEG_INFINITY; PLACES];
        for (tile, &share) in shares.iter().enumerate() {
            self.look_up(children, depth, tile, share, Some(&mut below));
            let mut spawns = self.open_spawns(bound, children, tile, &below);
            if !bound.is_above() {
                return false;
            }
            if depth > 2 {
                self.sort(&mut spawns, children, tile, &mut guesses);
            }
            for &(_, bit) in &spawns.order[..spawns.count] {
                let cap = spawns.caps[bit as usize / 4];
                let needed = bound.needed(tile, cap);
                let places = children.legal_places(bit, tile);
                let best = if depth == 2 {
                    self.best_of_leaves(children, places, share)
                } else {
                    let mut best = f32::NEG_INFINITY;
                    let mut pending = [0; 4];
                    let mut count = 0;
                    for place in bits(places) {
                        let place = place as usize;
                        best = best.max(children.values[place]);
                        pending[count] = place;
                        count += (children.pending >> place & 1) as usize;
                    }
                    let pending = &mut pending[..count];
                    // Likely the best first.
                    pending.sort_unstable_by(|&a, &b| guesses[b].total_cmp(&guesses[a]));
                    for &mut place in pending {
                        let floor = best.max(needed);
                        if below[place] > floor {
                            best = best.max(self.search(children, place, depth, share, floor));
                            below[place] = floor;
                        }
                    }
                    best
                };
                // Below what the spawn needs, nothing more is known.
                bound.lower(tile, cap, f64::from(best.max(needed)));
                if best < needed || !bound.is_above() {
                    return false;
                }
            }
        }
        true
    }

    /// The spawns of a tile with pending children. The bound includes what is known of all
    /// spawns.
    #[inline(always)]
    fn open_spawns(
        &self,
        bound: &mut ChanceBound,
        children: &Children,
        tile: usize,
        below: &[f32; PLACES],
    ) -> OpenSpawns {
        let mut spawns = OpenSpawns {
            order: [(0.0, 0); 16],
            count: 0,
            caps: [0.0; 16],
        };
        for bit in bits(children.after.empty_mask()) {
            let places = children.legal_places(bit, tile);
            let mut cap = f32::NEG_INFINITY;
            for place in bits(places) {
                let is_pending = children.pending >> place & 1 == 1;
                let place = place as usize;
                cap = cap.max(if is_pending {
                    below[place]
                } else {
                    children.values[place]
                });
            }
            if places == 0 {
                cap = self.value_if_dead(children.after, bit, tile);
            }
            let cap = f64::from(cap).min(bound.upper_bound);
            bound.lower(tile, bound.upper_bound, cap);
            spawns.caps[bit as usize / 4] = cap;
            spawns.order[spawns.count].1 = bit;
            spawns.count += usize::from(places & children.pending != 0);
        }
        spawns
    }

    /// Sorts spawns by what they seem to be worth, the least first.
    #[inline(always)]
    fn sort(
        &self,
        spawns: &mut OpenSpawns,
        children: &Children,
        tile: usize,
        guesses: &mut [f32; PLACES],
    ) {
        for (guess, bit) in &mut spawns.order[..spawns.count] {
            *guess = f32::NEG_INFINITY;
            for place in bits(children.legal_places(*bit, tile)) {
                let is_pending = children.pending >> place & 1 == 1;
                let place = place as usize;
                if is_pending && guesses[place] == f32::NEG_INFINITY {
                    guesses[place] = self.tables.value(children.boards[place]);
                    if self.tables.counts_points() {
                        guesses[place] += children.points(place, self.moves);
                    }
                }
                *guess = guess.max(guesses[place]).max(children.values[place]);
            }
        }
        spawns.order[..spawns.count].sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
    }

    /// The value of the best of these children, which are leaves.
    #[inline(always)]
    fn best_of_leaves(&mut self, children: &mut Children, places: u64, share: f32) -> f32 {
        for place in bits(places & children.pending) {
            self.search(children, place as usize, 2, share, f32::NEG_INFINITY);
        }
        let values = bits(places).map(|place| children.values[place as usize]);
        values.fold(f32::NEG_INFINITY, f32::max)
    }
}

#[cfg(test)]
mod tests {
    use crate::game::Player;
    use crate::heuristic::{CellValue, ValueFunction, corner_matrix, rows};
    use crate::player::{
        AnalysingPlayer, Depth, DepthRule, Expectimax, ExpectimaxSettings, first_best,
    };
    use crate::presets::Preset;

    /// Boards on which few cells are free, so that paths of many probabilities meet.
    const BOARDS: [&str; 8] = [
        "01112225246935ad",
        "24112378239c34ad",
        "dcbaa54335211121",
        "db70a94175204312",
        "ea23986108620122",
        "24330147016b005e",
        "01350416157b18ce",
        "1213454376891210",
    ];

    fn assert_moves<T: ValueFunction>(tables: &T, depth: Depth, probability_cut: f64) {
        let settings = ExpectimaxSettings {
            depth,
            probability_cut,
            ..ExpectimaxSettings::default()
        };
        let mut player = Expectimax::new(tables, &settings);
        let mut forgetful = Expectimax::new(
            tables,
            &ExpectimaxSettings {
                transposition_slots: 0,
                ..settings
            },
        );
        for board in BOARDS.map(|text| text.parse().unwrap()) {
            let values = forgetful.move_values(board);
            assert_eq!(player.move_values(board), values, "{board}");
            assert_eq!(player.choose(board), first_best(values), "{board}");
        }
        assert!(player.nodes() < forgetful.nodes());
    }

    #[test]
    fn moves_and_values_are_those_of_a_search_that_remembers_nothing() {
        let weights = |preset| Preset::find(preset).unwrap().weights().values;
        let rule = Depth::Rule(DepthRule::DistinctTiles);
        for preset in ["2014", "tuned-depth2"] {
            let tables = rows::tables(&weights(preset));
            assert_moves(&tables, rule, 3e-3);
            assert_moves(&tables, rule, 1e-3);
            assert_moves(&tables, Depth::Fixed(4), 2e-3);
        }
        let tables = corner_matrix::tables(CellValue::Face, &weights("corner-published"));
        assert_moves(&tables, Depth::Fixed(5), 3e-3);
    }
}
