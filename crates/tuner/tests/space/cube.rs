//! The mapping between the unit cube and weights.

use proptest::prelude::*;
use tune2048_engine::heuristic::MatrixLayout;
use tune2048_engine::heuristic::corner_matrix::CELLS;
use tune2048_tuner::space::CampaignSpec;

use super::{MATRIX, SMALL, committed, parse};
use tune2048_testkit::replaced;

fn space(text: &str, old: &str, new: &str) -> CampaignSpec {
    parse(&replaced(text, old, new)).unwrap_or_else(|mistakes| panic!("{mistakes}"))
}

/// Returns search spaces with every scale, integers and every layout.
fn spaces() -> Vec<CampaignSpec> {
    let mixed = "empty = { low = -5, high = 1e6, integer = true }\n\
                 merges = { start = 1, low = 1e-3, high = 1e9, scale = \"log\" }\n\
                 edge = { start = 3, low = 1, high = 1000, scale = \"log\", integer = true }\n\
                 monotonicity = \"tune\"";
    let mut spaces = vec![space(SMALL, "empty = \"tune\"", mixed)];
    for (layout, cells) in [
        ("\"reading-order\"", "cells = \"face\""),
        ("\"diagonal\"", "cells = \"rank\""),
        ("\"free\", low = -1, high = 2", "cells = \"power\"\nexponent = \"tune\""),
        ("\"diagonal\"", "cells = \"power\"\nexponent = 2"),
    ] {
        let text = replaced(MATRIX, "\"reading-order\"", layout);
        spaces.push(space(&text, "cells = \"face\"", cells));
    }
    spaces.extend(committed().iter().map(|(_, text)| parse(text).expect("valid")));
    spaces
}

fn ordered_layout(space: &CampaignSpec) -> Option<MatrixLayout> {
    match space.settings().get("heuristic.corner-matrix.layout").map(String::as_str) {
        Some("reading-order") => Some(MatrixLayout::ReadingOrder),
        Some("diagonal") => Some(MatrixLayout::Diagonal),
        _ => None,
    }
}

/// Checks that the search can reach some weights.
fn check_weights(space: &CampaignSpec, point: &[f64]) {
    let weights = space.decode(point);
    assert_eq!(weights.values.len(), space.subject().parameters().len());
    assert!(weights.values.iter().all(|value| value.is_finite()), "{weights:?}");
    if let Some(layout) = ordered_layout(space) {
        let matrix = std::array::from_fn(|cell| weights.values[cell]);
        assert_eq!(layout.misfit(&matrix), None, "{matrix:?}");
    }
}

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-9 * a.abs().max(b.abs()).max(1.0)
}

#[test]
fn the_start_is_the_one_in_the_file() {
    for space in spaces() {
        let start = space.start_weights();
        let point = space.start_point();
        assert_eq!(point.len(), space.dimensions());
        assert!(point.iter().all(|u| (0.0..=1.0).contains(u)));
        let decoded = space.decode(&point);
        // Ordered matrices decode to entries with sum 1.
        let factor = match ordered_layout(&space) {
            Some(_) => start.values[..CELLS].iter().sum(),
            None => 1.0,
        };
        for (index, (expected, found)) in start.values.iter().zip(&decoded.values).enumerate() {
            let factor = if index < CELLS { factor } else { 1.0 };
            assert!(close(*expected, found * factor), "{expected} {found}");
        }
    }
    // It is not rounded.
    let log = "{ start = 0.7, low = 0.1, high = 4000, scale = \"log\" }";
    assert_eq!(space(SMALL, "\"tune\"", log).start_weights().get("empty"), Some(0.7));
}

#[test]
fn coordinates_bear_the_names_of_their_weights() {
    let spaces = spaces();
    assert_eq!(spaces[0].coordinate_names(), ["empty", "merges", "monotonicity", "edge"]);
    let ordered: Vec<_> = (1..=15).map(|n| format!("matrix-{n:02}")).collect();
    assert_eq!(spaces[1].coordinate_names(), ordered);
    let free = spaces[3].coordinate_names();
    assert_eq!(free.len(), 17);
    assert_eq!((free[0].as_str(), free[16].as_str()), ("w00", "exponent"));
    for space in spaces {
        assert_eq!(space.coordinate_names().len(), space.dimensions());
    }
}

#[test]
fn corners_and_what_lies_beyond_are_exact() {
    let space = &spaces()[0];
    let at = |u: f64| {
        let weights = space.decode(&vec![u; space.dimensions()]);
        // What is not tuned stays.
        assert_eq!([weights.get("sum"), weights.get("constant")], [Some(11.0), Some(200_000.0)]);
        ["empty", "merges", "monotonicity", "edge"].map(|name| weights.get(name))
    };
    let low = [Some(-5.0), Some(1e-3), Some(0.0), Some(1.0)];
    let high = [Some(1e6), Some(1e9), Some(400.0), Some(1000.0)];
    for u in [0.0, -0.0, -3.0, f64::NEG_INFINITY, f64::NAN] {
        assert_eq!(at(u), low);
    }
    for u in [1.0, 7.0, f64::INFINITY] {
        assert_eq!(at(u), high);
    }
}

/// A point with at least as many coordinates as any committed search space has.
const MAX_DIMENSIONS: usize = 40;

#[test]
fn any_point_is_valid_and_comes_back() {
    let spaces = spaces();
    let point = prop::collection::vec(0.02..=1.0_f64, MAX_DIMENSIONS);
    let faces = prop::collection::vec(0..5_u8, MAX_DIMENSIONS);
    proptest!(ProptestConfig::with_cases(64), |(point in point, faces in faces)| {
        for space in &spaces {
            let point = &point[..space.dimensions()];
            let on_faces = point.iter().zip(&faces).map(|(&u, face)| match face {
                0 => 0.0,
                1 => 1.0,
                2 => u * 3.0 - 1.0,
                _ => u,
            });
            check_weights(space, &on_faces.collect::<Vec<_>>());
            check_weights(space, point);
            // Integers round-trip as weights, not as points.
            let weights = space.decode(point);
            let again = space.decode(&space.encode(&weights));
            for (expected, found) in weights.values.iter().zip(&again.values) {
                prop_assert!(close(*expected, *found), "{} {}", expected, found);
            }
        }
    });
}
