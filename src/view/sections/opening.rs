//! The opening of a report: the question, the result and its certainty for a new reader.

use maud::{Markup, html};
use serde_json::Value;

use super::{ablation, pace, tiles, weights};
use crate::view::campaigns::data::ReportData;
use crate::view::chart::DataTable;
use crate::view::words::page::{count, game_score, known, score, typeset, with_code};
use crate::view::words::story;
use tune2048_files::shell::quoted;
use tune2048_tuner::statistics::scores::ScoreReport;
use tune2048_tuner::subject::json_object;
use tune2048_tuner::weights::export::{Format, Request, export};
use tune2048_tuner::weights::file::WeightsFile;
use tune2048_tuner::weights::{AgainstOpponent, Evidence, Verdict};
use tune2048_tuner::words::score_interval;

/// The most lines for a solver that stand in the opening; networks have millions of numbers.
const MAX_LINES: usize = 60;

/// Returns the header: the campaign's name, its question, and what came out.
pub(crate) fn opening(data: &ReportData) -> Markup {
    let progress = &data.state;
    html! {
        header {
            p class="kicker" { "Campaign report" }
            h1 { (progress.spec.name) }
            p class="summary" { (story::question(progress)) }
            (banner(data))
            (weights::search_figure(data, true))
            (ready(data))
            (ablation::line_of(data))
            p class="note" {
                (progress.spec.subject().about()) ", optimizer " (progress.spec.optimizer.name()) ", seed " (progress.spec.seed) "."
            }
            @for note in progress.search_end.iter().chain(&progress.doubts(&data.now.failures)) {
                p class="note" { (with_code(note)) }
            }
        }
    }
}

fn banner(data: &ReportData) -> Markup {
    let verdict = data.evidence().map(|evidence| evidence.verdict);
    let class = match verdict {
        Some(Verdict::Better) => "better",
        Some(Verdict::Worse) => "worse",
        _ => "open",
    };
    let measured = data.evidence().filter(|evidence| evidence.verdict != Verdict::Start);
    let gain = measured.and_then(|found| Some((found.look_percent(), found.estimate()?.gain())));
    let objective = data.state.spec.objective;
    let is_match = data.evidence().is_some_and(|evidence| evidence.is_match);
    html! {
        div class=(format!("verdict {class}")) {
            p class="word" { span class="small" { "Verdict " } (Verdict::heading(verdict)) }
            @if let Some(pace) = pace::of(data) { (pace::shown(&pace, data.run_state)) }
            @if let Some((level, (gain, ends))) = gain {
                p class="number" {
                    strong { (typeset(&gain)) }
                    @if !is_match { " " (objective.name()) }
                    @if let Some(ends) = ends { "; " (typeset(&level)) " interval " (typeset(&ends.join(" to "))) }
                }
            }
            p class="small" { (story::outcome(&data.state)) }
        }
    }
}

/// Returns the recommended weights, as a table and as lines for a solver.
fn ready(data: &ReportData) -> Markup {
    let table = weights::table(data).shown();
    let Some(best) = &data.state.outcome else {
        return html! { (weights::not_yet(data)) (table) };
    };
    let best = best.best_file(&data.state.start_weights());
    let name = best.weights.subject.usual_export_format();
    let folder = quoted(&data.folder);
    html! {
        (table)
        @if let Some(lines) = snippet(&best, name) {
            pre class="snippet" { code { (lines) } }
            p class="note" { code { "tune2048 export " (folder) " --format " (name) } " writes them with their meanings and origin." }
        }
    }
}

/// Returns what a file of exported weights says without comments, if there is such a file; of a
/// program the parameters as it reads them.
fn snippet(best: &WeightsFile, name: &str) -> Option<String> {
    let weights = &best.weights;
    if weights.subject.heuristic().is_none() {
        let own = weights.arguments();
        let own = json_object(own.iter().map(|(name, value)| (*name, value)));
        return serde_json::to_string_pretty(&serde_json::from_str::<Value>(&own).ok()?).ok();
    }
    let request =
        Request { name: "", file: best, with_evaluation: false, step: 0.0, opponent: None };
    let text = String::from_utf8(export(&request, Format::find(name)?).ok()?).ok()?;
    let is_code = |line: &&str| {
        !line.is_empty() && !["/", " *", "#"].iter().any(|start| line.starts_with(start))
    };
    let lines: Vec<&str> = text.lines().filter(is_code).collect();
    (lines.len() <= MAX_LINES && text.len() <= 100 * MAX_LINES).then(|| lines.join("\n"))
}

/// Returns the measurement behind the verdict.
pub(crate) fn verdict(data: &ReportData) -> Markup {
    html! {
        p { (story::certainty(&data.state)) }
        @if let Some(evidence) = data.evidence() {
            p { (with_code(&story::measured(evidence))) }
            (table(evidence).shown())
            (tiles::table(&evidence.tuned, &evidence.start).shown())
            (by_opponent(evidence).shown())
        } @else {
            p { "There is none before the search has ended and its winner has been measured on new games." }
        }
    }
}

/// Returns the results against each opponent of a list.
pub(crate) fn by_opponent(evidence: &Evidence) -> DataTable<impl Sized> {
    let row = |one: &AgainstOpponent| (one.name.clone(), one.tuned.games, evidence.against(one));
    let rows = evidence.opponents.iter().map(row);
    let caption = format!("By opponent, with {} intervals", evidence.look_percent());
    let table = DataTable::new("opponents", &caption, rows).text("opponent", |row| row.0.clone());
    table
        .number("pairs", |row| count(row.1))
        .number("tuned", |row| row.2[0].clone())
        .number("start", |row| row.2[1].clone())
}

/// Returns the scores of both sides, and by how much they differ.
pub(crate) fn table(evidence: &Evidence) -> DataTable<impl Sized> {
    let caption = match evidence.baseline {
        None => "Tuned and starting weights on the validation games",
        Some(_) => "Tuned weights on the validation games, starting weights in stored games",
    };
    let sides = [&evidence.tuned, &evidence.start];
    let of_sides = |name: &str, of: fn(&ScoreReport) -> String| (name.to_owned(), sides.map(of));
    let [tuned, mut start] =
        sides.map(|side| score_interval(side.mean, evidence.mean_interval(side)));
    if evidence.has_margins() {
        start = ["0 by definition".to_owned(), String::new()];
    }
    let [[tuned, tuned_interval], [start, start_interval]] = [tuned, start];
    let interval = typeset(&format!("{} interval", evidence.look_percent()));
    let unit = evidence.unit();
    let mut rows = vec![
        (evidence.measured().to_owned(), [tuned, start]),
        (interval.clone(), [tuned_interval, start_interval]),
        of_sides(&format!("standard deviation of a {unit}"), |report| {
            report.sd.map_or(String::new(), score)
        }),
    ];
    if evidence.has_quantiles() {
        rows.extend([
            of_sides("median score", |report| known(report.median, score)),
            of_sides("lowest score", |report| known(report.min, game_score)),
            of_sides("highest score", |report| known(report.max, game_score)),
        ]);
    }
    rows.push(of_sides(&format!("{unit}s"), |report| count(report.games)));
    if let Some(found) = evidence.estimate() {
        let name = found.effect.phrase(evidence.objective);
        rows.push((name, [found.value_text(), String::new()]));
        rows.extend(found.interval_text().map(|ends| (interval, [ends, String::new()])));
    }
    DataTable::new("verdict", caption, rows)
        .text("", |(name, _)| name.clone())
        .number("tuned", |(_, [tuned, _])| tuned.clone())
        .number("start", |(_, [_, start])| start.clone())
}
