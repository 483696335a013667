//! Which columns the rows of a campaign have: those of weights, and those of points with one for
//! each coordinate that the campaign started with.
//!
//! A weight that was fixed after the start has no coordinate any more: its fields are empty.

use std::sync::Arc;

use crate::subject::{Form, Parameter, Subject};
use tune2048_files::record::Visitor;
use tune2048_optimizer::SymmetricMatrix;

/// The subject of a campaign, and the coordinates that its points started with.
#[derive(Clone, Debug)]
pub struct RowLayout {
    subject: Arc<Subject>,
    names: Vec<String>,
    /// The places of the coordinates in a point; `None` for those that are not tuned.
    places: Vec<Option<usize>>,
}

impl RowLayout {
    /// The layout of the rows of a campaign with this subject and these coordinates, all of them
    /// tuned.
    pub fn new(subject: &Arc<Subject>, coordinates: &[String]) -> Self {
        let places = (0..coordinates.len()).map(Some).collect();
        Self { subject: Arc::clone(subject), names: coordinates.to_vec(), places }
    }

    /// Whether files have a column for chance nodes above the leaves: the cost of a search depends
    /// on them, which is limited where settings of the search are tuned.
    pub(super) fn counts_inner_nodes(&self) -> bool {
        !self.subject.search_settings().is_empty()
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
        visitor: &mut Visitor<'_>,
    ) -> Result<(), String> {
        let mut tuned = Vec::new();
        for (name, place) in self.names.iter().zip(&self.places) {
            let mut value = place.and_then(|place| point.get(place).copied());
            visitor.optional(&format!("{prefix}.{name}"), &mut value)?;
            tuned.extend(value);
        }
        *point = tuned;
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
        visitor: &mut Visitor<'_>,
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

    /// Goes through the columns of the values of the subject's parameters.
    ///
    /// # Errors
    /// If a field is not a number.
    pub(super) fn weights(
        &self,
        weights: &mut Vec<f64>,
        visitor: &mut Visitor<'_>,
    ) -> Result<(), String> {
        let parameters = self.subject.parameters();
        weights.resize(parameters.len(), 0.0);
        for (index, (spec, value)) in parameters.iter().zip(weights).enumerate() {
            let column = format!("weight.{}", spec.name);
            match self.subject.program_parameters().get(index) {
                Some(choice @ Parameter { form: Form::Choice(_), .. }) => {
                    let write = |value: &f64| choice.value(*value).to_string();
                    visitor.parsed(&column, value, write, |text| choice.read(text), "a choice")?;
                }
                _ => visitor.column(&column, value)?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use tune2048_engine::{HeuristicKind, PlayerSettings};

    /// The layout of a campaign that tunes weights of `rows`.
    pub(crate) fn of_rows(coordinates: &[&str]) -> RowLayout {
        let names: Vec<String> = coordinates.iter().map(|&name| name.to_owned()).collect();
        let subject = Subject::board(PlayerSettings::default(), HeuristicKind::Rows);
        RowLayout::new(&subject.into(), &names)
    }
}
