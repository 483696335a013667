//! The columns of journals that contain points: one for each coordinate that the campaign started with.
//!
//! A weight that was fixed after the start has no coordinate any more: its fields are empty.

use tune2048_optimizer::SymmetricMatrix;

/// The coordinates of a journal, and those that the next rows have.
#[derive(Clone, Debug)]
pub struct Coordinates {
    names: Vec<String>,
    /// The places in `names` of the tuned coordinates, in order.
    tuned: Vec<usize>,
}

impl Coordinates {
    /// Coordinates with these names, all of them tuned.
    pub fn new(names: &[String]) -> Self {
        Self { names: names.to_vec(), tuned: (0..names.len()).collect() }
    }

    /// Sets the coordinates that the next rows have.
    pub fn tune(&mut self, names: &[String]) {
        let is_tuned = |place: &usize| names.contains(&self.names[*place]);
        self.tuned = (0..self.names.len()).filter(is_tuned).collect();
    }

    /// The fields of a point: one for each coordinate, empty where it is not tuned.
    ///
    /// # Panics
    /// If the number of coordinates of the point is not the number of tuned ones.
    pub fn fields(&self, point: &[f64]) -> Vec<String> {
        assert_eq!(point.len(), self.tuned.len(), "coordinates of a point");
        let mut fields = vec![String::new(); self.names.len()];
        for (&place, value) in self.tuned.iter().zip(point) {
            fields[place] = value.to_string();
        }
        fields
    }

    /// The fields of the lower triangle of a symmetric matrix, row by row, empty
    /// where a coordinate is not tuned.
    pub fn triangle(&self, matrix: &SymmetricMatrix) -> Vec<String> {
        let place = |name: usize| self.tuned.iter().position(|&tuned| tuned == name);
        let all = 0..self.names.len();
        let entries = all.flat_map(|row| (0..=row).map(move |column| (row, column)));
        let field = |(row, column)| match (place(row), place(column)) {
            (Some(row), Some(column)) => matrix[row][column].to_string(),
            _ => String::new(),
        };
        entries.map(field).collect()
    }
}

/// Parses the numbers of a point; empty fields are skipped.
///
/// # Errors
/// If a field is neither empty nor a number.
pub fn point(fields: &[String]) -> Result<Vec<f64>, String> {
    let given = fields.iter().filter(|field| !field.is_empty());
    let number = |text: &String| {
        let unlike = |_| format!("found {text:?}, expected a number");
        text.parse().map_err(unlike)
    };
    given.map(number).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_coordinate_that_is_not_tuned_leaves_its_fields_empty() {
        let names = ["a", "b", "c"].map(str::to_owned);
        let mut coordinates = Coordinates::new(&names);
        coordinates.tune(&[names[0].clone(), names[2].clone()]);
        let fields = coordinates.fields(&[0.5, -1.25]);
        assert_eq!(fields, ["0.5", "", "-1.25"]);
        assert_eq!(point(&fields).unwrap(), [0.5, -1.25]);
        let triangle =
            coordinates.triangle(&SymmetricMatrix::of_lower(2, |i, j| (1 + i + j) as f64));
        assert_eq!(triangle, ["1", "", "", "2", "", "3"]);
        assert!(point(&["x".to_owned()]).is_err());
    }
}
