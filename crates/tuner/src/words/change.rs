//! Words for changes of a campaign.

use crate::campaign::{Change, Progress};
use crate::space::{Consequence, Difference};
use crate::weights::verdict::error_of_look;
use tune2048_optimizer::CarriedOver;

impl Change {
    /// The change in one line.
    pub fn line(&self) -> String {
        let settings = self.settings();
        format!("from generation {} on: {settings}", self.generation)
    }
}

/// Describes what a change changes, and its consequences for the campaign.
pub fn preview(progress: &Progress, change: &Change) -> String {
    let indented = |line: String| format!("  {line}\n");
    let steps: String = change.differences.iter().map(|found| indented(found.step())).collect();
    let meaning: String = meaning(progress, change).into_iter().map(indented).collect();
    format!("Campaign {} changes:\n\n{steps}\n{meaning}", progress.spec.name)
}

fn meaning(progress: &Progress, change: &Change) -> Vec<String> {
    let name = progress.spec.optimizer.name();
    let is_other_player = change.consequence() == Consequence::OtherPlayer;
    let width = match is_other_player {
        true => ", twice as wide but nowhere wider than at the start of a search",
        false => "",
    };
    let mut lines = vec![match (change.consequence(), progress.spec.optimizer.carried_over()) {
        (Consequence::GoesOn, _) => format!("{name} continues unchanged"),
        (_, CarriedOver::Distribution) => {
            format!("{name} restarts from its mean, spread and correlations{width}")
        }
        (_, CarriedOver::Mean) => format!("{name} restarts from its middle"),
        (_, CarriedOver::BestPoint) => format!("{name} restarts from the front runner"),
        (_, CarriedOver::Nothing) => format!("{name} continues with other draws"),
    }];
    if is_other_player {
        lines.push(
            "earlier games are those of another player: their scores are not compared with new \
             ones, and their candidates are not in the final race"
                .to_owned(),
        );
    }
    let raises_budget =
        |found: &Difference| found.needs_no_change && found.setting.starts_with("budget.");
    if progress.finished && !change.differences.iter().any(raises_budget) {
        lines.push(
            "the budget is spent: no further generation is played, but a winner is chosen again; \
             raise the budget too for more generations"
                .to_owned(),
        );
    }
    if let Some(evidence) = &progress.evidence {
        let look = evidence.look + 1;
        let level = 100.0 * (1.0 - error_of_look(look));
        lines.push(format!(
            "the next validation is number {look}: the ratio's interval is one of {level:.1} %"
        ));
    }
    lines
}
