//! Charts with two axes, and the marks between them.

use std::fmt::Write;

use maud::{Markup, html};

use crate::view::words::page::typeset;
use tune2048_tuner::statistics::Interval;

/// An axis with its ends, its label, and its ticks with their texts.
#[derive(Clone, Debug, PartialEq)]
pub struct PlotAxis {
    ends: [f64; 2],
    /// Pixels of both ends, once the axis is part of a chart.
    pixels: [f64; 2],
    label: String,
    /// The ticks with their texts.
    pub ticks: Vec<(f64, String)>,
}

impl PlotAxis {
    /// Makes an axis with these ends.
    pub fn new(ends: [f64; 2], label: &str, ticks: impl Into<Vec<(f64, String)>>) -> Self {
        Self { ends, pixels: [0.0; 2], label: label.to_owned(), ticks: ticks.into() }
    }

    /// Returns the pixel of a number, which is clamped to the ends.
    fn place(&self, number: f64) -> f64 {
        let [low, high] = self.ends;
        let [from, to] = self.pixels;
        let share = (number - low) / (high - low);
        // NaN if both ends are equal or the number is NaN.
        let share = if share.is_nan() { 0.5 } else { share };
        from + share.clamp(0.0, 1.0) * (to - from)
    }

    /// Whether a number lies between the ends.
    fn contains(&self, number: f64) -> bool {
        let [low, high] = self.ends;
        (low.min(high)..=low.max(high)).contains(&number)
    }
}

/// A chart with two axes.
#[derive(Clone, Debug)]
pub struct Plot {
    size: [f64; 2],
    x: PlotAxis,
    y: PlotAxis,
}

/// Height of the text in pixels.
const TEXT_HEIGHT: f64 = 12.0;
/// Approximate width of a digit in pixels.
const DIGIT_WIDTH: f64 = 6.6;

impl Plot {
    /// Makes a chart of this size in pixels.
    pub fn new(width: f64, height: f64, mut x: PlotAxis, mut y: PlotAxis) -> Self {
        let widest = y.ticks.iter().map(|(_, text)| text.chars().count()).max();
        let left = 10.0 + DIGIT_WIDTH * widest.unwrap_or(0) as f64;
        let last = x.ticks.last().map_or(0, |(_, text)| text.chars().count());
        let right = width - (6.0 + DIGIT_WIDTH * last as f64 / 2.0).max(10.0);
        let top = if y.label.is_empty() { 8.0 } else { 24.0 };
        let below = if x.label.is_empty() { 22.0 } else { 40.0 };
        x.pixels = [left, right];
        y.pixels = [height - below, top];
        Self { size: [width, height], x, y }
    }

    /// Returns the pixel of a number on the horizontal axis.
    pub fn x(&self, number: f64) -> f64 {
        self.x.place(number)
    }

    /// Returns the pixel of a number on the vertical axis.
    pub fn y(&self, number: f64) -> f64 {
        self.y.place(number)
    }

    /// Draws the axes and the given marks as an image of a page, whose tables have its numbers; `id` is unique
    /// within the page.
    pub fn image(&self, id: &str, title: &str, marks: &Markup) -> Markup {
        let numbers = "The numbers are in a table of this page or in the files of its folder.";
        self.described(id, title, numbers, marks)
    }

    /// Draws the axes and the given marks, with a title and a description for readers who cannot see them.
    pub fn described(&self, id: &str, title: &str, description: &str, marks: &Markup) -> Markup {
        let (title_id, description_id) = (format!("{id}-title"), format!("{id}-desc"));
        let [width, height] = self.size;
        let ([left, right], [bottom, top]) = (self.x.pixels, self.y.pixels);
        let middle = f64::midpoint(left, right);
        html! {
            svg role="img" viewBox=(format!("0 0 {width} {height}")) aria-labelledby=(title_id) aria-describedby=(description_id) {
                title id=(title_id) { (title) }
                desc id=(description_id) { (description) }
                g class="axis" {
                    @for (tick, text) in &self.y.ticks {
                        path class="rule" d=(format!("M{left:.1} {0:.1}H{right:.1}", self.y(*tick))) {}
                        text x=(pixel(left - 6.0)) y=(pixel(self.y(*tick) + 0.35 * TEXT_HEIGHT)) text-anchor="end" { (typeset(text)) }
                    }
                    path class="base" d=(format!("M{left:.1} {bottom:.1}H{right:.1}")) {}
                    @for (tick, text) in &self.x.ticks {
                        path class="base" d=(format!("M{:.1} {bottom:.1}v4", self.x(*tick))) {}
                        text x=(pixel(self.x(*tick))) y=(pixel(bottom + 17.0)) text-anchor="middle" { (typeset(text)) }
                    }
                    @if !self.x.label.is_empty() {
                        text class="label" x=(pixel(middle)) y=(pixel(height - 4.0)) text-anchor="middle" { (self.x.label) }
                    }
                    @if !self.y.label.is_empty() {
                        text class="label" x="2" y=(pixel(top - 11.0)) { (self.y.label) }
                    }
                }
                g { g class="marks" data-area=(format!("{left:.1} {top:.1} {right:.1} {bottom:.1}")) { (marks) } }
            }
        }
    }

    /// Draws a line through points, with a gap where a number is not finite.
    pub fn line(&self, points: impl IntoIterator<Item = [f64; 2]>, class: &str) -> Markup {
        let mut path = String::new();
        let mut pen = 'M';
        for [x, y] in points {
            let is_drawn = x.is_finite() && y.is_finite();
            if is_drawn {
                let _ = write!(path, "{pen}{:.1} {:.1}", self.x(x), self.y(y));
            }
            pen = if is_drawn { 'L' } else { 'M' };
        }
        html! { path class=(format!("line {class}")) d=(path) {} }
    }

    /// Draws the area between `low` and `high` at each `x`, for triples `[x, low, high]`.
    pub fn band(&self, ends: impl IntoIterator<Item = [f64; 3]>, class: &str) -> Markup {
        let ends: Vec<[f64; 3]> = ends.into_iter().collect();
        let pieces = ends.split(|ends| !ends.iter().all(|end| end.is_finite()));
        let mut path = String::new();
        for piece in pieces.filter(|piece| !piece.is_empty()) {
            let upper = piece.iter().map(|[x, _, high]| [x, high]);
            let lower = piece.iter().rev().map(|[x, low, _]| [x, low]);
            for (index, [x, y]) in upper.chain(lower).enumerate() {
                let pen = if index == 0 { 'M' } else { 'L' };
                let _ = write!(path, "{pen}{:.1} {:.1}", self.x(*x), self.y(*y));
            }
            path.push('Z');
        }
        html! { path class=(format!("band {class}")) d=(path) {} }
    }

    /// Draws a line through points in the area between `low` and `high` at each, which answer a pointer, for triples
    /// of `[x, y]`, `[low, high]` and a text.
    pub fn series(
        &self,
        points: impl IntoIterator<Item = ([f64; 2], [f64; 2], String)>,
        class: &str,
    ) -> Markup {
        let points: Vec<_> = points.into_iter().collect();
        html! {
            (self.band(points.iter().map(|([x, _], [low, high], _)| [*x, *low, *high]), class))
            (self.line(points.iter().map(|(point, ..)| *point), class))
            (self.targets(points.into_iter().map(|(point, _, text)| (point, text))))
        }
    }

    /// Draws dots at the points within the axes, all in one path since there may be thousands.
    pub fn dots(&self, points: impl IntoIterator<Item = [f64; 2]>, class: &str) -> Markup {
        let points = points.into_iter();
        let inside = points.filter(|[x, y]| self.x.contains(*x) && self.y.contains(*y));
        let dot = |[x, y]: [f64; 2]| format!("M{:.1} {:.1}h0", self.x(x), self.y(y));
        let path: String = inside.map(dot).collect();
        html! { path class=(format!("dots {class}")) d=(path) {} }
    }

    /// Makes points answer a pointer, each with its text; a browser shows titles without a script.
    pub fn targets(&self, points: impl IntoIterator<Item = ([f64; 2], String)>) -> Markup {
        let points = points.into_iter();
        let inside = points.filter(|([x, y], _)| self.x.contains(*x) && self.y.contains(*y));
        html! {
            g class="targets" {
                @for ([x, y], text) in inside {
                    path d=(format!("M{:.1} {:.1}h0", self.x(x), self.y(y))) { title { (typeset(&text)) } }
                }
            }
        }
    }

    /// Draws a horizontal line across the chart, with the interval around it.
    pub fn level(&self, level: f64, interval: Option<Interval>, class: &str) -> Markup {
        let ends = self.x.ends;
        html! {
            @if let Some(Interval { low, high }) = interval { (self.band(ends.map(|x| [x, low, high]), class)) }
            (self.line(ends.map(|x| [x, level]), class))
        }
    }

    /// Draws a vertical line across the chart.
    pub fn vertical(&self, x: f64, class: &str) -> Markup {
        let [bottom, top] = self.y.pixels;
        html! { path class=(format!("line {class}")) d=(format!("M{:.1} {bottom:.1}V{top:.1}", self.x(x))) {} }
    }
}

/// Formats a pixel with one decimal.
fn pixel(number: f64) -> String {
    format!("{number:.1}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_beyond_the_ends_stay_within_the_picture() {
        let axis = PlotAxis { pixels: [100.0, 0.0], ..PlotAxis::new([0.0, 10.0], "", Vec::new()) };
        assert!((axis.place(2.5) - 75.0).abs() < 1e-12);
        assert!((axis.place(-4.0) - 100.0).abs() < 1e-12);
        assert!(axis.place(f64::NAN).is_finite());
        assert!(axis.contains(10.0) && !axis.contains(10.1) && !axis.contains(f64::NAN));
    }
}
