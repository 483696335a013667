//! Checks of the tile from which on candidates play.

use super::format::CampaignFile;
use super::meaning::label_of_no_tile;
use super::settings::Measure;
use crate::subject::Subject;
use tune2048_files::toml_errors::Document;

const KEY: &str = "objective.begin-at";

/// Reports a tile that is none, and beginnings of games that are not played here or are measured
/// otherwise.
pub(super) fn check(file: &CampaignFile, subject: &Subject, document: &mut Document<'_>) {
    let Some(tile) = file.objective.begin_at else { return };
    if !tile.is_power_of_two() {
        let (label, help) = label_of_no_tile(tile, 8..=32_768);
        document.report_at(KEY, "`begin-at` must be a tile", label, help);
        return;
    }
    let why = if subject.is_program() {
        "a program plays its games itself"
    } else if file.objective.measure() != Measure::MeanScore {
        "only mean scores can be compared from a board on"
    } else if file.objective.cost_per_move.is_some() {
        "the cost of a move is that of whole games"
    } else {
        return;
    };
    let label = format!("expected none, since {why}");
    let help = "remove it: candidates then play whole games";
    document.report_at(KEY, "`begin-at` has no use here", label, help);
}
