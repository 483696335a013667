//! Colours and symbols that a terminal can show.

use anstream::{AutoStream, ColorChoice};
use ratatui::style::{Color, Style};

// Colours that stand out from both white and black. Unlike the first sixteen of the 256 colours
// they are the same in all themes.
pub(crate) const CANDIDATES: Color = Color::Indexed(32);
pub(crate) const START: Color = Color::Indexed(166);
pub(crate) const VALIDATED: Color = Color::Indexed(29);
pub(crate) const WARNING: Color = Color::Indexed(160);

/// Colours and characters that a terminal can show.
///
/// No information is shown by colour alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TerminalStyle {
    /// Whether the terminal shows colours.
    pub colour: bool,
    /// Whether the terminal shows characters beyond ASCII.
    pub unicode: bool,
}

impl TerminalStyle {
    /// Returns what the terminal of standard error can show.
    pub(crate) fn of_stderr() -> Self {
        let variables = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter();
        let mut set = variables.filter_map(|name| std::env::var(name).ok());
        let locale = set.find(|value| !value.is_empty()).unwrap_or_default().to_ascii_lowercase();
        Self {
            colour: AutoStream::choice(&std::io::stderr()) != ColorChoice::Never,
            // Terminals of Windows always use UTF-8.
            unicode: cfg!(windows) || locale.contains("utf-8") || locale.contains("utf8"),
        }
    }

    /// Returns the form of a symbol that the terminal can show.
    pub(crate) fn symbol<T>(self, [unicode, ascii]: [T; 2]) -> T {
        if self.unicode { unicode } else { ascii }
    }

    /// Returns a text style of this colour, or the default style without colours.
    pub(crate) fn coloured(self, colour: Color) -> Style {
        if self.colour { Style::new().fg(colour) } else { Style::new() }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// Returns the relative luminance of a colour of the cube or of a grey, as WCAG 2 defines it.
    pub(crate) fn luminance(colour: Color) -> f64 {
        let Color::Indexed(index @ 16..) = colour else {
            panic!("{colour:?} is the theme's");
        };
        let place = index - 16;
        let steps = [place / 36, place / 6 % 6, place % 6];
        let levels = match index {
            232.. => [8.0 + 10.0 * f64::from(index - 232); 3],
            _ => steps.map(|step| [0.0, 95.0, 135.0, 175.0, 215.0, 255.0][usize::from(step)]),
        };
        let linear = levels.map(|level| match level / 255.0 {
            value if value <= 0.03928 => value / 12.92,
            value => libm::pow((value + 0.055) / 1.055, 2.4),
        });
        0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    }

    #[test]
    fn colours_stand_out_from_light_and_dark_backgrounds() {
        for colour in [CANDIDATES, START, VALIDATED, WARNING] {
            let luminance = luminance(colour);
            let (on_white, on_black) = (1.05 / (luminance + 0.05), (luminance + 0.05) / 0.05);
            // WCAG 2 requires a contrast of 3 for graphics.
            let contrasts = (on_white, on_black);
            assert!(on_white > 3.5 && on_black > 3.5, "{colour:?}: {contrasts:?}");
        }
    }
}
