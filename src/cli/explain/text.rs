//! The differences between two players in sentences and tables of 90 columns.

use tune2048_engine::game::Move;
use tune2048_tuner::studies::explain::{
    Example, Explanation, SampledBoard, StageReport, TermAttribution,
};

use super::report::ExplanationReport;
use super::words::{percent, range, tile, words};
use crate::cli::terminal::{Column, draw_board, grouped, score, table};

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
    text += &agreement_table(found);
    if !found.traits.is_empty() {
        text += &pull_table(found);
    }
    for (player, letter) in ["A", "B"].into_iter().enumerate() {
        text += &term_table(letter, answer.terms[player], player, &found.stages);
    }
    for (index, example) in found.examples.iter().enumerate() {
        example_drawing(index, example, &mut text);
    }
    text
}

/// Formats a share that may not be known.
fn percent_or_dash(share: Option<f64>) -> String {
    share.map_or("-".to_owned(), percent)
}

fn agreement_table(found: &Explanation) -> String {
    let column = |head: &str, cell: &dyn Fn(&StageReport) -> String| {
        Column::new(head, true, found.stages.iter().map(cell).collect())
    };
    let columns = vec![
        column("largest tile", &tile),
        column("boards A, B", &|stage| {
            let [a, b] = stage.by_games.map(|games| games.boards);
            format!("{a}, {b}")
        }),
        column("same move", &|stage| percent(stage.agreement.share())),
        column("95 % interval", &|stage| range(stage.agreement.interval())),
        column("B's move costs A", &|stage| percent_or_dash(stage.costs[0])),
        column("A's move costs B", &|stage| percent_or_dash(stage.costs[1])),
    ];
    table(columns, None)
        + "\nCosts are means where the moves differ, as shares of the player's spread: what separates\n\
           its best move from its worst there, or usually at this stage where that is more.\n"
}

fn pull_table(found: &Explanation) -> String {
    if found.pulls.iter().all(|pull| pull.by_player == [None, None]) {
        return String::new();
    }
    let column = |head: &str, of: &dyn Fn(&TermAttribution) -> Option<f64>| {
        let sum = found.pulls.iter().filter_map(of).reduce(|sum, pull| sum + pull);
        let cells = found.pulls.iter().map(of).chain([sum]).map(percent_or_dash);
        Column::new(head, true, cells.collect())
    };
    let mut names: Vec<String> = found.pulls.iter().map(|pull| pull.name.clone()).collect();
    names.push("all terms".to_owned());
    let mut columns = vec![
        Column::new("", false, names),
        column("A", &|pull| pull.by_player[0]),
        column("B", &|pull| pull.by_player[1]),
    ];
    if found.is_comparable {
        let intervals = found.pulls.iter().map(|pull| pull.interval.map_or(String::new(), range));
        columns.push(column("together", &|pull| pull.together));
        columns.push(Column::new("interval", true, intervals.collect()));
    }
    format!(
        "\nWhat each term adds to a player's own move more than to the other's, where they differ,\n\
         in shares of the spread:\n\n{}",
        table(columns, None)
    )
}

fn term_table(letter: &str, names: &[String], player: usize, stages: &[StageReport]) -> String {
    if names.is_empty() {
        return String::new();
    }
    let of_stage = |stage: &StageReport| {
        let values = stage.terms[player].iter().map(|&value| score(value));
        Column::new(&tile(stage), true, values.collect())
    };
    let mut columns = vec![Column::new("", false, names.to_vec())];
    columns.extend(stages.iter().map(of_stage));
    format!(
        "\nWhat each term adds to the value of a board, by largest tile, for {letter}:\n\n{}",
        table(columns, None)
    )
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
                Some(value) if own => (score(value), "plays".to_owned()),
                Some(value) => (score(value), percent_or_dash(cost)),
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
