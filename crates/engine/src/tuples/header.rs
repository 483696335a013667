//! The header of a network's file, in JSON: its layout, checksums and evidence; and what can be wrong with a file.
//!
//! Its metadata repeats the tuples that the names of the tensors tell, so that a changed name is noticed.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::io::{self, Read};

use serde::Serialize;
use serde_json::{Map, Value, json};

use super::layout::Layout;
use super::shape::{Stages, TupleError, parse_tuples};

/// The name and version of the format.
const FORMAT: &str = "tune2048-network-1";

/// The weights in a file begin at a multiple of this, so that no weight is split between two
/// lines of the cache.
const ALIGNMENT: usize = 64;

/// The longest header that is read.
pub(super) const MAX_HEADER: usize = 1 << 20;

/// The key of the checksum of the evidence.
const EVIDENCE_CHECKSUM: &str = "evidence_checksum";

/// What to do about a file that was changed after it was written.
pub(super) const COPY_AGAIN: &str = "copy it again";

/// The reason why a file is not a usable network.
#[derive(Debug, thiserror::Error)]
pub enum NetworkError {
    /// The file cannot be read.
    #[error("cannot read it: {0} - give a network that `tune2048 learn` wrote")]
    Read(#[from] io::Error),
    /// The tuples or the stages are impossible.
    #[error(transparent)]
    Tuples(#[from] TupleError),
    /// The file is no network, or not as it was written: what was found, expected, and is to be done.
    #[error("{0}")]
    Unlike(String),
    /// A weight is infinite or not a number.
    #[error("its weight number {0} is not finite - learn again with a lower learning rate")]
    NotFinite(usize),
}

impl NetworkError {
    pub(super) fn unlike(found: impl Display, expected: impl Display, advice: &str) -> Self {
        Self::Unlike(format!("{found}, expected {expected} - {advice}"))
    }
}

/// The contents of a network's header.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Header {
    pub(super) layout: Layout,
    pub(super) checksum: u32,
    pub(super) evidence: BTreeMap<String, String>,
}

/// The beginning of a network's file.
pub(super) fn beginning_of(
    layout: &Layout,
    checksum: u32,
    evidence: &BTreeMap<String, String>,
) -> io::Result<Vec<u8>> {
    let mut metadata = evidence.clone();
    metadata.insert("format".to_owned(), FORMAT.to_owned());
    metadata.insert("checksum".to_owned(), format!("{checksum:08x}"));
    metadata.insert(EVIDENCE_CHECKSUM.to_owned(), evidence_checksum(evidence));
    metadata.insert("stages".to_owned(), list(&layout.stages().tiles()));
    metadata.insert("tuples".to_owned(), list(layout.tuples()));
    let mut header = Map::new();
    header.insert("__metadata__".to_owned(), serde_json::to_value(metadata)?);
    header.extend(tensors(layout));
    safetensors_beginning(&header, ALIGNMENT)
}

/// The beginning of a safetensors file: the length of its header, the header in JSON, and spaces so
/// that what follows is aligned.
///
/// # Errors
/// If the header has no form in JSON.
pub fn safetensors_beginning(header: &impl Serialize, alignment: usize) -> io::Result<Vec<u8>> {
    let mut text = serde_json::to_vec(header)?;
    text.resize((8 + text.len()).next_multiple_of(alignment) - 8, b' ');
    Ok([(text.len() as u64).to_le_bytes().as_slice(), &text].concat())
}

fn evidence_checksum(evidence: &BTreeMap<String, String>) -> String {
    let text: String = evidence.iter().map(|(name, text)| format!("{name}\0{text}\0")).collect();
    format!("{:08x}", crc32fast::hash(text.as_bytes()))
}

fn list(parts: &[impl ToString]) -> String {
    let texts: Vec<String> = parts.iter().map(ToString::to_string).collect();
    texts.join(",")
}

/// The tensors of a layout by their names, in their order.
fn tensors(layout: &Layout) -> Map<String, Value> {
    let tiles = layout.stages().tiles();
    let suffixes =
        std::iter::once(String::new()).chain(tiles.iter().map(|tile| format!("@{tile}")));
    let mut tensors = Map::new();
    let mut start = 0;
    for suffix in suffixes {
        for tuple in layout.tuples() {
            let shape = vec![16; tuple.cells() as usize];
            let end = start + 4 * tuple.weights();
            let tensor = json!({ "dtype": "F32", "shape": shape, "data_offsets": [start, end] });
            tensors.insert(format!("{tuple}{suffix}"), tensor);
            start = end;
        }
    }
    tensors
}

/// Reads the beginning of a network's file; returns where the weights begin, too.
pub(super) fn read_beginning(file: &mut impl Read) -> Result<(usize, Header), NetworkError> {
    let (start, header) = read_safetensors_beginning(file)?;
    Ok((start, read_header(header)?))
}

/// Reads the beginning of a safetensors file: where its numbers begin, and its header.
///
/// # Errors
/// What is wrong with it.
pub fn read_safetensors_beginning(
    file: &mut impl Read,
) -> Result<(usize, Map<String, Value>), NetworkError> {
    let length = read_up_to(file, 8)?.try_into();
    let length = length.map_err(|_| malformed("it has less than eight bytes"))?;
    let length = usize::try_from(u64::from_le_bytes(length))
        .ok()
        .filter(|&length| length <= MAX_HEADER)
        .ok_or_else(|| malformed("its header has no plausible length"))?;
    let text = read_up_to(file, length)?;
    if text.len() < length {
        return Err(malformed("it ends within its header"));
    }
    let header = serde_json::from_slice(&text).map_err(malformed)?;
    Ok((8 + length, header))
}

pub(super) fn malformed(cause: impl Display) -> NetworkError {
    let advice = "give a network that `tune2048 learn` wrote";
    NetworkError::Unlike(format!("it is no safetensors file: {cause} - {advice}"))
}

/// Reads a number of bytes, or as many as there are.
pub(super) fn read_up_to(file: &mut impl Read, most: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::with_capacity(most);
    file.take(most as u64).read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn read_header(mut header: Map<String, Value>) -> Result<Header, NetworkError> {
    let metadata = header.remove("__metadata__").unwrap_or_default();
    let mut metadata: BTreeMap<String, String> =
        serde_json::from_value(metadata).unwrap_or_default();
    let mut take = |name| metadata.remove(name).unwrap_or_default();
    let [format, checksum, expected_evidence] =
        ["format", "checksum", EVIDENCE_CHECKSUM].map(&mut take);
    let (tuples, stages) = (take("tuples"), take("stages"));
    if format != FORMAT {
        let found = if format.is_empty() { "unknown" } else { &format };
        let advice = "give a network that `tune2048 learn` wrote, with a version of tune2048 that \
                      reads it";
        return Err(NetworkError::unlike(format!("its format is {found}"), FORMAT, advice));
    }
    let tile =
        |text: &str| text.parse().map_err(|_| malformed(format!("its stages are `{stages}`")));
    let tiles = stages.split(',').filter(|tile| !tile.is_empty()).map(tile);
    let stages = Stages::new(&tiles.collect::<Result<Vec<u32>, _>>()?)?;
    let tuples: Vec<&str> = tuples.split(',').collect();
    let layout = Layout::new(parse_tuples(&tuples)?, stages);
    if header != tensors(&layout) {
        let (found, expected) = ("its header has other tensors", "those of its tuples and stages");
        return Err(NetworkError::unlike(found, expected, COPY_AGAIN));
    }
    let checksum = u32::from_str_radix(&checksum, 16)
        .map_err(|_| malformed("its metadata has no checksum"))?;
    let found = evidence_checksum(&metadata);
    if expected_evidence.is_empty() {
        // Nobody vouches for it.
        metadata.clear();
    } else if found != expected_evidence {
        let found = format!("its evidence has the checksum {found}");
        return Err(NetworkError::unlike(found, expected_evidence, COPY_AGAIN));
    }
    Ok(Header { layout, checksum, evidence: metadata })
}
