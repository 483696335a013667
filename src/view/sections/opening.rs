//! The opening of a report: the question, the result and its certainty for a new reader.

use maud::{Markup, html};

use super::pace;
use crate::view::campaigns::data::ReportData;
use crate::view::chart::figure::{self, DataTable, axis, ends, figure, responsive};
use crate::view::chart::{AltText, Plot};
use crate::view::words::page::typeset;
use crate::view::words::page::{change, count, fixed, known, range, whole};
use crate::view::words::story;
use tune2048_tuner::statistics::Interval;
use tune2048_tuner::statistics::scores::ScoreReport;
use tune2048_tuner::weights::{Evidence, Verdict};

/// Returns the header: the campaign's name, three sentences, and the verdict.
pub(crate) fn opening(data: &ReportData) -> Markup {
    let progress = &data.progress;
    html! {
        header {
            p class="kicker" { "Campaign report" }
            h1 { (progress.spec.name) }
            div class="summary" {
                p { (story::question(progress)) }
                p { (story::outcome(progress)) }
                p { (story::certainty(progress)) }
            }
            p class="note" {
                (progress.spec.subject().about()) ", optimizer " (progress.spec.optimizer.name()) ", seed " (progress.spec.seed) "."
            }
            @for note in progress.search_end.iter().chain(&progress.doubts()) {
                p class="note" { (note) }
            }
            (banner(data))
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
    html! {
        div class=(format!("verdict {class}")) {
            p class="word" { span class="small" { "Verdict " } (Verdict::heading(verdict)) }
            @if let Some(pace) = pace::of(data) { (pace::shown(&pace)) }
            @if let Some(evidence) = data.evidence() {
                @if let (Some(ratio), Some(interval)) = (evidence.ratio, evidence.ratio_ci95) {
                    @if evidence.verdict != Verdict::Start {
                        p class="number" {
                            strong { (change(ratio - 1.0)) }
                            " mean score; " (level(evidence)) " interval "
                            (range(interval, |end| change(end - 1.0)))
                        }
                    }
                }
            }
        }
    }
}

/// Returns the confidence level of the ratio's interval.
fn level(evidence: &Evidence) -> String {
    typeset(&evidence.look_percent())
}

/// Returns the section with the measurement behind the verdict.
pub(crate) fn verdict(data: &ReportData) -> Markup {
    let content = html! {
            @match data.evidence() {
                None => {
                    p { "There is none before the search has ended and its winner has been measured on new games." }
                }
                Some(evidence) => {
                    p {
                        (evidence.statement()) " The weights are those of the " (evidence.chosen_by) "; they were measured on "
                        (count(evidence.tuned.games)) " games (" (evidence.validation_seeds) ")."
                        @if let Some(note) = evidence.notes() { " " (note) }
                    }
                    @if let (Some(ratio), Some(interval)) = (evidence.ratio, evidence.ratio_ci95) {
                        (ratio_figure(evidence, ratio, interval))
                    }
                    (table(evidence))
                }
            }
    };
    figure::section("verdict", "Verdict", &content)
}

fn ratio_figure(evidence: &Evidence, ratio: f64, interval: Interval) -> Markup {
    let domain = ends([1.0, ratio, interval.low, interval.high]);
    let description = format!(
        "Ratio {ratio:.3}, interval {:.3} to {:.3}; 1 would be no difference.",
        interval.low, interval.high
    );
    let title = "Ratio of the mean scores";
    let alt = AltText { id: "ratio", title, description: &description };
    let image = responsive(alt, |width| {
        let plot = Plot::new(
            width,
            92.0,
            axis(domain, "mean score, tuned over start", 6),
            axis([0.0, 1.0], "", 1).with_ticks(Vec::new()),
        );
        let [_, _, bottom, top] = plot.edges();
        let middle = f64::midpoint(bottom, top);
        let marks = html! {
            path class="line start" d=(format!("M{:.1} {bottom:.1}V{top:.1}", plot.x(1.0))) {}
            (plot.estimate(middle, ratio, Some(interval), "tuned", &description))
            (plot.text([plot.x(ratio), middle - 10.0], "middle", "value", &fixed(ratio, 3)))
        };
        (plot, marks)
    });
    let caption = html! {
        b { "How much better." } " The dot is the ratio of the mean scores, the bar its interval ("
        (typeset(&evidence.look_note())) "); the line at 1 is no difference."
    };
    figure("ratio", &[], &image, &caption, &[])
}

fn table(evidence: &Evidence) -> Markup {
    let caption = match evidence.baseline {
        None => "Tuned and starting weights on the validation games",
        Some(_) => "Tuned weights on the validation games, starting weights in stored games",
    };
    let interval =
        |report: &ScoreReport| report.mean_ci95.map_or(String::new(), |found| range(found, whole));
    // A name, then a value of each side with its interval.
    type Row = (&'static str, [[String; 2]; 2]);
    let sides = [&evidence.tuned, &evidence.start];
    let plain = |name, of: fn(&ScoreReport) -> String| -> Row {
        (name, sides.map(|report| [of(report), String::new()]))
    };
    let mut rows = vec![
        ("mean score", sides.map(|report| [whole(report.mean), interval(report)])),
        plain("median score", |report| known(report.median, whole)),
        plain("standard deviation of a game", |report| report.sd.map_or(String::new(), whole)),
        plain("lowest score", |report| known(report.min, count)),
        plain("highest score", |report| known(report.max, count)),
        plain("games", |report| count(report.games)),
    ];
    if let (Some(ratio), Some(interval)) = (evidence.ratio, evidence.ratio_ci95) {
        let ends = range(interval, |end| fixed(end, 3));
        let of_tuned = [fixed(ratio, 3), format!("{}: {ends}", level(evidence))];
        rows.push(("ratio of the mean scores", [of_tuned, Default::default()]));
    }
    let mut table = DataTable::new("verdict", caption, rows).text("", |(name, _)| *name);
    for (side, head) in ["tuned", "start"].into_iter().enumerate() {
        table = table
            .number(head, |(_, cells)| cells[side][0].clone())
            .number("95\u{202f}% interval", |(_, cells)| cells[side][1].clone());
    }
    table.shown()
}
