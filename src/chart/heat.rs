//! A grid of cells whose strength shows a number.

use maud::{Markup, html};

use super::plot::{AltText, pixel};

/// A cell of a heat map.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct HeatCell {
    /// From -1 to 1; the sign chooses the colour, the size how strong it is.
    pub strength: f64,
    /// What stands in it.
    pub text: String,
    /// Whether it is marked with a dot.
    pub is_marked: bool,
    /// Whether it is left blank.
    pub is_blank: bool,
}

/// Rows of cells with labels at the left and below.
#[derive(Clone, Debug)]
pub struct HeatMap<'a> {
    /// The rows, from the top.
    pub rows: Vec<Vec<HeatCell>>,
    /// A label for each row, or none.
    pub row_labels: Vec<String>,
    /// A label for each column, or none.
    pub column_labels: Vec<String>,
    /// The name of the axis to the right.
    pub x_label: &'a str,
    /// The name of the upward axis.
    pub y_label: &'a str,
    /// Width and height of a cell in pixels.
    pub cell: [f64; 2],
    /// How opaque the strongest cell is, 0 to 1.
    pub strongest: f64,
}

impl HeatMap<'_> {
    /// The pixels of the top left corner.
    fn origin(&self) -> [f64; 2] {
        let widest = self.row_labels.iter().map(|text| text.chars().count());
        let left = widest.max().map_or(1.0, |count| 8.0 + 6.6 * count as f64);
        [left, if self.y_label.is_empty() { 1.0 } else { 20.0 }]
    }

    /// The pixel of a place counted in cells from the left and from the top.
    pub fn place(&self, column: f64, row: f64) -> [f64; 2] {
        let ([left, top], [width, height]) = (self.origin(), self.cell);
        [left + width * column, top + height * row]
    }

    /// The image with these marks on it.
    pub fn image(&self, words: AltText<'_>, marks: &Markup) -> Markup {
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or(0) as f64;
        let [cell_width, cell_height] = self.cell;
        let [left, _] = self.origin();
        let [right, bottom] = self.place(columns, self.rows.len() as f64);
        let labels = if self.column_labels.is_empty() {
            0.0
        } else {
            16.0
        };
        let below = labels + if self.x_label.is_empty() { 1.0 } else { 18.0 };
        let (title, description) = (format!("{}-title", words.id), format!("{}-desc", words.id));
        html! {
            svg role="img" viewBox=(format!("0 0 {:.0} {:.0}", right + 14.0, bottom + below))
                aria-labelledby=(title) aria-describedby=(description) {
                title id=(title) { (words.title) }
                desc id=(description) { (words.description) }
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
                                fill-opacity=(format!("{:.2}", opacity(cell.strength, self.strongest))) {}
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
            }
        }
    }
}

fn opacity(strength: f64, strongest: f64) -> f64 {
    let size = strength.abs().min(1.0);
    if size.is_nan() { 0.0 } else { strongest * size }
}
