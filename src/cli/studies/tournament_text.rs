//! The standings of a tournament as an aligned table.

use std::path::Path;

use tune2048_tuner::statistics::Interval;
use tune2048_tuner::studies::tournament::{GAMES, Standing, Standings};

use crate::cli::terminal::{Column, grouped, score, score_interval, table, wrapped};

/// Returns the table of the standings, of at most this width.
pub(crate) fn text(standings: &Standings, folder: &Path, width: Option<usize>) -> String {
    let (table, is_cut) = table(columns(standings), width);
    let cut = if is_cut { "(the terminal is too narrow for the whole table)\n" } else { "" };
    let note = format!(
        "Games of seed {}, the same for all. 95 % confidence intervals: Student's for means, order \
         statistics for medians. The columns of tiles have the shares of games that made them. \
         Moves per second on one core.",
        standings.seed
    );
    let [note, differences] = [&note, &standings.differences_in_words()]
        .map(|text| wrapped(text, width.unwrap_or(100), 0));
    let folder = folder.display();
    format!(
        "{table}{cut}\n{note}\n{differences}\nFiles in {folder}: {GAMES} (all games), table.md, \
         table.csv, table.json\n"
    )
}

fn columns(standings: &Standings) -> Vec<Column> {
    let number = |head: &str, dispensable, cell: &dyn Fn(&Standing) -> String| {
        Column::new(head, true, dispensable, standings.players.iter().map(cell).collect())
    };
    let text = |head, dispensable, cell: &dyn Fn(&Standing) -> String| Column {
        is_number: false,
        ..number(head, dispensable, cell)
    };
    let mut columns = vec![
        text("player", 0, &|player| player.name.clone()),
        number("games", 3, &|player| grouped(player.report.games as f64)),
        number("mean score", 0, &|player| {
            score_interval(player.report.mean, player.sound_interval())[0].clone()
        }),
        number("95 % interval", 1, &|player| ends(player.report.mean, player.sound_interval())),
        number("median", 2, &|player| player.report.median.map_or("-".to_owned(), score)),
        number("its interval", 7, &|player| {
            ends(player.report.median.unwrap_or(0.0), player.median_ci95)
        }),
    ];
    for tile in standings.shown_tiles().into_iter().map(|tile| tile.to_string()) {
        columns.push(number(&tile, 4, &|player| match player.report.tiles.get(&tile) {
            Some(share) => format!("{:.0} %", 100.0 * share.share),
            None => "-".to_owned(),
        }));
    }
    columns.push(number("moves/s", 5, &|player| grouped(player.moves_per_second)));
    columns.push(number("boards/move", 6, &|player| grouped(player.boards_per_move)));
    if standings.players.iter().any(|player| player.note.is_some()) {
        columns.push(text("note", 8, &|player| player.note.clone().unwrap_or_default()));
    }
    columns
}

fn ends(value: f64, interval: Option<Interval>) -> String {
    let [_, ends] = score_interval(value, interval);
    if ends.is_empty() { "too few games".to_owned() } else { ends }
}
