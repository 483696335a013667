//! `tune2048 schema`.

use super::output;

/// Print the JSON schema of search spaces, for editors.
///
/// Point an editor at it with a first line such as `#:schema search-space.schema.json`.
#[derive(Debug, clap::Args)]
pub(super) struct Schema {}

impl Schema {
    pub(super) fn run(self) -> anyhow::Result<()> {
        output::print_json(&tune2048::search_space::schema())
    }
}
