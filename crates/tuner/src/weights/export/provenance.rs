//! The origin of weights, as the lines of a comment.

use crate::space::expression_entry::written_terms;
use crate::statistics::in_words::with_interval;
use crate::subject::Subject;
use crate::weights::{Evidence, WeightsFile};
use tune2048_engine::heuristic::HeuristicKind;
use tune2048_engine::player::{PlayerSettings, SEARCH_SETTINGS};
use tune2048_files::toml_errors::number;

/// Returns the lines, each after the signs of a comment.
pub(super) fn comment(file: &WeightsFile, signs: &str) -> String {
    lines(file).iter().map(|line| format!("{signs}{}\n", harmless(line))).collect()
}

/// Returns the lines without comment signs.
pub(super) fn lines(file: &WeightsFile) -> Vec<String> {
    let version = env!("CARGO_PKG_VERSION");
    let subject = &file.weights.subject;
    let setting = subject.heuristic().and_then(HeuristicKind::setting);
    let setting = setting.map_or(String::new(), |setting| {
        let value = setting.value.as_str().map_or(setting.value.to_string(), str::to_owned);
        format!(" ({}: {value})", setting.name)
    });
    let what = match subject.command() {
        Some(command) => format!("Parameters of the program {}", command.command_line()),
        None => format!("Weights of the heuristic {}{setting} for {subject}", subject.table_name()),
    };
    let mut lines = vec![format!("{what}, written by tune2048 {version}.")];
    lines.extend(terms(subject.heuristic()));
    lines.push(Evidence::verdict_line(file));
    let Some(evidence) = Evidence::read(file) else { return lines };
    lines.extend(evidence.origin());
    lines.extend(evidence.cost.and_then(|_| search_in_words(subject)));
    lines.extend(evidence.baseline_note().into_iter().chain(evidence.remarks()));
    let [tuned, start] = match evidence.candidate {
        Some(_) => ["The candidate's", "These"],
        None => ["These", "The starting"],
    };
    for (name, report) in [(tuned, &evidence.tuned), (start, &evidence.start)] {
        let mean = with_interval(report.mean, evidence.mean_interval(report));
        lines.push(format!("{name} weights: {} {mean}.", evidence.measured()));
    }
    lines.push(format!("{}.", evidence.look_note()));
    lines
}

/// The numbers of the search, which belong to weights that were tuned with them.
fn search_in_words(subject: &Subject) -> Option<String> {
    let PlayerSettings::Expectimax(player) = subject.player()? else { return None };
    let numbers = SEARCH_SETTINGS.iter().filter_map(|setting| {
        Some(format!("{} {}", setting.weight.name, number(setting.get(player)?)))
    });
    Some(format!("Settings of the search: {}.", numbers.collect::<Vec<_>>().join(", ")))
}

/// Returns text that ends no comment of any language: printable ASCII as it is, all else escaped.
pub(super) fn harmless(text: &str) -> String {
    let harmless = |letter: char| match letter {
        '\n' | '\r' | '\t' => " ".to_owned(),
        ' '..='~' => letter.to_string(),
        _ => letter.escape_unicode().to_string(),
    };
    let harmless: String = text.chars().map(harmless).collect();
    harmless.replace("*/", "* /").replace("/*", "/ *")
}

/// Describes the terms of a heuristic that are written as expressions.
fn terms(heuristic: Option<&HeuristicKind>) -> Vec<String> {
    let Some((_, expressions, first)) = written_terms(heuristic) else { return Vec::new() };
    if first > 0 && expressions.terms().is_empty() {
        // A network alone.
        return Vec::new();
    }
    let mut lines = vec![
        "A row or column is worth the sum of weight times expression over these terms; r0 to r3 are"
            .to_owned(),
        "its ranks, f0 to f3 its faces. The format `tables` has the value of every row.".to_owned(),
    ];
    for term in expressions.terms() {
        lines.push(format!("  {}:", term.name));
        let text = term.text.trim_end().lines();
        lines.extend(text.filter(|line| !line.trim().is_empty()).map(|line| format!("    {line}")));
    }
    lines
}
