//! The opening of a report: the question, the result and its certainty for a new reader.

use maud::{Markup, html};

use super::data::ReportData;
use super::figure::{DataTable, axis, ends, figure, responsive};
use super::number::{UNKNOWN, change, count, fixed, percent, range, whole};
use super::pace::Pace;
use crate::view::chart::{AltText, Plot};
use tune2048_tuner::campaign::{Evidence, Verdict};
use tune2048_tuner::scores::{ScoreReport, Share};
use tune2048_tuner::space::{CampaignSpec, Objective};
use tune2048_tuner::statistics::Interval;

/// Returns the header: the campaign's name, three sentences, and the verdict.
pub(super) fn opening(data: &ReportData) -> Markup {
    html! {
        header {
            p class="kicker" { "Campaign report" }
            h1 { (data.progress.spec.name) }
            div class="summary" {
                p { (asked(data)) }
                p { (came_out(data)) }
                p { (how_sure(data)) }
            }
            p class="note" {
                (player(&data.progress.spec)) ", optimizer " (data.progress.spec.optimizer.name()) ", seed " (data.progress.spec.seed) "."
            }
            (banner(data))
        }
    }
}

fn asked(data: &ReportData) -> String {
    let spec = &data.progress.spec;
    let goal = match spec.objective {
        Objective::MeanScore => "score more on average".to_owned(),
        Objective::MeanLogScore => "score more, by the average logarithm of the score,".to_owned(),
        Objective::MedianScore => "have a higher median score".to_owned(),
        Objective::TileShare(tile) => format!("reach the {tile} tile more often"),
    };
    let tuned = spec.dimensions();
    let numbers = match tuned {
        1 => "the number that guides".to_owned(),
        _ => format!("{tuned} of the numbers that guide"),
    };
    let player = match spec.subject().command() {
        Some(program) => format!("the program {}", program.command_line()),
        None => "a program that plays 2048".to_owned(),
    };
    format!(
        "The question: can {player} {goal} if {numbers} its moves, at first {}, are tuned?",
        data.start_name()
    )
}

/// Returns what plays, in the words of a note.
fn player(spec: &CampaignSpec) -> String {
    let subject = spec.subject();
    match subject.command() {
        Some(program) => format!("Program {}", program.command_line()),
        None => format!("Heuristic {}, player {subject}", subject.table_name()),
    }
}

fn came_out(data: &ReportData) -> String {
    let games = count(data.progress.games);
    let Some(evidence) = data.evidence() else {
        return format!(
            "The campaign is not finished: {games} games have been played so far, {} complete, and nothing \
             is recommended yet.",
            match data.progress.generations {
                1 => "1 generation is".to_owned(),
                many => format!("{many} generations are"),
            }
        );
    };
    let search_games = count(evidence.search_games);
    if evidence.verdict == Verdict::Start {
        return format!(
            "After {search_games} games of search nothing was found that is better than the starting \
             weights: they won the final race, and score {} points a game.",
            whole(evidence.start.mean)
        );
    }
    let (tuned, start) = (&evidence.tuned, &evidence.start);
    let more = tuned.mean / start.mean - 1.0;
    let word = if more < 0.0 { "less" } else { "more" };
    let mut text = format!(
        "After {search_games} games of search, the weights that it recommends score {} {word}: {} points \
         a game instead of {}",
        percent(more.abs()),
        whole(tuned.mean),
        whole(start.mean)
    );
    if let Some((tile, tuned, start)) = telling_tile(evidence) {
        text += &format!(
            ", and {} of games reach the {} tile instead of {}",
            percent(tuned.share),
            tile,
            percent(start.share)
        );
    }
    text + "."
}

/// Returns the tile whose share of games changed most, with its share tuned and at the start.
fn telling_tile(evidence: &Evidence) -> Option<(&str, Share, Share)> {
    let tiles = evidence.tuned.tiles.iter();
    let both = tiles.filter_map(|(tile, tuned)| {
        let start = evidence.start.tiles.get(tile)?;
        Some((tile.as_str(), *tuned, *start))
    });
    let difference = |(_, tuned, start): &(&str, Share, Share)| (tuned.share - start.share).abs();
    both.max_by(|a, b| difference(a).total_cmp(&difference(b)))
        .filter(|found| difference(found) > 0.0)
}

fn how_sure(data: &ReportData) -> String {
    let Some(evidence) = data.evidence() else {
        return "How certain that is will be known only at the end: the figures of a search are partly luck, \
                and too high for whatever leads."
            .to_owned();
    };
    let games = count(evidence.tuned.games);
    let unseen = match &evidence.baseline {
        None => format!("Both played the same {games} new games that nothing was tuned on"),
        Some(baseline) => format!(
            "The weights played {games} new games that nothing was tuned on, for the starting \
             weights {} games are stored",
            count(baseline.games)
        ),
    };
    let interval = evidence.ratio_ci95.map(|interval| {
        let ends = [interval.low, interval.high].map(|end| change(end - 1.0));
        format!("{} and {}", ends[0], ends[1])
    });
    let since = if data.progress.finished {
        ""
    } else {
        " The search has gone on since this was measured; resume it to its end."
    };
    let text = match (evidence.verdict, interval) {
        (Verdict::Start, _) => format!(
            "That is measured on {} games; a longer search, or wider ranges, might still find \
             something.",
            match &evidence.baseline {
                None => format!("{games} new"),
                Some(baseline) => format!("{} stored", count(baseline.games)),
            }
        ),
        (Verdict::Better, Some(interval)) => format!(
            "{unseen}, and the true difference lies between {interval} with {} confidence: they \
             are better, and not by luck.",
            level(evidence)
        ),
        (Verdict::Worse, Some(interval)) => format!(
            "{unseen}, and the true difference lies between {interval} with {} confidence: they \
             are worse, so keep the starting weights.",
            level(evidence)
        ),
        (_, Some(interval)) => {
            let more = match evidence.games_to_settle {
                Some(games) => format!("; about {} validation games would settle it", count(games)),
                None => String::new(),
            };
            format!(
                "{unseen}, and the true difference may lie anywhere between {interval}: these games \
                 cannot tell the two apart{more}."
            )
        }
        (_, None) => format!("{unseen}, too few or too bad to tell the two apart."),
    };
    text + since
}

fn banner(data: &ReportData) -> Markup {
    let (class, word) = match data.evidence().map(|evidence| evidence.verdict) {
        Some(Verdict::Better) => ("better", "Better"),
        Some(Verdict::Worse) => ("worse", "Worse"),
        Some(Verdict::NotDistinguishable) => ("open", "Not distinguishable"),
        Some(Verdict::Start) => ("open", "Starting weights kept"),
        None => ("open", "Not finished"),
    };
    html! {
        div class=(format!("verdict {class}")) {
            p class="word" { span class="small" { "Verdict " } (word) }
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
    evidence.look_percent().replace(' ', "\u{202f}")
}

/// Returns the section with the measurement behind the verdict.
pub(super) fn verdict(data: &ReportData) -> Markup {
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
        (evidence.look_note().replace(" %", "\u{202f}%")) "); the line at 1 is no difference."
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
        [
            "",
            "tuned",
            "95\u{202f}% interval",
            "start",
            "95\u{202f}% interval",
        ],
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
        table.row([
            name.to_owned(),
            of(tuned),
            String::new(),
            of(start),
            String::new(),
        ]);
    };
    plain("median score", |report| {
        report.median.map_or(UNKNOWN.to_owned(), whole)
    });
    plain("standard deviation of a game", |report| {
        report.sd.map_or(String::new(), whole)
    });
    plain("lowest score", |report| {
        report.min.map_or(UNKNOWN.to_owned(), count)
    });
    plain("highest score", |report| {
        report.max.map_or(UNKNOWN.to_owned(), count)
    });
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
