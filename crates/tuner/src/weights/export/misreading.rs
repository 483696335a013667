//! Ways in which the program of 2014 would misread weights under its own constant names.
//!
//! A header with the names that everybody copies compiles in that program whatever the weights
//! are. The program then ignores terms that it does not have, and it loses the moves of live boards
//! that are worth 0 or less, since it starts the maximum over moves at 0.

use crate::weights::file::WeightsFile;
use tune2048_engine::evaluate::BoardPlayer;
use tune2048_engine::game::{GameSeed, Session, Stream};
use tune2048_engine::heuristic::{HeuristicKind, Tables, Weights};
use tune2048_engine::player::{ExpectimaxSettings, PlayerSettings, build};

/// The games of depth 1 in which values of boards are looked at.
const GAMES: u64 = 10;

/// A way in which the weights would be misread, silently.
pub(super) struct Misreading {
    /// The macro that a reader of the header defines to confirm that it reads these weights rightly.
    pub(super) acknowledgement: &'static str,
    /// What would be misread, and what to do.
    pub(super) message: String,
}

/// Returns how the program of 2014 would misread a C header with the weights; empty if it reads them
/// as they are meant, and for heuristics whose constants have names of their own. A header with the
/// evaluation has all terms of `rows`.
pub(super) fn misreadings(file: &WeightsFile, with_evaluation: bool) -> Vec<Misreading> {
    let Some(BoardPlayer { weights, .. }) = &file.weights.board_player() else { return Vec::new() };
    if !matches!(weights.heuristic, HeuristicKind::Rows | HeuristicKind::RichRows(_)) {
        return Vec::new();
    }
    let mut found = Vec::new();
    let unknown = unknown_terms(weights);
    if !unknown.is_empty() && !with_evaluation {
        let message = format!(
            "programs with the constants of 2014 do not have the terms of {} and would ignore them; \
             add them to the evaluation",
            unknown.join(", ")
        );
        found.push(Misreading { acknowledgement: "TUNE2048_ALL_TERMS_ARE_EVALUATED", message });
    }
    if has_values_not_above_zero(weights) {
        let message = "live boards can be worth 0 or less with these weights, and the program of 2014 \
                       starts its maximum over moves at 0 and stops there; start it at minus \
                       infinity, or raise the constant";
        found.push(Misreading {
            acknowledgement: "TUNE2048_VALUES_BELOW_ZERO_ARE_COMPARED",
            message: message.to_owned(),
        });
    }
    found
}

/// Returns the name that the 2014 program gives to a weight of the row heuristic.
pub(super) fn known_name(weight: &str) -> Option<&'static str> {
    Some(match weight {
        "constant" => "SCORE_LOST_PENALTY",
        "monotonicity-exponent" => "SCORE_MONOTONICITY_POWER",
        "monotonicity" => "SCORE_MONOTONICITY_WEIGHT",
        "sum-exponent" => "SCORE_SUM_POWER",
        "sum" => "SCORE_SUM_WEIGHT",
        "merges" => "SCORE_MERGES_WEIGHT",
        "empty" => "SCORE_EMPTY_WEIGHT",
        // The program no longer has an edge bonus; the name follows its pattern.
        "edge" => "SCORE_EDGE_WEIGHT",
        _ => return None,
    })
}

/// Returns the weights of terms that the program lacks and that change the value of a board.
fn unknown_terms(weights: &Weights) -> Vec<String> {
    let has_effect = |name: &str, value: f64| match name.strip_prefix("inner-") {
        // The program gives inner lines the weights of the outer ones.
        Some(outer) => weights.get(outer) != Some(value),
        // Exponents and ratios belong to a term with a factor, which is listed.
        None => !name.contains("exponent") && !name.contains("ratio") && value != 0.0,
    };
    let is_known = |name: &str| known_name(name).is_some() && name != "edge";
    let unknown = weights
        .iter()
        .filter(|(spec, value)| !is_known(&spec.name) && has_effect(&spec.name, *value));
    unknown.map(|(spec, _)| spec.name.to_string()).collect()
}

/// Whether boards of a few seeded games at depth 1 are worth 0 or less: more than one in a thousand.
/// With the weights of 2014 one in 17 776 is.
fn has_values_not_above_zero(weights: &Weights) -> bool {
    let tables = Tables::new(weights);
    let settings = PlayerSettings::Expectimax(ExpectimaxSettings::default());
    let mut player = build(&settings, &tables);
    let (mut boards, mut not_above_zero) = (0_u64, 0_u64);
    for game in 0..GAMES {
        let mut session = Session::new(GameSeed::new(1, Stream::Evaluation, game));
        while session.make_choice(&mut *player) {
            boards += 1;
            not_above_zero += u64::from(tables.static_value(session.board()) <= 0.0);
        }
    }
    1000 * not_above_zero > boards
}
