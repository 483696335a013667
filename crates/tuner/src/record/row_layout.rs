//! Which columns the rows of a campaign have: those of weights, and those of points with one for
//! each coordinate.

use std::sync::Arc;

use crate::subject::{Form, Parameter, Subject};
use tune2048_files::record::Visitor;
use tune2048_optimizer::SymmetricMatrix;

/// The subject of a campaign, and the coordinates of its points.
#[derive(Clone, Debug)]
pub struct RowLayout {
    subject: Arc<Subject>,
    names: Vec<String>,
}

impl RowLayout {
    /// The layout of the rows of a campaign with this subject and these coordinates.
    pub fn new(subject: &Arc<Subject>, coordinates: &[String]) -> Self {
        Self { subject: Arc::clone(subject), names: coordinates.to_vec() }
    }

    /// Whether files have a column for chance nodes above the leaves: the cost of a search depends
    /// on them, which is limited where settings of the search are tuned.
    pub(super) fn counts_inner_nodes(&self) -> bool {
        !self.subject.search_settings().is_empty()
    }

    /// Goes through the columns of a point.
    ///
    /// # Errors
    /// If a field is not a number.
    pub fn point(
        &self,
        prefix: &str,
        point: &mut Vec<f64>,
        visitor: &mut Visitor<'_>,
    ) -> Result<(), String> {
        point.resize(self.names.len(), 0.0);
        for (name, value) in self.names.iter().zip(point) {
            visitor.column(&format!("{prefix}.{name}"), value)?;
        }
        Ok(())
    }

    /// Goes through the columns of the lower triangle of a symmetric matrix, row by row.
    ///
    /// # Errors
    /// If a field is not a number.
    pub fn triangle(
        &self,
        prefix: &str,
        matrix: &mut SymmetricMatrix,
        visitor: &mut Visitor<'_>,
    ) -> Result<(), String> {
        let mut lower = Vec::new();
        for (row, name) in self.names.iter().enumerate() {
            for (column, other) in self.names[..=row].iter().enumerate() {
                let value = matrix.rows().get(row).and_then(|row| row.get(column));
                let mut value = value.copied().unwrap_or_default();
                visitor.column(&format!("{prefix}.{name}.{other}"), &mut value)?;
                lower.push(value);
            }
        }
        *matrix = SymmetricMatrix::of_lower(self.names.len(), |i, j| lower[i * (i + 1) / 2 + j]);
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
