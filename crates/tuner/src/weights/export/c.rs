//! Export as a C header. The constants of the row heuristic have the names of
//! the widely copied 2014 program, so that the header can replace them.
//!
//! It compiles in that program whatever the weights are. The program then ignores terms that it does not have, and it
//! loses the moves of live boards that are worth 0 or less, since it starts the maximum over moves at 0.

use std::fmt::Write;

use crate::weights::export::languages::{Constant, Language, constants};
use crate::weights::export::{Format, provenance};
use crate::weights::{Evidence, WeightsFile};
use tune2048_engine::evaluate::BoardPlayer;
use tune2048_engine::game::{GameSeed, Session, Stream};
use tune2048_engine::heuristic::{HeuristicKind, Tables, Weights};
use tune2048_engine::player::{ExpectimaxSettings, PlayerSettings, build};

pub(super) static FORMAT: Format = Format {
    name: "c",
    extensions: &["h", "hpp", "hh"],
    has_evaluation: true,
    network: Some(|network| network.c()),
    comment: Some(("/* ", " */")),
    write: |request| Ok(export(request.file, request.with_evaluation).into_bytes()),
    misreadings,
    ..Format::TEXT
};

const C: Language = Language {
    has_prefixes: true,
    types: ["double ", "long long ", "int ", "char *const "],
    is_reserved,
    truths: ["0", "1"],
    brackets: ['{', '}'],
    escape: |letter| letter.to_string().bytes().map(|byte| format!("\\{byte:03o}")).collect(),
    ..Language::USUAL
};

/// Words of C and C++, and names that usual headers declare or define; those of floats and of long doubles end with one
/// letter more.
const NAMES: &str = include_str!("c_names.txt");

/// How families of their names begin.
#[rustfmt::skip]
const BEGINNINGS: [&str; 15] = [
    "DBL_", "FE_", "FLT_", "FP_", "INT", "LC_", "LDBL_", "M_", "POLL_", "PRI", "SA_", "SCN", "SIG", "UINT", "_",
];

fn is_reserved(name: &str) -> bool {
    let is_name = |name: &str| NAMES.split_whitespace().any(|known| known == name);
    // The standard keeps these for errors.
    let is_error = |rest: &str| rest.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit());
    is_name(name)
        || name.strip_suffix(['f', 'l']).is_some_and(is_name)
        || name.ends_with("_t")
        || BEGINNINGS.iter().any(|beginning| name.starts_with(beginning))
        || name.strip_prefix('E').is_some_and(|rest| !rest.is_empty() && is_error(rest))
}

/// The part of the function that values a row with the weight of this name.
const EDGE: &str = "
    if ((rank[0] > rank[3] ? rank[0] : rank[3]) >= (rank[1] > rank[2] ? rank[1] : rank[2])) {
        value += SCORE_EDGE_WEIGHT;
    }";

/// Returns the header, with the function that values a row if `with_evaluation`: by the formula of
/// [`rows`](tune2048_engine::heuristic::rows), in 64-bit floats.
fn export(file: &WeightsFile, with_evaluation: bool) -> String {
    let mut text = String::from("/*\n") + &provenance::comment(file, " * ");
    // Two headers of one program have guards of their own.
    let guard =
        format!("TUNE2048_WEIGHTS_{}_H", Evidence::fingerprint(&file.weights).to_uppercase());
    let _ = writeln!(text, " */\n#ifndef {guard}\n#define {guard}\n");
    for Misreading { acknowledgement, message } in misreadings(file, with_evaluation) {
        // An error of the preprocessor that a macro switches off.
        let _ = writeln!(
            text,
            "#ifndef {acknowledgement}\n#error \"{message}, then define {acknowledgement}\"\n#endif\n"
        );
    }
    let heuristic = file.weights.subject.heuristic();
    let is_rows = matches!(heuristic, Some(HeuristicKind::Rows | HeuristicKind::RichRows(_)));
    let has_edge = file.weights.get("edge").is_some_and(|edge| edge != 0.0);
    for constant in constants(file, &C) {
        let Constant { name, identifier, comment, of, lengths, value } = constant;
        if is_rows && name == "edge" && !has_edge {
            // A solver without this term needs no constant for it.
            continue;
        }
        // The known names belong to the built-in terms, not to terms that a user writes.
        let identifier = known_name(name).filter(|_| is_rows).unwrap_or(&identifier);
        let of_power = |text: String, power: &str| {
            text.replace(&format!("^{power}"), &format!("^{}", known_name(power).unwrap_or(power)))
        };
        let comment = ["monotonicity-exponent", "sum-exponent"].into_iter().fold(comment, of_power);
        // Two question marks begin a trigraph, which may stand for a backslash.
        let value = value.replace('?', "\\?");
        let lengths: String = lengths.iter().map(|length| format!("[{length}]")).collect();
        let _ =
            writeln!(text, "/* {comment} */\nstatic const {of}{identifier}{lengths} = {value};");
    }
    if with_evaluation {
        let edge = if has_edge { EDGE } else { "" };
        let _ = write!(text, "\n{}", include_str!("evaluation/rows.h").replace("{{edge}}", edge));
    }
    text.push_str("\n#endif\n");
    text
}

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
