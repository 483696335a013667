//! Export of a learned network in few bytes: a packed file, which every command reads.

use crate::weights::export::network::AloneNetwork;
use crate::weights::export::{ExportError, Format, Request};
use tune2048_engine::tuples::pack;

pub(super) static FORMAT: Format = Format {
    name: "packed",
    extensions: &["packed"],
    is_binary: true,
    has_step: true,
    write: export,
    ..Format::TEXT
};

fn export(request: &Request<'_>) -> Result<Vec<u8>, ExportError> {
    let network = AloneNetwork::of(request.file).filter(AloneNetwork::has_no_factor);
    let network = network.ok_or_else(|| ExportError::NoNetwork(request.name.to_owned()))?;
    Ok(pack(&network.data(request.step)).expect("a network writes what it reads"))
}
