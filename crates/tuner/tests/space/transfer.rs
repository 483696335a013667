//! Transfer of a distribution between search spaces.

use proptest::prelude::*;
use tune2048_optimizer::{Distribution, SymmetricMatrix};
use tune2048_tuner::space::CampaignSpec;

use super::{MATRIX, SMALL, parse};
use crate::campaign::warm_start::correlation;
use tune2048_testkit::replaced;

fn space(weights: &str) -> CampaignSpec {
    let small = replaced(SMALL, "empty = \"tune\"", weights);
    let step = "[optimizer.cma-es]\nstep-size = 0.2\n\n[budget]";
    parse(&replaced(&small, "[budget]", step)).unwrap_or_else(|error| panic!("{error}"))
}

/// Returns a distribution with step size 0.1, standard deviations 0.1 and 0.05, and correlation 0.6.
fn learnt(mean: [f64; 2]) -> Distribution {
    Distribution {
        mean: mean.into(),
        step_size: 0.1,
        covariance: SymmetricMatrix::of_lower(2, |i, j| [[1.0, 0.0], [0.3, 0.25]][i][j]),
    }
}

#[track_caller]
fn assert_close(found: &[f64], expected: &[f64]) {
    assert_eq!(found.len(), expected.len());
    for (found, expected) in found.iter().zip(expected) {
        assert!((found - expected).abs() < 1e-12, "{found}, expected {expected}");
    }
}

const TWO: &str = "empty = { low = 0, high = 2000 }\nmerges = { low = 0, high = 4000 }";

#[test]
fn within_one_space_only_the_spread_changes() {
    let found = space(TWO).transfer(&space(TWO), &learnt([0.25, 0.5]), 1.5).unwrap();
    assert_close(&found.mean, &[0.25, 0.5]);
    assert_close(&found.standard_deviations(), &[0.15, 0.075]);
    assert_close(&[correlation(&found)], &[0.6]);
    // No search begins wider than one that knows nothing: 0.3 is limited to the initial step size of 0.2.
    let found = space(TWO).transfer(&space(TWO), &learnt([0.25, 0.5]), 3.0).unwrap();
    assert_close(&found.standard_deviations(), &[0.2, 0.15]);
    assert_close(&[correlation(&found)], &[0.6]);
}

#[test]
fn a_weight_that_is_fixed_tells_of_the_others() {
    let fixed = space("empty = { low = 0, high = 2000 }\nmerges = 2200");
    let found = fixed.transfer(&space(TWO), &learnt([0.25, 0.5]), 1.0).unwrap();
    // 2200 is one standard deviation above the mean: the regression line has the slope
    // 0.6 · 0.1 / 0.05, and the remaining variance is that of the residuals.
    assert_close(&found.mean, &[0.25 + 0.6 * 0.1]);
    assert_close(&found.standard_deviations(), &[0.1 * (1.0_f64 - 0.36).sqrt()]);
    // A larger distance does not change the result further.
    let far = space("empty = { low = 0, high = 2000 }\nmerges = 4000");
    let found = far.transfer(&space(TWO), &learnt([0.25, 0.5]), 1.0).unwrap();
    assert_close(&found.mean, &[0.25 + 2.0 * 0.6 * 0.1]);
}

#[test]
fn a_weight_that_is_tuned_now_begins_as_in_any_search() {
    let more = space(&format!("{TWO}\nsum-exponent = {{ start = 3.5, low = 3, high = 5 }}"));
    let found = more.transfer(&space(TWO), &learnt([0.25, 0.5]), 1.0).unwrap();
    assert_close(&found.mean, &[0.25, 0.5, 0.25]);
    assert_close(&found.standard_deviations(), &[0.1, 0.05, 0.2]);
    assert_close(&found.covariance[2], &[0.0, 0.0, 1.0]);
}

#[test]
fn terms_that_are_new_begin_where_they_change_nothing() {
    let more = "corner = { start = 0, low = -1000, high = 3000 }\n\
                inner-empty = { start = 270, low = 0, high = 4000 }\n\
                inner-sum = { start = 20, low = 0, high = 40 }";
    let found =
        space(&format!("{TWO}\n{more}")).transfer(&space(TWO), &learnt([0.75, 0.5]), 1.0).unwrap();
    // In the order of the heuristic's list: inner-empty starts at the 1500 of `empty`,
    // inner-sum at the 11 of the fixed `sum`, regardless of their starts in the file.
    assert_close(&found.mean, &[0.75, 0.5, 0.375, 0.275, 0.25]);
    assert_close(&found.standard_deviations(), &[0.1, 0.05, 0.2, 0.2, 0.2]);
    assert_close(&[correlation(&found)], &[0.6]);
}

#[test]
fn terms_that_are_gone_are_named() {
    let more = "inner-empty = 3\ncorner = { start = 0, low = -1000, high = 3000 }";
    let (old, learnt) =
        (space(&format!("{TWO}\n{more}")), Distribution::isotropic(vec![0.5; 3], 0.1));
    let error = space(TWO).transfer(&old, &learnt, 1.0).unwrap_err().to_string();
    assert_eq!(error, "its heuristic has weights that this one lacks: inner-empty, corner");
}

#[test]
fn spaces_that_have_nothing_in_common_are_refused() {
    let matrix = parse(MATRIX).unwrap();
    let error = matrix.transfer(&space(TWO), &learnt([0.5; 2]), 1.0).unwrap_err().to_string();
    let other = "its heuristic is rows with 8 weights, expected corner-matrix with 16 weights";
    assert_eq!(error, other);
    let diagonal = parse(&replaced(MATRIX, "reading-order", "diagonal")).unwrap();
    let isotropic = Distribution::isotropic(vec![0.5; 15], 0.1);
    let error = matrix.transfer(&diagonal, &isotropic, 1.0).unwrap_err();
    assert!(error.to_string().contains("layout"), "{error}");
    let same = matrix.transfer(&matrix, &isotropic, 1.0).unwrap();
    assert_close(&same.mean, &[0.5; 15]);
    assert_close(&same.standard_deviations(), &[0.1; 15]);
}

proptest! {
    /// Transfers from a range to a wider one and back, on a linear and on a logarithmic scale.
    #[test]
    fn a_distribution_means_the_same_numbers_in_any_range_that_holds_it(
        mean in [0.05..0.95_f64, 0.05..0.95_f64],
        (low, high) in (-1000.0..0.0_f64, 2000.0..6000.0_f64),
        (log_low, log_high) in (0.1..1.0_f64, 4000.0..40_000.0_f64),
    ) {
        let narrow = space(
            "empty = { low = 0, high = 2000 }\nmerges = { low = 1, high = 4000, scale = \"log\" }",
        );
        let wide = space(&format!(
            "empty = {{ low = {low:?}, high = {high:?} }}\n\
             merges = {{ low = {log_low:?}, high = {log_high:?}, scale = \"log\" }}",
        ));
        let learnt = learnt(mean);
        let there = wide.transfer(&narrow, &learnt, 1.0).unwrap();
        let numbers = |space: &CampaignSpec, point: &[f64]| -> [f64; 2] {
            let weights = space.decode(point);
            ["empty", "merges"].map(|name| weights.get(name).unwrap())
        };
        // The mean stands for the same weights on other scales too.
        let swapped = space(
            "empty = { low = 1, high = 3000, scale = \"log\" }\nmerges = { low = -50, high = 5000 }",
        );
        let elsewhere = swapped.transfer(&narrow, &learnt, 1.0).unwrap();
        let means = [numbers(&wide, &there.mean), numbers(&swapped, &elsewhere.mean)];
        for (before, after) in numbers(&narrow, &mean).iter().cycle().zip(means.as_flattened()) {
            prop_assert!((after / before - 1.0).abs() < 1e-9, "{before} {after}");
        }
        // A point at some distance from the mean has the same weights and the same likelihood.
        let step = [0.02, -0.01];
        let moved = |distribution: &Distribution| -> Vec<f64> {
            let moves = step.iter().zip(distribution.standard_deviations());
            let point = distribution.mean.iter().zip(moves);
            point.map(|(mean, (step, deviation))| mean + step * deviation).collect()
        };
        let (before, after) = (
            numbers(&narrow, &moved(&learnt)),
            numbers(&wide, &moved(&there)),
        );
        for (before, after) in before.iter().zip(after) {
            prop_assert!((after / before - 1.0).abs() < 1e-9, "{before} {after}");
        }
        prop_assert!((correlation(&there) - correlation(&learnt)).abs() < 1e-9);
        let back = narrow.transfer(&wide, &there, 1.0).unwrap();
        assert_close(&back.mean, &learnt.mean);
        assert_close(&back.standard_deviations(), &learnt.standard_deviations());
    }
}
