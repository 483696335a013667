//! `campaign.json`: the text that the trials are played for, and how far the campaign is.

use serde::{Deserialize, Serialize};

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
