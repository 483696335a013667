//! The differences between two players in sentences and tables of 90 columns.

use tune2048_engine::game::Move;
use tune2048_tuner::statistics::Interval;
use tune2048_tuner::studies::explain::{Example, Explanation, SampledBoard, StageReport};

use super::report::ExplanationReport;
use super::words::{percent, range, tile, words};
use crate::cli::terminal::{draw_board, fixed, grouped};

/// Returns the whole text.
pub(super) fn text(answer: &ExplanationReport<'_>) -> String {
    let found = answer.found;
    let mut text = String::new();
    for (letter, side) in ["A", "B"].into_iter().zip(&answer.sides) {
        text += &format!("{letter}: {}, {}\n", side.weights, side.player);
    }
    let [a, b] = answer.boards.map(|boards| grouped(boards as f64));
    text += &format!("{a} boards of A's games and {b} of B's, seed {}\n\n", answer.seed);
    if found.overall.boards == 0 {
        return text + "  No game had a choice between moves: nothing can be said.\n";
    }
    text += &format!("{}\n", words(answer));
    agreement_table(found, &mut text);
    if !found.traits.is_empty() {
        pull_table(found, &mut text);
    }
    term_tables(answer, &mut text);
    for (index, example) in found.examples.iter().enumerate() {
        example_drawing(index, example, &mut text);
    }
    text
}

/// Formats a share that may not be known.
fn percent_or_dash(share: Option<f64>) -> String {
    share.map_or("-".to_owned(), percent)
}

fn agreement_table(found: &Explanation, text: &mut String) {
    *text += &format!(
        "  {:<12} {:>11}   {:>9}   {:<13}  other's move costs\n  {:<54}{:>8} {:>8}\n",
        "largest tile", "boards A, B", "same move", "95 % interval", "", "A", "B"
    );
    for stage in &found.stages {
        let [a, b] = stage.by_games.map(|games| games.boards);
        let [cost_a, cost_b] = stage.costs.map(percent_or_dash);
        *text += &format!(
            "  {:>12} {:>11}   {:>9}   {:<13} {cost_a:>9} {cost_b:>8}\n",
            tile(stage),
            format!("{a}, {b}"),
            percent(stage.agreement.share()),
            range(stage.agreement.interval()),
        );
    }
    *text += "\n  Costs are means where the moves differ, as shares of the player's spread: what separates\n  \
         its best move from its worst there, or usually at this stage where that is more.\n";
}

fn pull_table(found: &Explanation, text: &mut String) {
    if found.pulls.iter().all(|pull| pull.by_player == [None, None]) {
        return;
    }
    *text += "\nWhat each term adds to a player's own move more than to the other's, where they differ,\n\
         in shares of the spread:\n\n";
    let width = name_width(found.pulls.iter().map(|pull| pull.name.as_str()));
    let mut line = |name: &str, [a, b, together, interval]: [&str; 4]| {
        let line = format!("  {name:<width$} {a:>9} {b:>9} {together:>10}{interval}");
        *text += &format!("{}\n", line.trim_end());
    };
    let heads = if found.is_comparable { ["together", "   interval"] } else { [""; 2] };
    line("", ["A", "B", heads[0], heads[1]]);
    let mut row = |name: &str, [a, b, together]: [Option<f64>; 3], interval: Option<Interval>| {
        let together = together.map_or(String::new(), percent);
        let interval = interval.map_or(String::new(), |found| format!("   {}", range(found)));
        line(name, [&percent_or_dash(a), &percent_or_dash(b), &together, &interval]);
    };
    let all = found.pulls.iter().map(|pull| [pull.by_player[0], pull.by_player[1], pull.together]);
    for (pull, values) in found.pulls.iter().zip(all.clone()) {
        row(&pull.name, values, pull.interval);
    }
    let sums =
        [0, 1, 2].map(|place| all.clone().filter_map(|of| of[place]).reduce(|sum, x| sum + x));
    row("all terms", sums, None);
}

fn term_tables(answer: &ExplanationReport<'_>, text: &mut String) {
    let stages = &answer.found.stages;
    for (player, letter) in ["A", "B"].into_iter().enumerate() {
        let names = answer.terms[player];
        if names.is_empty() {
            continue;
        }
        *text += &format!(
            "\nWhat each term adds to the value of a board, by largest tile, for {letter}:\n\n"
        );
        let width = name_width(names.iter().map(String::as_str));
        let mut row = |name: &str, cell: &dyn Fn(&StageReport) -> String| {
            let cells: String = stages.iter().map(|stage| format!(" {:>9}", cell(stage))).collect();
            *text += &format!("  {name:<width$}{cells}\n");
        };
        row("", &tile);
        for (term, name) in names.iter().enumerate() {
            row(name, &|stage| short(stage.terms[player][term]));
        }
    }
}

fn name_width<'n>(names: impl Iterator<Item = &'n str>) -> usize {
    names.map(str::len).fold(12, usize::max)
}

/// Formats a value in at most nine columns.
fn short(value: f64) -> String {
    let size = value.abs();
    if size >= 1e8 || (size > 0.0 && size < 1e-3) {
        format!("{value:.2e}")
    } else if size >= 1e4 || value == 0.0 {
        grouped(value)
    } else {
        fixed(value, if size >= 10.0 { 1 } else { 3 })
    }
}

/// Draws a board, with the value and cost of each move for both players beside it.
fn example_drawing(index: usize, example: &Example, text: &mut String) {
    let SampledBoard { board, player, .. } = example.sampled;
    let letter = ["A", "B"][player];
    *text += &format!("\nBoard {}: {board}, of a game of {letter}\n\n", index + 1);
    let mut beside = vec![
        String::new(),
        format!("{:>19} {:>21}", "A", "B"),
        format!("{:>14} {:>7} {:>13} {:>7}", "value", "cost", "value", "cost"),
    ];
    for direction in Move::ALL {
        let mut line = format!("{:<5}", direction.name());
        for player in 0..2 {
            let value = example.opinions.values[player][direction as usize];
            let cost = example.costs[player][direction as usize];
            let own = example.opinions.moves[player] == direction;
            let (value, cost) = match value {
                None => ("illegal".to_owned(), String::new()),
                Some(value) if own => (short(value), "plays".to_owned()),
                Some(value) => (short(value), percent_or_dash(cost)),
            };
            let width = [9, 14][player];
            line += &format!("{value:>width$} {cost:>7}");
        }
        beside.push(line);
    }
    for (row, line) in draw_board(board).lines().enumerate() {
        let right = beside.get(row).map_or("", String::as_str);
        *text += &format!("{}\n", format!("{line}   {right}").trim_end());
    }
}
