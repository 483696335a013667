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
    /// The search space that the trials are played for; shows whether the file was changed.
    #[serde(rename = "search_space")]
    pub spec: String,
    /// The search space with a smaller budget that the file has if the process was killed before it
    /// wrote the larger one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub replaced: Option<String>,
    /// Whether the winner has been chosen and validated.
    pub finished: bool,
    /// Why the optimizer ended before the budget, if it did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub search_end: Option<String>,
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

    /// Writes the search space of a new campaign, and its manifest.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub(super) fn write_start(&self, text: &str) -> Result<()> {
        self.write(SEARCH_SPACE, text)?;
        let manifest = Manifest {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            spec: text.to_owned(),
            replaced: None,
            finished: false,
            search_end: None,
            fingerprint: self.fingerprint().map(str::to_owned),
            defaults: self.defaults.map(|defaults| defaults.kind),
            defaults_budget: self.defaults.and_then(|defaults| defaults.budget),
        };
        // The manifest comes last: it makes the folder that of a campaign.
        self.write_json(MANIFEST, &manifest)
    }

    /// Replaces the search space of the campaign; with a larger budget it is no longer finished.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub fn replace_search_space(
        &self,
        manifest: Manifest,
        text: &str,
        is_larger: bool,
    ) -> Result<()> {
        let manifest = Manifest {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            spec: text.to_owned(),
            replaced: Some(manifest.spec),
            finished: manifest.finished && !is_larger,
            search_end: manifest.search_end.filter(|_| !is_larger),
            ..manifest
        };
        self.write_json(MANIFEST, &manifest)?;
        self.write(SEARCH_SPACE, text)
    }

    /// Completes what a process that was killed in [`Self::replace_search_space`] has begun.
    ///
    /// # Errors
    /// If the file cannot be read or written.
    pub fn finish_search_space(&self, manifest: &Manifest) -> Result<()> {
        match &manifest.replaced {
            Some(replaced) if self.read(SEARCH_SPACE)? == *replaced => {
                self.write(SEARCH_SPACE, &manifest.spec)
            }
            _ => Ok(()),
        }
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
  "fingerprint": "0a1b2c3d"
}"#;
        let manifest: Manifest = serde_json::from_str(text).expect("a manifest as it was recorded");
        assert_eq!(manifest.spec, "name = \"a\"\n");
        assert_eq!(serde_json::to_string_pretty(&manifest).unwrap(), text);
    }
}
