//! Export of a learned network as code that values boards and moves, and a file with its weights.
//!
//! The code is the same for all networks but for a few constants, and for the lookups in C, which a
//! compiler then sees through. The file is the network itself: the code skips its header. Packed it has few bytes, and every command reads it.

use std::fmt::Write;

use crate::weights::export::{ExportError, Format, Request, provenance};
use crate::weights::file::WeightsFile;
use tune2048_engine::tuples::{Layout, NETWORK_EXTENSIONS, Network, Tuple, pack};
use tune2048_engine::{HeuristicKind, PlayerSettings};

/// The extension of the file with the weights.
pub const DATA_EXTENSION: &str = NETWORK_EXTENSIONS[0];

pub(super) static PACKED: Format = Format {
    name: "packed",
    extensions: &["packed"],
    is_binary: true,
    write: packed,
    ..Format::TEXT
};

fn packed(request: &Request<'_>) -> Result<Vec<u8>, ExportError> {
    let alone = AloneNetwork::of(request.file);
    let alone = alone.filter(|alone| alone.factor.to_bits() == 1.0_f32.to_bits());
    let expected = "a learned network without terms beside it and with a factor of 1";
    let refused = || ExportError::new("packed", request.name, expected, "export it as toml");
    let alone = alone.ok_or_else(refused)?;
    Ok(pack(&alone.network.to_bytes()).expect("a network writes what it reads"))
}

/// A network without terms beside it.
pub(super) struct AloneNetwork<'f> {
    file: &'f WeightsFile,
    pub(super) network: &'f Network,
    /// The factor of all values of the network.
    pub(super) factor: f32,
    /// The rank from which the player downgrades tiles; 16, which no tile has, if it does not.
    downgrade_from: u32,
}

impl<'f> AloneNetwork<'f> {
    /// The network that weights are, if there is nothing beside it.
    pub(super) fn of(file: &'f WeightsFile) -> Option<Self> {
        let downgrade_from = match file.weights.subject.player()? {
            PlayerSettings::Expectimax(settings) => settings.downgrade_from,
            _ => None,
        };
        match file.weights.subject.heuristic()? {
            HeuristicKind::Tuples(tuples) if file.weights.values.len() == 1 => Some(Self {
                file,
                network: &tuples.network().network,
                factor: file.weights.values[0] as f32,
                downgrade_from: downgrade_from.map_or(16, u32::trailing_zeros),
            }),
            _ => None,
        }
    }

    pub(super) fn c(&self) -> String {
        let layout = self.network.layout();
        let stages: Vec<String> =
            self.stages().iter().map(|rank| format!("tune2048_has(board, {rank})")).collect();
        let stage = if stages.is_empty() { "0".to_owned() } else { stages.join(" + ") };
        self.filled(include_str!("network/network.h"), " * ")
            .replace("{{stage_weights}}", &layout.stage_weights().to_string())
            .replace("{{stage}}", &stage)
            .replace("{{lookups}}", &lookups(layout))
    }

    pub(super) fn js(&self) -> String {
        let tuples = self.network.layout().tuples().iter();
        let tuples: Vec<String> = tuples.map(ToString::to_string).collect();
        self.filled(include_str!("network/network.js"), "// ")
            .replace("{{tuples}}", &format!("{tuples:?}"))
            .replace("// game.js", include_str!("page/game.js"))
            .replace("// network.js", include_str!("page/network.js"))
    }

    pub(super) fn python(&self) -> String {
        let tuples = self.network.layout().tuples().iter().copied();
        let tuples: Vec<_> = tuples.map(cells).collect();
        self.filled(include_str!("network/network.py"), "")
            .replace("{{tuples}}", &format!("{tuples:?}"))
    }

    /// The ranks at which stages begin.
    fn stages(&self) -> Vec<u32> {
        self.network.layout().stages().tiles().iter().map(|tile| tile.trailing_zeros()).collect()
    }

    /// A template with what all languages write alike.
    fn filled(&self, template: &str, signs: &str) -> String {
        template
            .replace("{{origin}}", &provenance::comment(self.file, signs))
            .replace("{{count}}", &self.network.layout().weights().to_string())
            .replace("{{checksum}}", &self.network.checksum())
            .replace("{{downgrade_from}}", &self.downgrade_from.to_string())
            .replace("{{factor}}", &format!("{:?}", self.factor))
            .replace("{{stages}}", &format!("{:?}", self.stages()))
    }
}

/// The cells of a tuple in reading order.
fn cells(tuple: Tuple) -> Vec<u32> {
    (0..16).filter(|cell| tuple.mask() >> (4 * cell) & 1 == 1).collect()
}

/// One line of C for each tuple, which adds its weight on the board `b`. Cells that are neighbours on
/// the board and in the tuple are shifted together.
fn lookups(layout: &Layout) -> String {
    let mut lines = String::new();
    let mut first = 0;
    for &tuple in layout.tuples() {
        let mut parts: Vec<(u32, u64)> = Vec::new();
        for (place, cell) in (0..).zip(cells(tuple)) {
            let shift = 4 * (cell - place);
            let bits = 0xf << (4 * place);
            match parts.last_mut() {
                Some((last, mask)) if *last == shift => *mask |= bits,
                _ => parts.push((shift, bits)),
            }
        }
        let parts = parts.iter().map(|(shift, mask)| format!("(b >> {shift} & {mask:#x})"));
        let index = parts.collect::<Vec<_>>().join(" | ");
        let _ = writeln!(lines, "        sum += weights[{first} + ({index})];");
        first += tuple.weights();
    }
    lines
}
