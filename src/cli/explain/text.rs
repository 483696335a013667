//! The differences between two players in sentences and tables of 90 columns.

use tune2048_engine::game::Move;
use tune2048_tuner::statistics::Interval;
use tune2048_tuner::studies::explain::{
    Example, Explanation, SampledBoard, StageReport, TermAttribution, TraitDifference,
};

use super::report::ExplanationReport;
use crate::cli::terminal::{Column, draw_board, fixed, grouped, score, table, wrapped};

/// Columns of a line.
const COLUMNS: usize = 90;

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

/// Returns the sentences, one paragraph each; they state only what is significant.
fn words(answer: &ExplanationReport<'_>) -> String {
    let found = answer.found;
    let mut sentences = vec![format!(
        "A and B play the same move on {} (95 % interval {}) of the boards with a choice.",
        percent(found.overall.share()),
        range(found.overall.interval())
    )];
    if !found.traits.is_empty() {
        sentences.push(trait_sentence(&found.traits));
        sentences.push(pull_sentence(&found.pulls, found.is_comparable));
    }
    sentences.iter().map(|sentence| wrapped(sentence, COLUMNS, 0)).collect()
}

fn trait_sentence(traits: &[TraitDifference]) -> String {
    let is_certain = |found: &&TraitDifference| {
        found.interval.is_some_and(|interval| interval.low > 0.0 || interval.high < 0.0)
    };
    let words: Vec<String> = traits.iter().filter(is_certain).map(trait_words).collect();
    if words.is_empty() {
        return "Where they differ, neither does significantly more of anything that is counted \
                here."
            .to_owned();
    }
    format!("Where they differ, A {}.", words.join(", "))
}

fn trait_words(found: &TraitDifference) -> String {
    let is_more = found.difference > 0.0;
    let words = if is_more { found.one.more } else { found.one.less };
    let (scale, unit) = match found.one.unit {
        "of these boards" => (100.0, "% of these boards"),
        unit => (1.0, unit),
    };
    let sign = if is_more { scale } else { -scale };
    let by = |difference: f64| fixed(sign * difference, 2);
    let between = found.interval.map_or(String::new(), |interval| {
        let [low, high] =
            if is_more { [interval.low, interval.high] } else { [interval.high, interval.low] };
        format!(", {} to {}", by(low), by(high))
    });
    format!("{words} (by {} {unit}{between})", by(found.difference))
}

fn pull_sentence(pulls: &[TermAttribution], is_comparable: bool) -> String {
    if pulls.iter().all(|pull| pull.by_player == [None, None]) {
        return "Their values are not split into terms: that needs expectimax with a depth of at \
                most 3."
            .to_owned();
    }
    if !is_comparable {
        return "Their heuristics have different terms, which cannot be compared.".to_owned();
    }
    let total: f64 = pulls.iter().filter_map(|pull| pull.together).sum();
    let certain = pulls.iter().filter(|pull| pull.interval.is_some_and(|ends| ends.low > 0.0));
    let mut certain: Vec<(&str, f64)> =
        certain.filter_map(|pull| Some((&*pull.name, pull.together? / total))).collect();
    certain.sort_by(|a, b| b.1.total_cmp(&a.1));
    let words: Vec<String> =
        certain.iter().map(|(name, share)| format!("{name} ({:.0} %)", 100.0 * share)).collect();
    if words.is_empty() || total <= 0.0 {
        return "No single term certainly draws them apart.".to_owned();
    }
    format!("What draws them apart is {}.", words.join(", "))
}

fn percent(share: f64) -> String {
    format!("{} %", fixed(100.0 * share, 1))
}

fn range(interval: Interval) -> String {
    let [low, high] = [interval.low, interval.high].map(|share| fixed(100.0 * share, 1));
    format!("{low} to {high}")
}

fn tile(stage: &StageReport) -> String {
    let prefix = if stage.stage.is_first() { "up to " } else { "" };
    format!("{prefix}{}", grouped(f64::from(stage.stage.largest_tile())))
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
    let SampledBoard { board, player, .. } = example.opinions.sampled;
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
    for (row, line) in draw_board(board.ranks()).lines().enumerate() {
        let right = beside.get(row).map_or("", String::as_str);
        *text += &format!("{}\n", format!("{line}   {right}").trim_end());
    }
}
