//! `tune2048 tournament`.

use std::path::{Path, PathBuf};

use tune2048_engine::evaluate::EvaluateError;
use tune2048_files::journal::UNLOCKED_WARNING;
use tune2048_tuner::studies::tournament::{
    Entrant, EntrantTable, Tournament, TournamentError, TournamentFile,
};

use super::tournament_text;
use crate::cli::evaluation::evaluator::Machines;
use crate::cli::options::{FileKind, RESULTS, WeightsSource};
use crate::cli::progress::players_bar;
use crate::cli::terminal::{
    BadInput, eprint_line, grouped, print, print_json, stop_on_signal, terminal_width,
};

/// Play a list of players on common seeds and print their table.
///
/// Every game is recorded. The same command continues a tournament that was interrupted or killed,
/// and plays only the missing games of a file that has grown.
#[derive(Debug, clap::Args)]
pub(crate) struct TournamentCommand {
    /// Tournament file (TOML).
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Folder for all files [default: results/NAME].
    #[arg(long, short, value_name = "FOLDER")]
    out: Option<PathBuf>,
    #[command(flatten)]
    machines: Machines,
    /// Print JSON on standard output and nothing else there.
    #[arg(long)]
    json: bool,
}

impl TournamentCommand {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let file = TournamentFile::parse(&self.file, &FileKind::Tournament.read(&self.file)?)?;
        let entrants = self.entrants(&file)?;
        let name = file.name.unwrap_or_default();
        let folder = self.out.unwrap_or_else(|| Path::new(RESULTS).join(name));
        let mut tournament = Tournament::open(&folder, file.seed.unwrap_or_default(), entrants)?;
        if !tournament.is_locked() {
            eprint_line(UNLOCKED_WARNING);
        }
        let monitor = stop_on_signal()?;
        let evaluator = self.machines.evaluator(tournament.players(), Some(&folder))?;
        let progress = players_bar(&monitor, &evaluator.notices, tournament.missing());
        let played = tournament.play(&*evaluator.players, &monitor, &mut |player| {
            progress.set_message(player.to_owned());
        });
        progress.finish();
        if let Err(TournamentError::Evaluate(EvaluateError::Interrupted)) = &played {
            eprint_line(&format!(
                "interrupted: {} games are left; those played are saved in {}\n\
                 go on with the same command",
                grouped(tournament.missing() as f64),
                folder.display()
            ));
        }
        let standings = played?;
        evaluator.check_failures()?;
        if self.json {
            return print_json(&standings);
        }
        print(&tournament_text::text(&standings, &folder, terminal_width()))
    }

    /// Loads the weights and players of the tournament file.
    fn entrants(&self, file: &TournamentFile) -> anyhow::Result<Vec<Entrant>> {
        let base = self.file.parent().unwrap_or(Path::new(""));
        let entrant = |table: &EntrantTable| -> anyhow::Result<Entrant> {
            let weights = table.weights.as_deref().unwrap_or_default();
            let of_player = |problem: &str| {
                let (file, name) = (self.file.display(), table.name());
                BadInput(format!("{file}: player {name:?}: {problem}")).into()
            };
            let loaded = WeightsSource::within(base, weights).load();
            let mut found = loaded.map_err(|error| match error.downcast() {
                Ok(BadInput(problem)) => of_player(&problem),
                Err(error) => error,
            })?;
            if let Some(player) = table.player.clone() {
                found.weights = found.weights.played_as(player);
            }
            if found.weights.lacks_heuristic() {
                return Err(of_player(&format!(
                    "found the player {} with {weights}, which has no weights, expected weights \
                     for it - name some, or leave out `player`",
                    found.weights.subject
                )));
            }
            Ok(Entrant {
                name: table.name().to_owned(),
                file: found,
                games: table.games.or(file.games).unwrap_or(1),
                note: table.note.clone(),
            })
        };
        file.players.iter().map(entrant).collect()
    }
}
