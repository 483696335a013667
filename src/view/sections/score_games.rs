//! The validation's games: the distribution of scores, and the tiles reached.

use maud::{Markup, html};

use crate::view::campaigns::data::ReportData;
use crate::view::chart::{
    DataTable, Plot, axis, figure, is_roomy, key, responsive, round_ticks, row_axis,
};
use crate::view::words::page::{change, count, percent, range, score, score_range, whole};
use tune2048_engine::game::{GameResult, Score};
use tune2048_tuner::record::CampaignState;
use tune2048_tuner::statistics::scores::{ScoreReport, Share};
use tune2048_tuner::statistics::{self, Interval, share_interval};
use tune2048_tuner::weights::{Evidence, LookScores, StartScores};

/// Approximate number of bins of a distribution.
const BINS: usize = 40;

/// Returns the section about scores and tiles of tuned and starting weights.
pub(crate) fn section(data: &ReportData) -> Markup {
    let Some(evidence) = data.evidence() else { return html! {} };
    let CampaignState { finals, spec, .. } = &data.state;
    let scores = finals.looks.last().and_then(|look| finals.look_scores(spec, look));
    html! {
        @match &scores {
            Some(scores) => { (distribution(scores, evidence)) }
            None => { p { "The individual games of this validation are not recorded, so that only their totals are shown." } }
        }
        (tiles(&evidence.tuned, &evidence.start))
    }
}

/// Number and share of the games within a range of scores.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Bin {
    from: f64,
    to: f64,
    games: u64,
    share: f64,
    interval: [f64; 2],
}

/// Counts games by their scores in bins between these edges.
fn bins(games: &[GameResult], edges: &[f64]) -> Vec<Bin> {
    let all = games.len() as u64;
    let bin = |pair: &[f64]| {
        let [from, to] = [pair[0], pair[1]];
        let is_inside = |game: &&GameResult| (from..to).contains(&game.score.get());
        let games = games.iter().filter(is_inside).count() as u64;
        let (share, interval) = (games as f64 / all as f64, share_interval(games, all).into());
        Bin { from, to, games, share, interval }
    };
    edges.windows(2).map(bin).collect()
}

/// Returns the figure of the validation's games; stored scores are sums, which have no distribution.
fn distribution(scores: &LookScores, evidence: &Evidence) -> Markup {
    let mut sides = vec![("tuned", "tuned", scores.tuned.as_slice())];
    // Margins of a match are measured from the starting weights.
    let has_start = !evidence.has_margins();
    if let StartScores::Played(start) = &scores.start
        && has_start
    {
        sides.push(("start", "starting weights", start));
    }
    let all = || sides.iter().flat_map(|(_, _, games)| games.iter().map(|game| game.score));
    // A bin of whole scores ends before the next one begins.
    let gap = if all().all(|score| score.whole().is_some()) { 1.0 } else { 0.0 };
    let lowest = all().min().map_or(0.0, |score| score.get().min(0.0));
    let highest = all().max().map_or(0.0, |score| score.get().max(0.0)) + gap;
    let span = highest - lowest;
    let most = if gap > 0.0 && span < BINS as f64 { span as usize } else { BINS };
    let mut edges = round_ticks(lowest, highest, most);
    let step = edges.get(1).map_or(span.max(1.0), |second| second - edges[0]);
    if edges[0] > lowest {
        edges.insert(0, edges[0] - step);
    }
    let last = edges.last().copied().unwrap_or(0.0);
    // A gap follows the highest score already.
    if gap <= 0.0 || last < highest {
        edges.push(last + step);
    }
    // Pairs of games have five results: a bin for each.
    let is_quarter =
        |score: Score| (0.0..=1.0).contains(&score.get()) && (4.0 * score.get()).fract() <= 0.0;
    let of_pairs = evidence.results && all().all(is_quarter);
    if of_pairs {
        edges = (0..=5).map(|bin| f64::from(bin) / 4.0 - 0.125).collect();
    }
    let bins: Vec<Vec<Bin>> = sides.iter().map(|side| bins(side.2, &edges)).collect();
    let most = bins.iter().flatten().fold(0.0_f64, |most, bin| most.max(bin.interval[1]));
    let end = edges.last().copied().unwrap_or(1.0);
    let mean = |games: &[GameResult]| statistics::mean(&statistics::scores::scores(games));
    let ends = |bin: &Bin| match of_pairs {
        true => format!("{}", f64::midpoint(bin.from, bin.to)),
        false if bin.from + gap >= bin.to => score(bin.from),
        false => score_range(Interval { low: bin.from, high: bin.to - gap }),
    };
    let games = evidence.units();
    let words = |name: &str, bin: &Bin| {
        let points = if of_pairs { "of the points" } else { "points" };
        format!("{name}, {} {points}: {} of {games}", ends(bin), percent(bin.share))
    };
    let image = responsive("scores", "Distribution of the scores", |width| {
        let is_wide = is_roomy(width);
        let x = axis([edges[0], end], "score", if is_wide { 8 } else { 4 });
        let y = axis([0.0, 105.0 * most], &format!("share of {games}"), 5).with_unit("\u{202f}%");
        let plot = Plot::new(width, if is_wide { 300.0 } else { 250.0 }, x, y);
        let bottom = plot.y(0.0);
        let stair = |bin: &Bin| {
            let interval = bin.interval.map(|end| 100.0 * end);
            [bin.from, bin.to].map(|x| ([x, 100.0 * bin.share], interval))
        };
        plot.drawn(&html! {
            @for (bins, (class, name, games)) in bins.iter().zip(&sides) {
                (plot.banded_line(bins.iter().flat_map(stair), class))
                (plot.targets(bins.iter().map(|bin| ([f64::midpoint(bin.from, bin.to), 100.0 * bin.share], words(name, bin)))))
                path class=(format!("dots large {class}")) d=(format!("M{:.1} {bottom:.1}h0", plot.x(mean(games)))) {
                    title { (name) ": mean " (score(mean(games))) }
                }
            }
        })
    });
    let caption = html! {
        b { "How scores spread" } " over " (count(scores.tuned.len())) " validation " (games)
        @if !has_start {
            ", measured from the starting weights. Bands"
        } @else if let Some(baseline) = scores.baseline() {
            " of the tuned weights. Of the " (count(baseline.games)) " stored games of the starting weights only sums are known. Bands"
        } @else {
            " of each. Bands"
        }
        " are 95\u{202f}% intervals of each bin, \
        dots on the axis are the means."
        @if !evidence.tuned.tiles.is_empty() { " Scores form one cluster for each largest tile." }
    };
    let keys = sides.iter().map(|(class, name, _)| key(class, name));
    let mut table = DataTable::new(
        "scores",
        if of_pairs {
            "Pairs of games by their share of the points"
        } else {
            "Games by their score"
        },
        0..bins[0].len(),
    )
    .text("score", |row| ends(&bins[0][*row]));
    for (bins, (class, _, _)) in bins.iter().zip(&sides) {
        table = table
            .number(class, |row| count(bins[*row].games))
            .number("share", |row| percent(bins[*row].share))
            .number("95\u{202f}% interval", |row| range(bins[*row].interval, percent));
    }
    figure("scores", keys, &image, &caption, &[table.shown()])
}

/// Each tile with the share of the tuned and of the starting weights' games that reached it.
fn shares<'s>(tuned: &'s ScoreReport, start: &'s ScoreReport) -> Vec<(&'s str, Share, Share)> {
    let known = if tuned.tiles.len() < start.tiles.len() { &start.tiles } else { &tuned.tiles };
    known.keys().map(|tile| (tile.as_str(), tuned.tile(tile), start.tile(tile))).collect()
}

/// Returns the shares of games that reached each tile; without rows for what has none.
pub(crate) fn tile_table<'s>(
    tuned: &'s ScoreReport,
    start: &'s ScoreReport,
) -> DataTable<impl Sized + 's> {
    let caption = "Share of the games that reached a tile or a larger one";
    DataTable::new("tiles", caption, shares(tuned, start))
        .text("tile", |(tile, _, _)| *tile)
        .number("tuned", |(_, tuned, _)| percent(tuned.share))
        .number("95\u{202f}% interval", |(_, tuned, _)| range(tuned.ci95, percent))
        .number("start", |(_, _, start)| percent(start.share))
        .number("95\u{202f}% interval", |(_, _, start)| range(start.ci95, percent))
        .number("difference", |(_, tuned, start)| {
            change(tuned.share - start.share).replace('%', "points")
        })
}

fn tiles(tuned: &ScoreReport, start: &ScoreReport) -> Markup {
    let all = shares(tuned, start);
    if all.is_empty() {
        return html! {};
    }
    let is_telling = |(_, tuned, start): &&(&str, Share, Share)| {
        tuned.share.max(start.share) > 0.0 && tuned.share.min(start.share) < 0.999
    };
    let drawn: Vec<&(&str, Share, Share)> = all.iter().filter(is_telling).collect();
    let estimate = |plot: &Plot, y: f64, side: &str, tile: &str, found: &Share| {
        let (share, interval) = (percent(found.share), range(found.ci95, percent));
        let words = format!("{side}, tile {tile}: {share}, 95\u{202f}% interval {interval}");
        plot.estimate(y, 100.0 * found.share, Some(found.ci95.map(|end| 100.0 * end)), side, &words)
    };
    let image = responsive("tiles", "Tiles reached", |width| {
        let label = |tile: &str| tile.parse().map_or(tile.to_owned(), whole);
        let x = axis([0.0, 100.0], "share of games that reach the tile", 5).with_unit("\u{202f}%");
        let y = row_axis(drawn.iter().map(|(tile, _, _)| label(tile)), "", 0.5);
        let plot = Plot::new(width, 44.0 + 40.0 * drawn.len() as f64, x, y);
        plot.drawn(&html! {
            @for (row, (tile, tuned, start)) in drawn.iter().enumerate() {
                @let y = plot.y(-(row as f64));
                (estimate(&plot, y - 7.0, "tuned", tile, tuned))
                (estimate(&plot, y + 7.0, "start", tile, start))
            }
        })
    });
    let caption = html! {
        b { "Tiles reached. " }
        "Bars are 95\u{202f}% intervals. Tiles that nearly all or no games reach are left out; the table has them."
    };
    let keys = [key("tuned", "tuned (upper)"), key("start", "starting weights (lower)")];
    figure("tiles", keys, &image, &caption, &[tile_table(tuned, start).shown()])
}
