//! Heat maps: grids of cells whose opacity shows a number.

use maud::{Markup, html};

use super::plot::{Drawing, pixel};

/// A cell of a heat map.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct HeatCell {
    /// Strength from -1 to 1: the sign chooses the colour, the size its opacity.
    pub strength: f64,
    /// Text in the cell.
    pub text: String,
    /// Whether the cell is marked with a dot.
    pub is_marked: bool,
    /// Whether the cell has no value.
    pub is_blank: bool,
    /// Answer to a pointer; may be empty.
    pub title: String,
}

/// A heat map with labels at the left and below.
#[derive(Clone, Debug, Default)]
pub struct HeatMap<'a> {
    /// Rows of cells, the top one first.
    pub rows: Vec<Vec<HeatCell>>,
    /// Label of each row; may be empty.
    pub row_labels: Vec<String>,
    /// Label of each column; may be empty.
    pub column_labels: Vec<String>,
    /// Name of the horizontal axis; may be empty.
    pub x_label: &'a str,
    /// Name of the vertical axis; may be empty.
    pub y_label: &'a str,
    /// Width and height of a cell in pixels.
    pub cell: [f64; 2],
    /// Opacity of the strongest cell, 0 to 1.
    pub max_opacity: f64,
}

impl HeatMap<'_> {
    /// Returns the pixels of the top left corner of the grid.
    fn origin(&self) -> [f64; 2] {
        let widest = self.row_labels.iter().map(|text| text.chars().count());
        let left = widest.max().map_or(1.0, |count| 8.0 + 6.6 * count as f64);
        [left, if self.y_label.is_empty() { 1.0 } else { 20.0 }]
    }

    /// Returns the pixels of a place that is given in cells from the left and from the top.
    pub fn place(&self, column: f64, row: f64) -> [f64; 2] {
        let ([left, top], [width, height]) = (self.origin(), self.cell);
        [left + width * column, top + height * row]
    }

    /// Draws the heat map with additional marks on it.
    pub fn drawn(&self, marks: &Markup) -> Drawing {
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or(0) as f64;
        let [cell_width, cell_height] = self.cell;
        let [left, _] = self.origin();
        let [right, bottom] = self.place(columns, self.rows.len() as f64);
        let labels = if self.column_labels.is_empty() { 0.0 } else { 16.0 };
        let below = labels + if self.x_label.is_empty() { 1.0 } else { 18.0 };
        let content = html! {
                g class="axis" {
                    @for (row, text) in self.row_labels.iter().enumerate() {
                        text x=(pixel(left - 5.0)) y=(pixel(self.place(0.0, row as f64 + 0.5)[1] + 4.0)) text-anchor="end" { (text) }
                    }
                    @for (column, text) in self.column_labels.iter().enumerate() {
                        text x=(pixel(self.place(column as f64 + 0.5, 0.0)[0])) y=(pixel(bottom + 14.0)) text-anchor="middle" { (text) }
                    }
                    @if !self.y_label.is_empty() { text class="label" x="2" y="12" { (self.y_label) } }
                    @if !self.x_label.is_empty() {
                        text class="label" x=(pixel(f64::midpoint(left, right))) y=(pixel(bottom + below - 3.0)) text-anchor="middle" { (self.x_label) }
                    }
                }
                @for (row, cells) in self.rows.iter().enumerate() {
                    @for (column, cell) in cells.iter().enumerate() {
                        @let [x, y] = self.place(column as f64, row as f64);
                        @if cell.is_blank {
                            rect class="unknown" x=(pixel(x)) y=(pixel(y)) width=(pixel(cell_width)) height=(pixel(cell_height)) {}
                        } @else {
                            rect class=(if cell.strength < 0.0 { "cell below" } else { "cell above" })
                                x=(pixel(x)) y=(pixel(y)) width=(pixel(cell_width)) height=(pixel(cell_height))
                                fill-opacity=(format!("{:.2}", self.max_opacity * cell.strength.abs().min(1.0))) {
                                @if !cell.title.is_empty() { title { (cell.title) } }
                            }
                        }
                        @if !cell.text.is_empty() {
                            text class="value" x=(pixel(x + cell_width / 2.0)) y=(pixel(y + cell_height / 2.0 + 4.0)) text-anchor="middle" { (cell.text) }
                        }
                        @if cell.is_marked {
                            path class="dots mark" d=(format!("M{:.1} {:.1}h0", x + cell_width / 2.0, y + cell_height / 2.0)) {}
                        }
                    }
                }
                (marks)
        };
        let view_box = format!("0 0 {:.0} {:.0}", right + 14.0, bottom + below);
        Drawing { view_box, content }
    }
}
