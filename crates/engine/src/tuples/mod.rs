//! Tuple networks: the value of a board as a sum of weights that tuples of its cells choose.

mod extract_bits;
mod file;
mod header;
mod layout;
mod memory;
mod named_network;
mod network;
mod packed;
mod planes;
mod shape;
mod weights;

#[cfg(target_arch = "x86_64")]
pub use extract_bits::Pext;
pub use extract_bits::{ExtractBits, Portable};
pub use file::{for_each_block, write_network};
pub use header::{NetworkError, read_safetensors_beginning, safetensors_beginning};
pub use layout::Layout;
pub use memory::{LargePages, prefetch};
pub use named_network::{NETWORK_EXTENSIONS, NETWORK_FILE, NamedNetwork};
pub use network::Network;
pub use packed::{pack, unpack};
pub use planes::ORIENTATIONS;
pub use shape::{MAX_CELLS, SETS, Stages, Tuple, TupleError, TupleSet, named_set, parse_tuples};
pub(crate) use weights::{Numbers, Weight, Weights};
