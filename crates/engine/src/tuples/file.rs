//! Networks as files: safetensors, a header in JSON and the weights by their indices.
//!
//! A file has one tensor per stage and tuple, of single precision, named by the cells of the tuple
//! and, after the first stage, by the tile at which the stage begins: `012345@16384`. Its
//! dimensions are the ranks of the cells, the first cell last. In Python, with the package
//! `safetensors`:
//!
//! ```python
//! weights = safetensors.numpy.load_file("network.safetensors")["012345"]
//! weights[r5, r4, r3, r2, r1, r0]
//! ```
//!
//! The metadata of the header has the format's version, the tuples, the stages, the evidence, which is
//! text by name, a checksum of the weights and one of the evidence.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::io::{self, Read, Write};

use super::header::{COPY_AGAIN, Header, NetworkError, beginning_of, read_beginning, read_up_to};
use super::layout::Layout;
use super::memory::LargePages;
use super::packed::{is_packed, unpack};
use super::weights::Weights;

/// Weights that are written or read at once.
const BLOCK: usize = 16_384;

/// Writes a network: `weights` by their indices, by stage and then by tuple; they are counted twice.
///
/// # Errors
/// The errors of writing to `out`.
pub fn write_network(
    out: &mut impl Write,
    layout: &Layout,
    weights: impl Iterator<Item = f32> + Clone,
    evidence: &BTreeMap<String, String>,
) -> io::Result<()> {
    let mut checksum = crc32fast::Hasher::new();
    for_each_block(weights.clone(), |block| {
        checksum.update(block);
        Ok(())
    })?;
    out.write_all(&beginning_of(layout, checksum.finalize(), evidence)?)?;
    for_each_block(weights, |block| out.write_all(block))
}

/// Calls a function with the bytes of numbers, block by block.
///
/// # Errors
/// Those of the function.
pub fn for_each_block(
    weights: impl Iterator<Item = f32>,
    mut write: impl FnMut(&[u8]) -> io::Result<()>,
) -> io::Result<()> {
    let mut block = Vec::with_capacity(4 * BLOCK);
    for weight in weights {
        block.extend_from_slice(&weight.to_le_bytes());
        if block.len() == 4 * BLOCK {
            write(&block)?;
            block.clear();
        }
    }
    write(&block)
}

/// Reads a network: each byte once, so that the weights are those whose checksum is right even where
/// the file changes meanwhile. `size` is that of the file in bytes.
pub(super) fn read(mut file: impl Read, size: u64) -> Result<(Header, Weights), NetworkError> {
    let mut beginning = read_up_to(&mut file, 8)?;
    if is_packed(&beginning) {
        file.read_to_end(&mut beginning)?;
        let file = unpack(&beginning)?;
        return read(&*file, file.len() as u64);
    }
    let mut file = beginning.as_slice().chain(file);
    let (start, header) = read_beginning(&mut file)?;
    let expected = start + 4 * header.layout.weights();
    if size < expected as u64 {
        // No memory for weights that are not there.
        return Err(unlike_size(size, expected));
    }
    let weights = read_weights(&mut file, &header, start)?;
    let weights = Weights::new(weights, header.layout.lookups())?;
    Ok((header, weights))
}

fn unlike_size(found: impl Display, expected: usize) -> NetworkError {
    NetworkError::unlike(format!("it has {found} bytes"), expected, COPY_AGAIN)
}

/// Reads the weights, which begin at a place in the file and end it.
fn read_weights(
    file: &mut impl Read,
    header: &Header,
    start: usize,
) -> Result<LargePages<f32>, NetworkError> {
    let layout = &header.layout;
    let expected = start + 4 * layout.weights();
    let mut weights = LargePages::new(layout.weights())?;
    let mut places = layout.places().enumerate();
    let mut checksum = crc32fast::Hasher::new();
    let mut not_finite = None;
    let mut bytes = start;
    while bytes < expected {
        let size = (4 * BLOCK).min(expected - bytes);
        let block = read_up_to(file, size)?;
        bytes += block.len();
        if block.len() < size {
            return Err(unlike_size(bytes, expected));
        }
        checksum.update(&block);
        for (weight, (index, place)) in block.as_chunks().0.iter().zip(&mut places) {
            let weight = f32::from_le_bytes(*weight);
            if !weight.is_finite() {
                not_finite.get_or_insert(index);
            }
            weights.numbers_mut()[place] = weight;
        }
    }
    if !read_up_to(file, 1)?.is_empty() {
        return Err(unlike_size(format!("more than {expected}"), expected));
    }
    let found = checksum.finalize();
    if found != header.checksum {
        let found = format!("its weights have the checksum {found:08x}");
        let expected = format!("{:08x}", header.checksum);
        return Err(NetworkError::unlike(found, expected, COPY_AGAIN));
    }
    not_finite.map_or(Ok(weights), |index| Err(NetworkError::NotFinite(index)))
}
