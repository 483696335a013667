//! The terms of a polynomial of second order.

/// Which terms a polynomial of second order has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// Each coordinate and its square; no trade-offs between coordinates.
    Separate,
    /// Each coordinate, its square, and the products of any two coordinates.
    Full,
}

impl Order {
    /// Returns the number of terms over `coordinates` coordinates, including the constant.
    pub fn terms(self, coordinates: usize) -> usize {
        let products = match self {
            Self::Separate => 0,
            Self::Full => coordinates * coordinates.saturating_sub(1) / 2,
        };
        1 + 2 * coordinates + products
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
