//! The terms of a polynomial of second order.

/// Which terms a surface has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// Each coordinate by itself and squared: no trade-offs.
    Separate,
    /// These, and the products of any two coordinates.
    Full,
}

impl Order {
    /// How many terms there are over so many coordinates, the constant included.
    pub fn terms(self, coordinates: usize) -> usize {
        let products = match self {
            Self::Separate => 0,
            Self::Full => coordinates * coordinates.saturating_sub(1) / 2,
        };
        1 + 2 * coordinates + products
    }

    /// The terms at a place; the constant is 1, and all others are 0 where all coordinates are.
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
