//! `tune2048 schema`.

use tune2048_tuner::{duel, spec, tournament, weights_file};

use super::output;

/// Print the JSON schema of a kind of file, for editors.
///
/// Point an editor at it with a first line such as `#:schema search-space.schema.json`.
#[derive(Debug, clap::Args)]
pub(super) struct Schema {
    /// The kind of file.
    #[arg(value_enum, default_value_t)]
    kind: Kind,
}

#[derive(Clone, Copy, Debug, Default, clap::ValueEnum)]
enum Kind {
    #[default]
    SearchSpace,
    Weights,
    Tournament,
    Duel,
}

impl Schema {
    pub(super) fn run(self) -> anyhow::Result<()> {
        output::print_json(&match self.kind {
            Kind::SearchSpace => spec::schema(),
            Kind::Weights => weights_file::schema(),
            Kind::Tournament => tournament::schema(),
            Kind::Duel => duel::schema(),
        })
    }
}
