//! Weights files.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use proptest::prelude::*;
use tune2048_engine::evaluate::BoardPlayer;
use tune2048_engine::heuristic::expressions::Term;
use tune2048_engine::heuristic::{CellValue, Expressions, HeuristicKind, Weights};
use tune2048_engine::player::{
    Depth, DepthRule, ExpectimaxSettings, LookAheadSettings, MinimaxSettings, PlayerSettings,
    StaticValue, TerminalValue,
};
use tune2048_engine::presets::Preset;
use tune2048_tuner::subject::{Configuration, Subject};
use tune2048_tuner::weights::file::WeightsFile;

fn parse(text: &str) -> Result<WeightsFile, String> {
    WeightsFile::parse(Path::new("w.toml"), text).map_err(|mistakes| mistakes.to_string())
}

fn bits(weights: &Configuration) -> Vec<u64> {
    weights.values.iter().map(|value| value.to_bits()).collect()
}

#[test]
fn tuned_presets_are_what_their_campaigns_recommend() {
    let tuned: Vec<_> = Preset::ALL.iter().filter(|preset| preset.is_tuned()).collect();
    assert!(tuned.len() >= 2);
    for preset in tuned {
        let evidence = preset.evidence();
        let campaign = evidence["campaign"].as_str().expect("its campaign");
        let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
        let path = format!("{root}/results/{campaign}/best.toml");
        let text = fs::read_to_string(&path).expect("the campaign is kept");
        let file = WeightsFile::parse(Path::new(&path), &text).expect("a weights file");
        assert_eq!(Configuration::of_preset(preset), file.weights);
        assert_eq!(evidence, file.evidence);
        assert_eq!(evidence["verdict"].as_str(), Some("better"), "{}", preset.name);
    }
}

#[test]
fn a_file_by_hand_may_leave_out_what_has_a_default() {
    let file = parse("[heuristic.rows]\nempty = 5\n").expect("a valid file");
    let rows = Subject::board(PlayerSettings::default(), HeuristicKind::Rows);
    let expected = Configuration::defaults(rows).with("empty", 5.0);
    assert_eq!(file.weights, expected);
    assert!(file.evidence.is_empty());
    let file = parse("[heuristic.corner-matrix]\ncells = \"power\"\nexponent = 2\n").unwrap();
    let power = HeuristicKind::CornerMatrix(CellValue::Power);
    assert_eq!(file.weights.subject.heuristic(), Some(&power));
    assert_eq!(file.weights.get("exponent"), Some(2.0));
    assert_eq!(
        file.weights.values[..16],
        Preset::find("corner-published").expect("it is built in").weights().values
    );
}

#[test]
fn some_players_need_no_heuristic() {
    for name in PlayerSettings::WITHOUT_HEURISTIC {
        let file = parse(&format!("[player.{name}]\n")).expect("a sound file");
        assert_eq!(file.weights.subject.player().unwrap().name(), name);
        assert_eq!(file.weights.subject.heuristic(), Some(&HeuristicKind::None));
    }
}

#[track_caller]
fn assert_one_mistake<T: std::fmt::Debug>(read: Result<T, String>, expected: &str) {
    let mistakes = read.expect_err(expected);
    assert!(mistakes.contains(expected), "{mistakes}");
    assert_eq!(mistakes.matches("error").count(), 1, "{mistakes}");
}

#[test]
fn a_file_of_weights_is_no_search_space() {
    let weights = super::parse("[heuristic.rows]\n[evidence]\ngames = 1\n");
    let weights = weights.map_err(|mistakes| mistakes.to_string());
    assert_one_mistake(weights, "this is a file of weights, not a search space");
}

fn any_player() -> impl Strategy<Value = PlayerSettings> {
    let depth = prop_oneof![
        (1..=8_u8).prop_map(Depth::Fixed),
        Just(Depth::Rule(DepthRule::DistinctTiles)),
    ];
    let dead = prop_oneof![
        (-1e30..=1e30_f64).prop_map(TerminalValue::Number),
        Just(TerminalValue::Static(StaticValue::Static)),
    ];
    let share = 0.0..=1.0_f64;
    let minimax = (depth.clone(), dead.clone()).prop_map(|(depth, dead_value)| {
        PlayerSettings::Minimax(MinimaxSettings { depth, dead_value })
    });
    let look_ahead = (1..=8_u8, share.clone()).prop_map(|(moves, discount)| {
        PlayerSettings::LookAhead(LookAheadSettings { moves, discount })
    });
    let downgrade_from = prop::option::of((2..=15).prop_map(|rank| 1_u32 << rank));
    let expectimax = (depth, share, 0..=16_777_216_u32, dead, downgrade_from).prop_map(
        |(depth, probability_cut, transposition_slots, dead_value, downgrade_from)| {
            PlayerSettings::Expectimax(ExpectimaxSettings {
                depth,
                probability_cut,
                transposition_slots,
                dead_value,
                downgrade_from,
            })
        },
    );
    prop_oneof![expectimax, minimax, look_ahead]
}

/// Generates any finite number, including subnormal numbers, the largest ones and negative zero.
fn any_number() -> impl Strategy<Value = f64> {
    let special = [0.0, -0.0, f64::MAX, f64::MIN, f64::MIN_POSITIVE, 5e-324, 1e15, 0.1];
    prop_oneof![
        any::<u64>().prop_map(f64::from_bits).prop_filter("finite", |x| x.is_finite()),
        prop::sample::select(special.to_vec()),
        (-1_000_000..1_000_000_i32).prop_map(f64::from),
    ]
}

fn any_weights() -> impl Strategy<Value = Weights> {
    let term = |name, text: &str, parameters: &[&str]| {
        let parameters: Vec<_> = parameters.iter().map(ToString::to_string).collect();
        Term::new(name, text, &parameters).unwrap()
    };
    let lines = "let a = min(r0, some_power);\r\n\n// \"\"\" '''é\\n\na\t* 0\n";
    let expressions = Expressions::new(vec![
        term("with-lines", lines, &["some_power"]),
        term("plain", "if b > a { 1 } else { f0 }", &["a", "b"]),
        term("quotes", "1 // '''", &[]),
    ]);
    let mut kinds = HeuristicKind::ALL.to_vec();
    kinds.push(HeuristicKind::Expressions(Arc::new(expressions)));
    kinds.push(HeuristicKind::rows_with(["smoothness", "snake", "snake-ratio"]));
    prop::sample::select(kinds).prop_flat_map(|heuristic| {
        prop::collection::vec(any_number(), heuristic.weights().len())
            .prop_map(move |values| Weights { heuristic: heuristic.clone(), values })
    })
}

proptest! {
    #[test]
    fn any_weights_round_trip_to_the_bit(weights in any_weights(), player in any_player()) {
        let weights = BoardPlayer { settings: player, weights }.into();
        let file = WeightsFile { weights, evidence: toml::Table::new() };
        let again = parse(&file.to_toml()).map_err(TestCaseError::fail)?;
        prop_assert_eq!(bits(&again.weights), bits(&file.weights));
        prop_assert_eq!(again, file);
    }
}
