//! Runs the campaigns of a duel that are not finished.

use std::fs;
use std::path::{Path, PathBuf};

use super::campaign_text::space_text;
use super::error::DuelError;
use super::results::{CampaignResult, Results, find};
use super::spec::{DuelEntrant, DuelSpec, DuelValidation};
use tune2048_engine::evaluate::{EvaluateError, Monitor};
use tune2048_engine::game::{GameSeed, Stream};
use tune2048_files::atomic;
use tune2048_programs::serve_command;
use tune2048_tuner::campaign::{Campaign, CampaignError};
use tune2048_tuner::record::{BEST, Folder, SEARCH_SPACE};
use tune2048_tuner::space::CampaignSpec;
use tune2048_tuner::space::limits::Limits;
use tune2048_tuner::statistics::scores::Evaluation;
use tune2048_tuner::subject::{Configuration, Evaluate};
use tune2048_tuner::weights::file::WeightsFile;

/// The journal of finished campaigns.
const CAMPAIGNS: &str = "campaigns.csv";

/// One campaign of a duel.
struct Cell<'a> {
    entrant: &'a DuelEntrant,
    budget: u64,
    campaign: u32,
    spec: CampaignSpec,
    /// The text of the campaign file.
    text: String,
    /// The name of the campaign file in messages.
    path: PathBuf,
    folder: PathBuf,
}

impl Cell<'_> {
    /// Returns a CRC-32 of everything that the campaign is run and measured with.
    fn settings(&self, spec: &DuelSpec) -> u32 {
        let DuelValidation { games, seed } = spec.validation;
        let command = self.entrant.command.as_deref().unwrap_or_default();
        crc32fast::hash(format!("{}{command:?} {games} {seed}", self.text).as_bytes())
    }
}

/// A duel with the folder of its results.
#[derive(Debug)]
pub(crate) struct Duel {
    spec: DuelSpec,
    /// The folder in which commands are run.
    home: PathBuf,
    folder: PathBuf,
    common: String,
    results: Results,
}

impl Duel {
    /// Opens or creates the folder of a duel after checking the campaign files of all entrants; `home` is the folder
    /// in which the commands of entrants are run.
    ///
    /// # Errors
    /// If a campaign file has mistakes, or the folder cannot be used.
    pub(crate) fn open(spec: DuelSpec, home: &Path, folder: &Path) -> Result<Self, DuelError> {
        let common = fs::read_to_string(&spec.space)
            .map_err(|cause| DuelError::Read { path: spec.space.clone(), cause })?;
        for entrant in &spec.entrants {
            for &budget in &spec.budgets {
                check(&spec, &common, entrant, budget)?;
            }
        }
        atomic::make_folder(folder)?;
        Ok(Self {
            results: Results::open_file(&folder.join(CAMPAIGNS), ())?,
            home: home.to_owned(),
            folder: folder.to_owned(),
            spec,
            common,
        })
    }

    /// Returns the specification of the duel.
    pub(crate) fn spec(&self) -> &DuelSpec {
        &self.spec
    }

    /// Returns the results of the finished campaigns.
    pub(crate) fn results(&self) -> &Results {
        &self.results
    }

    /// Returns how many of the campaigns in the file are finished.
    pub(crate) fn finished(&self) -> usize {
        let results = self.results.rows().iter();
        let asked = |result: &&CampaignResult| {
            let mut entrants = self.spec.entrants.iter();
            entrants.any(|entrant| entrant.name == result.entrant)
                && self.spec.budgets.contains(&result.budget)
                && result.campaign <= self.spec.campaigns
        };
        results.filter(asked).count()
    }

    /// Returns the number of campaigns in the file.
    pub(crate) fn campaigns(&self) -> usize {
        self.spec.entrants.len() * self.spec.budgets.len() * self.spec.campaigns as usize
    }

    /// Runs the campaigns that are not finished: the first campaign of every entrant, then the second of every entrant,
    /// and so on, so that an interrupted duel has equally many of each. `observe` is called with each result after it
    /// is saved.
    ///
    /// # Errors
    /// If a stop is requested through the monitor, a campaign fails, or a file cannot be written.
    pub(crate) fn run(
        &mut self,
        evaluator: &dyn Evaluate,
        monitor: &Monitor,
        mut observe: impl FnMut(&CampaignResult),
    ) -> Result<(), DuelError> {
        let spec = self.spec.clone();
        for &budget in &spec.budgets {
            for campaign in 1..=spec.campaigns {
                for entrant in &spec.entrants {
                    let cell = self.cell(entrant, budget, campaign)?;
                    match find(&self.results, &entrant.name, budget, campaign) {
                        Some(result) if result.settings == cell.settings(&spec) => {}
                        Some(_) => {
                            return Err(DuelError::Changed {
                                path: self.folder.join(CAMPAIGNS),
                                entrant: entrant.name.clone(),
                                budget,
                                campaign,
                            });
                        }
                        None => {
                            let result = self.run_campaign(&cell, evaluator, monitor)?;
                            self.results.append(result.clone())?;
                            observe(&result);
                        }
                    }
                }
            }
        }
        Ok(())
    }

    fn cell<'a>(
        &self,
        entrant: &'a DuelEntrant,
        budget: u64,
        campaign: u32,
    ) -> Result<Cell<'a>, DuelError> {
        let (text, spec, path) = cell_spec(&self.spec, &self.common, entrant, budget, campaign)?;
        Ok(Cell {
            entrant,
            budget,
            campaign,
            folder: self.folder.join(&spec.name),
            spec,
            text,
            path,
        })
    }

    fn run_campaign(
        &self,
        cell: &Cell<'_>,
        evaluator: &dyn Evaluate,
        monitor: &Monitor,
    ) -> Result<CampaignResult, DuelError> {
        let (weights, search_games) = match &cell.entrant.command {
            None => run_own_campaign(cell, evaluator, monitor)?,
            Some(command) => self.run_command(cell, command, evaluator, monitor)?,
        };
        let validation = self.spec.validation;
        let seeds: Vec<GameSeed> = (0..u64::from(validation.games))
            .map(|index| GameSeed::new(validation.seed, Stream::Evaluation, index))
            .collect();
        let played = evaluator.play(&weights, &seeds, monitor)?;
        let evaluation = Evaluation::of(&played.results);
        Ok(CampaignResult {
            entrant: cell.entrant.name.clone(),
            budget: cell.budget,
            campaign: cell.campaign,
            settings: cell.settings(&self.spec),
            search_games,
            validation_games: validation.games,
            mean_score: evaluation.mean_score,
            sd_score: evaluation.sd_score.unwrap_or(0.0),
        })
    }

    /// Serves the program of an entrant and saves the weights that it recommends. A program that was interrupted
    /// starts from the beginning.
    fn run_command(
        &self,
        cell: &Cell<'_>,
        command: &[String],
        evaluator: &dyn Evaluate,
        monitor: &Monitor,
    ) -> Result<(Configuration, u64), DuelError> {
        let (entrant, spec) = (cell.entrant, &cell.spec);
        let failed =
            |problem: String| DuelError::Command { entrant: entrant.name.clone(), problem };
        let served = serve_command(command, &self.home, spec, evaluator, monitor)?;
        if served.games > cell.budget {
            return Err(failed(format!("it asked for {} games", served.games)));
        }
        let weights = served.last.ok_or_else(|| failed("it asked for no games".to_owned()))?;
        atomic::make_folder(&cell.folder).map_err(CampaignError::from)?;
        let write = |name, text: &str| {
            atomic::replace(&cell.folder.join(name), text).map_err(CampaignError::from)
        };
        write(SEARCH_SPACE, &cell.text)?;
        let file = WeightsFile::new(&weights, toml::Table::new());
        write(BEST, &file.to_toml())?;
        Ok((weights, served.games))
    }
}

/// Starts or continues a campaign of this library.
fn run_own_campaign(
    cell: &Cell<'_>,
    evaluator: &dyn Evaluate,
    monitor: &Monitor,
) -> Result<(Configuration, u64), DuelError> {
    let mut campaign = if Folder::at(&cell.folder).is_campaign() {
        Campaign::resume(&cell.folder, Some((&cell.path, &cell.text)), &Limits::default())?
    } else {
        Campaign::create(&cell.folder, &cell.path, &cell.text)?
    };
    let outcome = campaign.run(evaluator, monitor, &mut |_| {}).map_err(|error| match error {
        CampaignError::Interrupted => EvaluateError::Interrupted.into(),
        other => DuelError::from(other),
    })?;
    Ok((outcome.recommended, campaign.state().games))
}

fn check(
    duel: &DuelSpec,
    common: &str,
    entrant: &DuelEntrant,
    budget: u64,
) -> Result<(), DuelError> {
    cell_spec(duel, common, entrant, budget, 1).map(|_| ())
}

/// Returns the campaign file of one campaign: its text, the parsed specification, and its name in messages.
fn cell_spec(
    duel: &DuelSpec,
    common: &str,
    entrant: &DuelEntrant,
    budget: u64,
    campaign: u32,
) -> Result<(String, CampaignSpec, PathBuf), DuelError> {
    let name = format!("{}-{budget}-{campaign}", entrant.name);
    let text = space_text(common, entrant, name, campaign, budget)
        .map_err(|cause| DuelError::Toml { path: duel.space.clone(), cause })?;
    let path = PathBuf::from(format!("{} of {}", duel.space.display(), entrant.name));
    let spec = CampaignSpec::parse_new(&path, &text)?;
    Ok((text, spec, path))
}
