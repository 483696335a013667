//! The tiles that the validation's games reached.

use crate::view::chart::DataTable;
use crate::view::words::page::{change, percent, range};
use tune2048_tuner::statistics::scores::{ScoreReport, Share};

/// Returns the shares of games that reached each tile; without rows for what has none.
pub(crate) fn table<'s>(
    tuned: &'s ScoreReport,
    start: &'s ScoreReport,
) -> DataTable<(&'s str, Share, Share)> {
    let known = if tuned.tiles.len() < start.tiles.len() { &start.tiles } else { &tuned.tiles };
    let shares = known.keys().map(|tile| (tile.as_str(), tuned.tile(tile), start.tile(tile)));
    let caption = "Share of the games that reached a tile or a larger one";
    DataTable::new("tiles", caption, shares)
        .text("tile", |(tile, _, _)| *tile)
        .number("tuned", |(_, tuned, _)| percent(tuned.share))
        .number("95\u{202f}% interval", |(_, tuned, _)| range(tuned.ci95, percent))
        .number("start", |(_, _, start)| percent(start.share))
        .number("95\u{202f}% interval", |(_, _, start)| range(start.ci95, percent))
        .number("difference", |(_, tuned, start)| {
            change(tuned.share - start.share).replace('%', "points")
        })
}
