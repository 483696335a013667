//! `tune2048 explain --ablation`.

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::bail;
use tune2048_engine::evaluate::EvaluateError;
use tune2048_files::number_text::{decimals, grouped_fixed, score};
use tune2048_programs::Players;
use tune2048_tuner::campaign::ablation::{ABLATION_NOTE, AblationRecord};
use tune2048_tuner::record::Folder;
use tune2048_tuner::record::source::campaign_folder;
use tune2048_tuner::statistics::{Better, Effect, Estimate};
use tune2048_tuner::studies::ablation::{Ablation, AblationSettings, Step, differing};
use tune2048_tuner::subject::{Choice, Configuration};
use tune2048_tuner::weights::Evidence;
use tune2048_tuner::weights::file::WeightsFile;

use super::ExplainCommand;
use crate::cli::options::WeightsSource;
use crate::cli::progress::games_bar;
use crate::cli::terminal::{
    BadInput, Column, command_line, eprint_line, grouped, print_json, print_wrapped,
    stop_on_signal, table, terminal_width,
};

impl ExplainCommand {
    /// Plays the way from the other weights to these, and shows its steps.
    pub(super) fn ablate(&self) -> anyhow::Result<()> {
        let mut file = self.weights.load_candidate()?;
        let (other, start, campaign) = self.start(&mut file)?;
        let own_player = file.weights.subject.clone();
        self.depth.apply(&mut file.weights)?;
        let goal = &file.weights;
        // A report is about the campaign's own player.
        let folder = campaign.filter(|_| goal.subject == own_player);
        let own = &self.weights.name;
        let Some(start) = goal.subject.playing_as(&start, &goal.values) else {
            bail!(BadInput(format!(
                "{own} and {other}: found different parameters, expected the same ones - name \
                 weights of the same heuristic with --against"
            )));
        };
        let parameters = differing(&start, goal).len();
        if parameters == 0 {
            bail!(BadInput(format!(
                "{own} and {other}: found the same weights, expected two that differ - name another \
                 one with --against"
            )));
        }
        let evidence = Evidence::read(&file);
        let better = evidence.as_ref().map_or(Better::Higher, |found| found.better);
        let is_difference = evidence.is_some_and(|found| found.difference.is_some());
        let effect = if is_difference { Effect::Difference } else { Effect::Ratio };
        let games = u64::from(self.games.get());
        let settings = AblationSettings { seed: self.seed, games, effect, better };
        if let Some(line) = goal.subject.start_line() {
            eprint_line(&line);
        }
        let players = Players::new(self.threads.count())?;
        let monitor = stop_on_signal()?;
        let progress = games_bar(
            &monitor,
            &Arc::default(),
            settings.all_games(parameters),
            goal.subject.unit(),
        );
        let found = Ablation::play(&start, goal, settings, &players, &monitor);
        drop(progress);
        if let Err(EvaluateError::Interrupted) = &found {
            eprint_line("interrupted; an explanation saves nothing");
        }
        let record = AblationRecord {
            weights: own.clone(),
            against: other,
            player: goal.subject.to_string(),
            seed: self.seed,
            games,
            found: found?,
        };
        if let Some(folder) = folder {
            eprint_line(&match record.keep(&folder) {
                Ok(()) => format!("kept for the report: {}", command_line("report", &folder)),
                Err(error) => format!("not kept for the report: {error}"),
            });
        }
        if self.json {
            return print_json(&record);
        }
        let AblationRecord { weights, against, player, seed, found, .. } = &record;
        let measured = goal.subject.measured();
        print_wrapped(&format!(
            "From {against} to {weights}, {player}: one weight after the other,\n\
             those first that gained most on other games; {} {}s each, seed {seed}; {} of {}\n\n\
             {}\n{ABLATION_NOTE}\n",
            grouped(games as f64),
            goal.subject.unit(),
            effect.name(),
            if goal.subject.has_results() { "shares of the points" } else { "mean scores" },
            steps(found, measured)
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

fn steps(found: &Ablation, measured: &str) -> String {
    let cells = |start: &str, of: &dyn Fn(&Step) -> String| {
        std::iter::once(start.to_owned()).chain(found.steps.iter().map(of)).collect()
    };
    let value = |step: &Step, end: usize| {
        let numbers = [&step.from, &step.to].map(|value| match value {
            Some(Choice::Number(number)) => Some(*number),
            _ => None,
        });
        let apart = numbers[0].zip(numbers[1]).map(<[f64; 2]>::from);
        let are_whole = numbers.iter().flatten().all(|number| number.fract() == 0.0);
        let places = |of: f64| if are_whole { 0 } else { decimals(of, apart, 0) };
        step.ends(|of| grouped_fixed(of, places(of)))[end].clone()
    };
    let text = |found: Option<Estimate>| found.map_or("-".to_owned(), |found| found.short_text());
    let number = |head: &str, cells| Column::new(head, true, cells);
    let columns = [
        Column::new("weight", false, cells("(start)", &|step| step.name.clone())),
        number("from", cells("", &|step| value(step, 0))),
        number("to", cells("", &|step| value(step, 1))),
        number(measured, cells(&score(found.start_mean), &|step| score(step.mean))),
        number("over step before", cells("", &|step| text(step.gain))),
        number("over start", cells("", &|step| text(step.so_far))),
    ];
    table(&columns, terminal_width())
}
