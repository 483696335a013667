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
//! The metadata of the header has the format's version, the tuples, the stages, a checksum of the
//! weights and the evidence: text by name.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

use memmap2::Mmap;
use serde::{Deserialize, Serialize};

use super::layout::Layout;
use super::network_error::NetworkError;
use super::shape::{Tuple, parse_tuples};
use super::stages::Stages;

/// The name and version of the format.
const FORMAT: &str = "tune2048-network-1";

/// The weights in a file begin at a multiple of this, so that no weight is split between two
/// lines of the cache.
const ALIGNMENT: usize = 64;

/// The longest header that is read.
const MAX_HEADER: usize = 1 << 20;

/// What to do about a file that was changed after it was written.
const COPY_AGAIN: &str = "copy it again";

/// A tensor in the header.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Tensor {
    dtype: String,
    shape: Vec<usize>,
    data_offsets: [usize; 2],
}

/// The contents of a network's header.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Header {
    pub(super) layout: Layout,
    pub(super) checksum: u32,
    pub(super) evidence: BTreeMap<String, String>,
    /// The place of the first weight in the file.
    start: usize,
}

/// Writes a network: `weights` by their indices, by stage and then by tuple.
///
/// # Errors
/// The errors of writing to `out`.
///
/// # Panics
/// If the number of weights is not that of the layout.
pub fn write_network(
    out: &mut impl Write,
    layout: &Layout,
    weights: &[f32],
    evidence: &BTreeMap<String, String>,
) -> io::Result<()> {
    let mut weights_by_place = vec![0.0; layout.weights()];
    for (place, &weight) in layout.places().zip(weights) {
        weights_by_place[place] = weight;
    }
    write_network_from(out, layout, |place| weights_by_place[place], evidence)
}

/// [`write_network`] with a function of the place in memory, called twice for each weight.
///
/// # Errors
/// The errors of writing to `out`.
pub fn write_network_from(
    out: &mut impl Write,
    layout: &Layout,
    weight: impl Fn(usize) -> f32,
    evidence: &BTreeMap<String, String>,
) -> io::Result<()> {
    let mut checksum = crc32fast::Hasher::new();
    for_each_block(layout, &weight, |block| {
        checksum.update(block);
        Ok(())
    })?;
    let header = header_text(layout, checksum.finalize(), evidence)?;
    out.write_all(&(header.len() as u64).to_le_bytes())?;
    out.write_all(header.as_bytes())?;
    for_each_block(layout, &weight, |block| out.write_all(block))
}

/// Calls a function with the bytes of the weights, block by block.
fn for_each_block(
    layout: &Layout,
    weight: impl Fn(usize) -> f32,
    mut write: impl FnMut(&[u8]) -> io::Result<()>,
) -> io::Result<()> {
    const BLOCK: usize = 16_384;
    let mut block = Vec::with_capacity(4 * BLOCK);
    for place in layout.places() {
        block.extend_from_slice(&weight(place).to_le_bytes());
        if block.len() == 4 * BLOCK {
            write(&block)?;
            block.clear();
        }
    }
    write(&block)
}

/// The header as JSON, with spaces at its end so that the weights are aligned.
fn header_text(
    layout: &Layout,
    checksum: u32,
    evidence: &BTreeMap<String, String>,
) -> io::Result<String> {
    let mut metadata = evidence.clone();
    metadata.insert("format".to_owned(), FORMAT.to_owned());
    metadata.insert("checksum".to_owned(), format!("{checksum:08x}"));
    let stages: Vec<String> = layout.stages().tiles().iter().map(u32::to_string).collect();
    metadata.insert("stages".to_owned(), stages.join(","));
    metadata.insert("tuples".to_owned(), tuples_text(layout));
    let mut header = serde_json::Map::new();
    header.insert("__metadata__".to_owned(), serde_json::to_value(metadata)?);
    for (name, tensor) in tensors(layout) {
        header.insert(name, serde_json::to_value(tensor)?);
    }
    let mut text = serde_json::to_string(&header)?;
    let length = (8 + text.len()).next_multiple_of(ALIGNMENT) - 8;
    text.extend(std::iter::repeat_n(' ', length - text.len()));
    Ok(text)
}

/// The tuples of a layout. The header repeats them beside the names of the tensors, so that a
/// changed name is noticed.
fn tuples_text(layout: &Layout) -> String {
    let tuples: Vec<String> = layout.tuples().iter().map(Tuple::to_string).collect();
    tuples.join(",")
}

/// The tensors of a layout, in their order.
fn tensors(layout: &Layout) -> Vec<(String, Tensor)> {
    let tiles = layout.stages().tiles();
    let suffixes =
        std::iter::once(String::new()).chain(tiles.iter().map(|tile| format!("@{tile}")));
    let mut tensors = Vec::new();
    let mut start = 0;
    for suffix in suffixes {
        for tuple in layout.tuples() {
            let end = start + 4 * tuple.weights();
            let tensor = Tensor {
                dtype: "F32".to_owned(),
                shape: vec![16; tuple.cells() as usize],
                data_offsets: [start, end],
            };
            tensors.push((format!("{tuple}{suffix}"), tensor));
            start = end;
        }
    }
    tensors
}

/// Maps a file into memory.
pub(super) fn map(path: &Path) -> io::Result<Mmap> {
    let file = File::open(path)?;
    // Safety: nobody changes a network while it is in use; one is written under another name and
    // then renamed.
    #[allow(unsafe_code, reason = "a network of gigabytes is not read twice")]
    unsafe {
        Mmap::map(&file)
    }
}

/// Reads the header of a network, and checks the bytes of the weights after it.
pub(super) fn read(bytes: &[u8]) -> Result<(Header, &[u8]), NetworkError> {
    let header = read_header(bytes)?;
    let weights = &bytes[header.start..];
    let found = crc32fast::hash(weights);
    if found != header.checksum {
        let found = format!("its weights have the checksum {found:08x}");
        let expected = format!("{:08x}", header.checksum);
        return Err(NetworkError::unlike(found, expected, COPY_AGAIN));
    }
    Ok((header, weights))
}

/// Reads the header of a network, and checks that the weights after it are complete.
fn read_header(bytes: &[u8]) -> Result<Header, NetworkError> {
    let malformed = |cause: &str| NetworkError::NotSafetensors(cause.to_owned());
    let (length, rest) =
        bytes.split_first_chunk().ok_or_else(|| malformed("it has less than eight bytes"))?;
    let length = usize::try_from(u64::from_le_bytes(*length))
        .ok()
        .filter(|&length| length <= MAX_HEADER)
        .ok_or_else(|| malformed("its header has no plausible length"))?;
    let text = rest.get(..length).ok_or_else(|| malformed("it ends within its header"))?;
    let mut header: serde_json::Map<String, serde_json::Value> =
        serde_json::from_slice(text).map_err(|error| malformed(&error.to_string()))?;
    let metadata = header.remove("__metadata__").unwrap_or_default();
    let mut metadata: BTreeMap<String, String> =
        serde_json::from_value(metadata).unwrap_or_default();
    let mut take = |name| metadata.remove(name).unwrap_or_default();
    let (format, checksum, stages) = (take("format"), take("checksum"), take("stages"));
    if format != FORMAT {
        let found = if format.is_empty() { "unknown" } else { &format };
        let advice = "give a network that `tune2048 learn` wrote, with a version of tune2048 that \
                      reads it";
        return Err(NetworkError::unlike(format!("its format is {found}"), FORMAT, advice));
    }
    let layout = read_layout(header, &stages)?;
    let expected = take("tuples");
    let found = tuples_text(&layout);
    if !expected.is_empty() && found != expected {
        let found = format!("its tensors are {found}");
        return Err(NetworkError::unlike(found, expected, COPY_AGAIN));
    }
    let checksum = u32::from_str_radix(&checksum, 16)
        .map_err(|_| malformed("its metadata has no checksum"))?;
    let start = 8 + length;
    let expected = start + 4 * layout.weights();
    if bytes.len() != expected {
        let found = format!("it has {} bytes", bytes.len());
        return Err(NetworkError::unlike(found, expected, COPY_AGAIN));
    }
    Ok(Header { layout, checksum, evidence: metadata, start })
}

/// The layout that the tensors and stages of a header describe.
fn read_layout(
    header: serde_json::Map<String, serde_json::Value>,
    stages: &str,
) -> Result<Layout, NetworkError> {
    let malformed = |cause: String| NetworkError::NotSafetensors(cause);
    let mut found: Vec<(String, Tensor)> = Vec::new();
    for (name, tensor) in header {
        let tensor = serde_json::from_value(tensor)
            .map_err(|error| malformed(format!("its tensor {name}: {error}")))?;
        found.push((name, tensor));
    }
    found.sort_by_key(|(_, tensor)| tensor.data_offsets);
    let names = found.iter().map(|(name, _)| name);
    let of_first_stage: Vec<&String> = names.filter(|name| !name.contains('@')).collect();
    let tuples = parse_tuples(&of_first_stage)?;
    let tile =
        |tile: &str| tile.parse().map_err(|_| malformed(format!("its stages are `{stages}`")));
    let tiles = stages.split(',').filter(|tile| !tile.is_empty()).map(tile);
    let stages = Stages::new(&tiles.collect::<Result<Vec<u32>, _>>()?)?;
    let layout = Layout::new(tuples, stages);
    let expected = tensors(&layout);
    if found != expected {
        let wrong = found.iter().zip(&expected).find(|(found, expected)| found != expected);
        let text = |tensor: Option<&(String, Tensor)>| match tensor {
            None => "no tensor".to_owned(),
            Some((name, tensor)) => {
                let [start, end] = tensor.data_offsets;
                let (dtype, shape) = (&tensor.dtype, &tensor.shape);
                format!("{name} {dtype} {shape:?} in bytes {start} to {end}")
            }
        };
        let place = found.len().min(expected.len());
        let (found, expected) = match wrong {
            Some((found, expected)) => (Some(found), Some(expected)),
            None => (found.get(place), expected.get(place)),
        };
        let found = format!("its header has {}", text(found));
        return Err(NetworkError::unlike(found, text(expected), "write the file again"));
    }
    Ok(layout)
}
