//! The fitted polynomial: differences and reach.

use nalgebra::{DMatrix, DVector};

/// Estimated difference of the fitted value between two places, with its standard error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DifferenceEstimate {
    /// The difference.
    pub value: f64,
    /// Its standard error.
    pub error: f64,
    /// Half of its 95 % confidence interval.
    pub half_width: f64,
}

impl DifferenceEstimate {
    /// Returns the relative change that a difference of logarithms stands for.
    pub fn change(&self) -> f64 {
        libm::exp(self.value) - 1.0
    }

    /// Returns the 95 % interval of [`Self::change`].
    pub fn change_interval(&self) -> [f64; 2] {
        [-1.0, 1.0].map(|way| libm::exp(self.value + way * self.half_width) - 1.0)
    }
}

/// Which terms a polynomial of second order has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// Each coordinate and its square; no trade-offs between coordinates.
    Separate,
    /// Each coordinate, its square, and the products of any two coordinates.
    Full,
}

impl Order {
    /// Returns the number of terms over `count` coordinates, including the constant.
    pub fn terms(self, count: usize) -> usize {
        let products = if self == Self::Full { count * count.saturating_sub(1) / 2 } else { 0 };
        1 + 2 * count + products
    }

    /// Returns the terms at a place, the constant 1 first; at the origin all others are 0.
    pub(super) fn at(self, place: &[f64]) -> Vec<f64> {
        let mut terms = vec![1.0];
        terms.extend(place);
        terms.extend(place.iter().map(|z| z * z));
        if self == Self::Full {
            for (index, z) in place.iter().enumerate() {
                terms.extend(place[..index].iter().map(|other| z * other));
            }
        }
        terms
    }
}

/// Polynomial of second order around a point of the unit cube.
#[derive(Clone, Debug)]
pub struct Surface {
    /// The point that the polynomial was fitted around.
    pub centre: Vec<f64>,
    /// Each coordinate that varies among the samples, with its standard deviation.
    pub(super) used: Vec<(usize, f64)>,
    /// Which terms the polynomial has.
    pub order: Order,
    pub(super) coefficients: DVector<f64>,
    /// Covariance of the coefficients (HC3).
    pub(super) covariance: DMatrix<f64>,
    /// Inverse of the matrix of the normal equations.
    pub(super) inverse: DMatrix<f64>,
    /// Quantile of Student's t for 95 % intervals.
    pub(super) quantile: f64,
    /// Largest leverage x'(X'WX)^-1 x among the samples.
    pub(super) max_leverage: f64,
    /// The number of samples that the polynomial was fitted to.
    pub samples: usize,
    /// The variance of the samples about the surface, divided by the variance of their
    /// measurement: about 1 where the landscape has the form of the polynomial.
    pub scatter: f64,
}

/// Halvings that locate an edge to a millionth of the range.
const BISECTIONS: usize = 20;

impl Surface {
    /// Whether a coordinate varied among the samples, so that the surface depends on it.
    pub fn knows(&self, coordinate: usize) -> bool {
        self.used.iter().any(|(index, _)| *index == coordinate)
    }

    /// Returns the value at a point minus the value at the centre.
    pub fn difference(&self, point: &[f64]) -> DifferenceEstimate {
        self.mean_difference(&[point])
    }

    /// Returns the mean of the values at some points minus the value at the centre.
    pub fn mean_difference(&self, points: &[&[f64]]) -> DifferenceEstimate {
        let mut terms = DVector::zeros(self.coefficients.len());
        for point in points {
            terms += self.terms(point) / points.len() as f64;
        }
        // The constant is the value at the centre.
        terms[0] = 0.0;
        self.estimate(&terms)
    }

    /// Whether a point lies within the region of the samples.
    ///
    /// Beyond it the surface is an extrapolation. The criterion is a leverage no larger than the
    /// largest of the samples (Montgomery, Peck & Vining, "Introduction to Linear Regression
    /// Analysis", on hidden extrapolation).
    pub fn supports(&self, point: &[f64]) -> bool {
        let terms = self.terms(point);
        terms.dot(&(&self.inverse * &terms)) <= self.max_leverage
    }

    /// Returns the centre with another place of one coordinate.
    pub fn moved(&self, coordinate: usize, place: f64) -> Vec<f64> {
        let mut point = self.centre.clone();
        point[coordinate] = place;
        point
    }

    /// Returns the interval of a coordinate, all others kept at the centre, that [0, 1] and the
    /// region of the samples allow.
    ///
    /// It is `None` if the centre itself lies outside.
    pub fn reach(&self, coordinate: usize) -> Option<[f64; 2]> {
        let centre = self.centre[coordinate];
        let is_known = |place: f64| self.supports(&self.moved(coordinate, place));
        if !(0.0..=1.0).contains(&centre) || !is_known(centre) {
            return None;
        }
        Some([0.0, 1.0].map(|end| {
            if is_known(end) {
                return end;
            }
            let (mut inside, mut outside) = (centre, end);
            for _ in 0..BISECTIONS {
                let middle = f64::midpoint(inside, outside);
                if is_known(middle) {
                    inside = middle;
                } else {
                    outside = middle;
                }
            }
            inside
        }))
    }

    fn terms(&self, point: &[f64]) -> DVector<f64> {
        DVector::from_vec(self.order.at(&place(point, &self.centre, &self.used)))
    }

    fn estimate(&self, terms: &DVector<f64>) -> DifferenceEstimate {
        let error = (terms.dot(&(&self.covariance * terms))).max(0.0).sqrt();
        DifferenceEstimate {
            value: terms.dot(&self.coefficients),
            error,
            half_width: self.quantile * error,
        }
    }
}

/// Returns the offset of a point from the centre, in units of each used coordinate's spread.
pub(super) fn place(point: &[f64], centre: &[f64], used: &[(usize, f64)]) -> Vec<f64> {
    used.iter().map(|(index, spread)| (point[*index] - centre[*index]) / spread).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_by_hand() {
        let place = [2.0, 3.0, 5.0];
        let full = [1.0, 2.0, 3.0, 5.0, 4.0, 9.0, 25.0, 6.0, 10.0, 15.0];
        assert_eq!(Order::Full.at(&place), full);
        assert_eq!(Order::Separate.at(&place), full[..7]);
        for order in [Order::Full, Order::Separate] {
            assert_eq!(order.at(&place).len(), order.terms(3));
        }
    }
}
