//! Colours that stand out from both white and black. Unlike the first sixteen of the 256 colours they
//! are the same in all themes. No information is shown by colour alone; crossterm obeys `NO_COLOR`.

use ratatui::style::Color;

pub(crate) const CANDIDATES: Color = Color::Indexed(32);
pub(crate) const START: Color = Color::Indexed(166);
pub(crate) const VALIDATED: Color = Color::Indexed(29);
pub(crate) const WARNING: Color = Color::Indexed(160);

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the relative luminance of a colour of the cube or of a grey, as WCAG 2 defines it.
    fn luminance(colour: Color) -> f64 {
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
