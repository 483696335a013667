//! `tune2048 schema`.

use tune2048_files::toml_errors::file_schema;
use tune2048_learning::settings::LearningFile;
use tune2048_tuner::space;
use tune2048_tuner::studies::tournament;
use tune2048_tuner::weights::file;

use crate::cli::options::FileKind;
use crate::cli::terminal::print_json;

/// Print the JSON schema of a kind of file, for editors.
///
/// An editor uses the schema if the first line of a file is `#:schema search-space.schema.json`.
#[derive(Debug, clap::Args)]
pub(crate) struct SchemaCommand {
    /// Kind of file.
    #[arg(value_enum, default_value_t = FileKind::SearchSpace)]
    kind: FileKind,
}

impl SchemaCommand {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        print_json(&match self.kind {
            FileKind::SearchSpace => space::schema(),
            FileKind::Weights => file::schema(),
            FileKind::Tournament => tournament::schema(),
            FileKind::Learning => file_schema::<LearningFile>(),
        })
    }
}
