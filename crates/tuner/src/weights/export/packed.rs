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
    let alone = AloneNetwork::of(request.file);
    let alone = alone.filter(|alone| alone.factor.to_bits() == 1.0_f32.to_bits());
    let alone = alone.ok_or_else(|| {
        ExportError(format!(
            "packed: found {}, expected a learned network without terms beside it and with a factor \
             of 1 - export it as toml",
            request.name
        ))
    })?;
    Ok(pack(&alone.network.to_bytes(request.step)).expect("a network writes what it reads"))
}
