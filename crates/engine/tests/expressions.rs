//! Values of expressions, recorded with an independent parser.

use std::path::Path;

use tune2048_engine::expression::{Column, Expression};

const PARAMETERS: [f64; 2] = [2.5, -3.0];

fn parse(text: &str) -> Option<Expression> {
    let parameters = ["power".to_owned(), "scale".to_owned()];
    Expression::parse(text, &["r0", "r1", "r2", "r3"], &parameters).ok()
}

/// A number that depends on every bit of the values of all rows.
fn fingerprint(expression: &Expression) -> u32 {
    let variables = [0, 1, 2, 3].map(|cell| Column::of_cell(cell, f64::from));
    let values = expression.values(&variables, &PARAMETERS);
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for value in values.of_rows().iter() {
        // Processors differ in the bits of what is no number.
        let bits = if value.is_nan() { f64::NAN } else { *value }.to_bits();
        hash = (hash ^ bits).wrapping_mul(0x100_0000_01b3);
        hash ^= hash >> 32;
    }
    hash as u32
}

#[test]
fn random_expressions_have_their_recorded_values() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/expressions.csv");
    let mut reader = csv::ReaderBuilder::new().comment(Some(b'#')).from_path(path).unwrap();
    let (mut accepted, mut refused, mut wrong) = (0, 0, Vec::new());
    for record in reader.records() {
        let record = record.unwrap();
        let (expected, text) = (&record[0], &record[1]);
        let found = parse(text).map(|expression| format!("{:08x}", fingerprint(&expression)));
        if found.as_deref().unwrap_or("refused") != expected {
            wrong.push(text.to_owned());
        }
        *(if expected == "refused" { &mut refused } else { &mut accepted }) += 1;
    }
    assert!(wrong.is_empty(), "{} are wrong: {wrong:#?}", wrong.len());
    assert_eq!((accepted, refused), (1033, 387));
}

/// The parser of the recorded values refused these spellings.
#[test]
fn more_is_accepted_than_was_recorded() {
    for (text, spelling) in [
        ("1.", "1.0"),
        ("1.e3", "1e3"),
        ("r0--r1", "r0 - -r1"),
        ("r0 + ++r1", "r0 + + +r1"),
        ("if r0<-r1 { 1 } else { 2 }", "if r0 < -r1 { 1 } else { 2 }"),
        ("{ r0 } * 2", "({ r0 }) * 2"),
        ("if r0 > 1 { 1 } else { 2 } * 3", "(if r0 > 1 { 1 } else { 2 }) * 3"),
        ("let print = r0; let _1 = 2; print + _1", "r0 + 2"),
        ("if { r0 > 1 } { 1 } else { 2 }", "if r0 > 1 { 1 } else { 2 }"),
    ] {
        let values = [text, spelling].map(|text| parse(text).map(|e| fingerprint(&e)));
        assert!(values[0].is_some() && values[0] == values[1], "{text}: {values:?}");
    }
}
