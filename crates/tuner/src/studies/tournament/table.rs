//! The table of a tournament as Markdown, CSV and JSON.

use std::fmt::Write;

use crate::statistics::Interval;
use crate::statistics::scores::{Share, TILES};
use crate::studies::tournament::{Standing, Standings};
use crate::words::{in_markdown, score_interval};
use tune2048_files::number_text::grouped as whole;

impl Standings {
    /// Writes the table as Markdown.
    pub fn to_markdown(&self) -> String {
        let tiles = self.shown_tiles();
        let mut text = String::from("| | player | games | mean score | median score |");
        for tile in &tiles {
            let _ = write!(text, " {tile} |");
        }
        text.push_str(" moves/s | boards/move |");
        let has_notes = self.players.iter().any(|player| player.note.is_some());
        text.push_str(if has_notes { " note |\n" } else { "\n" });
        let columns = 7 + tiles.len() + usize::from(has_notes);
        text.push_str("|---|---|");
        text.push_str(&"---:|".repeat(columns - 2 - usize::from(has_notes)));
        text.push_str(if has_notes { "---|\n" } else { "\n" });
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
        let share = |player: &Standing, tile: u32| {
            let share = player.report.tiles.get(&tile.to_string());
            share.map_or(0.0, |share| share.share)
        };
        let distinguishes = |tile: u32| {
            self.players.iter().any(|player| share(player, tile) > 0.0)
                && self.players.iter().any(|player| share(player, tile) < 1.0)
        };
        let tiles = TILES.into_iter();
        tiles.filter(|&tile| distinguishes(tile)).collect()
    }

    /// Lists, for each player, the players below it without a significant difference.
    pub fn differences_in_words(&self) -> String {
        self.differences(str::to_owned)
    }

    fn differences(&self, shown: impl Fn(&str) -> String) -> String {
        let mut text = String::from(
            "Paired tests on common games, corrected for the number of pairs (Holm), tell every \
             two players apart at the 5 % level",
        );
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
        if open.is_empty() {
            text.push_str(".\n");
        } else {
            let _ = write!(text, ", but not\n\n{}\n", open.join("\n"));
        }
        text
    }

    /// Writes the table as CSV: one row per player, one column per figure.
    pub fn to_csv(&self) -> String {
        let figures = figures();
        let mut writer = csv::Writer::from_writer(Vec::new());
        let mut write = |fields: Vec<String>| {
            let written = writer.write_record(fields);
            written.expect("writing to memory does not fail");
        };
        write(figures.iter().map(|(name, _)| name.clone()).collect());
        for player in &self.players {
            write(figures.iter().map(|(_, figure)| figure(player)).collect());
        }
        let bytes = writer.into_inner().expect("writing to memory does not fail");
        String::from_utf8(bytes).expect("fields are text")
    }
}

/// A column of the CSV file.
type Figure = (String, Box<dyn Fn(&Standing) -> String>);

fn figures() -> Vec<Figure> {
    let figure =
        |name: &str, of: fn(&Standing) -> String| -> Figure { (name.to_owned(), Box::new(of)) };
    let mut figures = vec![
        figure("player", |player| player.name.clone()),
        figure("chooses_by", |player| player.player.clone()),
        figure("games", |player| player.report.games.to_string()),
        figure("mean", |player| player.report.mean.to_string()),
        figure("mean_low", |player| field(player.report.mean_ci95.map(|ends| ends.low))),
        figure("mean_high", |player| field(player.report.mean_ci95.map(|ends| ends.high))),
        figure("median", |player| field(player.report.median)),
        figure("median_low", |player| field(player.median_ci95.map(|ends| ends.low))),
        figure("median_high", |player| field(player.median_ci95.map(|ends| ends.high))),
        figure("sd", |player| field(player.report.sd)),
        figure("min", |player| field(player.report.min)),
        figure("max", |player| field(player.report.max)),
    ];
    for tile in TILES {
        let share = move |end: &str, of: fn(&Share) -> f64| -> Figure {
            let share =
                move |player: &Standing| field(player.report.tiles.get(&tile.to_string()).map(of));
            (format!("share_{tile}{end}"), Box::new(share))
        };
        figures.push(share("", |share| share.share));
        figures.push(share("_low", |share| share.ci95.low));
        figures.push(share("_high", |share| share.ci95.high));
    }
    figures.push(figure("moves_per_second", |player| player.moves_per_second.to_string()));
    figures.push(figure("boards_per_move", |player| player.boards_per_move.to_string()));
    figures.push(figure("note", |player| field(player.note.clone())));
    figures
}

fn field(value: Option<impl ToString>) -> String {
    value.map_or(String::new(), |value| value.to_string())
}

fn line(place: usize, player: &Standing, tiles: &[u32]) -> String {
    let report = &player.report;
    let mut text = format!(
        "| {} | {} | {} | {} | {} |",
        place + 1,
        in_markdown(&player.name),
        report.games,
        with_interval(report.mean, player.sound_interval(), " (too few games)"),
        report.median.map_or(String::new(), |median| with_interval(median, player.median_ci95, "")),
    );
    for tile in tiles {
        let Some(share) = report.tiles.get(&tile.to_string()) else {
            text.push_str(" - |");
            continue;
        };
        let percent = |share: f64| 100.0 * share;
        let _ = write!(
            text,
            " {:.0} % ({:.0} to {:.0}) |",
            percent(share.share),
            percent(share.ci95.low),
            percent(share.ci95.high)
        );
    }
    let _ =
        write!(text, " {} | {} |", whole(player.moves_per_second), whole(player.boards_per_move));
    text
}

/// Returns a score with its interval, or with a word in place of it.
fn with_interval(score: f64, interval: Option<Interval>, unknown: &str) -> String {
    let [score, ends] = score_interval(score, interval);
    if ends.is_empty() { score + unknown } else { format!("{score} ({ends})") }
}
