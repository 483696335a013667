//! The measurement behind the verdict.

use crate::view::campaigns::CampaignView;
use crate::view::chart::DataTable;
use crate::view::document::Block;
use crate::view::words::page::{change, count, known, percent};
use crate::view::words::story;
use tune2048_tuner::statistics::scores::ScoreReport;
use tune2048_tuner::weights::{AgainstOpponent, Evidence};
use tune2048_tuner::words::{game_score, range, score, score_interval};

/// Returns the section.
pub(crate) fn section(data: &CampaignView) -> Vec<Block> {
    match data.evidence() {
        None => {
            let none = "There is none before the search has ended and its winner has been measured on new games: \
                        the figures of a search are partly luck, and too high for whatever leads.";
            vec![Block::Text(none.to_owned())]
        }
        Some(evidence) => vec![
            Block::Text(story::played(evidence)),
            table(evidence).into(),
            tiles(&evidence.tuned, &evidence.start).into(),
            by_opponent(evidence).into(),
        ],
    }
}

/// Returns the results against each opponent of a list.
fn by_opponent(evidence: &Evidence) -> DataTable<impl Sized> {
    let row = |one: &AgainstOpponent| (one.name.clone(), one.tuned.games, evidence.against(one));
    let rows = evidence.opponents.iter().map(row);
    let caption = format!("By opponent, with {} intervals", evidence.look_percent());
    DataTable::new("opponents", &caption, rows)
        .text("opponent", |row| row.0.clone())
        .number("pairs", |row| count(row.1))
        .number("tuned", |row| row.2[0].clone())
        .number("start", |row| row.2[1].clone())
}

/// Returns the scores of both sides.
fn table(evidence: &Evidence) -> DataTable<impl Sized> {
    let mean = |report: &ScoreReport| score_interval(report.mean, evidence.mean_interval(report));
    let (unit, level) = (evidence.unit(), evidence.look_percent());
    let sides = [("tuned", &evidence.tuned), ("start", &evidence.start)];
    let mut table = DataTable::new("verdict", "Scores of tuned and starting weights", sides)
        .text("weights", |(name, _)| *name)
        .number(evidence.measured(), |(_, report)| mean(report)[0].clone())
        .number(&format!("{level} interval"), |(_, report)| mean(report)[1].clone())
        .number(&format!("standard deviation of a {unit}"), |(_, report)| known(report.sd, score));
    if evidence.has_quantiles() {
        table = table
            .number("median score", |(_, report)| known(report.median, score))
            .number("lowest score", |(_, report)| known(report.min, game_score))
            .number("highest score", |(_, report)| known(report.max, game_score));
    }
    table.number(&format!("{unit}s"), |(_, report)| count(report.games))
}

/// Returns the shares of games that reached each tile; without rows for what has none.
fn tiles(tuned: &ScoreReport, start: &ScoreReport) -> DataTable<impl Sized> {
    let known = if tuned.tiles.len() < start.tiles.len() { &start.tiles } else { &tuned.tiles };
    let shares = known.keys().map(|tile| (tile.clone(), tuned.tile(tile), start.tile(tile)));
    DataTable::new("tiles", "Share of the games that reached a tile or a larger one", shares)
        .text("tile", |(tile, _, _)| tile.clone())
        .number("tuned", |(_, tuned, _)| percent(tuned.share))
        .number("95 % interval", |(_, tuned, _)| range(tuned.ci95, percent))
        .number("start", |(_, _, start)| percent(start.share))
        .number("95 % interval", |(_, _, start)| range(start.ci95, percent))
        .number("difference", |(_, tuned, start)| {
            change(tuned.share - start.share).replace('%', "points")
        })
}
