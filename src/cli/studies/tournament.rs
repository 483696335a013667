//! `tune2048 tournament`.

use std::path::{Path, PathBuf};

use anyhow::Context;
use tune2048_tuner::record::CampaignError;
use tune2048_tuner::studies::tournament::{
    Entrant, EntrantTable, GAMES, Matches, Tournament, TournamentFile, pairs_of,
};
use tune2048_tuner::subject::Subject;

use crate::cli::evaluation::evaluator::Machines;
use crate::cli::options::{FileKind, RESULTS, WeightsSource, out_path};
use crate::cli::progress::GamesBar;
use crate::cli::studies::sides::{check_one_opponent, pair_sides};
use crate::cli::terminal::{
    BadInput, counted, eprint_line, print, print_json, print_wrapped, rendered, stop_on_signal,
    terminal_width,
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
    #[arg(long, short, value_name = "FOLDER", value_parser = out_path())]
    out: Option<PathBuf>,
    /// Let every two players meet in a match, and rate them.
    #[arg(long, conflicts_with = "gauntlet")]
    round_robin: bool,
    /// Let the first player meet each other one in a match, and rate them.
    #[arg(long)]
    gauntlet: bool,
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
        let folder = self.out.unwrap_or_else(|| Path::new(RESULTS).join(&file.name));
        let (entrants, matches) = match self.round_robin || self.gauntlet {
            true => {
                let (meetings, matches) = matches(&entrants, self.gauntlet)?;
                (meetings, Some(matches))
            }
            false => check_one_opponent(&entrants).map(|()| (entrants, None))?,
        };
        let mut tournament = Tournament::open(&folder, file.seed, file.better, entrants, matches)?;
        tournament.warning().into_iter().for_each(eprint_line);
        let monitor = stop_on_signal()?;
        let evaluator = self.machines.evaluator(tournament.players())?;
        let games = [tournament.missing(), 0];
        let unit = tournament.players().next().map_or("game", Subject::unit);
        let progress = GamesBar::new(&monitor, games, unit, None);
        let played = tournament.play(&evaluator, &monitor, &mut |player| {
            progress.set_message(player.to_owned());
        });
        drop(progress);
        if let Err(CampaignError::Interrupted) = &played {
            eprint_line(&format!(
                "interrupted: {} left; those played are saved in {}\n\
                 go on with the same command",
                counted(tournament.missing(), unit),
                folder.display()
            ));
        }
        let standings = played?;
        evaluator.check_failures()?;
        if self.json {
            return print_json(&standings);
        }
        let text = rendered(&standings.to_markdown(), terminal_width());
        let folder = folder.display();
        print(&text)?;
        print_wrapped(&format!("\nFiles in {folder}: {GAMES} (all games), table.md, table.json\n"))
    }

    /// Loads the weights and players of the tournament file.
    fn entrants(&self, file: &TournamentFile) -> anyhow::Result<Vec<Entrant>> {
        let base = self.file.parent().unwrap_or(Path::new(""));
        let entrant = |table: &EntrantTable| -> anyhow::Result<Entrant> {
            let weights = &table.weights;
            let place = || format!("{}: player {:?}", self.file.display(), table.name());
            let mut found = WeightsSource::within(base, weights).load().with_context(place)?;
            if let Some(player) = table.player.clone() {
                found.weights = found.weights.played_as(player);
            }
            if found.weights.lacks_heuristic() {
                let problem = format!(
                    "found the player {} with {weights}, which has no weights, expected weights \
                     for it - name some, or leave out `player`",
                    found.weights.subject
                );
                return Err(BadInput(problem)).with_context(place);
            }
            Ok(Entrant {
                name: table.name().to_owned(),
                file: found,
                games: table.games.unwrap_or(file.games),
                note: table.note.clone(),
            })
        };
        file.players.iter().map(entrant).collect()
    }
}

/// Lets every two players meet, or the first one each other one: the entrants are matches.
fn matches(players: &[Entrant], is_gauntlet: bool) -> anyhow::Result<(Vec<Entrant>, Matches)> {
    let mut pairings: Vec<[usize; 2]> = pairs_of(players.len()).collect();
    pairings.retain(|[one, _]| !is_gauntlet || *one == 0);
    let entrant = |sides: &[usize; 2]| {
        let [one, other] = sides.map(|side| &players[side]);
        let (mut own, mut its) = (one.file.clone(), other.file.clone());
        if !pair_sides([&one.name, &other.name], [&mut own, &mut its])? {
            return Err(BadInput(format!(
                "{} and {} play no match, expected `opponent` or `engine` in [player.command] of both",
                one.name, other.name
            )));
        }
        if own.weights.subject.has_margins() {
            let problem = "found `margins`, expected results: ratings follow from results";
            return Err(BadInput(format!("{} and {}: {problem}", one.name, other.name)));
        }
        let name = format!("{} against {}", one.name, other.name);
        Ok(Entrant { name, file: own, games: one.games.min(other.games), note: None })
    };
    let entrants = pairings.iter().map(entrant).collect::<Result<_, BadInput>>()?;
    let names = players.iter().map(|player| player.name.clone()).collect();
    Ok((entrants, Matches { names, players: pairings }))
}
