//! The columns of points: one for each coordinate that the campaign started with.
//!
//! A weight that was fixed after the start has no coordinate any more: its fields are empty.

use crate::subject::{Form, Parameter, Subject};
use tune2048_files::record::Visitor;
use tune2048_optimizer::SymmetricMatrix;

/// The coordinates that a campaign started with, and which of them the next rows have.
#[derive(Clone, Debug)]
pub struct Coordinates {
    names: Vec<String>,
    /// The places of the coordinates in a point; `None` for those that are not tuned.
    places: Vec<Option<usize>>,
}

impl Coordinates {
    /// Coordinates with these names, all of them tuned.
    pub fn new(names: &[String]) -> Self {
        Self { names: names.to_vec(), places: (0..names.len()).map(Some).collect() }
    }

    /// Sets the coordinates that the next rows have.
    pub fn tune(&mut self, names: &[String]) {
        let mut tuned = 0..;
        let place = |name: &String| names.contains(name).then(|| tuned.next()).flatten();
        self.places = self.names.iter().map(place).collect();
    }

    /// Goes through the columns of a point.
    ///
    /// # Errors
    /// If a field is neither empty nor a number.
    pub fn point(
        &self,
        prefix: &str,
        point: &mut Vec<f64>,
        visitor: &mut Visitor<'_, '_>,
    ) -> Result<(), String> {
        let fields = self.names.iter().zip(&self.places).map(|(name, place)| {
            let mut value = place.and_then(|place| point.get(place).copied());
            visitor.optional(&format!("{prefix}.{name}"), &mut value)?;
            Ok(value)
        });
        let fields: Vec<Option<f64>> = fields.collect::<Result<_, String>>()?;
        *point = fields.into_iter().flatten().collect();
        Ok(())
    }

    /// Goes through the columns of the lower triangle of a symmetric matrix, row by row.
    ///
    /// # Errors
    /// If a field is neither empty nor a number, or the numbers make no triangle.
    pub fn triangle(
        &self,
        prefix: &str,
        matrix: &mut SymmetricMatrix,
        visitor: &mut Visitor<'_, '_>,
    ) -> Result<(), String> {
        let mut lower = Vec::new();
        for (row, name) in self.names.iter().enumerate() {
            for (column, other) in self.names[..=row].iter().enumerate() {
                let places = self.places[row].zip(self.places[column]);
                let mut value = places.and_then(|(i, j)| matrix.rows().get(i)?.get(j).copied());
                visitor.optional(&format!("{prefix}.{name}.{other}"), &mut value)?;
                lower.extend(value);
            }
        }
        let dimensions = (0..).take_while(|n| n * (n + 1) / 2 <= lower.len()).count() - 1;
        *matrix = SymmetricMatrix::of_lower(dimensions, |i, j| lower[i * (i + 1) / 2 + j]);
        Ok(())
    }
}

/// Goes through the columns of the values of a subject's parameters.
///
/// # Errors
/// If a field is not a number.
pub(super) fn weights(
    subject: &Subject,
    weights: &mut Vec<f64>,
    visitor: &mut Visitor<'_, '_>,
) -> Result<(), String> {
    weights.resize(subject.parameters().len(), 0.0);
    for (index, (spec, value)) in subject.parameters().iter().zip(weights).enumerate() {
        let column = format!("weight.{}", spec.name);
        match subject.program_parameters().get(index) {
            Some(choice @ Parameter { form: Form::Choice(_), .. }) => {
                let written = || choice.value(*value).to_string();
                let read =
                    visitor.parsed(&column, written, |text| choice.read(text), "a choice")?;
                *value = read.unwrap_or(*value);
            }
            _ => visitor.column(&column, value)?,
        }
    }
    Ok(())
}
