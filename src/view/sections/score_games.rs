//! The validation's games: the distribution of scores, and the tiles reached.

use maud::{Markup, html};

use crate::view::campaigns::data::ReportData;
use crate::view::chart::figure::{
    self, DataTable, axis, figure, is_roomy, key, responsive, row_axis,
};
use crate::view::chart::{AltText, Plot, round_ticks};
use crate::view::words::page::{change, count, percent, range, score, score_range, whole};
use tune2048_engine::game::GameResult;
use tune2048_tuner::statistics::scores::{ScoreReport, Share};
use tune2048_tuner::statistics::{Interval, share_interval};
use tune2048_tuner::weights::{LookScores, StartScores};

/// Approximate number of bins of a distribution.
const BINS: usize = 40;

/// Returns the section about scores and tiles of tuned and starting weights.
pub(crate) fn section(data: &ReportData) -> Markup {
    let Some(evidence) = data.evidence() else {
        return html! {};
    };
    let scores = data.looks.last().and_then(|look| data.look_scores(look));
    let title = if evidence.tuned.tiles.is_empty() { "Scores" } else { "Scores and tiles" };
    let content = html! {
        @match &scores {
            Some(scores) => { (distribution(scores)) }
            None => { p { "The individual games of this validation are not recorded, so that only their totals are shown." } }
        }
        (tiles(&evidence.tuned, &evidence.start))
    };
    figure::section("scores", title, &content)
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
    let pairs = edges.windows(2);
    pairs
        .map(|pair| {
            let [from, to] = [pair[0], pair[1]];
            let is_inside = |game: &&GameResult| (from..to).contains(&(game.score.get()));
            let found = games.iter().filter(is_inside).count() as u64;
            let all = games.len() as u64;
            Bin {
                from,
                to,
                games: found,
                share: found as f64 / all as f64,
                interval: share_interval(found, all).into(),
            }
        })
        .collect()
}

/// Returns the figure of the validation's games; stored scores are sums, which have no distribution.
fn distribution(scores: &LookScores) -> Markup {
    let mut sides = vec![("tuned", "tuned", scores.tuned.as_slice())];
    if let StartScores::Played(start) = &scores.start {
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
    edges.push(edges.last().map_or(step, |last| last + step));
    let bins: Vec<Vec<Bin>> = sides.iter().map(|side| bins(side.2, &edges)).collect();
    let most = bins.iter().flatten().fold(0.0_f64, |most, bin| most.max(bin.interval[1]));
    let end = edges.last().copied().unwrap_or(1.0);
    let mean = |games: &[GameResult]| {
        games.iter().map(|game| game.score.get()).sum::<f64>() / games.len() as f64
    };
    let means = [mean(&scores.tuned), scores.start_report().mean].map(score);
    let description = format!(
        "The mean is {} with the tuned weights, {} with the starting ones.",
        means[0], means[1]
    );
    let ends = |bin: &Bin| {
        let last = bin.to - gap;
        score_range(Interval { low: bin.from, high: last })
    };
    let words = |name: &str, bin: &Bin| {
        let scores = ends(bin);
        format!("{name}, {scores} points: {} of games", percent(bin.share))
    };
    let title = "Distribution of the scores";
    let alt = AltText { id: "scores", title, description: &description };
    let image = responsive(alt, |width| {
        let is_wide = is_roomy(width);
        let x = axis([edges[0], end], "score", if is_wide { 8 } else { 4 });
        let y = axis([0.0, 105.0 * most], "share of games", 5).with_unit("\u{202f}%");
        let plot = Plot::new(width, if is_wide { 300.0 } else { 250.0 }, x, y);
        let [_, _, bottom, _] = plot.edges();
        let stairs = |bins: &[Bin]| -> Vec<[f64; 2]> {
            let ends =
                bins.iter().flat_map(|bin| [bin.from, bin.to].map(|x| [x, 100.0 * bin.share]));
            ends.collect()
        };
        let band = |bins: &[Bin]| -> Vec<[f64; 3]> {
            let ends = bins.iter().flat_map(|bin| {
                let [low, high] = bin.interval.map(|end| 100.0 * end);
                [bin.from, bin.to].map(|x| [x, low, high])
            });
            ends.collect()
        };
        let marks = html! {
            @for (bins, (class, name, games)) in bins.iter().zip(&sides) {
                (plot.band(band(bins), class))
                (plot.line(stairs(bins), class))
                (plot.targets(bins.iter().map(|bin| ([f64::midpoint(bin.from, bin.to), 100.0 * bin.share], words(name, bin)))))
                path class=(format!("dots large {class}")) d=(format!("M{:.1} {bottom:.1}h0", plot.x(mean(games)))) {
                    title { (name) ": mean " (score(mean(games))) }
                }
            }
        };
        (plot, marks)
    });
    let caption = html! {
        b { "How scores spread" } " over " (count(scores.tuned.len())) " validation games"
        @if let Some(baseline) = scores.baseline() {
            " of the tuned weights. Of the " (count(baseline.games)) " stored games of the starting weights only sums are known. Bands"
        } @else {
            " of each. Bands"
        }
        " are 95\u{202f}% intervals of each bin, \
        dots on the axis are the means. Scores form one cluster for each largest tile."
    };
    let keys: Vec<Markup> = sides.iter().map(|(class, name, _)| key(class, name)).collect();
    let mut table = DataTable::new("scores", "Games by their score", 0..bins[0].len())
        .text("score", |row| ends(&bins[0][*row]));
    for (bins, (class, _, _)) in bins.iter().zip(&sides) {
        table = table
            .number(class, |row| count(bins[*row].games))
            .number("share", |row| percent(bins[*row].share))
            .number("95\u{202f}% interval", |row| range(bins[*row].interval, percent));
    }
    figure("scores", &keys, &image, &caption, &[table.shown()])
}

fn tiles(tuned: &ScoreReport, start: &ScoreReport) -> Markup {
    let known = if tuned.tiles.len() < start.tiles.len() { &start.tiles } else { &tuned.tiles };
    let all: Vec<(&str, Share, Share)> =
        known.keys().map(|tile| (tile.as_str(), tuned.tile(tile), start.tile(tile))).collect();
    let is_telling = |(_, tuned, start): &&(&str, Share, Share)| {
        [tuned, start].iter().any(|share| share.share > 0.0)
            && [tuned, start].iter().any(|share| share.share < 0.999)
    };
    let drawn: Vec<&(&str, Share, Share)> = all.iter().filter(is_telling).collect();
    if all.is_empty() {
        return html! {};
    }
    let words = |side: &str, tile: &str, share: &Share| {
        let interval = range(share.ci95, percent);
        let share = percent(share.share);
        format!("{side}, tile {tile}: {share}, 95\u{202f}% interval {interval}")
    };
    let description = "For each tile the share of games that reach it, with the tuned and with the starting weights. \
                       The table has the numbers.";
    let image = responsive(AltText { id: "tiles", title: "Tiles reached", description }, |width| {
        let label = |tile: &str| tile.parse().map_or(tile.to_owned(), whole);
        let x = axis([0.0, 100.0], "share of games that reach the tile", 5).with_unit("\u{202f}%");
        let y = row_axis(drawn.iter().map(|(tile, _, _)| label(tile)), "", 0.5);
        let plot = Plot::new(width, 44.0 + 40.0 * drawn.len() as f64, x, y);
        let percent = |interval: Interval| {
            Some(Interval { low: 100.0 * interval.low, high: 100.0 * interval.high })
        };
        let marks = html! {
            @for (row, (tile, tuned, start)) in drawn.iter().enumerate() {
                @let y = plot.y(-(row as f64));
                (plot.estimate(y - 7.0, 100.0 * tuned.share, percent(tuned.ci95), "tuned", &words("tuned", tile, tuned)))
                (plot.estimate(y + 7.0, 100.0 * start.share, percent(start.ci95), "start", &words("start", tile, start)))
            }
        };
        (plot, marks)
    });
    let caption = html! {
        b { "Tiles reached. " }
        "Bars are 95\u{202f}% intervals. Tiles that nearly all or no games reach are left out; the table has them."
    };
    let keys = [key("tuned", "tuned (upper)"), key("start", "starting weights (lower)")];
    let caption_of_table = "Share of the games that reached a tile or a larger one";
    let table = DataTable::new("tiles", caption_of_table, &all)
        .text("tile", |(tile, _, _)| *tile)
        .number("tuned", |(_, tuned, _)| percent(tuned.share))
        .number("95\u{202f}% interval", |(_, tuned, _)| range(tuned.ci95, percent))
        .number("start", |(_, _, start)| percent(start.share))
        .number("95\u{202f}% interval", |(_, _, start)| range(start.ci95, percent))
        .number("difference", |(_, tuned, start)| {
            change(tuned.share - start.share).replace('%', "points")
        });
    figure("tiles", &keys, &image, &caption, &[table.shown()])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_is_in_one_bin() {
        let game = |score: u64| GameResult { score: score.into(), ..GameResult::default() };
        let games = [0, 999, 1000, 1999, 2500].map(game);
        let found = bins(&games, &[0.0, 1000.0, 2000.0, 3000.0]);
        let counts: Vec<u64> = found.iter().map(|bin| bin.games).collect();
        assert_eq!(counts, [2, 2, 1]);
        assert!(
            found.iter().all(|bin| bin.interval[0] <= bin.share && bin.share <= bin.interval[1])
        );
    }
}
