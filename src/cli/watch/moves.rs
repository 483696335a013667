//! The table of the moves: the value of each and the terms that add up to it.

use ratatui::style::Style;
use ratatui::text::{Line, Span};

use super::game::WatchedPlayer;
use tune2048_engine::game::Move;

/// Terminal columns of a number.
const NUMBER: usize = 7;

/// Returns the terminal columns of the table with names of this width.
pub(super) fn columns(name: usize) -> usize {
    name + 4 * NUMBER
}

/// Returns the table of the moves, at most `width` columns wide.
///
/// The move that the player chooses has its value and terms; the others have the differences from
/// it.
pub(super) fn lines(player: &WatchedPlayer, width: u16) -> Vec<Line<'static>> {
    let known = player.advice.as_ref();
    let Some((advice, best)) = known.and_then(|advice| Some((advice, advice.best()?))) else {
        let text = if player.is_over() { "no move is legal: the end" } else { "thinking ..." };
        return vec![Line::from(text)];
    };
    let longest = player.terms.iter().map(String::len).fold(5, usize::max);
    let name = longest.min(usize::from(width).saturating_sub(4 * NUMBER));
    let head = line("", name, best, |direction| {
        let mark = if direction == best { "*" } else { "" };
        format!("{mark}{direction}")
    });
    let mut lines = vec![head, row("value", name, best, advice.values)];
    match &advice.terms {
        Some(moves) => {
            for (index, term) in player.terms.iter().enumerate() {
                let of = |direction: usize| moves[direction].as_ref().map(|own| own[index]);
                lines.push(row(term, name, best, [0, 1, 2, 3].map(of)));
            }
        }
        None => lines.push(Line::from(match player.terms.is_empty() {
            true => "this player has no terms",
            false => "this search is not split into terms",
        })),
    }
    lines
}

fn row(title: &str, name: usize, best: Move, numbers: [Option<f64>; 4]) -> Line<'static> {
    let full = numbers[best as usize];
    line(title, name, best, |direction| match (numbers[direction as usize], full) {
        (None, _) | (_, None) => "-".to_owned(),
        (Some(number), _) if direction == best => compact(number),
        (Some(number), Some(full)) => signed(number - full),
    })
}

/// A line with a cell for each move, that of the best one in bold.
fn line(title: &str, name: usize, best: Move, cell: impl Fn(Move) -> String) -> Line<'static> {
    let title: String = title.chars().take(name).collect();
    let mut spans = vec![Span::raw(format!("{title:<name$}"))];
    for direction in Move::ALL {
        let style = if direction == best { Style::new().bold() } else { Style::new() };
        spans.push(Span::styled(format!("{:>NUMBER$}", cell(direction)), style));
    }
    Line::from(spans)
}

fn signed(number: f64) -> String {
    let text = compact(number);
    if number > 0.0 && text != "0" { format!("+{text}") } else { text }
}

/// Formats a number with three or four digits in at most six columns and a sign.
fn compact(number: f64) -> String {
    let (by, unit) = match number.abs() {
        ..5e-4 => return "0".to_owned(),
        ..9_999.5 => (1.0, ""),
        ..999_500.0 => (1e3, "k"),
        ..999.5e6 => (1e6, "M"),
        _ => return format!("{number:.0e}"),
    };
    let value = number / by;
    let decimals = match value.abs() {
        ..0.999_5 => 3,
        ..9.995 => 2,
        ..99.95 => 1,
        _ => 0,
    };
    format!("{value:.decimals$}{unit}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_fit_their_columns() {
        for (number, expected) in [
            (0.0, "0"),
            (-0.0001, "0"),
            (-0.004, "-0.004"),
            (1.234, "1.23"),
            (-99.96, "-100"),
            (9_999.4, "9999"),
            (12_345.0, "12.3k"),
            (-999_999.0, "-1.00M"),
            (1_427_550.2, "1.43M"),
            (-1e20, "-1e20"),
        ] {
            assert_eq!(compact(number), expected, "{number}");
        }
        assert_eq!(signed(7.0), "+7.00");
        assert_eq!(signed(-7.0), "-7.00");
        assert_eq!(signed(1e-9), "0");
        let mut number = 1e-4;
        while number < 1e300 {
            assert!(signed(number).len() < NUMBER, "{number}");
            assert!(compact(-number).len() < NUMBER, "{number}");
            number *= 1.37;
        }
    }
}
