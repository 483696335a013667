//! A program of the user, with the parameters that it is given.

use std::borrow::Cow;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use tune2048_engine::heuristic::WeightSpec;

use super::command::CommandSettings;

/// A program of the user, which plays whole games by itself.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "ProgramData", into = "ProgramData")]
pub struct ProgramSubject {
    /// The program, and the way in which it is run.
    pub command: CommandSettings,
    parameters: Arc<[WeightSpec]>,
}

impl ProgramSubject {
    /// A program with parameters of these names, in order.
    ///
    /// They depend on their names only, so that a file of weights has the same list as the search
    /// space that it comes from. Files give the ranges.
    pub(super) fn new<'n>(
        command: CommandSettings,
        parameters: impl IntoIterator<Item = &'n str>,
    ) -> Self {
        let parameter = |name: &str| WeightSpec {
            name: Cow::Owned(name.to_owned()),
            default: 0.0,
            low: -1e30,
            high: 1e30,
            meaning: Cow::Owned(format!("Parameter {name} of the program.")),
        };
        Self { command, parameters: parameters.into_iter().map(parameter).collect() }
    }

    pub(super) fn parameters(&self) -> &[WeightSpec] {
        &self.parameters
    }
}

/// A program as data.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ProgramData {
    command: CommandSettings,
    /// The names of the parameters.
    parameters: Vec<String>,
}

impl From<ProgramSubject> for ProgramData {
    fn from(subject: ProgramSubject) -> Self {
        let parameters = subject.parameters.iter();
        Self {
            parameters: parameters.map(|spec| spec.name.to_string()).collect(),
            command: subject.command,
        }
    }
}

impl TryFrom<ProgramData> for ProgramSubject {
    type Error = String;

    fn try_from(data: ProgramData) -> Result<Self, String> {
        for (index, name) in data.parameters.iter().enumerate() {
            if data.parameters[..index].contains(name) {
                return Err(format!("the parameter `{name}` is named twice, expected once"));
            }
        }
        let names = data.parameters.iter().map(String::as_str);
        Ok(Self::new(data.command, names))
    }
}
