//! Constraints: conditions that the weights of a candidate fulfil.

use super::expression_entry::report_error;
use super::search_space::{SearchSpace, holds, numbers};
use tune2048_engine::expression::Expression;
use tune2048_files::toml_errors::{Document, number};

/// The key of the constraints in a file.
const KEY: &str = "constraints";

/// What makes a condition an expression, whose value is a number.
const BEFORE: &str = "if ";
const AFTER: &str = " { 1 } else { 0 }";

/// Reads constraints, each a condition in the names of the weights, and reports a start that breaks one.
pub(super) fn read(texts: &[String], space: &mut SearchSpace, document: &mut Document<'_>) {
    let parameters = space.start.subject.parameters();
    let names: Vec<String> =
        parameters.iter().map(|spec| spec.name.replace(['-', '.'], "_")).collect();
    for (place, text) in texts.iter().enumerate() {
        let path = format!("{KEY}.{place}");
        match Expression::parse(&format!("{BEFORE}{text}{AFTER}"), &[], &names) {
            Ok(constraint) => {
                if !holds(&constraint, &numbers(&space.start)) {
                    let values = names.iter().zip(&space.start.values).enumerate();
                    let used = values.filter(|(i, _)| constraint.uses_parameter(*i));
                    let used =
                        used.map(|(_, (name, value))| format!("{name} = {}", number(*value)));
                    let label = format!("found {}", used.collect::<Vec<_>>().join(", "));
                    let help = "move the start to where all constraints hold";
                    document.report_at(&path, "the start breaks a constraint", label, help);
                }
                space.constraints.push(constraint);
            }
            Err(errors) => {
                for error in errors {
                    let inside = |place: usize| place.saturating_sub(BEFORE.len()).min(text.len());
                    let span = inside(error.span.start)..inside(error.span.end);
                    report_error(error, &path, span, document);
                }
            }
        }
    }
}
