//! A tuple network that is learned: its layout, its weights and their evidence.

use std::collections::BTreeMap;
use std::fmt;
use std::fs::{self, File};
use std::io::Read;
use std::path::Path;

use super::extract_bits::ExtractBits;
use super::file::{read, write_network};
use super::header::{Header, NetworkError, malformed};
use super::layout::Layout;
use super::weights::Weights;
use crate::game::Board;

/// A tuple network that is learned.
pub struct Network {
    header: Header,
    /// In the order of memory: a search finds them there faster than in a mapped file.
    weights: Weights,
}

impl fmt::Debug for Network {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Network({})", self.checksum())
    }
}

/// Networks are equal if their layouts and the checksums of their weights are.
impl PartialEq for Network {
    fn eq(&self, other: &Self) -> bool {
        self.header.checksum == other.header.checksum && self.layout() == other.layout()
    }
}

impl Network {
    /// Opens a network's file, packed or not.
    ///
    /// # Errors
    /// [`NetworkError`] if it cannot be read, is not a network, or is damaged.
    pub fn open(path: &Path) -> Result<Self, NetworkError> {
        // A pipe would be waited for.
        let about = fs::metadata(path)?;
        if !about.is_file() {
            return Err(malformed("it is no regular file"));
        }
        Self::read(File::open(path)?, about.len())
    }

    /// Reads a network from the bytes of its file, packed or not.
    ///
    /// # Errors
    /// [`NetworkError`] if they are not a network, or damaged.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, NetworkError> {
        Self::read(bytes, bytes.len() as u64)
    }

    fn read(file: impl Read, size: u64) -> Result<Self, NetworkError> {
        let (header, weights) = read(file, size)?;
        Ok(Self { header, weights })
    }

    /// The tuples and stages.
    pub fn layout(&self) -> &Layout {
        &self.header.layout
    }

    /// The checksum of the weights, eight hexadecimal digits.
    pub fn checksum(&self) -> String {
        format!("{:08x}", self.header.checksum)
    }

    /// The evidence in the file: how the weights were learned, and what they score.
    pub fn evidence(&self) -> &BTreeMap<String, String> {
        &self.header.evidence
    }

    /// The weights of these tuples of four cells by their indices, 0 for one that is missing; `None` if
    /// the network has others, or stages.
    pub(crate) fn weights_of<const N: usize>(&self, tuples: [&str; N]) -> Option<[Vec<f32>; N]> {
        let mut weights = [(); N].map(|()| vec![0.0; 1 << 16]);
        let mut places = self.layout().places();
        for tuple in self.layout().tuples() {
            let own = tuples.iter().position(|text| *text == tuple.to_string())?;
            for (weight, place) in weights[own].iter_mut().zip(&mut places) {
                *weight = self.weight_at(place);
            }
        }
        (self.layout().stages().count() == 1).then_some(weights)
    }

    /// The bytes of the network's file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let weights = self.layout().places().map(|place| self.weight_at(place));
        let mut bytes = Vec::new();
        write_network(&mut bytes, self.layout(), weights, self.evidence())
            .expect("memory takes all bytes");
        bytes
    }

    /// The weight at a place in memory ([`Layout::places`]).
    ///
    /// # Panics
    /// If the place is not below the number of weights.
    pub fn weight_at(&self, place: usize) -> f32 {
        match &self.weights {
            Weights::Floats(own) => own.points(own.all()[place]),
            Weights::Multiples(own) => own.points(own.all()[place].into()),
        }
    }

    /// The value of a board, in points.
    #[inline(always)]
    pub fn value(&self, board: Board, bits: impl ExtractBits) -> f32 {
        match &self.weights {
            Weights::Floats(own) => own.points(self.layout().value(own.all(), board, bits)),
            Weights::Multiples(own) => own.points(self.layout().value(own.all(), board, bits)),
        }
    }

    /// The weights in the order of memory.
    pub(crate) fn weights(&self) -> &Weights {
        &self.weights
    }
}
