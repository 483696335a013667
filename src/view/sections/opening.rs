//! The opening of a report: the question, the result and its certainty for a new reader.

use maud::{Markup, html};

use super::pace::Pace;
use crate::view::campaigns::data::ReportData;
use crate::view::chart::figure::{DataTable, axis, columns, ends, figure, responsive};
use crate::view::chart::{AltText, Plot};
use crate::view::words::page::typeset;
use crate::view::words::page::{UNKNOWN, change, count, fixed, range, whole};
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
                (story::player(&progress.spec)) ", optimizer " (progress.spec.optimizer.name()) ", seed " (progress.spec.seed) "."
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
            @if let Some(pace) = Pace::of(data) { (pace.shown()) }
            @if let Some(evidence) = data.evidence() {
                @if let (Some(ratio), Some(interval)) = (evidence.ratio, evidence.ratio_ci95) {
                    @if evidence.verdict != Verdict::Start {
                        p class="number" {
                            strong { (change(ratio - 1.0)) }
                            " mean score; " (level(evidence)) " interval "
                            (range(interval.low - 1.0, interval.high - 1.0, change))
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
    html! {
        section aria-labelledby="verdict" {
            h2 id="verdict" { "Verdict" }
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
                    (table(evidence).shown())
                }
            }
        }
    }
}

fn ratio_figure(evidence: &Evidence, ratio: f64, interval: Interval) -> Markup {
    let both = [interval.low, interval.high];
    let domain = ends([1.0, ratio, both[0], both[1]]);
    let description = format!(
        "Ratio {ratio:.3}, interval {:.3} to {:.3}; 1 would be no difference.",
        both[0], both[1]
    );
    let image = responsive(|width, ending| {
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
            (plot.estimate(middle, ratio, Some(both), "tuned", &description))
            (plot.text([plot.x(ratio), middle - 10.0], "middle", "value", &fixed(ratio, 3)))
        };
        let alt = AltText {
            id: &format!("ratio-{ending}"),
            title: "Ratio of the mean scores",
            description: &description,
        };
        plot.image(alt, &marks)
    });
    let caption = html! {
        b { "How much better." } " The dot is the ratio of the mean scores, the bar its interval ("
        (typeset(&evidence.look_note())) "); the line at 1 is no difference."
    };
    figure("ratio", &[], &image, &caption, &[])
}

fn table(evidence: &Evidence) -> DataTable {
    let (tuned, start) = (&evidence.tuned, &evidence.start);
    let mut table = DataTable::new(
        "verdict",
        match evidence.baseline {
            None => "Tuned and starting weights on the validation games",
            Some(_) => "Tuned weights on the validation games, starting weights in stored games",
        },
        1,
        columns(" | tuned | 95\u{202f}% interval | start | 95\u{202f}% interval"),
    );
    let interval = |interval: Option<Interval>| {
        interval.map_or(String::new(), |found| range(found.low, found.high, whole))
    };
    table.row([
        "mean score".to_owned(),
        whole(tuned.mean),
        interval(tuned.mean_ci95),
        whole(start.mean),
        interval(start.mean_ci95),
    ]);
    let mut plain = |name: &str, of: fn(&ScoreReport) -> String| {
        table.row([name.to_owned(), of(tuned), String::new(), of(start), String::new()]);
    };
    plain("median score", |report| report.median.map_or(UNKNOWN.to_owned(), whole));
    plain("standard deviation of a game", |report| report.sd.map_or(String::new(), whole));
    plain("lowest score", |report| report.min.map_or(UNKNOWN.to_owned(), count));
    plain("highest score", |report| report.max.map_or(UNKNOWN.to_owned(), count));
    plain("games", |report| count(report.games));
    if let (Some(ratio), Some(interval)) = (evidence.ratio, evidence.ratio_ci95) {
        table.row([
            "ratio of the mean scores".to_owned(),
            fixed(ratio, 3),
            format!(
                "{}: {}",
                level(evidence),
                range(interval.low, interval.high, |end| fixed(end, 3))
            ),
            String::new(),
            String::new(),
        ]);
    }
    table
}
