//! A tuple network that is learned: its layout, its weights and their evidence.

use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;

use memmap2::Mmap;

use super::file::{NetworkError, map, read_header};
use super::layout::Layout;
use super::memory::LargePages;
use crate::game::moves::reverse;

/// The tuples that are an outer line and an inner line.
const LINES: [&str; 2] = ["0123", "4567"];

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

    /// The same network with its weights in memory of large pages, in which a search finds them
    /// faster than in a mapped file.
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
        let layout = &self.layout;
        let mut lines = [(); 2].map(|()| vec![0.0; 65_536]);
        if layout.stages().count() > 1 {
            return None;
        }
        for (tuple, weights) in layout.tuples().iter().zip(self.weights().chunks(65_536)) {
            let line = LINES.iter().position(|text| tuple.is_like_text(text))?;
            for (row, value) in (0..=u16::MAX).zip(&mut lines[line]) {
                // Mirrored orientations read the line backwards.
                *value = weights[usize::from(row)] + weights[usize::from(reverse(row))];
            }
        }
        Some(lines)
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
