//! `tune2048 explain --ablation`.

use std::path::PathBuf;

use anyhow::bail;
use tune2048_programs::Players;
use tune2048_tuner::record::Folder;
use tune2048_tuner::record::source::campaign_folder;
use tune2048_tuner::studies::ablation::{Ablation, AblationSettings, differing};
use tune2048_tuner::studies::measure_of;
use tune2048_tuner::subject::Configuration;
use tune2048_tuner::weights::file::WeightsFile;

use super::ExplainCommand;
use crate::cli::options::WeightsSource;
use crate::cli::progress::games_bar;
use crate::cli::terminal::{
    BadInput, command_line, eprint_line, print_json, print_wrapped, stop_on_signal, table,
};
use crate::view::sections;

impl ExplainCommand {
    /// Plays the way from the other weights to these, and shows its steps.
    pub(super) fn ablate(&self) -> anyhow::Result<()> {
        let mut file = self.weights.read(WeightsFile::find_candidate)?;
        let (other, start, campaign) = self.start(&mut file)?;
        let own_player = file.weights.subject.clone();
        self.depth.apply(&mut file.weights)?;
        // A report is about the campaign's own player.
        let folder = campaign.filter(|_| file.weights.subject == own_player);
        let own = &self.weights.name;
        let goal = file.weights.clone();
        // Of one of the two the settings of the search may be those of its player.
        let of_goal =
            goal.subject.playing_as(&start, &goal.values).map(|start| (start, goal.clone()));
        let of_start = || Some((start.clone(), start.subject.playing_as(&goal, &start.values)?));
        let Some((start, goal)) = of_goal.or_else(of_start) else {
            bail!(BadInput(format!(
                "{own} and {other}: found different parameters, expected the same ones - name \
                 weights of the same heuristic with --against"
            )));
        };
        let parameters = differing(&start, &goal).len();
        if parameters == 0 {
            bail!(BadInput(format!(
                "{own} and {other}: found the same weights, expected two that differ - name another \
                 one with --against"
            )));
        }
        let (effect, better) = measure_of([&file]);
        let settings = AblationSettings { seed: self.seed, games: self.games, effect, better };
        if let Some(line) = goal.subject.start_line() {
            eprint_line(&line);
        }
        let players = Players::new(self.threads.threads)?;
        let monitor = stop_on_signal()?;
        let progress = games_bar(&monitor, settings.all_games(parameters), goal.subject.unit());
        let (from, to) = ((&*other, &start), (&**own, &goal));
        let played = Ablation::play(from, to, settings, &players, &monitor);
        drop(progress);
        let record = played?;
        if let Some(folder) = folder {
            eprint_line(&match record.keep(&folder) {
                Ok(()) => format!("kept for the report: {}", command_line("report", &folder)),
                Err(error) => format!("not kept for the report: {error}"),
            });
        }
        if self.json {
            return print_json(&record);
        }
        let Ablation { weights, against, player, .. } = &record;
        let subject = &goal.subject;
        print_wrapped(&format!(
            "From {against} to {weights}, {player}; {} of {}\n\n{}\n{}\n",
            effect.name(),
            if subject.has_results() { "shares of the points" } else { "mean scores" },
            table(sections::ablation::table(&record, subject)),
            sections::ablation::how(&record, subject)
        ))
    }

    /// Returns the weights where the way begins and their name, with the folder of the campaign that
    /// started from them.
    fn start(
        &self,
        file: &mut WeightsFile,
    ) -> anyhow::Result<(String, Configuration, Option<PathBuf>)> {
        if let Some(name) = self.against.clone() {
            let weights = WeightsSource { name: name.clone() }.load()?.weights;
            return Ok((name, weights, None));
        }
        let folder = campaign_folder(&self.weights.name).map_err(BadInput)?;
        if Folder::at(&folder).is_campaign() {
            let weights = Folder::at(&folder).read_log()?.start_weights();
            return Ok(("its starting weights".to_owned(), weights, Some(folder)));
        }
        file.board_player(&self.weights.name).map_err(BadInput)?;
        let (name, other) = self.other(file)?;
        Ok((name, other.weights, None))
    }
}
