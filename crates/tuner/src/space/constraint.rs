//! Constraints: conditions that the weights of a candidate fulfil.

use super::search_space::SearchSpace;
use crate::subject::{Choice, Configuration};
use tune2048_engine::expression::Expression;
use tune2048_files::toml_errors::{Document, Mistake, number};

/// The key of the constraints in a file.
const KEY: &str = "constraints";

/// What makes a condition an expression, whose value is a number.
const BEFORE: &str = "if ";
const AFTER: &str = " { 1 } else { 0 }";

/// Steps by which the way from the start to a point that is not allowed is halved.
const HALVINGS: u32 = 40;

/// A condition on the weights.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Constraint {
    expression: Expression,
}

impl Constraint {
    fn holds(&self, numbers: &[f64]) -> bool {
        let numbers = self.expression.values(&[], numbers);
        numbers.as_constant().is_some_and(|value| value.to_bits() == 1.0_f64.to_bits())
    }
}

/// Reads constraints, each a condition in the names of the weights, and reports a start that breaks one.
pub(super) fn read(texts: &[String], space: &mut SearchSpace, document: &mut Document<'_>) {
    let parameters = space.start.subject.parameters();
    let names: Vec<String> =
        parameters.iter().map(|spec| spec.name.replace(['-', '.'], "_")).collect();
    for (place, text) in texts.iter().enumerate() {
        let path = format!("{KEY}.{place}");
        match Expression::parse(&format!("{BEFORE}{text}{AFTER}"), &[], &names) {
            Ok(expression) => {
                let constraint = Constraint { expression };
                let used = (0..names.len()).filter(|&i| constraint.expression.uses_parameter(i));
                let used: Vec<usize> = used.collect();
                if !constraint.holds(&numbers(&space.start)) {
                    let values = used
                        .iter()
                        .map(|&i| format!("{} = {}", names[i], number(space.start.values[i])));
                    let values: Vec<_> = values.collect();
                    let label = format!("found {}", values.join(", "));
                    let message = "the start breaks a constraint";
                    let help = "move the start to where all constraints hold";
                    document.report_at(&path, message, label, help);
                }
                space.constraints.push(constraint);
            }
            Err(errors) => {
                for error in errors {
                    let inside = |place: usize| place.saturating_sub(BEFORE.len()).min(text.len());
                    let span = inside(error.span.start)..inside(error.span.end);
                    document.report(Mistake {
                        span: document.span_within(&path, span),
                        message: error.message,
                        label: error.label,
                        help: error.help,
                    });
                }
            }
        }
    }
}

/// The numbers that constraints speak of: those of weights, and of choices that are no numbers their places.
fn numbers(weights: &Configuration) -> Vec<f64> {
    let number = |(index, &number): (usize, &f64)| match weights
        .subject
        .program_parameters()
        .get(index)
        .map(|own| own.value(number))
    {
        Some(Choice::Number(value)) => value,
        Some(Choice::Truth(truth)) => f64::from(u8::from(truth)),
        _ => number,
    };
    weights.values.iter().enumerate().map(number).collect()
}

impl SearchSpace {
    /// Whether weights fulfil all constraints.
    pub(super) fn allows(&self, weights: &Configuration) -> bool {
        if self.constraints.is_empty() {
            return true;
        }
        let numbers = numbers(weights);
        self.constraints.iter().all(|constraint| constraint.holds(&numbers))
    }

    /// The allowed point that is nearest to a point of the cube on the way from there to the start; the start
    /// itself if none is found.
    pub(super) fn repaired(&self, point: &[f64]) -> Vec<f64> {
        if self.allows(&self.decoded(point)) {
            return point.to_vec();
        }
        let start = self.encode(&self.start);
        let between = |share: f64| -> Vec<f64> {
            start.iter().zip(point).map(|(from, to)| from + share * (to - from)).collect()
        };
        let (mut allowed, mut refused) = (0.0, 1.0);
        for _ in 0..HALVINGS {
            let middle = f64::midpoint(allowed, refused);
            let weights = self.decoded(&between(middle));
            *(if self.allows(&weights) { &mut allowed } else { &mut refused }) = middle;
        }
        between(allowed)
    }
}
