//! `campaign.json`: the text that the trials are played for, and how far the campaign is.

use serde::{Deserialize, Serialize};

use super::{Folder, MANIFEST, Result, SEARCH_SPACE};
use crate::space::defaults::Defaults;

/// The content of `campaign.json`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// The version of the program that wrote the manifest.
    pub version: String,
    /// The search space that the trials were played for; shows whether the file was changed.
    #[serde(rename = "search_space")]
    pub spec: String,
    /// Whether the winner has been chosen and validated.
    pub finished: bool,
    /// Why the optimizer ended before the budget, if it did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub search_end: Option<String>,
    /// The number of recorded changes, at least; shows whether one is missing.
    #[serde(default, skip_serializing_if = "is_default")]
    pub changes: usize,
    /// The fingerprint that the other files carry, too; `None` for a campaign of an earlier build.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fingerprint: Option<String>,
    /// What fills the settings that the search space leaves out; `None` for a campaign of an earlier build.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub defaults: Option<Defaults>,
    /// The games of the budget that defaults of `cma-es` follow; `None` where they follow none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub defaults_budget: Option<u64>,
}

/// Whether a value is what a file that says nothing means.
pub(crate) fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

impl Folder {
    /// Reads the manifest.
    ///
    /// # Errors
    /// If the manifest cannot be read or is damaged.
    pub fn manifest(&self) -> Result<Manifest> {
        self.read_json(MANIFEST)
    }

    /// Replaces the search space of the campaign, in its file and in the
    /// manifest; `changes` counts the recorded changes.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub fn set_search_space(&self, text: &str, changes: usize) -> Result<()> {
        self.write(SEARCH_SPACE, text)?;
        // The manifest comes last: it makes the folder that of a campaign.
        self.record_search_space(text, changes)
    }

    /// Replaces the search space in the manifest only; `changes` counts the
    /// recorded changes.
    ///
    /// # Errors
    /// If the manifest cannot be written.
    pub fn record_search_space(&self, text: &str, changes: usize) -> Result<()> {
        let manifest = Manifest {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            spec: text.to_owned(),
            finished: false,
            search_end: None,
            changes,
            fingerprint: self.fingerprint().map(str::to_owned),
            defaults: self.defaults.map(|defaults| defaults.kind),
            defaults_budget: self.defaults.and_then(|defaults| defaults.budget),
        };
        self.write_json(MANIFEST, &manifest)
    }

    /// Notes in the manifest that the winner has been chosen and validated, and why the optimizer
    /// ended before the budget, if it did.
    ///
    /// # Errors
    /// If the manifest cannot be read or written.
    pub fn set_finished(&self, search_end: Option<String>) -> Result<()> {
        let manifest = self.manifest()?;
        self.write_json(MANIFEST, &Manifest { finished: true, search_end, ..manifest })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn campaign_json_keeps_its_keys() {
        let text = r#"{
  "version": "0.1.0",
  "search_space": "name = \"a\"\n",
  "finished": true,
  "changes": 2,
  "fingerprint": "0a1b2c3d"
}"#;
        let manifest: Manifest = serde_json::from_str(text).expect("a manifest as it was recorded");
        assert_eq!(manifest.spec, "name = \"a\"\n");
        assert_eq!(serde_json::to_string_pretty(&manifest).unwrap(), text);
    }
}
