//! The block from which on no single ranking says much.

use crate::studies::diagnose::Block;
use crate::studies::diagnose::variation::{Reliability, Variation};

/// The limit that the reliability of the last rankings lies below with 97.5 % confidence. At the limit 70 %
/// of the variance between measured means are luck.
const MAX_RELIABILITY: f64 = 0.3;

/// The number of blocks that are judged together.
const JUDGED: usize = 10;

/// The p-value of equal candidates below which blocks are informative.
const ERROR: f64 = 0.01;

/// Returns the first of the last blocks of which no single ranking says much.
///
/// They consist of pieces of ten blocks. No piece is informative by itself: its candidates differ by
/// the F test with p of 1 % or more. The pooled reliability may be 0 and is below 0.3, both by its
/// 95 % interval. The search may climb there all the same: what rankings that say little have in common adds up.
pub fn last_rankings(blocks: &[Block]) -> Option<usize> {
    let mut rest = Variation::default();
    let mut found = None;
    let mut end = blocks.len();
    while end > 0 {
        let first = if end < 2 * JUDGED { 0 } else { end - JUDGED };
        let piece = Variation::pooled(&blocks[first..end]);
        if piece.p_value().is_some_and(|p_value| p_value < ERROR) {
            break;
        }
        rest = rest.and(piece);
        let is_low = |r: Reliability| r.interval.low <= 0.0 && r.interval.high < MAX_RELIABILITY;
        if rest.reliability().is_some_and(is_low) {
            found = Some(first);
        }
        end = first;
    }
    found
}
