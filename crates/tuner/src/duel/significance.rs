//! Which means differ by more than chance.

use statrs::distribution::{ContinuousCDF, StudentsT};

use crate::statistics::{Interval, mean, standard_deviation};

/// The difference of two means with how sure it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Difference {
    /// The first mean minus the second.
    pub(super) difference: f64,
    /// Its 95 % interval.
    pub(super) interval: Interval,
    /// How likely a difference as large would be if there was none.
    pub(super) p: f64,
}

/// The difference of the means of two independent samples: Welch, "The generalization of Student's problem when several
/// different population variances are involved", Biometrika 34 (1947).
///
/// `None` below two values each, or where no value differs from another.
pub(super) fn welch(a: &[f64], b: &[f64]) -> Option<Difference> {
    let share = |sample: &[f64]| -> Option<f64> {
        let deviation = standard_deviation(sample)?;
        Some(deviation * deviation / sample.len() as f64)
    };
    let (share_a, share_b) = (share(a)?, share(b)?);
    let square = share_a + share_b;
    if square <= 0.0 {
        return None;
    }
    let freedom = |share: f64, sample: &[f64]| share * share / (sample.len() as f64 - 1.0);
    let freedom = square * square / (freedom(share_a, a) + freedom(share_b, b));
    let student = StudentsT::new(0.0, 1.0, freedom).ok()?;
    let difference = mean(a) - mean(b);
    let error = square.sqrt();
    let half_width = student.inverse_cdf(0.975) * error;
    Some(Difference {
        difference,
        interval: Interval {
            low: difference - half_width,
            high: difference + half_width,
        },
        p: 2.0 * student.cdf(-(difference / error).abs()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Means 21 and 23.5, variances 78.62 / 5 and 30.06 / 7, so that the error is 1.7769 and the degrees of freedom are
    /// 7.05; printed tables give t(0.975, 7) = 2.3646, t(0.975, 8) = 2.3060 and t(0.9, 7) = 1.4149.
    #[test]
    fn a_difference_by_hand() {
        let a = [27.5, 21.0, 19.0, 23.6, 17.0, 17.9];
        let b = [27.1, 22.0, 20.8, 23.4, 23.4, 23.5, 25.8, 22.0];
        let found = welch(&a, &b).unwrap();
        assert!((found.difference + 2.5).abs() < 1e-12);
        let half_width = found.interval.high - found.difference;
        assert!(
            (1.7769 * 2.36..1.7769 * 2.3646).contains(&half_width),
            "{half_width}"
        );
        // |t| = 1.4069 is a little less than 1.4149, beyond which lie 20 %.
        assert!((0.2..0.205).contains(&found.p), "{}", found.p);
        assert_eq!(welch(&a, &b[..1]), None);
        assert_eq!(welch(&[1.0; 3], &[1.0; 3]), None);
    }
}
