//! Errors in the file of a network.

use std::io;

use super::shape::TupleError;
use super::stages::StageError;

/// The reason why a file is not a usable network.
#[derive(Debug, thiserror::Error)]
pub enum NetworkError {
    /// The file cannot be read.
    #[error("cannot read it: {0} - give a network that `tune2048 learn` wrote")]
    Read(#[from] io::Error),
    /// The file is not in the safetensors format.
    #[error("it is no safetensors file: {0} - give a network that `tune2048 learn` wrote")]
    NotSafetensors(String),
    /// The file is of another program or version.
    #[error(
        "its format is {found}, expected {expected} - give a network that `tune2048 learn` wrote, \
         with a version of tune2048 that reads it"
    )]
    Format {
        /// The format in the header.
        found: String,
        /// The format that this version reads.
        expected: &'static str,
    },
    /// The tuples are impossible.
    #[error(transparent)]
    Tuples(#[from] TupleError),
    /// The stages are impossible.
    #[error(transparent)]
    Stages(#[from] StageError),
    /// A tensor is not as the tuples and stages say.
    #[error("its header has {found}, expected {expected} - write the file again")]
    Tensor {
        /// The tensor in the header.
        found: String,
        /// The tensor of the layout.
        expected: String,
    },
    /// The names of the tensors are not those of the tuples in the metadata.
    #[error("its tensors are {found}, expected {expected} - copy it again")]
    Altered {
        /// The tuples of the tensors.
        found: String,
        /// The tuples in the metadata.
        expected: String,
    },
    /// The file was cut, or has too many bytes.
    #[error("it has {found} bytes, expected {expected} - copy it again")]
    Length {
        /// The bytes of the file.
        found: usize,
        /// The bytes that its header promises.
        expected: usize,
    },
    /// The weights are not those that were written.
    #[error("its weights have the checksum {found}, expected {expected} - copy it again")]
    Checksum {
        /// The checksum of the weights.
        found: String,
        /// The checksum in the header.
        expected: String,
    },
    /// A weight is infinite or not a number.
    #[error("its weight number {0} is not finite - learn again with a lower learning rate")]
    NotFinite(usize),
}
