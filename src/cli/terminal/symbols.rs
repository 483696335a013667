//! Symbols that the views are drawn with, each where a terminal shows characters beyond ASCII and
//! where it does not; markers and characters are one column wide.

use ratatui::symbols::Marker;

/// Dots of the line of the candidates' mean.
pub(crate) const CANDIDATES: [Marker; 2] = [Marker::Braille, Marker::Custom('*')];
/// Dots of the interval of that mean.
pub(crate) const INTERVAL: [Marker; 2] = [Marker::Braille, Marker::Custom(':')];
/// Dots of the line of the starting weights.
pub(crate) const START: [Marker; 2] = [Marker::Braille, Marker::Custom('-')];

/// Axes of a chart as its widget draws them.
pub(crate) const AXES: [[&str; 2]; 3] = [["│", "|"], ["─", "-"], ["└", "+"]];

/// Signs of the legend.
pub(crate) const CANDIDATES_SIGN: [&str; 2] = ["⠒⠒", "**"];
pub(crate) const START_SIGN: [&str; 2] = ["⠒ ⠒", "- -"];
pub(crate) const VALIDATED_SIGN: [&str; 2] = ["✓", "!"];

/// Range of a weight.
pub(crate) const TRACK: [char; 2] = ['─', '.'];
/// Standard deviation around the mean of a weight.
pub(crate) const SPREAD: [char; 2] = ['━', '='];
/// Mean of a weight.
pub(crate) const MEAN: [char; 2] = ['●', '#'];
/// Start of a weight.
pub(crate) const ORIGIN: [char; 2] = ['○', 'o'];
/// Mean and start of a weight in one place.
pub(crate) const BOTH: [char; 2] = ['◉', '@'];

/// Filled part of the progress bar.
pub(crate) const FILLED: [&str; 2] = ["━", "="];
pub(crate) const UNFILLED: [&str; 2] = ["─", "."];
/// In place of the middle of a name.
pub(crate) const CUT: [char; 2] = ['…', '~'];
pub(crate) const PLUS_MINUS: [&str; 2] = ["±", "+-"];
pub(crate) const DOT: [&str; 2] = ["·", "|"];
pub(crate) const UP_AND_DOWN: [&str; 2] = ["↑ ↓", "Up Down"];
