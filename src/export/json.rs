//! The weights file as JSON: the same tables and keys.

use crate::weights_file::WeightsFile;

pub(super) fn export(file: &WeightsFile) -> String {
    let table: toml::Table = file
        .to_toml()
        .parse()
        .expect("a weights file writes TOML that reads back");
    let json = serde_json::to_string_pretty(&table).expect("weights and evidence have a JSON form");
    json + "\n"
}
