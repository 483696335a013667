//! Networks in few bytes, for shipping.
//!
//! A packed file is the file of a network, compressed as zlib does (RFC 1950), with the weights
//! turned about: the first bytes of all weights come before the second bytes of all. Bytes of one
//! kind are alike, so that they take less. Weights that are rounded to multiples of a step, in
//! points, take less again: many of their bytes are 0.

use miniz_oxide::deflate::core::{
    CompressionStrategy, CompressorOxide, TDEFLFlush, compress_to_output,
    create_comp_flags_from_zip_params,
};
use miniz_oxide::inflate::{TINFLStatus, decompress_to_vec_zlib_with_limit};

use super::header::{COPY_AGAIN, MAX_HEADER, header_of};
use super::network_error::NetworkError;

/// The bytes of a weight.
const BYTES: usize = 4;

/// How hard networks are compressed, of 10.
const COMPRESSION: i32 = 9;

/// The bits of the window, which for the crate mean the format of zlib.
const ZLIB: i32 = 15;

/// Whether a file that begins with these bytes is packed: those of zlib are a multiple of 31. The file
/// of a network begins with the length of its header, whose highest bytes are 0.
pub(super) fn is_packed(start: &[u8]) -> bool {
    let Ok([first, second, _, _, high @ ..]) = <[u8; 8]>::try_from(start) else { return false };
    let is_zlib = first == 0x78 && u16::from_be_bytes([first, second]) % 31 == 0;
    is_zlib && high != [0; 4]
}

/// Packs the file of a network, from which [`unpack`] makes the same file again.
///
/// # Errors
/// [`NetworkError`] if it is not the file of a network.
pub fn pack(file: &[u8]) -> Result<Vec<u8>, NetworkError> {
    let start = header_of(file)?.0;
    let (header, weights) = file.split_at(start);
    let mut bytes = header.to_vec();
    for byte in 0..BYTES {
        bytes.extend(weights.iter().skip(byte).step_by(BYTES));
    }
    // Short repetitions are chance, and cost more than the codes of their bytes.
    let strategy = CompressionStrategy::Filtered;
    let flags = create_comp_flags_from_zip_params(COMPRESSION, ZLIB, strategy.into());
    let mut compressor = CompressorOxide::new(flags);
    let mut packed = Vec::new();
    compress_to_output(&mut compressor, &bytes, TDEFLFlush::Finish, |part| {
        packed.extend_from_slice(part);
        true
    });
    Ok(packed)
}

/// The file of a network from its packed file.
///
/// # Errors
/// [`NetworkError`] if it is not a packed network, or damaged.
pub fn unpack(packed: &[u8]) -> Result<Vec<u8>, NetworkError> {
    // No memory for weights that the header does not announce.
    let beginning = inflate(packed, 8 + MAX_HEADER)?;
    let (start, layout) = header_of(&beginning)?;
    let expected = start + BYTES * layout.weights();
    let mut file = inflate(packed, expected + 1)?;
    if file.len() != expected {
        let found = format!("it unpacks to {} bytes", file.len());
        return Err(NetworkError::unlike(found, expected, COPY_AGAIN));
    }
    let planes = file.split_off(start);
    for index in 0..layout.weights() {
        file.extend((0..BYTES).map(|byte| planes[byte * layout.weights() + index]));
    }
    Ok(file)
}

/// The first bytes of what was compressed, at most a limit.
fn inflate(packed: &[u8], limit: usize) -> Result<Vec<u8>, NetworkError> {
    decompress_to_vec_zlib_with_limit(packed, limit).or_else(|error| match error.status {
        TINFLStatus::HasMoreOutput => Ok(error.output),
        status => Err(NetworkError::unlike(
            format!("its compressed bytes are damaged ({status:?})"),
            "those that were written",
            COPY_AGAIN,
        )),
    })
}
