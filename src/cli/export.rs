//! `tune2048 export`.

use std::io::{self, IsTerminal};
use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use tune2048_tuner::campaign::Evidence;
use tune2048_tuner::export::{Format, export};

use super::failure::BadInput;
use super::output;
use super::weights_source::WeightsSource;

/// Write weights for a solver: TOML, JSON, a C header, Rust, JavaScript or tables.
#[derive(Debug, clap::Args)]
pub(super) struct ExportCommand {
    #[command(flatten)]
    weights: WeightsSource,
    /// Format to write.
    #[arg(long, short, default_value = "toml", value_parser = formats())]
    format: Format,
    /// File to write [default: standard output].
    #[arg(long, short, value_name = "FILE")]
    out: Option<PathBuf>,
}

fn formats() -> impl TypedValueParser<Value = Format> {
    PossibleValuesParser::new(Format::ALL.map(Format::name)).map(|name| {
        let format = Format::ALL.into_iter().find(|format| format.name() == name);
        format.expect("the name is one of the list")
    })
}

impl ExportCommand {
    pub(super) fn run(self) -> anyhow::Result<()> {
        let file = self.weights.load()?;
        let bytes = export(&file, self.format)?;
        if self.format == Format::C && file.weights.get("edge").is_some_and(|edge| edge != 0.0) {
            output::eprint_line(
                "warning: the edge bonus has no place in the solver that the header's names are \
                 from; add SCORE_EDGE_WEIGHT to its row values",
            );
        }
        if self.format == Format::Tables {
            // The tables are the only format that cannot contain the evidence.
            output::eprint_line(&Evidence::verdict_line(&file));
        }
        match self.out {
            Some(path) => output::write_file(&path, &bytes),
            None if self.format == Format::Tables && io::stdout().is_terminal() => {
                let problem =
                    "tables: found a terminal, expected a file for 262 144 bytes - give --out FILE";
                Err(BadInput(problem.to_owned()).into())
            }
            None => output::print_bytes(&bytes),
        }
    }
}
