//! Tables in a text that are wider than the terminal.

use super::columns::{GAP, NAMES, aligned, indented, pairs};
use super::markdown::wrapped_line;

/// Whether a line has cells: two blanks or more between words.
pub(super) fn has_cells(line: &str) -> bool {
    line.trim().contains("  ")
}

/// Lays lines of cells out in a width: with narrow gaps, else with the last column wrapped, else each line below its
/// first cell. `None` if they have no columns in common.
pub(super) fn fitted(lines: &[&str], width: usize) -> Option<String> {
    let lines: Vec<Vec<char>> = lines.iter().map(|line| line.chars().collect()).collect();
    let columns = columns(&lines);
    let indent = columns.first()?.0;
    let cell = |line: &Vec<char>, (from, to): (usize, usize)| -> String {
        line.iter().take(to).skip(from).collect::<String>().trim().to_owned()
    };
    let rows: Vec<Vec<String>> = lines
        .iter()
        .map(|line| columns.iter().map(|column| cell(line, *column)).collect())
        .collect();
    let is_blank = |line: &Vec<char>, place: usize| line.get(place).is_none_or(|c| *c == ' ');
    let is_number = |&(from, to): &(usize, usize)| {
        let is_at = |place: usize| {
            let has_cell = |line: &&Vec<char>| (from..to).any(|place| !is_blank(line, place));
            lines.iter().filter(has_cell).all(|line| !is_blank(line, place))
        };
        is_at(to - 1) && !is_at(from)
    };
    let numbers: Vec<bool> = columns.iter().map(is_number).collect();
    let longest = |column: usize| rows.iter().map(|row| row[column].chars().count()).max();
    let (last, room) = (columns.len() - 1, width.saturating_sub(indent));
    let beside: usize = (0..last).filter_map(longest).map(|longest| longest + GAP).sum();
    let of_last = room.saturating_sub(beside);
    let table: Vec<Vec<&str>> =
        rows.iter().map(|row| row.iter().map(String::as_str).collect()).collect();
    // A command or a path stays in one piece.
    let words = rows.iter().flat_map(|row| row[last].split(' '));
    let longest_word = words.map(|word| word.chars().count()).max();
    let can_wrap = !numbers[last] && of_last >= NAMES && longest_word <= Some(of_last);
    let text = if can_wrap || longest(last) <= Some(of_last) {
        aligned(&table, &numbers, last, of_last)
    } else if last == 0 {
        return None;
    } else {
        let is_value = |row: &[&str]| row[1].starts_with(|c: char| c.is_ascii_digit() || c == '-');
        let is_headed = last > 1 && !is_value(&table[0]) && table.iter().any(|row| is_value(row));
        let heads = if is_headed { table[0].clone() } else { vec![""; table[0].len()] };
        let below = |row: &Vec<&str>| {
            let name = format!("{} {}", heads[0], row[0]);
            let cells: Vec<[&str; 2]> =
                (1..=last).map(|column| [heads[column], row[column]]).collect();
            let cells = match is_headed {
                true => pairs(&cells, room, NAMES),
                false => wrapped_line(&format!("  {}", row[1..].join("  ")), room, 0),
            };
            aligned(&[vec![name.trim()]], &[], 0, room) + &cells
        };
        table.iter().skip(usize::from(is_headed)).map(below).collect()
    };
    Some(indented(&text, indent))
}

/// The first place of each column and the one after its last: what stands between gaps of all lines.
fn columns(lines: &[Vec<char>]) -> Vec<(usize, usize)> {
    let end = lines.iter().map(Vec::len).max().unwrap_or(0);
    let is_blank =
        |place: usize| lines.iter().all(|line| line.get(place).is_none_or(|c| *c == ' '));
    let mut columns: Vec<(usize, usize)> = Vec::new();
    for place in (0..end).filter(|place| !is_blank(*place)) {
        match columns.last_mut().filter(|(_, to)| place < *to + GAP) {
            Some((_, to)) => *to = place + 1,
            None => columns.push((place, place + 1)),
        }
    }
    columns
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: [&str; 3] = [
        "  generation      games  mean score   95 % interval",
        "  0                   8      31 177  28 000 to 34 000",
        "  last 20 %       1 008      37 459  36 120 to 39 004",
    ];

    #[test]
    fn a_table_becomes_narrower_and_then_a_list() {
        assert_eq!(
            fitted(&TABLE, 52).unwrap(),
            "  generation  games  mean score  95 % interval\n\
             \x20 0               8      31 177  28 000 to 34 000\n\
             \x20 last 20 %   1 008      37 459  36 120 to 39 004\n"
        );
        assert_eq!(
            fitted(&TABLE, 40).unwrap(),
            "  generation 0\n\
             \x20   games          8\n\
             \x20   mean score     31 177\n\
             \x20   95 % interval  28 000 to 34 000\n\
             \x20 generation last 20 %\n\
             \x20   games          1 008\n\
             \x20   mean score     37 459\n\
             \x20   95 % interval  36 120 to 39 004\n"
        );
    }

    #[test]
    fn a_meaning_is_wrapped_beside_its_name_and_a_command_below_it() {
        let text = ["  ranking    reliability 0.75 at 1 016 games each", "  time       3 s"];
        assert_eq!(
            fitted(&text, 34).unwrap(),
            "  ranking  reliability 0.75 at\n           1 016 games each\n  time     3 s\n"
        );
        let text = ["More:   tune2048 report results/a-long-name-of-a-campaign-of-mine"];
        assert_eq!(
            fitted(&text, 40).unwrap(),
            "More:\n  tune2048 report\n  results/a-long-name-of-a-campaign-of-mine\n"
        );
        assert_eq!(fitted(&["one  two three", "one two  three"], 10), None);
    }
}
