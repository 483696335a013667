//! Programs and their parameters in files.

use std::path::Path;

use tune2048_tuner::statistics::{Better, Effect};
use tune2048_tuner::weights::file::WeightsFile;

use super::parse;
use tune2048_testkit::replaced;

const SPACE: &str = include_str!("command.toml");

#[test]
fn parameters_are_tuned_like_weights() {
    let spec = parse(SPACE).unwrap();
    let program = spec.subject().command().expect("a program");
    assert_eq!(program.program, ["./solver", "--tune"]);
    assert_eq!(program.environment["LEVEL"], "3");
    assert!(program.deterministic);
    assert_eq!(spec.coordinate_names(), ["empty", "cut", "depth"]);
    assert_eq!(spec.start_weights().values, [200_000.0, 270.0, 1e-3, 2.0]);
    let high = spec.decode(&[1.0, 1.0, 1.0]);
    assert_eq!(high.values, [200_000.0, 1000.0, 1e-2, 4.0]);
    let middle = spec.decode(&[0.5, 0.5, 0.5]).get("cut").unwrap();
    assert!((middle - 1e-3).abs() < 1e-15, "the middle of a log scale");
    let names = ["SCORE_LOST", "empty", "cut", "depth"];
    let parameters = spec.subject().parameters().iter();
    assert!(parameters.map(|spec| &*spec.name).eq(names));
    let settings = spec.settings();
    assert_eq!(settings["heuristic.command.depth"], "2, tuned from 1 to 4 in integers");
    assert_eq!(settings["player.command.program"], r#"["./solver","--tune"]"#);
    assert_eq!(settings["player.command.working-folder"], "build");
    assert!(spec.warnings().is_empty());
}

#[test]
fn a_program_without_parameters_needs_no_heuristic() {
    let text = "player.command.program = [\"./old\"]\n";
    let file = WeightsFile::parse(Path::new("old.toml"), text).unwrap();
    assert!(file.weights.subject.parameters().is_empty());
    let again = WeightsFile::parse(Path::new("old.toml"), &file.to_toml()).unwrap();
    assert_eq!(again, file);
}

#[test]
fn how_a_program_is_run_is_no_change_of_the_campaign() {
    let recorded = parse(SPACE).unwrap();
    let with = |line: &str| {
        parse(&replaced(SPACE, "[player.command]", &format!("[player.command]\n{line}"))).unwrap()
    };
    let is_accepted = |line: &str| {
        let differences = recorded.differences(&with(line));
        let [difference] = &differences[..] else {
            panic!("{differences:?}");
        };
        difference.is_accepted
    };
    for line in [
        "processes = 3",
        "timeout-seconds = 5",
        "start-timeout-seconds = 5",
        "games-per-request = 2",
    ] {
        assert!(is_accepted(line), "{line}");
        assert_eq!(recorded.fingerprint(), with(line).fingerprint(), "{line}");
        assert_eq!(recorded.subject().identity(), with(line).subject().identity());
    }
    for line in ["deterministic = false", "score = \"lines\"", "failure-score = 0"] {
        assert!(!is_accepted(line), "{line}");
        assert_ne!(recorded.fingerprint(), with(line).fingerprint(), "{line}");
        assert_ne!(recorded.subject().identity(), with(line).subject().identity());
    }
}

#[test]
fn the_effect_follows_from_what_is_tuned_and_is_recorded() {
    let with = |line: &str| {
        let spec = parse(&SPACE.replace("[objective]", &format!("[objective]\n{line}"))).unwrap();
        let shown = spec.settings().get("objective.effect").cloned();
        (spec.effect, spec.better, shown)
    };
    let difference = Some("difference".to_owned());
    assert_eq!(with(""), (Effect::Ratio, Better::Higher, None));
    let cost = "minimize = \"mean-score\"";
    assert_eq!(with(cost), (Effect::Difference, Better::Lower, difference.clone()));
    let ratio = format!("{cost}\neffect = \"ratio\"");
    assert_eq!(with(&ratio), (Effect::Ratio, Better::Lower, Some("ratio".to_owned())));
    let below = SPACE.replace("working-folder", "failure-score = -1\nworking-folder");
    assert_eq!(parse(&below).unwrap().effect, Effect::Difference);
    // Any tile that a program may report, such as those of Threes.
    for tile in [768, 131_072] {
        let text = format!("maximize = \"tile-share\"\ntile = {tile}");
        assert_eq!(with(&text).0, Effect::Ratio);
    }
}
