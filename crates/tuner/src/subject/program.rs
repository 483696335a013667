//! A program of the user, with the parameters that it is given.

use std::borrow::Cow;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use tune2048_engine::heuristic::WeightSpec;

use super::command::CommandSettings;
use super::parameter::{Argument, Encoding, Parameter};

/// A program of the user, which plays whole games by itself.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "ProgramData", into = "ProgramData")]
pub struct ProgramSubject {
    /// The program, and the way in which it is run.
    pub command: CommandSettings,
    parameters: Arc<[Parameter]>,
    pub(super) specs: Arc<[WeightSpec]>,
}

impl ProgramSubject {
    /// A program with these parameters, in order. Files give the ranges.
    pub(super) fn new(command: CommandSettings, parameters: Vec<Parameter>) -> Self {
        let spec = |Parameter { name, .. }: &Parameter| WeightSpec {
            name: Cow::Owned(name.clone()),
            default: 0.0,
            low: -1e30,
            high: 1e30,
            meaning: Cow::Owned(format!("Parameter {name} of the program.")),
        };
        Self {
            specs: parameters.iter().map(spec).collect(),
            command,
            parameters: parameters.into(),
        }
    }

    pub(super) fn parameters(&self) -> &[Parameter] {
        &self.parameters
    }

    /// Whether each parameter takes part.
    pub(super) fn active(&self, values: &[f64]) -> Vec<bool> {
        let mut active: Vec<bool> = Vec::with_capacity(values.len());
        for parameter in self.parameters.iter() {
            let holds = parameter.only_when.iter().all(|condition| {
                let earlier = &self.parameters[..active.len()];
                let place = earlier.iter().position(|other| other.name == condition.parameter);
                place.is_some_and(|place| {
                    let value = earlier[place].value(values[place]);
                    active[place] && condition.values.contains(&value)
                })
            });
            active.push(holds);
        }
        active
    }

    /// The parameters that take part, with their values.
    pub(super) fn arguments(&self, values: &[f64]) -> Vec<(&str, Argument)> {
        let mut arguments: Vec<(&str, Argument)> = Vec::new();
        let valued = self.parameters.iter().zip(values).zip(self.active(values));
        for ((parameter, &value), _) in valued.filter(|(_, is_active)| *is_active) {
            let name = parameter.given_name();
            match (&parameter.encoding, arguments.last_mut()) {
                (Encoding::Entry(place), Some((_, Argument::Array(entries)))) if *place > 0 => {
                    entries.push(value);
                }
                (Encoding::Entry(_), _) => arguments.push((name, Argument::Array(vec![value]))),
                _ => arguments.push((name, Argument::One(parameter.value(value)))),
            }
        }
        arguments
    }

    /// The values for these parameters of a program with the same names. A parameter that takes no part
    /// there may be missing; it keeps the value in `start`.
    pub(super) fn adopt(&self, other: &Self, values: &[f64], start: &[f64]) -> Option<Vec<f64>> {
        let is_known = |its: &Parameter| self.parameters.iter().any(|own| own.name == its.name);
        if !other.parameters.iter().all(is_known) {
            return None;
        }
        let mut adopted = start.to_vec();
        let mut missing = Vec::new();
        for (place, own) in self.parameters.iter().enumerate() {
            match other.parameters.iter().position(|its| its.name == own.name) {
                Some(its) => {
                    adopted[place] = own.number_of(&other.parameters[its].value(values[its]))?;
                }
                None => missing.push(place),
            }
        }
        let active = self.active(&adopted);
        missing.iter().all(|&place| !active[place]).then_some(adopted)
    }
}

/// A program as data.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ProgramData {
    command: CommandSettings,
    parameters: Vec<Parameter>,
}

impl From<ProgramSubject> for ProgramData {
    fn from(subject: ProgramSubject) -> Self {
        Self { parameters: subject.parameters.to_vec(), command: subject.command }
    }
}

impl TryFrom<ProgramData> for ProgramSubject {
    type Error = String;

    fn try_from(data: ProgramData) -> Result<Self, String> {
        for (index, Parameter { name, encoding, .. }) in data.parameters.iter().enumerate() {
            if matches!(encoding, Encoding::Choice(choices) if choices.is_empty()) {
                return Err(format!("the parameter `{name}` has no choice, expected one"));
            }
            if data.parameters[..index].iter().any(|earlier| earlier.name == *name) {
                return Err(format!("the parameter `{name}` is named twice, expected once"));
            }
        }
        Ok(Self::new(data.command, data.parameters))
    }
}
