//! What can be wrong with the file of a network.

use std::io;

use super::shape::TupleError;
use super::stages::StageError;

/// A file that is no network, or that is damaged.
#[derive(Debug, thiserror::Error)]
pub enum NetworkError {
    /// The file cannot be read.
    #[error("cannot read it: {0} - give a network that `tune2048 learn` wrote")]
    Read(#[from] io::Error),
    /// It is no safetensors file.
    #[error("it is no safetensors file: {0} - give a network that `tune2048 learn` wrote")]
    NotSafetensors(String),
    /// It is of another program or version.
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
    /// Its tuples are impossible.
    #[error(transparent)]
    Tuples(#[from] TupleError),
    /// Its stages are impossible.
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
    /// The names of its tensors are not those of the tuples in its metadata.
    #[error("its tensors are {found}, expected {expected} - copy it again")]
    Altered {
        /// The tuples of the tensors.
        found: String,
        /// The tuples in the metadata.
        expected: String,
    },
    /// The file was cut or has bytes too many.
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
    /// A weight is infinite or no number.
    #[error("its weight number {0} is not finite - learn again with a lower learning rate")]
    NotFinite(usize),
}
