//! Drawing of a board.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Color, Style};
use ratatui::text::Text;

use crate::cli::terminal::{TerminalStyle, draw_board};
use tune2048_engine::game::Board;

/// Terminal columns of a cell.
const CELL: u16 = 7;

/// Terminal columns of a board.
pub(super) const COLUMNS: u16 = 4 * (CELL + 1) + 1;

/// Terminal rows of a board.
pub(super) const ROWS: u16 = 9;

/// Colour of each rank, from light sand to dark red, then blues.
///
/// The first sixteen colours are avoided, since themes change them.
const COLOURS: [u8; 16] =
    [0, 230, 223, 216, 209, 203, 196, 228, 227, 221, 220, 214, 80, 38, 25, 19];

/// Rank from which tiles are dark and their numbers light.
const DARK_FROM: u8 = 14;

/// Draws a board.
pub(super) fn draw(frame: &mut Frame<'_>, area: Rect, board: Board, style: TerminalStyle) {
    frame.render_widget(Text::from(draw_board(board.ranks())), area);
    for place in 0..16 {
        let (row, column) = (place as u16 / 4, place as u16 % 4);
        let (x, y) = (area.x + 1 + (CELL + 1) * column, area.y + 1 + 2 * row);
        let tile = Rect { x, y, width: CELL, height: 1 }.intersection(area);
        let rank = board.rank(place);
        if style.colour && rank > 0 {
            let text = if rank >= DARK_FROM { 255 } else { 16 };
            let colour = COLOURS[usize::from(rank)];
            let colours = Style::new().bg(Color::Indexed(colour)).fg(Color::Indexed(text));
            frame.buffer_mut().set_style(tile, colours);
        }
    }
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
