//! Drawing of a board.

use ratatui::style::{Color, Style};
use ratatui::text::{Line, Span};

use super::game::BoardEditor;
use crate::cli::terminal::TerminalStyle;
use tune2048_engine::game::Board;

/// Terminal columns of a cell.
const CELL: usize = 7;

/// Terminal columns of a board.
pub(super) const COLUMNS: u16 = 4 * (CELL as u16 + 1) + 1;

/// Terminal rows of a board.
pub(super) const ROWS: u16 = 9;

/// Colour of each rank, from light sand to dark red, then blues.
///
/// The first sixteen colours are avoided, since themes change them.
const COLOURS: [u8; 16] =
    [0, 230, 223, 216, 209, 203, 196, 228, 227, 221, 220, 214, 80, 38, 25, 19];

/// Rank from which tiles are dark and their numbers light.
const DARK_FROM: u8 = 14;

/// Returns the lines of a board, with the selected cell of the editor in brackets.
pub(super) fn lines(
    board: Board,
    edit: Option<BoardEditor>,
    style: TerminalStyle,
) -> Vec<Line<'static>> {
    let board = edit.map_or(board, |edit| edit.board);
    let border = format!("+{}", "-".repeat(CELL)).repeat(4) + "+";
    let mut lines = vec![Line::from(border.clone())];
    for row in 0..4 {
        let mut spans = Vec::new();
        for column in 0..4 {
            let place = 4 * row + column;
            let is_chosen = edit.is_some_and(|edit| edit.cell == place);
            spans.push(Span::raw("|"));
            spans.push(tile(board.rank(place), is_chosen, style));
        }
        spans.push(Span::raw("|"));
        lines.push(Line::from(spans));
        lines.push(Line::from(border.clone()));
    }
    lines
}

fn tile(rank: u8, is_chosen: bool, style: TerminalStyle) -> Span<'static> {
    let face = if rank == 0 { String::new() } else { (1_u32 << rank).to_string() };
    let text = if is_chosen {
        format!("[{face:^inner$}]", inner = CELL - 2)
    } else {
        format!("{face:^CELL$}")
    };
    let mut tile_style = Style::new();
    if style.colour && rank > 0 {
        let text = if rank >= DARK_FROM { 255 } else { 16 };
        let tile = COLOURS[usize::from(rank)];
        tile_style = tile_style.bg(Color::Indexed(tile)).fg(Color::Indexed(text));
    }
    if is_chosen {
        tile_style = tile_style.reversed();
    }
    Span::styled(text, tile_style)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::terminal::style::tests::luminance;

    /// WCAG 2 requires a contrast of 4.5 for text.
    #[test]
    fn numbers_can_be_read_on_their_tiles() {
        for rank in 1..=15_u8 {
            let tile = luminance(Color::Indexed(COLOURS[usize::from(rank)]));
            let text = luminance(Color::Indexed(if rank >= DARK_FROM { 255 } else { 16 }));
            let (light, dark) = (tile.max(text), tile.min(text));
            let contrast = (light + 0.05) / (dark + 0.05);
            assert!(contrast >= 4.5, "rank {rank}: {contrast}");
        }
    }
}
