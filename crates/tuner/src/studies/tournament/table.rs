//! The table of a tournament as Markdown, CSV and JSON.

use std::fmt::Write;

use crate::statistics::scores::{Share, TILES};
use crate::studies::tournament::{Standing, Standings};
use crate::words::{in_markdown, with_interval};
use tune2048_files::number_text::grouped as whole;

impl Standings {
    /// Writes the table as Markdown.
    pub fn to_markdown(&self) -> String {
        let tiles = self.shown_tiles();
        let has_notes = self.players.iter().any(|player| player.note.is_some());
        let [note, note_rule] = if has_notes { [" note |", "---|"] } else { [""; 2] };
        let names: String = tiles.iter().map(|tile| format!(" {tile} |")).collect();
        let rules = "---:|".repeat(5 + tiles.len());
        let mut text = format!(
            "| | player | games | mean score | median score |{names} moves/s | boards/move |{note}\n\
             |---|---|{rules}{note_rule}\n"
        );
        for (place, player) in self.players.iter().enumerate() {
            text += &line(place, player, &tiles);
            if has_notes {
                let _ = write!(text, " {} |", in_markdown(player.note.as_deref().unwrap_or("")));
            }
            text.push('\n');
        }
        let _ = write!(
            text,
            "\nGames of seed {}, the same for all. In brackets 95 % confidence intervals: \
             Student's for means, order statistics for medians, Wilson's for the shares of games \
             that made a tile. Moves per second on one core.\n\n",
            self.seed
        );
        text + &self.differences(in_markdown)
    }

    /// Returns the tiles that distinguish players: made in some games, but not in all games of every player.
    pub fn shown_tiles(&self) -> Vec<u32> {
        let distinguishes = |tile: &u32| {
            let tile = tile.to_string();
            let shares = || self.players.iter().map(|player| player.report.tile(&tile).share);
            shares().any(|share| share > 0.0) && shares().any(|share| share < 1.0)
        };
        TILES.into_iter().filter(distinguishes).collect()
    }

    /// Lists, for each player, the players below it without a significant difference.
    pub fn differences_in_words(&self) -> String {
        self.differences(str::to_owned)
    }

    fn differences(&self, shown: impl Fn(&str) -> String) -> String {
        let text = "Paired tests on common games, corrected for the number of pairs (Holm), tell every \
                    two players apart at the 5 % level";
        let mut open = Vec::new();
        for (place, player) in self.players.iter().enumerate() {
            let others: Vec<String> = self
                .differences
                .iter()
                .filter(|found| found.of == place && !found.is_significant())
                .map(|found| shown(&self.players[found.to].name))
                .collect();
            if !others.is_empty() {
                open.push(format!("- {} from {}", shown(&player.name), others.join("; ")));
            }
        }
        match open.is_empty() {
            true => format!("{text}.\n"),
            false => format!("{text}, but not\n\n{}\n", open.join("\n")),
        }
    }

    /// Writes the table as CSV: one row per player, one column per figure.
    pub fn to_csv(&self) -> String {
        let mut writer = csv::Writer::from_writer(Vec::new());
        let mut write = |fields: Vec<String>| {
            writer.write_record(fields).expect("writing to memory does not fail");
        };
        for (place, player) in self.players.iter().enumerate() {
            let (names, figures) = figures(player).into_iter().unzip();
            if place == 0 {
                write(names);
            }
            write(figures);
        }
        let bytes = writer.into_inner().expect("writing to memory does not fail");
        String::from_utf8(bytes).expect("fields are text")
    }
}

/// Returns the columns of the CSV file, each with the figure of a player.
fn figures(player: &Standing) -> Vec<(String, String)> {
    let report = &player.report;
    let mut figures = Vec::new();
    let mut add = |name: &str, figure: String| figures.push((name.to_owned(), figure));
    add("player", player.name.clone());
    add("chooses_by", player.player.clone());
    add("games", report.games.to_string());
    add("mean", report.mean.to_string());
    add("mean_low", field(report.mean_ci95.map(|ends| ends.low)));
    add("mean_high", field(report.mean_ci95.map(|ends| ends.high)));
    add("median", field(report.median));
    add("median_low", field(player.median_ci95.map(|ends| ends.low)));
    add("median_high", field(player.median_ci95.map(|ends| ends.high)));
    add("sd", field(report.sd));
    add("min", field(report.min));
    add("max", field(report.max));
    for tile in TILES {
        let share = report.tiles.get(&tile.to_string());
        add(&format!("share_{tile}"), field(share.map(|share| share.share)));
        add(&format!("share_{tile}_low"), field(share.map(|share| share.ci95.low)));
        add(&format!("share_{tile}_high"), field(share.map(|share| share.ci95.high)));
    }
    add("moves_per_second", player.moves_per_second.to_string());
    add("boards_per_move", player.boards_per_move.to_string());
    add("note", field(player.note.clone()));
    figures
}

fn field(value: Option<impl ToString>) -> String {
    value.map_or(String::new(), |value| value.to_string())
}

fn line(place: usize, player: &Standing, tiles: &[u32]) -> String {
    let report = &player.report;
    let interval = player.sound_interval();
    let few = if interval.is_none() { " (too few games)" } else { "" };
    let mut text = format!(
        "| {} | {} | {} | {}{few} | {} |",
        place + 1,
        in_markdown(&player.name),
        report.games,
        with_interval(report.mean, interval),
        report.median.map_or(String::new(), |median| with_interval(median, player.median_ci95)),
    );
    for tile in tiles {
        match report.tiles.get(&tile.to_string()) {
            Some(Share { share, ci95 }) => {
                let [share, low, high] = [*share, ci95.low, ci95.high].map(|share| 100.0 * share);
                let _ = write!(text, " {share:.0} % ({low:.0} to {high:.0}) |");
            }
            None => text.push_str(" - |"),
        }
    }
    let _ =
        write!(text, " {} | {} |", whole(player.moves_per_second), whole(player.boards_per_move));
    text
}
