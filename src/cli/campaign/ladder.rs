//! Running a ladder: one campaign per depth, each starting from the result of the one before.

use tune2048_tuner::campaign::Campaign;
use tune2048_tuner::campaign::ladder::{Gain, Ladder, Played};
use tune2048_tuner::statistics::Interval;

use super::session::{CampaignSession, PlayOptions};
use crate::cli::terminal::{print, program_name, quoted, start_name};

/// Runs all rungs and prints their results.
pub(crate) fn climb(ladder: &Ladder, options: PlayOptions) -> anyhow::Result<()> {
    let is_json = options.json;
    let session = CampaignSession::new(options, ladder.folder())?;
    let count = ladder.spec.ladder.len();
    let mut rung = 0;
    let gains = ladder.climb(|mut campaign: Campaign, below| -> anyhow::Result<Played> {
        rung += 1;
        let part = format!("Rung {rung} of {count}");
        session.log.write(&part);
        let (outcome, evaluator) = session.play(&mut campaign, Some(part))?;
        let carried = match below {
            Some(weights) => {
                session.log.write("the weights of the rung below play the validation games");
                let carried = campaign.carried(weights, &evaluator, &session.monitor);
                session.report_interruption(&campaign, &carried);
                carried?
            }
            None => None,
        };
        if !session.print_json(&campaign)? {
            let start = start_name(&campaign.start_weights());
            print(&(outcome.evidence.result(start) + "\n"))?;
        }
        Ok((outcome, carried))
    })?;
    if is_json { Ok(()) } else { print(&conclusion(ladder, &gains)) }
}

fn conclusion(ladder: &Ladder, gains: &[Gain]) -> String {
    let mut text = String::from(
        "Mean score over that of the starting weights, with the level of each interval:\n\n  \
         player                tuned there                       \
         tuned one rung below              carried over\n",
    );
    for gain in gains {
        let ratio = |ratio: f64, level: f64, interval: Interval| {
            let (level, low, high) = (100.0 * level, interval.low, interval.high);
            format!("{ratio:.3} ({level:.1} %: {low:.3} to {high:.3})")
        };
        let tuned = match (gain.ratio, gain.look_confidence, gain.ratio_ci95) {
            (Some(found), Some(level), Some(interval)) => ratio(found, level, interval),
            _ => "-".to_owned(),
        };
        let (below, share) = gain.carried.map_or((String::new(), String::new()), |carried| {
            let share = carried.share.map_or("no sure gain below".to_owned(), |share| {
                format!("{:.0} % of the gain", 100.0 * share)
            });
            (ratio(carried.ratio, 0.95, carried.ratio_ci95), share)
        });
        let line = format!("  {:<20}  {tuned:<32}  {below:<32}  {share}", gain.player);
        text += &format!("{}\n", line.trim_end());
    }
    let (folder, given) = (ladder.folder().display(), quoted(ladder.folder()));
    let (program, format) = (program_name(), ladder.spec.subject().usual_export_format());
    let rung = quoted(ladder.rung_folder(0));
    text + &format!(
        "
Files in {folder}: best.toml (the weights of the last rung), ladder.json, and a campaign per rung
  weights for a solver         {program} export {given} --format {format}
  a report of a rung           {program} report {rung}
"
    )
}
