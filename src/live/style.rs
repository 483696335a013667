//! Colours and symbols that a terminal can show.

use ratatui::style::{Color, Style};
use ratatui::symbols::Marker;
use ratatui::symbols::bar;

/// Of the 256 colours these stand out from white and from black; unlike the
/// first sixteen they are the same in all themes.
pub(super) const CANDIDATES: Color = Color::Indexed(32);
pub(super) const START: Color = Color::Indexed(166);
pub(super) const VALIDATED: Color = Color::Indexed(29);
pub(super) const WARNING: Color = Color::Indexed(160);

/// What a terminal can show. No colour ever tells anything alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TerminalStyle {
    /// Whether it shows colours.
    pub colour: bool,
    /// Whether it shows more characters than those of ASCII.
    pub unicode: bool,
}

impl TerminalStyle {
    /// The symbols that fit.
    pub(super) fn symbols(self) -> &'static Symbols {
        if self.unicode { &UNICODE } else { &ASCII }
    }

    /// A text of this colour, if there are colours.
    pub(super) fn coloured(self, colour: Color) -> Style {
        if self.colour {
            Style::new().fg(colour)
        } else {
            Style::new()
        }
    }

    /// A colour for a canvas, which has no styles.
    pub(super) fn canvas_colour(self, colour: Color) -> Color {
        if self.colour { colour } else { Color::Reset }
    }
}

/// What things are drawn with, each one column wide.
#[derive(Debug)]
pub(super) struct Symbols {
    /// The dots of the candidates' mean and of its interval, and of the line of the start.
    pub(super) candidates: Marker,
    pub(super) interval: Marker,
    pub(super) start: Marker,
    /// The same in the legend.
    pub(super) candidates_sign: &'static str,
    pub(super) start_sign: &'static str,
    pub(super) validated_sign: &'static str,
    /// A range, the spread in it, the mean, the start, and both in one place.
    pub(super) track: char,
    pub(super) spread: char,
    pub(super) mean: char,
    pub(super) origin: char,
    pub(super) both: char,
    /// A bar that is filled so far.
    pub(super) filled: &'static str,
    pub(super) unfilled: &'static str,
    pub(super) levels: bar::Set<'static>,
    pub(super) plus_minus: &'static str,
    pub(super) dot: &'static str,
    pub(super) up_and_down: &'static str,
}

const UNICODE: Symbols = Symbols {
    candidates: Marker::Braille,
    interval: Marker::Braille,
    start: Marker::Braille,
    candidates_sign: "⠒⠒",
    start_sign: "⠒ ⠒",
    validated_sign: "✓",
    track: '─',
    spread: '━',
    mean: '●',
    origin: '○',
    both: '◉',
    filled: "━",
    unfilled: "─",
    levels: bar::NINE_LEVELS,
    plus_minus: "±",
    dot: "·",
    up_and_down: "↑ ↓",
};

const ASCII: Symbols = Symbols {
    candidates: Marker::Custom('*'),
    interval: Marker::Custom(':'),
    start: Marker::Custom('-'),
    candidates_sign: "**",
    start_sign: "- -",
    validated_sign: "!",
    track: '.',
    spread: '=',
    mean: '#',
    origin: 'o',
    both: '@',
    filled: "=",
    unfilled: ".",
    levels: bar::Set {
        full: "@",
        seven_eighths: "%",
        three_quarters: "#",
        five_eighths: "*",
        half: "+",
        three_eighths: "=",
        one_quarter: "-",
        one_eighth: ":",
        empty: ".",
    },
    plus_minus: "+-",
    dot: "|",
    up_and_down: "Up Down",
};

#[cfg(test)]
mod tests {
    use super::*;

    /// Relative luminance of one of the 240 fixed colours, by the definition of WCAG 2.
    fn luminance(colour: Color) -> f64 {
        let Color::Indexed(index) = colour else {
            panic!("{colour:?} is the theme's");
        };
        assert!((16..232).contains(&index), "{colour:?} is none of the cube");
        let steps = [index - 16].map(|index| [index / 36, index / 6 % 6, index % 6])[0];
        let linear = steps.map(|step| {
            let value = [0.0, 95.0, 135.0, 175.0, 215.0, 255.0][usize::from(step)] / 255.0;
            if value <= 0.03928 {
                value / 12.92
            } else {
                libm::pow((value + 0.055) / 1.055, 2.4)
            }
        });
        0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    }

    #[test]
    fn colours_stand_out_from_light_and_dark_backgrounds() {
        for colour in [CANDIDATES, START, VALIDATED, WARNING] {
            let luminance = luminance(colour);
            let (on_white, on_black) = (1.05 / (luminance + 0.05), (luminance + 0.05) / 0.05);
            // What WCAG 2 asks for of graphics is 3.
            let contrasts = (on_white, on_black);
            assert!(
                on_white > 3.5 && on_black > 3.5,
                "{colour:?}: {contrasts:?}"
            );
        }
    }
}
