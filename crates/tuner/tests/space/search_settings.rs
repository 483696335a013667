//! Settings of the search that are tuned.

use std::path::Path;

use tune2048_engine::player::{Depth, NodeBudget, PlayerSettings};
use tune2048_tuner::space::CampaignSpec;
use tune2048_tuner::weights::Evidence;
use tune2048_tuner::weights::file::WeightsFile;

fn space(player: &str, rest: &str) -> String {
    format!(
        "name = \"x\"\n[player.expectimax]\n{player}\n[heuristic.rows]\nempty = \"tune\"\n\
         [objective]\n{rest}\n"
    )
}

fn read(player: &str, rest: &str) -> Result<CampaignSpec, String> {
    super::parse(&space(player, rest)).map_err(|mistakes| mistakes.to_string())
}

const LIMIT: &str = "cost-per-move = 1000";

#[test]
fn settings_are_coordinates_after_the_weights() {
    let spec = read(
        "depth = \"tune\"\nprobability-cut = \"tune\"\n\
         dead-value = { low = -10, high = 30, start = 20 }",
        LIMIT,
    )
    .unwrap();
    let names = ["empty", "depth", "probability-cut", "dead-value"];
    assert_eq!(spec.coordinate_names(), names);
    let at = |point: [f64; 4], name| spec.decode(&point).get(name).unwrap();
    // A depth counts, and a cut is divided into equal factors: half way from 1e-5 to 0.1.
    assert_eq!(at([0.0, 0.6, 0.0, 0.0], "depth").to_bits(), 3f64.to_bits());
    assert!((at([0.0, 0.0, 0.5, 0.0], "probability-cut") - 1e-3).abs() < 1e-12);
    assert!((at([0.0, 0.0, 0.5, 0.5], "dead-value") - 10.0).abs() < 1e-12);
    let start = spec.start_weights();
    let found = names.map(|name| start.get(name).unwrap().to_bits());
    assert_eq!(found, [270.0, 1.0, 1e-4, 20.0].map(f64::to_bits));
    let words = &spec.settings()["player.expectimax.depth"];
    assert_eq!(words, "1, tuned from 1 to 4 in integers");
}

#[test]
fn a_file_of_tuned_settings_plays_them_and_reads_back() {
    let spec = read(
        "depth = { base = { low = 1, high = 5, start = 2.25 }, per-free-cell = -0.125 }\n\
         transposition-slots = { low = 1, high = 4096, start = 64 }",
        LIMIT,
    )
    .unwrap();
    let weights = spec.decode(&[0.5, 0.75, 0.5]);
    let file = WeightsFile::new(&weights, toml::Table::new());
    let again = WeightsFile::parse(Path::new("best.toml"), &file.to_toml()).unwrap();
    assert_eq!(again, file);
    assert_eq!(spec.adopt(&again.weights).as_ref(), Some(&weights));
    let Some(PlayerSettings::Expectimax(player)) = again.weights.subject.player() else {
        panic!("found {}", again.weights.subject);
    };
    let Depth::Schedule(schedule) = player.depth else {
        panic!("found {}", player.depth);
    };
    assert!((schedule.base - 4.0).abs() < 1e-12);
    assert!((schedule.per_free_cell + 0.125).abs() < 1e-12);
    // Half way from 1/2 to 4096 1/2 by factors, as integers divide a range.
    assert_eq!(player.transposition_slots, 45);
    let of_file = Evidence::fingerprint(&again.weights);
    assert_eq!(of_file, Evidence::fingerprint(&weights));
}

#[test]
fn a_budget_keeps_its_own_smallest_depth() {
    let spec = read("depth = { nodes = 50, at-least = 2 }\ntransposition-slots = 64", "").unwrap();
    let subject = spec.subject();
    let Some(PlayerSettings::Expectimax(player)) = subject.player() else {
        panic!("found {subject}");
    };
    let budget = NodeBudget { nodes: 50, at_least: 2, ..NodeBudget::default() };
    assert_eq!((player.depth, player.transposition_slots), (Depth::Nodes(budget), 64));
}

#[test]
fn a_search_of_the_weights_alone_hands_on_to_one_with_settings() {
    let plain = read("depth = 2", "").unwrap();
    let wider = read("depth = 2\nprobability-cut = \"tune\"", LIMIT).unwrap();
    let distribution = tune2048_optimizer::Distribution {
        mean: vec![0.25],
        step_size: 0.1,
        covariance: tune2048_optimizer::SymmetricMatrix::of_lower(1, |_, _| 1.0),
    };
    let moved = wider.transfer(&plain, &distribution, 1.0).unwrap();
    assert!((moved.mean[0] - 0.25).abs() < 1e-12);
    assert!((moved.mean[1] - wider.start_point()[1]).abs() < 1e-12);
    assert!(plain.transfer(&wider, &moved, 1.0).is_err());
}
