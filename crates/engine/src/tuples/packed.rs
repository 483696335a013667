//! Networks in few bytes, for shipping.
//!
//! A packed file is the file of a network, compressed as zlib does (RFC 1950), with a word of 32 bits
//! for each weight, after the step of all: the largest power of two, up to 65 536, of which all weights
//! are multiples. A word is the multiple less that of the stage below, doubled, and one less and positive
//! if that is negative: most weights of a stage are those of the one below. Without a step, of 0, it is
//! the weight. The lowest bytes of all words come before the second bytes of all: bytes of one kind are
//! alike, so that they take less.

use miniz_oxide::deflate::core::{
    CompressionStrategy, CompressorOxide, TDEFLFlush, compress_to_output,
    create_comp_flags_from_zip_params,
};
use miniz_oxide::inflate::{TINFLStatus, decompress_to_vec_zlib_with_limit};

use super::header::{COPY_AGAIN, Header, MAX_HEADER, NetworkError, read_beginning};
use super::weights::common_step;

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
    let (start, Header { layout, .. }) = read_beginning(&mut &*file)?;
    let (header, weights) = file.split_at(start);
    let weights = || weights.as_chunks().0.iter().map(|&bytes| f32::from_le_bytes(bytes));
    #[allow(clippy::float_cmp, reason = "a weight is rounded by no bit")]
    let have_multiples =
        |step: &f32| weights().all(|weight| multiple_of(*step, weight) as f32 * step == weight);
    let step = common_step(weights()).filter(have_multiples).unwrap_or(0.0);
    let words: Vec<[u8; BYTES]> = if step == 0.0 {
        weights().map(f32::to_le_bytes).collect()
    } else {
        let multiples = || weights().map(|weight| multiple_of(step, weight));
        let below = std::iter::repeat_n(0, layout.stage_weights()).chain(multiples());
        let words = multiples().zip(below).map(|(multiple, below)| {
            let difference = multiple.wrapping_sub(below);
            (difference << 1 ^ difference >> 31).to_le_bytes()
        });
        words.collect()
    };
    let mut bytes = [header, &step.to_le_bytes()].concat();
    for byte in 0..BYTES {
        bytes.extend(words.iter().map(|word| word[byte]));
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
    let (start, Header { layout, .. }) = read_beginning(&mut &*beginning)?;
    let expected = start + BYTES * (1 + layout.weights());
    let mut file = inflate(packed, expected + 1)?;
    if file.len() != expected {
        let found = format!("it unpacks to {} bytes", file.len());
        return Err(NetworkError::unlike(found, expected, COPY_AGAIN));
    }
    let planes = file.split_off(start + BYTES);
    let step = f32::from_le_bytes(std::array::from_fn(|byte| file[start + byte]));
    file.truncate(start);
    let mut below = vec![0; if step == 0.0 { 0 } else { layout.stage_weights() }];
    for index in 0..layout.weights() {
        let word = std::array::from_fn(|byte| planes[byte * layout.weights() + index]);
        if step == 0.0 {
            file.extend(word);
            continue;
        }
        let word = u32::from_le_bytes(word);
        let difference = (word >> 1) as i32 ^ -((word & 1) as i32);
        let multiple = &mut below[index % layout.stage_weights()];
        *multiple = difference.wrapping_add(*multiple);
        file.extend((*multiple as f32 * step).to_le_bytes());
    }
    Ok(file)
}

/// The multiple of the step that a weight is.
fn multiple_of(step: f32, weight: f32) -> i32 {
    (weight / step) as i32
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
