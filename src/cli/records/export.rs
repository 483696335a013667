//! `tune2048 export`.

use std::io::{self, IsTerminal};
use std::path::PathBuf;

use anyhow::bail;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use tune2048_engine::presets::Preset;
use tune2048_tuner::weights::Evidence;
use tune2048_tuner::weights::export::{DATA_EXTENSION, Format, Request, export};
use tune2048_tuner::weights::file::WeightsFile;

use crate::cli::options::{WeightsSource, out_path, write_file};
use crate::cli::terminal::{BadInput, eprint_line, grouped, print_bytes};

/// Write weights in the form that a solver takes in.
#[derive(Debug, clap::Args)]
pub(crate) struct ExportCommand {
    #[command(flatten)]
    weights: WeightsSource,
    /// Format to write [default: that of the extension of `--out`, else toml].
    #[arg(long, short, value_parser = formats())]
    format: Option<&'static Format>,
    /// Also write the function that values a row from the constants, for rows as C.
    #[arg(long)]
    with_evaluation: bool,
    /// Weights that play beside them on a page of HTML [default: 2014].
    #[arg(long, value_name = "WEIGHTS")]
    against: Option<String>,
    /// Write what the campaign found, also where it is not proven better and `best.toml` holds the start.
    #[arg(long)]
    candidate: bool,
    /// File to write [default: standard output].
    #[arg(long, short, value_name = "FILE", value_parser = out_path())]
    out: Option<PathBuf>,
}

/// The weights of 2014, beside which a page shows others.
const PUBLISHED: &str = "2014";

fn formats() -> impl TypedValueParser<Value = &'static Format> {
    let find = |name: String| Format::find(&name).expect("the name is one of the list");
    PossibleValuesParser::new(Format::ALL.map(|format| format.name)).map(find)
}

impl ExportCommand {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let mut file = self.weights.read(match self.candidate {
            true => WeightsFile::find_candidate,
            false => WeightsFile::find,
        })?;
        let format = self.format()?;
        let opponent = self.opponent(format, &mut file)?;
        let request = Request {
            name: &self.weights.name,
            file: &file,
            with_evaluation: self.with_evaluation,
            opponent: opponent.as_ref().map(|(name, file)| (&**name, file)),
        };
        let bytes = export(&request, format)?;
        let warnings = format.warnings(&file, self.with_evaluation);
        for warning in warnings.into_iter().chain(Evidence::caution(&file)) {
            eprint_line(&format!("warning: {warning}"));
        }
        if format.is_binary {
            eprint_line(&Evidence::verdict_line(&file));
        }
        match self.out {
            Some(path) => {
                if let Some(data) = format.data(&file) {
                    write_file(&path.with_extension(DATA_EXTENSION), data)?;
                }
                write_file(&path, bytes)
            }
            None if format.is_binary && io::stdout().is_terminal() => bail!(BadInput(format!(
                "{}: found a terminal, expected a file for {} bytes - give --out FILE",
                format.name,
                grouped(bytes.len() as f64)
            ))),
            None => print_bytes(&bytes),
        }
    }

    /// Reads the other side of a page; published weights are searched as deep as the others.
    fn opponent(
        &self,
        format: &Format,
        file: &mut WeightsFile,
    ) -> anyhow::Result<Option<(String, WeightsFile)>> {
        match &self.against {
            Some(_) if !format.has_opponent => bail!(BadInput(format!(
                "--against: found the format {}, expected html, which has two sides - leave the option out",
                format.name
            ))),
            None if !format.has_opponent || self.weights.name == PUBLISHED => Ok(None),
            None => {
                let preset = format!("{}{PUBLISHED}", Preset::PREFIX);
                Ok(Some((PUBLISHED.to_owned(), self.weights.load_other(file, &preset)?)))
            }
            Some(name) => Ok(Some((name.to_owned(), self.weights.load_other(file, name)?))),
        }
    }

    /// Returns the format that is asked for, by the option or by the extension of the file.
    fn format(&self) -> Result<&'static Format, BadInput> {
        if let Some(format) = self.format {
            return Ok(format);
        }
        let extension = self.out.as_ref().and_then(|out| out.extension());
        let Some(extension) = extension else { return Ok(Format::ALL[0]) };
        let extension = extension.to_string_lossy();
        Format::of_extension(&extension).ok_or_else(|| {
            BadInput(format!(
                "--out: found the extension .{extension}, expected one of {} - or give --format",
                Format::ALL.map(|format| format!(".{}", format.extensions[0])).join(", ")
            ))
        })
    }
}
