//! Expressions over the four cells of a row, evaluated for all rows at once.
//!
//! The text of an expression is parsed, checked, and compiled to steps. A step
//! that depends on two cells is evaluated for the 256 pairs of their ranks, not
//! for all 65 536 rows; the same goes for steps that depend on one, three or
//! four cells. Games use the resulting table and evaluate no expression.
//!
//! Arithmetic is in 64-bit floats. Powers, exponentials and logarithms come
//! from a library that gives the same bits on every processor.

mod column;
mod compile;
mod grammar;
mod program;
mod tokens;
mod words;

pub use column::{Column, ROWS};
pub use program::Expression;
pub use words::ExpressionError;

use crate::game::per_row::ranks;

/// A row for which an expression has no finite value.
#[derive(Clone, Debug, PartialEq)]
pub struct Undefined {
    /// The ranks of the row.
    pub ranks: [u8; 4],
    /// The value of the expression for this row: infinite or not a number.
    pub value: f64,
}

impl Expression {
    /// The first row for which the expression has no finite value.
    ///
    /// # Panics
    /// If a variable or a parameter has no value.
    pub fn undefined(&self, variables: &[Column], parameters: &[f64]) -> Option<Undefined> {
        let values = self.values(variables, parameters);
        let row = (0..ROWS).find(|&row| !values.at(row).is_finite())?;
        Some(Undefined { ranks: ranks(row as u16), value: values.at(row) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const VARIABLES: [&str; 4] = ["r0", "r1", "r2", "r3"];

    fn variables() -> [Column; 4] {
        [0, 1, 2, 3].map(|cell| Column::of_cell(cell, f64::from))
    }

    fn parse(text: &str) -> Result<Expression, ExpressionError> {
        Expression::parse(text, &VARIABLES, &["power".to_owned(), "scale".to_owned()])
    }

    /// What random expressions with recorded values leave out (tests/expressions.rs).
    #[test]
    fn names_and_conditions_have_their_values() {
        for (text, expected) in [
            ("let x = r0; let x = x + 1; let y = { let x = 5; x }; y + x", 5.0 + 4.0),
            ("if r0 > 9 { 1 } else if r1 > 9 { 2 } else { 3 }", 2.0),
            ("let is_low = r0 < 4; if is_low && !(r2 < r3) { r0 ** power } else { 0 }", 9.0),
            // What is not chosen does no harm.
            ("if r3 == 0 { scale } else { 1 / r3 }", -3.0),
        ] {
            let values = parse(text).unwrap().values(&variables(), &[2.0, -3.0]);
            let found = values.at(0x04a3);
            assert!((found - expected).abs() < 1e-12, "{text}: {found}");
        }
    }

    #[test]
    fn rows_whose_values_are_not_finite_are_found() {
        let undefined = |text: &str| parse(text).unwrap().undefined(&variables(), &[2.0, 1.0]);
        assert_eq!(undefined("if r0 == 0 { 0 } else { 1 / r0 }"), None);
        let found = undefined("2 + 1 / (r0 - 3) * r1").unwrap();
        assert_eq!(found.ranks, [3, 0, 0, 0]);
        assert!(found.value.is_nan());
        assert_eq!(undefined("1e308 * 1e308 ** 0"), None);
        assert!(undefined("-1e308 * 10").unwrap().value < 0.0);
    }

    /// The part of a text that its error points at, and its words.
    fn error(text: &str) -> (&str, String) {
        let error = parse(text).expect_err(text);
        let help = error.help.as_deref().unwrap_or_default();
        (&text[error.span.clone()], format!("{error}; {help}"))
    }

    #[test]
    fn every_error_has_its_place() {
        // Each line of the table has a text, the place of its error and a part of the message.
        for row in include_str!("errors.tsv").lines() {
            let cells: Vec<String> =
                row.split('\t').map(|cell| cell.replace("\\n", "\n")).collect();
            let [text, place, expected] = &cells[..] else { panic!("{row}") };
            let found = error(text);
            assert!(found.1.contains(expected), "{text}: {found:?}");
            assert_eq!(found.0, place, "{text}: {found:?}");
        }
    }

    #[test]
    fn neither_depth_nor_length_is_too_much() {
        let many = 20_000;
        for (open, inner, close) in [
            ("(", "1", ")"),
            ("abs(", "1", ")"),
            ("- ", "1", ""),
            ("! ", "true", ""),
            ("2 ** ", "1", ""),
            ("if true { 1 } else ", "{ 1 }", ""),
            ("{ ", "1", "}"),
        ] {
            let text = open.repeat(many) + inner + close.repeat(many).as_str();
            let found = error(&text).1;
            assert!(found.contains("too deep"), "{open}: {found}");
        }
        let lines: Vec<String> = (0..600).map(|n| format!("let x{n} = r0 + {n};")).collect();
        let sum: Vec<String> = (0..20_000).map(|n| format!("{n}")).collect();
        for text in [lines.join("\n") + "x0", sum.join(" + ")] {
            let found = error(&text).1;
            assert!(found.contains("too long"), "{found}");
        }
    }

    proptest! {
        #[test]
        fn any_tokens_are_an_expression_or_have_errors(parts in prop::collection::vec(
            prop::sample::select(vec![
                "r0", "power", "x", "1", "2.5", "(", ")", "{", "}", "if ", " else ", "let ", "=", ";",
                "+", "-", "*", "**", "<", "==", "&&", "!", "min", "abs", ",", " ", "\n", "'", "\"",
                "true", "é", "//", "/*", "`", "${", "#", "|", "..", "loop", "switch ", "=>", "()",
            ]), 0..14)
        ) {
            check_any(&parts.concat())?;
        }
    }

    /// Asserts that a text has values, or an error with a place in it.
    fn check_any(text: &str) -> Result<(), TestCaseError> {
        match parse(text) {
            Ok(expression) => {
                let values = expression.values(&variables(), &[2.0, 1.0]);
                prop_assert_eq!(values.of_rows().len(), ROWS);
            }
            Err(error) => prop_assert!(text.get(error.span.clone()).is_some(), "{:?}", error),
        }
        Ok(())
    }
}
