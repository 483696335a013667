//! A tuple network that is learned: its layout, its weights and their evidence.

use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;

use memmap2::Mmap;

use super::file::{NetworkError, map, read_header};
use super::layout::Layout;
use super::memory::LargePages;
use super::shape::Tuple;
use crate::game::moves::reverse;

/// The tuples that are an outer line and an inner line.
const LINES: [&str; 2] = ["0123", "4567"];

/// The tuples that are a square at a corner, at an edge and in the middle.
pub(crate) const SQUARES: [&str; 3] = ["0145", "1256", "569a"];

/// A tuple network that is learned.
pub struct Network {
    layout: Layout,
    weights: Weights,
    checksum: u32,
    evidence: BTreeMap<String, String>,
}

/// Where the weights are.
enum Weights {
    /// In a mapped file, from this byte on.
    Mapped(Mmap, usize),
    Owned(LargePages),
}

impl fmt::Debug for Network {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Network({:08x})", self.checksum)
    }
}

/// Networks are equal if their layouts and the checksums of their weights are.
impl PartialEq for Network {
    fn eq(&self, other: &Self) -> bool {
        self.checksum == other.checksum && self.layout == other.layout
    }
}

impl Network {
    /// Opens a network's file. Its weights stay in the file, mapped into memory.
    ///
    /// # Errors
    /// [`NetworkError`] if it cannot be read, is no network, or is damaged.
    pub fn open(path: &Path) -> Result<Self, NetworkError> {
        let (map, header) = map(path)?;
        let weights = Weights::Mapped(map, header.start);
        Self::new(header.layout, weights, header.checksum, header.evidence)
    }

    /// Reads a network from the bytes of its file.
    ///
    /// # Errors
    /// [`NetworkError`] if they are no network, or damaged.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, NetworkError> {
        let header = read_header(bytes)?;
        let weights = &bytes[header.start..];
        let found = crc32fast::hash(weights);
        if found != header.checksum {
            return Err(NetworkError::Checksum {
                found: format!("{found:08x}"),
                expected: format!("{:08x}", header.checksum),
            });
        }
        let values = weights.chunks_exact(4).map(|bytes| {
            let bytes: [u8; 4] = bytes.try_into().expect("chunks of four");
            f32::from_le_bytes(bytes)
        });
        let weights = Weights::Owned(LargePages::from_iter(header.layout.weights(), values)?);
        Self::new(header.layout, weights, header.checksum, header.evidence)
    }

    fn new(
        layout: Layout,
        weights: Weights,
        checksum: u32,
        evidence: BTreeMap<String, String>,
    ) -> Result<Self, NetworkError> {
        let network = Self {
            layout,
            weights,
            checksum,
            evidence,
        };
        let not_finite = |weight: &f32| !weight.is_finite();
        match network.weights().iter().position(not_finite) {
            Some(index) => Err(NetworkError::NotFinite(index)),
            None => Ok(network),
        }
    }

    /// Copies the weights to memory of large pages, in which a search finds them faster than in a
    /// mapped file.
    ///
    /// # Errors
    /// The system's error if it has not so much memory.
    pub fn in_large_pages(self) -> std::io::Result<Self> {
        let Weights::Mapped(..) = self.weights else {
            return Ok(self);
        };
        let values = self.weights().iter().copied();
        let weights = Weights::Owned(LargePages::from_iter(self.layout.weights(), values)?);
        Ok(Self { weights, ..self })
    }

    /// The tuples and stages.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The checksum of the weights, eight hexadecimal digits.
    pub fn checksum(&self) -> String {
        format!("{:08x}", self.checksum)
    }

    /// What was written beside the weights: how they were learned, and what they play.
    pub fn evidence(&self) -> &BTreeMap<String, String> {
        &self.evidence
    }

    /// The value of each outer line, then of each inner line, by its ranks, if the network has
    /// tuples of lines only and one stage: a board is worth the sum over its rows and columns.
    pub fn line_values(&self) -> Option<[Vec<f32>; 2]> {
        let is_line = |tuple: &Tuple| LINES.iter().any(|line| tuple.to_string() == *line);
        let has_lines_only = self.layout.tuples().iter().all(is_line);
        has_lines_only.then(|| self.lines()).flatten()
    }

    /// The value of each outer line, then of each inner line, if all tuples have four cells in a
    /// line or a square, and there is one stage.
    pub(crate) fn lines(&self) -> Option<[Vec<f32>; 2]> {
        let is_known = |tuple: &Tuple| {
            LINES
                .iter()
                .chain(&SQUARES)
                .any(|text| tuple.to_string() == *text)
        };
        let is_flat = self.layout.stages().count() == 1;
        if !is_flat || !self.layout.tuples().iter().all(is_known) {
            return None;
        }
        Some(LINES.map(|line| {
            let weights = self.weights_of(line);
            let value = |row: u16| {
                // Mirrored orientations read the line backwards.
                let both = [row, reverse(row)].map(usize::from);
                weights.map_or(0.0, |weights| weights[both[0]] + weights[both[1]])
            };
            (0..=u16::MAX).map(value).collect()
        }))
    }

    /// The weights of a tuple in the first stage, if the network has it in this orientation.
    pub(crate) fn weights_of(&self, text: &str) -> Option<&[f32]> {
        let mut start = 0;
        for tuple in self.layout.tuples() {
            if tuple.to_string() == text {
                return Some(&self.weights()[start..start + tuple.weights()]);
            }
            start += tuple.weights();
        }
        None
    }

    /// The weights, in the order of the layout.
    #[inline(always)]
    pub fn weights(&self) -> &[f32] {
        match &self.weights {
            Weights::Mapped(map, start) => floats(&map[*start..]),
            Weights::Owned(memory) => memory.floats(),
        }
    }
}

/// Bytes as numbers of single precision.
#[inline(always)]
fn floats(bytes: &[u8]) -> &[f32] {
    debug_assert!(bytes.as_ptr().cast::<f32>().is_aligned());
    // Safety: a map begins at a page and the weights at a multiple of 64 bytes in it; any bits are
    // a number.
    #[allow(unsafe_code, reason = "weights stay in their file")]
    unsafe {
        std::slice::from_raw_parts(bytes.as_ptr().cast(), bytes.len() / 4)
    }
}
