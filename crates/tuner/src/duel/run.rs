//! Running a duel, from where it was left.

use std::fs;
use std::path::{Path, PathBuf};

use super::document::space_text;
use super::results::{CampaignResult, Results};
use super::spec::{DuelSpec, DuelValidation, Entrant};
use crate::campaign::{Campaign, CampaignError, Silent};
use crate::checkpoint::folder::{BEST, RECORD, SEARCH_SPACE};
use crate::checkpoint::{CheckpointError, Folder};
use crate::protocol::{ServeError, serve_command};
use crate::scores::Evaluation;
use crate::spec::CampaignSpec;
use crate::toml_errors::Mistakes;
use crate::weights_file::WeightsFile;
use tune2048_engine::evaluate::{Evaluate, EvaluateError, GameEvaluator, Monitor};
use tune2048_engine::game::{GameSeed, Stream};
use tune2048_engine::heuristic::Weights;

/// The table of finished campaigns.
const CAMPAIGNS: &str = "campaigns.csv";

/// Why a duel cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum DuelError {
    /// The common search space cannot be read.
    #[error("{}: cannot read: {cause}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system said.
        cause: std::io::Error,
    },
    /// A search space has mistakes.
    #[error(transparent)]
    CampaignSpec(#[from] Mistakes),
    /// The common search space is no TOML.
    #[error("{}: {cause}", path.display())]
    Toml {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        cause: toml::de::Error,
    },
    /// An entrant's program failed.
    #[error("entrant {entrant}: {problem}")]
    Command {
        /// The entrant.
        entrant: String,
        /// What happened.
        problem: String,
    },
    /// A finished campaign is not the one that the file asks for.
    #[error(
        "{}: campaign {campaign} of {entrant} at {budget} games was run with other settings - \
         undo the change of the file, or give another folder with --out", path.display()
    )]
    Changed {
        /// The table of finished campaigns.
        path: PathBuf,
        /// The entrant.
        entrant: String,
        /// The games of its search.
        budget: u64,
        /// Its number.
        campaign: u32,
    },
    /// A campaign failed.
    #[error(transparent)]
    Campaign(#[from] CampaignError),
    /// A file of the duel cannot be written or is damaged.
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
    /// The games cannot be played, or a stop was requested.
    #[error(transparent)]
    Evaluate(#[from] EvaluateError),
}

/// One campaign of a duel.
struct Cell<'a> {
    entrant: &'a Entrant,
    budget: u64,
    campaign: u32,
    space: CampaignSpec,
    text: String,
    /// What messages call the text.
    path: PathBuf,
    folder: PathBuf,
}

impl Cell<'_> {
    /// A checksum over all that the campaign is run and measured with.
    fn settings(&self, spec: &DuelSpec) -> u32 {
        let DuelValidation { games, seed } = spec.validation;
        let command = self.entrant.command.as_deref().unwrap_or_default();
        crc32fast::hash(format!("{}{command:?} {games} {seed}", self.text).as_bytes())
    }
}

/// A duel with its folder.
#[derive(Debug)]
pub struct Duel {
    spec: DuelSpec,
    /// Where commands are run.
    home: PathBuf,
    folder: PathBuf,
    common: String,
    results: Results,
    threads: Option<usize>,
}

impl Duel {
    /// Opens the folder of a duel, or makes it. All search spaces are checked first; `home` is where the commands of
    /// entrants are run.
    ///
    /// # Errors
    /// If a search space has mistakes, or the folder cannot be used.
    pub fn open(
        spec: DuelSpec,
        home: &Path,
        folder: &Path,
        threads: Option<usize>,
    ) -> Result<Self, DuelError> {
        let common = fs::read_to_string(&spec.space).map_err(|cause| DuelError::Read {
            path: spec.space.clone(),
            cause,
        })?;
        for entrant in &spec.entrants {
            for &budget in &spec.budgets {
                check(&spec, &common, entrant, budget)?;
            }
        }
        fs::create_dir_all(folder).map_err(|cause| CheckpointError::Create {
            path: folder.to_owned(),
            cause,
        })?;
        Ok(Self {
            results: Results::open(&folder.join(CAMPAIGNS))?,
            home: home.to_owned(),
            folder: folder.to_owned(),
            spec,
            common,
            threads,
        })
    }

    /// What is compared.
    pub fn spec(&self) -> &DuelSpec {
        &self.spec
    }

    /// The campaigns that are finished.
    pub fn results(&self) -> &Results {
        &self.results
    }

    /// How many of the campaigns that the file asks for are finished.
    pub fn finished(&self) -> usize {
        let results = self.results.campaigns.iter();
        let asked = |result: &&CampaignResult| {
            let mut entrants = self.spec.entrants.iter();
            entrants.any(|entrant| entrant.name == result.entrant)
                && self.spec.budgets.contains(&result.budget)
                && result.campaign <= self.spec.campaigns
        };
        results.filter(asked).count()
    }

    /// How many campaigns there are altogether.
    pub fn campaigns(&self) -> usize {
        self.spec.entrants.len() * self.spec.budgets.len() * self.spec.campaigns as usize
    }

    /// Runs what is not finished, campaign by campaign: first all entrants' first ones, then their second ones, so that
    /// a duel that is cut short has as many of each. Each result is told as soon as it is saved.
    ///
    /// # Errors
    /// If a stop is requested through the monitor, a campaign fails, or a file cannot be written.
    pub fn run(
        &mut self,
        monitor: &Monitor,
        mut tell: impl FnMut(&CampaignResult),
    ) -> Result<(), DuelError> {
        let spec = self.spec.clone();
        for &budget in &spec.budgets {
            for campaign in 1..=spec.campaigns {
                for entrant in &spec.entrants {
                    let cell = self.cell(entrant, budget, campaign)?;
                    match self.results.find(&entrant.name, budget, campaign) {
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
                            let result = self.run_campaign(&cell, monitor)?;
                            self.results.add(result.clone())?;
                            tell(&result);
                        }
                    }
                }
            }
        }
        Ok(())
    }

    fn cell<'a>(
        &self,
        entrant: &'a Entrant,
        budget: u64,
        campaign: u32,
    ) -> Result<Cell<'a>, DuelError> {
        let (text, space, path) = cell_space(&self.spec, &self.common, entrant, budget, campaign)?;
        Ok(Cell {
            entrant,
            budget,
            campaign,
            folder: self.folder.join(&space.name),
            space,
            text,
            path,
        })
    }

    fn run_campaign(
        &self,
        cell: &Cell<'_>,
        monitor: &Monitor,
    ) -> Result<CampaignResult, DuelError> {
        let evaluator = GameEvaluator::new(self.threads)?;
        let (weights, search_games) = match &cell.entrant.command {
            None => campaign_of_ours(cell, &evaluator, monitor)?,
            Some(command) => self.campaign_of_others(cell, command, &evaluator, monitor)?,
        };
        let validation = self.spec.validation;
        let seeds: Vec<GameSeed> = (0..u64::from(validation.games))
            .map(|index| GameSeed::new(validation.seed, Stream::Evaluation, index))
            .collect();
        let player = cell.space.player;
        let played = evaluator.play(player, &weights, &seeds, monitor)?;
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

    /// A program that was cut short starts from the beginning; its weights are kept beside the search space.
    fn campaign_of_others(
        &self,
        cell: &Cell<'_>,
        command: &[String],
        evaluator: &GameEvaluator,
        monitor: &Monitor,
    ) -> Result<(Weights, u64), DuelError> {
        let (entrant, space) = (cell.entrant, &cell.space);
        let failed = |problem: String| DuelError::Command {
            entrant: entrant.name.clone(),
            problem,
        };
        let limit = Some(cell.budget);
        let served = serve_command(command, &self.home, space, evaluator, limit, monitor).map_err(
            |error| match error {
                ServeError::Evaluate(error) => error.into(),
                other => failed(other.to_string()),
            },
        )?;
        let weights = served
            .recommendation
            .ok_or_else(|| failed("it ended without a line that recommends anything".to_owned()))?;
        let folder = Folder::create(&cell.folder)?;
        folder.write(SEARCH_SPACE, &cell.text)?;
        let file = WeightsFile {
            weights: weights.clone(),
            player: space.player,
            evidence: toml::Table::new(),
        };
        folder.write(BEST, &file.to_toml())?;
        Ok((weights, served.games))
    }
}

/// Starts a campaign, or goes on with it.
fn campaign_of_ours(
    cell: &Cell<'_>,
    evaluator: &GameEvaluator,
    monitor: &Monitor,
) -> Result<(Weights, u64), DuelError> {
    let mut campaign = if cell.folder.join(RECORD).exists() {
        Campaign::resume(&cell.folder, Some((&cell.path, &cell.text)))?
    } else {
        Campaign::create(&cell.folder, &cell.path, &cell.text)?
    };
    let outcome = campaign
        .run(evaluator, monitor, &mut Silent)
        .map_err(|error| match error {
            CampaignError::Interrupted => EvaluateError::Interrupted.into(),
            other => DuelError::from(other),
        })?;
    Ok((outcome.recommended, campaign.games()))
}

fn check(spec: &DuelSpec, common: &str, entrant: &Entrant, budget: u64) -> Result<(), DuelError> {
    cell_space(spec, common, entrant, budget, 1).map(|_| ())
}

/// The search space of one campaign: its text, what it says, and what to call it in messages.
fn cell_space(
    spec: &DuelSpec,
    common: &str,
    entrant: &Entrant,
    budget: u64,
    campaign: u32,
) -> Result<(String, CampaignSpec, PathBuf), DuelError> {
    let name = format!("{}-{budget}-{campaign}", entrant.name);
    let text =
        space_text(common, entrant, name, campaign, budget).map_err(|cause| DuelError::Toml {
            path: spec.space.clone(),
            cause,
        })?;
    let path = PathBuf::from(format!("{} of {}", spec.space.display(), entrant.name));
    let space = CampaignSpec::parse(&path, &text)?;
    Ok((text, space, path))
}
