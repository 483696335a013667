//! A landscape that is known, and what is found of it.

use proptest::prelude::*;
use rand::{RngCore, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use tune2048::view::landscape::{NoFit, Order, PointSample, Surface};

/// A hill over three coordinates with a ridge, and samples with the luck of 100 games.
struct Hill {
    top: [f64; 3],
    /// The strength of the trade-off between the first two.
    ridge: f64,
}

const LUCK: f64 = 0.05;
const SPREAD: f64 = 0.15;

impl Hill {
    fn height(&self, point: &[f64]) -> f64 {
        let [a, b, c] = [0, 1, 2].map(|i| point[i] - self.top[i]);
        -4.0 * a * a - 6.0 * b * b - 2.0 * c * c + self.ridge * a * b
    }

    fn samples(&self, count: usize, random: &mut impl RngCore) -> Vec<PointSample> {
        let mut normal = || {
            let uniform = (0..12).map(|_| random.next_u64() as f64 / u64::MAX as f64);
            uniform.sum::<f64>() - 6.0
        };
        (0..count)
            .map(|_| {
                let point: Vec<f64> = (0..3).map(|_| 0.5 + SPREAD * normal()).collect();
                let value = 10.0 + self.height(&point) + LUCK * normal();
                PointSample { point, value, variance: LUCK * LUCK }
            })
            .collect()
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_top_of_a_hill_is_found(
        top in prop::array::uniform3(0.4..0.6),
        ridge in -6.0..6.0,
        seed in any::<u64>(),
    ) {
        let hill = Hill { top, ridge };
        let samples = hill.samples(600, &mut Xoshiro256PlusPlus::seed_from_u64(seed));
        let surface = Surface::fit(&samples, &[0.5; 3]).unwrap();
        prop_assert_eq!(surface.order, Order::Full);
        for axis in 0..3 {
            for way in [-0.3, 0.3] {
                let mut beside = top;
                beside[axis] += way;
                prop_assert!(surface.difference(&beside).value < surface.difference(&top).value);
            }
        }
        // The mixed second difference around the centre.
        let at = |first: f64, second: f64| {
            surface.difference(&[0.5 + first, 0.5 + second, 0.5]).value
        };
        let found = (at(0.3, 0.3) - at(0.3, 0.0) - at(0.0, 0.3)) / 0.09;
        prop_assert!((found - ridge).abs() < 1.0, "{} for {}", found, ridge);
        prop_assert!((0.7..1.3).contains(&surface.scatter), "{}", surface.scatter);
    }
}

/// Counts how often intervals at three places hold the truth: of 400 surfaces, in about 95 %.
#[test]
fn intervals_hold_the_truth_as_often_as_they_say() {
    let hill = Hill { top: [0.45, 0.55, 0.5], ridge: 3.0 };
    let centre = [0.5; 3];
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    for point in [[0.6, 0.5, 0.5], [0.4, 0.65, 0.5], [0.5, 0.5, 0.3]] {
        let mut held = 0;
        for _ in 0..400 {
            let surface = Surface::fit(&hill.samples(150, &mut random), &centre).unwrap();
            let found = surface.difference(&point);
            let truth = hill.height(&point) - hill.height(&centre);
            held += u32::from((found.value - truth).abs() <= found.half_width);
        }
        // 380 ± 2.5 standard deviations of 4.4, and HC3 is rather wide.
        assert!((369..=395).contains(&held), "{held} of 400 at {point:?}");
    }
}

/// Beyond a cliff that the form does not fit, only what is near counts.
#[test]
fn what_is_far_does_not_bend_what_is_near() {
    let hill = Hill { top: [0.5; 3], ridge: 0.0 };
    let mut random = Xoshiro256PlusPlus::seed_from_u64(2);
    let mut samples = hill.samples(400, &mut random);
    for sample in &mut hill.samples(400, &mut random) {
        sample.point[0] += 1.5;
        sample.value = 5.0;
        samples.push(sample.clone());
    }
    let surface = Surface::fit(&samples, &[0.5; 3]).unwrap();
    assert!(surface.samples <= 400, "{}", surface.samples);
    let at = [0.6, 0.5, 0.5];
    let found = surface.difference(&at);
    assert!((found.value - hill.height(&at)).abs() < 0.02, "{found:?}");
    assert!(surface.supports(&at) && !surface.supports(&[1.6, 0.5, 0.5]));
}

#[test]
fn too_little_is_told() {
    let hill = Hill { top: [0.5; 3], ridge: 0.0 };
    let mut random = Xoshiro256PlusPlus::seed_from_u64(3);
    let mut samples = hill.samples(20, &mut random);
    assert_eq!(Surface::fit(&samples, &[0.5; 3]).unwrap().order, Order::Separate);
    let few = Surface::fit(&samples[..10], &[0.5; 3]).unwrap_err();
    assert_eq!(few, NoFit::TooFew { samples: 10, needed: 18 });
    // A coordinate that never moved is left out, and says nothing.
    for sample in &mut samples {
        sample.point[2] = 0.25;
    }
    let surface = Surface::fit(&samples, &[0.5; 3]).unwrap();
    assert!(surface.knows(0) && !surface.knows(2));
    for sample in &mut samples {
        sample.point[1] = sample.point[0];
    }
    assert_eq!(Surface::fit(&samples, &[0.5; 3]).unwrap_err(), NoFit::Degenerate);
    assert!(matches!(Surface::fit(&[], &[]), Err(NoFit::TooFew { .. })));
}
