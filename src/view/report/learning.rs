//! The report of a learning run: its curve, its tiles, its test.

use maud::html;
use tune2048_engine::game::GameResult;
use tune2048_learning::run::CurvePoint;
use tune2048_learning::settings::{LearningSpec, at_depth};
use tune2048_tuner::statistics::scores::ScoreReport;

use crate::view::campaigns::LearningRecord;
use crate::view::chart::{DataTable, Figure, ends, key, thinned, wide_chart};
use crate::view::document::{Block, Report, repeat};
use crate::view::words::page::{count, percent};
use crate::view::words::{counted, duration, grouped, tiles, with_level};

/// The most points that a figure shows.
const MAX_POINTS: usize = 400;

/// Returns the report of a learning run, finished or not.
pub(super) fn report(record: &LearningRecord) -> Report {
    let LearningRecord { folder, spec, manifest, curve, .. } = record;
    let mut summary = vec![opening(spec, curve), tested(spec, &manifest.test)];
    if !manifest.deterministic {
        let several = "Several threads learned without locks: the same settings give another network each time.";
        summary.push(several.to_owned());
    }
    let curve_shown = (!curve.is_empty()).then(|| Block::Figure(score_figure(curve)));
    let version = ("version".to_owned(), manifest.version.clone());
    let settings = [version].into_iter().chain(spec.settings());
    Report {
        kind: "Learning run",
        title: spec.name.clone(),
        summary,
        sections: vec![
            ("curve", "Learning curve", curve_shown.into_iter().collect()),
            repeat(folder, ["learn", "learning.toml"], " --threads 1", settings),
        ],
        ..Report::default()
    }
}

fn opening(spec: &LearningSpec, curve: &[CurvePoint]) -> String {
    let tuples = spec.layout.tuples().len();
    let start = format!(
        "{tuples} tuples of cells ({}) learn to value boards by the method {}, from {} games",
        spec.file.tuples,
        spec.file.method.kind.name(),
        count(spec.file.games)
    );
    let searched = spec.file.search.map(|search| {
        let (games, depth) = (count(spec.file.searched_games()), search.depth);
        format!(", the last {games} of them played by a search of depth {depth}")
    });
    let learned = match curve.last() {
        Some(last) => format!(
            "After {} of them, in {}, the last games scored {} on average, while learning.",
            count(last.games),
            duration(last.time_seconds),
            grouped(last.mean_score)
        ),
        None => "No point of the curve is complete yet.".to_owned(),
    };
    format!("{start}{}. {learned}", searched.unwrap_or_default())
}

/// The scores of the test.
pub(crate) fn tested(spec: &LearningSpec, games: &[GameResult]) -> String {
    if games.is_empty() {
        return "The network is not tested yet.".to_owned();
    }
    let report = ScoreReport::of(games);
    let mut text = format!(
        "Played {} and without learning it scores on average {}, in {} of seed {}.",
        at_depth(spec.last_depth()),
        with_level(report.mean, report.mean_ci95, "95 %"),
        counted(report.games, "game"),
        spec.file.seed
    );
    let is_listed = |tile: &str| tile.parse::<u32>().is_ok_and(|tile| tile >= 2048);
    let shares = report.tiles.iter().map(|(tile, share)| (tile, share.share));
    let tiles = tiles(shares.filter(|(tile, _)| is_listed(tile)));
    if !tiles.is_empty() {
        text += &format!(" Games that reached a tile: {tiles}.");
    }
    text
}

fn score_figure(curve: &[CurvePoint]) -> Figure {
    let points = thinned(curve, MAX_POINTS);
    let means = || points.iter().map(|point| [point.games as f64, point.mean_score]);
    let title = "Mean score over the games learned from";
    let last = curve.last().map_or(1.0, |point| point.games as f64);
    let scores = ends(means().map(|[_, mean]| mean).chain([0.0]));
    let words =
        |[games, mean]: [f64; 2]| format!("{} games: mean score {}", grouped(games), grouped(mean));
    let y = (scores, "mean score");
    let image = wide_chart("curve", title, ([0.0, last], "games"), y, |plot, _| {
        html! {
            (plot.line(means(), "tuned"))
            (plot.targets(means().map(|point| (point, words(point)))))
        }
    });
    let mut table = DataTable::new("curve", "Points of the learning curve", &points)
        .number("games", |point| count(point.games))
        .number("mean score", |point| grouped(point.mean_score))
        .number("best score", |point| count(point.best_score))
        .number("method", |point| point.method.clone())
        .number("threads", |point| point.threads)
        .number("time", |point| duration(point.time_seconds));
    for (place, (tile, _)) in CurvePoint::default().tiles().into_iter().enumerate() {
        table = table.number(&tile.to_string(), |point| percent(point.tiles()[place].1));
    }
    Figure {
        id: "curve",
        keys: vec![key("tuned", "mean score of the games of a point")],
        image,
        title: "Mean score while learning.",
        caption: "Each point is the mean of the games since the point before; the weights change during them.".to_owned(),
        table: Some(table.done()),
    }
}
