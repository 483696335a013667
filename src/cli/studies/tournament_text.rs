//! The standings of a tournament as an aligned table.

use std::path::Path;

use tune2048_tuner::statistics::Interval;
use tune2048_tuner::studies::tournament::{GAMES, Standing, Standings};

use crate::cli::terminal::columns::{Column, table, wrapped};
use crate::cli::terminal::output::grouped;

/// Returns the table of the standings, of at most this width.
pub(crate) fn text(standings: &Standings, folder: &Path, width: Option<usize>) -> String {
    let (mut text, is_cut) = table(columns(standings), width);
    if is_cut {
        text.push_str("(the terminal is too narrow for the whole table)\n");
    }
    let note = format!(
        "Games of seed {}, the same for all. 95 % confidence intervals: Student's for means, order \
         statistics for medians. The columns of tiles have the shares of games that made them. \
         Moves per second on one core.",
        standings.seed
    );
    text = text + "\n" + &wrapped(&note, width) + "\n";
    for line in standings.differences_in_words().lines() {
        text += &wrapped(line, width);
    }
    text + &format!(
        "\nFiles in {}: {GAMES} (all games), table.md, table.csv, table.json\n",
        folder.display()
    )
}

fn columns(standings: &Standings) -> Vec<Column> {
    let of = |cell: &dyn Fn(&Standing) -> String| standings.players.iter().map(cell).collect();
    let mut columns = vec![
        Column::new("player", false, 0, of(&|player| player.name.clone())),
        Column::new("games", true, 3, of(&|player| grouped(player.report.games as f64))),
        Column::new("mean score", true, 0, of(&|player| grouped(player.report.mean))),
        Column::new("95 % interval", true, 1, of(&|player| ends(player.sound_interval()))),
        Column::new(
            "median",
            true,
            2,
            of(&|player| player.report.median.map_or("-".to_owned(), grouped)),
        ),
        Column::new("its interval", true, 7, of(&|player| ends(player.median_ci95))),
    ];
    for tile in standings.shown_tiles() {
        let share = |player: &Standing| match player.report.tiles.get(&tile.to_string()) {
            Some(share) => format!("{:.0} %", 100.0 * share.share),
            None => "-".to_owned(),
        };
        columns.push(Column::new(&tile.to_string(), true, 4, of(&share)));
    }
    columns.push(Column::new("moves/s", true, 5, of(&|player| grouped(player.moves_per_second))));
    columns.push(Column::new(
        "boards/move",
        true,
        6,
        of(&|player| grouped(player.boards_per_move)),
    ));
    if standings.players.iter().any(|player| player.note.is_some()) {
        let note = |player: &Standing| player.note.clone().unwrap_or_default();
        columns.push(Column::new("note", false, 8, of(&note)));
    }
    columns
}

fn ends(interval: Option<Interval>) -> String {
    interval.map_or("too few games".to_owned(), |interval| {
        format!("{} to {}", grouped(interval.low), grouped(interval.high))
    })
}
