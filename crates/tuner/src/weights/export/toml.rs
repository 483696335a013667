//! Export as a weights file.

use crate::weights::evidence::UNVALIDATED;
use crate::weights::export::Format;
use crate::weights::{Evidence, WeightsFile};

pub(super) static FORMAT: Format = Format {
    name: "toml",
    extensions: &["toml"],
    has_player: true,
    comment: Some(("# ", "")),
    write: |request| Ok(marked(request.file).to_toml().into_bytes()),
    ..Format::TEXT
};

/// Returns the file with the verdict UNVALIDATED if it has no evidence.
pub(super) fn marked(file: &WeightsFile) -> WeightsFile {
    let mut file = file.clone();
    if Evidence::read(&file).is_none() {
        file.evidence.insert("verdict".to_owned(), UNVALIDATED.into());
    }
    file
}
