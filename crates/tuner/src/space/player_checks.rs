//! Checks of settings of the search that are tuned.

use super::player_entry::{PlayerEntry, TABLE};
use crate::subject::Subject;
use tune2048_files::toml_errors::Document;

/// Reports weights of a heuristic with the names of settings that are tuned.
pub(super) fn report_taken(player: &PlayerEntry, subject: &Subject, document: &mut Document<'_>) {
    for name in player.tuned() {
        let own = subject.parameters().len() - subject.search_settings().len();
        if subject.index_of(name).is_some_and(|index| index < own) {
            let message = format!("`{name}` names two things that are tuned");
            let label = format!("expected another name of the weight `{name}` of the heuristic");
            let help = "columns and exports refer to both by their names: rename the term, or fix \
                        the setting";
            document.report_at(&format!("{TABLE}.{name}"), message, label, help);
        }
    }
}

/// Reports tuned settings without a limit of their cost, a limit without them, and depths of a
/// ladder beside a tuned one.
pub(super) fn check_cost(
    subject: &Subject,
    cost_per_move: Option<f64>,
    has_ladder: bool,
    document: &mut Document<'_>,
) {
    let tuned: Vec<&str> = subject.search_settings().iter().map(|spec| &*spec.name).collect();
    let first = tuned.first().copied();
    let is_complete = document.is_complete("player") && document.is_complete("objective");
    if let (Some(name), None, true) = (first, cost_per_move, is_complete) {
        let message = "a tuned search needs a limit of its cost";
        let label = "expected `cost-per-move` in `[objective]`, found none";
        let path = format!("{TABLE}.{name}");
        let help = "a search that may spend more plays better whatever its settings: give the boards a \
             move that a candidate may cost; `tune2048 evaluate` prints what a player costs";
        document.report_at(&path, message, label, help);
    }
    if has_ladder && tuned.iter().any(|name| name.starts_with("depth")) {
        let message = "`ladder` has no use here";
        let label = "expected none, since the depth is tuned";
        document.report_at("ladder", message, label, "remove the rungs, or fix the depth");
    }
}
