//! Principal axes of a distribution, described in words.

use nalgebra::{DMatrix, SymmetricEigen};

use crate::view::landscape::{DifferenceEstimate, Surface};
use tune2048_optimizer::Distribution;

/// A principal axis of a distribution.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Direction {
    /// Standard deviation along the axis, in units of the ranges.
    pub(crate) spread: f64,
    /// Unit vector of the axis, with its largest component positive.
    pub(crate) parts: Vec<f64>,
}

/// Smallest component of a direction, relative to the largest, that its description names.
const MIN_NAMED: f64 = 0.4;
/// Ratio of the longest to the shortest axis below which a distribution counts as round.
const ROUND: f64 = 1.1;

/// Returns the axes of a distribution, the longest first; none if the distribution is round.
pub(crate) fn directions(distribution: &Distribution) -> Vec<Direction> {
    let n = distribution.mean.len();
    let scale = distribution.step_size * distribution.step_size;
    let covariance = DMatrix::from_fn(n, n, |i, j| scale * distribution.covariance[i][j]);
    if covariance.iter().any(|entry| !entry.is_finite()) {
        return Vec::new();
    }
    let eigen = SymmetricEigen::new(covariance);
    let mut directions: Vec<Direction> = (0..n)
        .map(|k| {
            let column = eigen.eigenvectors.column(k);
            let largest = column[column.iamax()];
            Direction {
                spread: eigen.eigenvalues[k].max(0.0).sqrt(),
                parts: column.iter().map(|part| part * largest.signum()).collect(),
            }
        })
        .collect();
    directions.sort_by(|a, b| b.spread.total_cmp(&a.spread));
    let is_round = n > 1 && directions[0].spread < ROUND * directions[n - 1].spread;
    if is_round { Vec::new() } else { directions }
}

/// Describes a direction, such as `more empty for less sum`.
pub(crate) fn in_words(direction: &Direction, names: &[String]) -> String {
    let largest = direction.parts.iter().fold(0.0_f64, |most, part| most.max(part.abs()));
    let mut parts: Vec<(f64, &String)> = direction.parts.iter().copied().zip(names).collect();
    parts.retain(|(part, _)| part.abs() >= MIN_NAMED * largest);
    parts.sort_by(|(a, _), (b, _)| b.abs().total_cmp(&a.abs()));
    let list = |sign: f64| {
        let names = parts.iter().filter(|(part, _)| part * sign > 0.0);
        let names: Vec<String> = names.map(|(_, name)| (*name).clone()).collect();
        tune2048_files::toml_errors::list(&names, "and")
    };
    let (more, less) = (list(1.0), list(-1.0));
    match (parts.len(), less.is_empty()) {
        (1, _) => format!("{more} alone"),
        (_, true) => format!("{more} together"),
        _ => format!("more {more} for less {less}"),
    }
}

/// Returns the change of the fitted value by one standard deviation along a direction, averaged
/// over both ways.
pub(crate) fn cost(surface: &Surface, direction: &Direction) -> Option<DifferenceEstimate> {
    let moved = |way: f64| -> Vec<f64> {
        let steps = surface.centre.iter().zip(direction.parts.iter());
        steps.map(|(x, part)| x + way * direction.spread * part).collect()
    };
    let both = [moved(1.0), moved(-1.0)];
    let is_known = both.iter().all(|point| surface.supports(point));
    is_known.then(|| surface.mean_difference(&[&both[0], &both[1]]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tune2048_optimizer::SymmetricMatrix;

    fn names() -> Vec<String> {
        ["a", "b", "c"].map(str::to_owned).into()
    }

    /// The distribution is four times as long along (1, -1, 0) as along (1, 1, 0).
    #[test]
    fn directions_are_the_axes_in_words() {
        let found = directions(&Distribution {
            mean: vec![0.5; 3],
            step_size: 0.1,
            covariance: SymmetricMatrix::of_lower(3, |i, j| {
                [[8.5, 0.0, 0.0], [-7.5, 8.5, 0.0], [0.0, 0.0, 0.25]][i][j]
            }),
        });
        let spreads: Vec<f64> = found.iter().map(|direction| direction.spread).collect();
        for (found, expected) in spreads.iter().zip([0.4, 0.1, 0.05]) {
            assert!((found - expected).abs() < 1e-12, "{spreads:?}");
        }
        let words: Vec<String> = found.iter().map(|found| in_words(found, &names())).collect();
        assert!(["more a for less b", "more b for less a"].contains(&words[0].as_str()));
        assert!(words[1].ends_with(" together"), "{words:?}");
        assert_eq!(words[2], "c alone");
    }

    #[test]
    fn a_ball_has_no_directions() {
        assert!(directions(&Distribution::isotropic(vec![0.5; 3], 0.1)).is_empty());
    }
}
