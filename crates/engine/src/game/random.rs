//! Randomness: the seeds of games, and their spawns.
//!
//! Every game has its own generator, Xoshiro256++ as published by Blackman
//! and Vigna (<https://prng.di.unimi.it/>), seeded as its authors advise
//! by SplitMix64 from one 64-bit number. That number depends only on the campaign's
//! seed, the [`Stream`] and the game's index, never on a thread or a clock.
//!
//! Each spawn takes exactly one 64-bit draw, so that the n-th spawns of two
//! games with the same seed use the same draw. Its high half chooses the cell by
//! multiplication (the bias is below 16 in 2^32), its low half the tile.
//!
//! A player with random choices draws them from a generator of the same kind.
//! [`GameSeed::of_position`] seeds it for every move, so that the move depends
//! only on the board and the player's own seed.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{RngCore, SeedableRng};
use serde::{Deserialize, Serialize};

use super::board::Board;

/// A spawn is a 4 when the low half of its draw is below this: 2^32 / 10.
const FOUR_BELOW: u32 = 429_496_730;

/// The purpose of a game. Streams never share a seed, so that no game is used
/// both to find weights and to judge them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Stream {
    /// Games of the commands `evaluate` and `play`.
    #[default]
    Evaluation = 0,
    /// Games that a search learns from.
    Search = 1,
    /// Games that choose between the finalists of a search.
    Selection = 2,
    /// Games that the final claim is measured on.
    Validation = 3,
    /// Random choices of players; the index is the board.
    Player = 4,
    /// Games of the command `compare`.
    Comparison = 10,
    /// Games of presets whose scores are stored with the tuner, so that no one plays them again.
    Baseline = 11,
    /// Games before a search, from which it is planned.
    Pilot = 5,
    /// Games that a network learns from.
    Learning = 12,
    /// Random numbers of an optimizer that restarts; the index is the generation.
    Optimizer = 13,
}

/// The seed of a game: decides all of its spawns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct GameSeed(
    /// Any number is a seed.
    pub u64,
);

impl GameSeed {
    /// The seed of game `index` in a stream of a campaign.
    pub fn new(campaign_seed: u64, stream: Stream, index: u64) -> Self {
        let stream = mix(campaign_seed).wrapping_add(stream as u64 + 1);
        Self(mix(mix(stream).wrapping_add(index)))
    }

    /// The seed of the random choices of a player with its own seed on a board.
    pub fn of_position(player_seed: u64, board: Board) -> Self {
        Self::new(player_seed, Stream::Player, board.0)
    }
}

/// The output function of SplitMix64 on one step of its counter: a bijection
/// of 64 bits (Steele, Lea, Flood 2014; constants of Vigna's splitmix64.c).
pub fn mix(x: u64) -> u64 {
    let x = x.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

/// The spawns of one game.
#[derive(Clone, Debug)]
pub struct SpawnSource {
    generator: Xoshiro256PlusPlus,
}

impl SpawnSource {
    /// The spawns of a seed.
    pub fn new(seed: GameSeed) -> Self {
        Self { generator: Xoshiro256PlusPlus::seed_from_u64(seed.0) }
    }

    /// Puts a 2 (90 %) or a 4 (10 %) on a random empty cell; all are equally likely.
    ///
    /// # Panics
    /// If no cell is empty, which never happens after a legal move.
    #[inline]
    pub fn spawn(&mut self, board: Board) -> Board {
        self.spawn_by(board, Board::draw_empty)
    }

    /// [`Self::spawn`] with another implementation of [`Board::draw_empty`].
    #[inline(always)]
    pub(super) fn spawn_by(
        &mut self,
        board: Board,
        draw_cell: impl FnOnce(Board, u32) -> u64,
    ) -> Board {
        let draw = self.generator.next_u64();
        let cell = draw_cell(board, (draw >> 32) as u32);
        assert!(cell != 0, "a spawn needs an empty cell");
        let is_four = (draw as u32) < FOUR_BELOW;
        Board(board.0 | cell << u32::from(is_four))
    }

    /// The next 64 random bits, for uses other than spawns.
    #[inline]
    pub fn draw(&mut self) -> u64 {
        self.generator.next_u64()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first outputs of the authors' C program, xoshiro256plusplus.c, for
    /// the state 1, 2, 3, 4 (as quoted in rand_xoshiro's documentation tests).
    #[test]
    fn the_generator_is_the_published_one() {
        let mut seed = [0; 32];
        for (word, value) in seed.chunks_exact_mut(8).zip(1_u64..) {
            word.copy_from_slice(&value.to_le_bytes());
        }
        let mut generator = Xoshiro256PlusPlus::from_seed(seed);
        let expected: [u64; 4] =
            [41_943_041, 58_720_359, 3_588_806_011_781_223, 3_591_011_842_654_386];
        assert_eq!(expected.map(|_| generator.next_u64()), expected);
    }

    /// SplitMix64 from state 1234567, as published with the C program.
    #[test]
    fn seeds_are_mixed_by_splitmix() {
        assert_eq!(mix(1_234_567), 6_457_827_717_110_365_317);
    }

    /// The boards come from a separate program, written from the description of this module.
    #[test]
    fn value_stability() {
        let mut spawns = SpawnSource::new(GameSeed::new(2048, Stream::Evaluation, 0));
        let mut board = Board::EMPTY;
        let mut seen = Vec::new();
        for _ in 0..16 {
            board = spawns.spawn(board);
            seen.push(board.to_string());
        }
        assert_eq!(
            [&seen[0], &seen[1], &seen[15]],
            ["0000000000000100", "0000000020000100", "1111111121111112"],
            "the spawns of a seed changed: so do all recorded games"
        );
    }

    #[test]
    fn seeds_differ_by_campaign_stream_and_index() {
        let mut seeds = std::collections::HashSet::new();
        for campaign in 0..20 {
            for stream in [
                Stream::Evaluation,
                Stream::Search,
                Stream::Selection,
                Stream::Validation,
                Stream::Player,
                Stream::Comparison,
                Stream::Baseline,
                Stream::Pilot,
                Stream::Learning,
            ] {
                for index in 0..500 {
                    assert!(seeds.insert(GameSeed::new(campaign, stream, index)));
                }
            }
        }
    }

    #[test]
    fn spawns_have_the_right_frequencies() {
        const N: usize = 160_000;
        let mut spawns = SpawnSource::new(GameSeed(7));
        let mut cells = [0_usize; 16];
        let mut fours = 0;
        for _ in 0..N {
            let ranks = spawns.spawn(Board::EMPTY).ranks();
            let cell = ranks.iter().position(|&rank| rank > 0).unwrap();
            cells[cell] += 1;
            fours += usize::from(ranks[cell] == 2);
        }
        // Five standard deviations of a binomial count.
        for count in cells {
            assert!(count.abs_diff(N / 16) < 485, "{cells:?}");
        }
        assert!(fours.abs_diff(N / 10) < 600, "{fours}");
    }
}
