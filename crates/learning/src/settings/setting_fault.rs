//! A setting that no run can have.

/// A setting that no run can have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettingFault {
    /// The path of the key.
    pub key: &'static str,
    /// Which rule is broken.
    pub message: String,
    /// What was found, and what was expected.
    pub label: String,
    /// What to do about it.
    pub help: Option<String>,
}
