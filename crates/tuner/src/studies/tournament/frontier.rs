//! Which players are the best for their time.

use crate::studies::tournament::{PlayerDifference, Standings};

impl Standings {
    /// The standings of those that no faster player matches, the fastest first; without players that report no moves.
    #[must_use]
    pub fn against_time(mut self) -> Self {
        let mut kept: Vec<(usize, f64)> = Vec::new();
        for (place, player) in self.players.iter().enumerate() {
            kept.extend(player.moves_per_second.map(|speed| (place, speed)));
        }
        // Of equals in time, the one that stands above.
        kept.sort_by(|(_, a), (_, b)| b.total_cmp(a));
        // The best player comes first, so that a smaller place is a better mean.
        let mut best = usize::MAX;
        kept.retain(|&(place, _)| {
            let is_better = place < best;
            best = best.min(place);
            is_better
        });
        let place = |old: usize| kept.iter().position(|&(kept, _)| kept == old);
        let moved = |found: &PlayerDifference| {
            let (of, to) = (place(found.of)?, place(found.to)?);
            Some(PlayerDifference { of: of.min(to), to: of.max(to), ..found.clone() })
        };
        self.differences = self.differences.iter().filter_map(moved).collect();
        self.players = kept.iter().map(|&(place, _)| self.players[place].clone()).collect();
        self
    }
}
