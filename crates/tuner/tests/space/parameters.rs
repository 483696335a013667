//! Parameters of programs that are no plain numbers: choices, arrays, conditions, constraints.

use std::path::Path;

use tune2048_tuner::space::CampaignSpec;
use tune2048_tuner::weights::file::WeightsFile;

use super::parse;
use tune2048_testkit::{assert_has, replaced};

const SPACE: &str = include_str!("parameters.toml");

/// The parameters that the program is given, as JSON.
fn sent(spec: &CampaignSpec, point: &[f64]) -> String {
    let weights = spec.decode(point);
    let arguments = weights.arguments();
    let words = arguments.iter().map(|(name, value)| format!("{name} {}", value.to_json()));
    words.collect::<Vec<_>>().join(", ")
}

#[test]
fn a_program_is_given_what_takes_part() {
    let spec = parse(SPACE).unwrap();
    let names = ["mode", "depth", "flag", "b.cut", "fine", "pst.0", "pst.1", "pst.2"];
    assert_eq!(spec.coordinate_names(), names);
    let start = r#"mode "a", depth 2, flag false, pst [0, 0, 0], fixed "word", list [1, 2.5]"#;
    assert_eq!(sent(&spec, &spec.start_point()), start);
    let ends = r#"mode "b", depth 8, flag true, b.cut 1000, fine 9, pst [0, 0, 5], fixed "word", list [1, 2.5]"#;
    assert_eq!(sent(&spec, &[0.5, 1.0, 0.0, 1.0, 1.0, 0.5, 0.5, 1.0]), ends);
    // A condition on a parameter that takes no part itself does not hold.
    let deep = "tries = { choices = [0, 1, 2, 3], start = 3 }\n\
                deep = { start = 1, low = 0, high = 2, only-when = { fine = 9, tries = [1, 2] } }\n\
                fixed = ";
    let deep = parse(&replaced(SPACE, "fixed = ", deep)).unwrap();
    let point = |mode: f64, tries: f64| [mode, 1.0, 0.0, 1.0, 1.0, 0.5, 0.5, 1.0, tries, 1.0];
    assert!(sent(&deep, &point(0.5, 0.5)).contains("deep 2"));
    assert!(!sent(&deep, &point(0.0, 0.5)).contains("deep"));
    assert!(!sent(&deep, &point(0.5, 1.0)).contains("deep"));
}

#[test]
fn what_takes_no_part_has_its_start_and_files_leave_it_out() {
    let spec = parse(SPACE).unwrap();
    let mut point = spec.start_point();
    point[3] = 1.0;
    assert_eq!(spec.decode(&point), spec.start_weights());
    for point in [spec.start_point(), vec![0.5, 1.0, 0.0, 0.9, 1.0, 0.1, 0.2, 0.3]] {
        let weights = spec.decode(&point);
        let text = WeightsFile::new(&weights, toml::Table::new()).to_toml();
        let read = WeightsFile::parse(Path::new("best.toml"), &text).unwrap().weights;
        assert_eq!(read.arguments(), weights.arguments(), "{text}");
        assert_eq!(spec.adopt(&read), Some(weights), "{text}");
        assert_eq!(WeightsFile::new(&read, toml::Table::new()).to_toml(), text);
    }
    let other = "[player.command]\nprogram = [\"./solver\"]\n[heuristic.command]\nmode = \"z\"\n";
    let other = WeightsFile::parse(Path::new("other.toml"), other).unwrap().weights;
    assert_eq!(spec.adopt(&other), None);
}

#[test]
fn constraints_hold_everywhere() {
    let spec = parse(SPACE).unwrap();
    for step in 0..200_u32 {
        let at = |place: u32| f64::from((step * 37 + place * 101) % 211) / 210.0;
        let point: Vec<f64> = (0..8).map(at).collect();
        let weights = spec.decode(&point);
        let [cut, first, second] =
            ["b.cut", "pst.0", "pst.1"].map(|name| weights.get(name).unwrap());
        assert!(cut > 5.0 && first + second <= 1.5, "{cut} {first} {second}");
        // What is played lies at a distance where a constraint was broken, and only there.
        let inside = spec.overshoot(&point) == 0.0;
        let again = spec.decode(&spec.encode(&weights));
        assert!(!inside || again.arguments().len() == weights.arguments().len());
    }
    assert!(spec.overshoot(&[0.5, 0.0, 0.0, 0.9, 0.5, 1.0, 1.0, 0.5]) > 0.01);
}

#[test]
fn an_equality_leaves_a_new_campaign_no_room() {
    let text = replaced(SPACE, "b_cut > 5", "pst_0 == pst_1");
    let mistakes = CampaignSpec::parse_new(Path::new("a.toml"), &text).expect_err("no room");
    assert_has(&mistakes.to_string(), &["a.toml:2:", "leave out one parameter"]);
}

#[test]
fn an_opponent_has_the_weights_of_the_start() {
    let text = replaced(SPACE, "[player.command]", "[player.command]\nopponent = \"start\"");
    let spec = parse(&text).unwrap();
    let opponent = spec.subject().command().unwrap().opponent.as_ref().unwrap().to_json();
    assert!(opponent.contains(r#""depth": 2"#) && !opponent.contains("b.cut"), "{opponent}");
    assert!(spec.is_match() && spec.subject().has_results());
    for (old, new, piece) in [
        ("opponent = \"start\"", "opponent = \"best\"", "start"),
        ("[\"./solver\"]", "[\"./x\", \"{seed}\", \"{weights-file}\"]", "{opponent-weights-file}"),
        ("[budget]", "[objective]\nscore-kind = \"points\"\n[budget]", "a \"margin\""),
    ] {
        let mistakes = parse(&replaced(&text, old, new)).expect_err(new).to_string();
        assert!(mistakes.contains(piece), "{mistakes}");
    }
    let scale = replaced(SPACE, "[budget]", "[objective]\nscore-scale = 2\n[budget]");
    let mistakes = parse(&scale).expect_err("no result").to_string();
    assert!(mistakes.contains("`score-kind` is not \"result\""), "{mistakes}");
    let fixed = replaced(&text, "opponent = \"start\"", "opponent = { depth = 4 }");
    assert!(!parse(&fixed).unwrap().is_match());
}
