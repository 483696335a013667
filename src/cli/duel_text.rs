//! The outcome of a duel as aligned tables.

use std::fmt::Write;
use std::path::Path;

use tune2048_tuner::duel::{BudgetOutcome, DuelOutcome, EntrantOutcome};

use super::terminal::columns::{Column, table, wrapped};
use super::terminal::output::grouped;

/// Returns one table per budget, of at most this width.
pub(super) fn text(outcome: &DuelOutcome, folder: &Path, width: Option<usize>) -> String {
    let mut text = format!("{}\n\n", outcome.duel);
    let note = format!(
        "Each campaign's recommended weights played {} games of seed {}. Means are over campaigns, \
         intervals are 95 % over campaigns; \"surely better than\" holds for all pairs of a table \
         together with 95 % (Welch, Holm).",
        grouped(f64::from(outcome.validation_games)),
        outcome.validation_seed
    );
    text += &wrapped(&note, width);
    for at in &outcome.budgets {
        let _ = writeln!(text, "\n{} games", grouped(at.budget as f64));
        let (lines, is_cut) = table(columns(at), width);
        text += &lines;
        if is_cut {
            text.push_str("(the terminal is too narrow for the whole table)\n");
        }
    }
    let _ = writeln!(
        text,
        "\nFiles in {}: table.md, table.csv, table.json",
        folder.display()
    );
    text
}

fn columns(at: &BudgetOutcome) -> Vec<Column> {
    let of = |cell: &dyn Fn(&EntrantOutcome) -> String| at.entrants.iter().map(cell).collect();
    let known = |number: f64| match number.is_nan() {
        true => "-".to_owned(),
        false => grouped(number),
    };
    let interval = |entrant: &EntrantOutcome| match entrant.sound_interval() {
        Some(interval) => format!("{} to {}", grouped(interval.low), grouped(interval.high)),
        None => "too few campaigns".to_owned(),
    };
    vec![
        Column::new("entrant", false, 0, of(&|entrant| entrant.entrant.clone())),
        Column::new(
            "campaigns",
            true,
            2,
            of(&|entrant| entrant.campaigns.to_string()),
        ),
        Column::new(
            "games played",
            true,
            3,
            of(&|entrant| known(entrant.search_games)),
        ),
        Column::new("mean score", true, 0, of(&|entrant| known(entrant.mean))),
        Column::new("95 % interval", true, 0, of(&interval)),
        Column::new(
            "surely better than",
            false,
            1,
            of(&|entrant| at.beaten_by(entrant).join(", ")),
        ),
    ]
}
