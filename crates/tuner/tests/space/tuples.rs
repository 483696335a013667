//! Learned networks in files.

use std::path::Path;

use tune2048_engine::heuristic::HeuristicKind;
use tune2048_tuner::weights::file::WeightsFile;

use super::{SMALL, parse};
use tune2048_testkit::recorded::repository;
use tune2048_testkit::replaced;

fn space(network: &str) -> String {
    let rows = SMALL.find("[heuristic.rows]").expect("a table of rows");
    let end = SMALL[rows..].find("\n\n").expect("a table after it") + rows;
    let terms = "factor = \"tune\"\nempty = { low = -100, high = 100 }\ncorner = 5";
    replaced(SMALL, &SMALL[rows..end], &format!("[heuristic.tuples]\n{network}\n{terms}"))
}

#[test]
fn search_spaces_of_a_network_to_learn_first_are_valid() {
    for name in ["learned-without-search", "learned-without-search-depth2"] {
        let path = repository().join(format!("search-spaces/networks/{name}.toml"));
        let text = std::fs::read_to_string(path).expect("a text file");
        let network = "results/small-without-search/network.safetensors";
        let text = replaced(&text, network, "learned-small");
        let space = parse(&text).unwrap_or_else(|mistakes| panic!("{mistakes}"));
        assert_eq!(space.name, name);
    }
}

#[test]
fn a_network_is_corrected_by_tuned_terms() {
    let spec = parse(&space("network = \"learned-small\"")).unwrap();
    assert_eq!(spec.coordinate_names(), ["factor", "empty"]);
    assert_eq!(spec.start_weights().values, [1.0, 0.0, 5.0]);
    let settings = spec.settings();
    assert_eq!(settings["heuristic.tuples.network"], "learned-small");
    assert_eq!(settings["heuristic.tuples.checksum"].len(), 8);
    let Some(HeuristicKind::Tuples(tuples)) = spec.subject().heuristic() else {
        panic!("a network");
    };
    assert_eq!(tuples.network().name, "learned-small");
}

const TERM: &str = "network = \"learned-small\"
expressions.steps = { expression = \"abs(r0 - r1) ** power\", weight = \"tune\", parameters.power = 2 }";

#[test]
fn a_network_is_corrected_by_expressions() {
    let spec = parse(&space(TERM)).unwrap();
    assert_eq!(spec.coordinate_names(), ["factor", "empty", "steps"]);
    assert_eq!(spec.start_weights().values, [1.0, 0.0, 5.0, 0.0, 2.0]);
    let settings = spec.settings();
    let setting = |key: &str| settings[&format!("heuristic.tuples.{key}")].as_str();
    assert_eq!(setting("expressions.steps.expression"), "abs(r0 - r1) ** power");
    assert_eq!(setting("expressions.steps.parameters.power"), "2, fixed");

    let mut weights = spec.start_weights().clone();
    weights.values[3] = -2.5;
    let file = WeightsFile::new(&weights, toml::Table::new());
    let back = WeightsFile::parse(Path::new("weights.toml"), &file.to_toml()).unwrap();
    assert_eq!(back, file);
}
