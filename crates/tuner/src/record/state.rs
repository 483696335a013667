//! The state of a campaign: what follows from everything that is recorded, in its order.
//!
//! [`CampaignState::apply`] folds rows and lines into one state with running totals, whatever their
//! number. Running, resuming and every view read this state and nothing else, by its fields or by what
//! `answers` says of them. Only a view keeps all candidates.

use std::collections::VecDeque;
use std::path::Path;
use std::sync::Arc;

use serde_json::Value;

use super::{
    Began, Concluded, Failures, FinalGame, Finals, GenerationData, GenerationSource, LogEvent,
    Outcome, Pilot, Ranking, RecordEvent, SeenScores, Trial,
};
use crate::record::runners::{self, Runner};
use crate::space::{CampaignSpec, SearchRules};
use tune2048_engine::game::Stream;
use tune2048_files::record::check_number;
use tune2048_files::toml_errors::Mistakes;

/// What a part of the record did to the state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// The last candidate of a generation was recorded.
    GenerationEnded,
    /// The distribution of a generation was recorded, from which the optimizer may have restarted.
    Drawn,
    /// Anything else.
    Other,
}

/// The state of a campaign.
#[derive(Clone, Debug)]
pub struct CampaignState {
    /// The search space, with the last limits.
    pub spec: Arc<CampaignSpec>,
    /// How the campaign began.
    pub began: Began,
    /// The texts of the search space, oldest first: with the limits of the beginning, and each with larger ones.
    pub(crate) texts: Vec<String>,
    /// The number of evaluated candidates.
    pub trials: u64,
    /// The games of the pilot and of all evaluated candidates.
    pub games: u64,
    /// The number of complete generations.
    pub generations: u32,
    /// The time that the search has taken, pauses left out.
    pub elapsed_seconds: f64,
    /// The games before the search, once they are played.
    pub pilot: Option<Pilot>,
    /// The ranking of the generations since the last restart.
    pub ranking: Ranking,
    /// The number of restarts of the optimizer.
    pub restarts: u32,
    /// The last recorded distribution.
    pub source: Option<GenerationSource>,
    /// The mean that the search took over from elsewhere, in the unit cube.
    pub(crate) warm_start: Option<Vec<f64>>,
    /// What is played after the search.
    pub finals: Finals,
    /// The outcome of the last validation that came to its end.
    pub outcome: Option<Outcome>,
    /// Why the optimizer ended before the budget, if it did.
    pub search_end: Option<String>,
    /// The games of a program that had failed at the last conclusion, if any had.
    pub failures: Option<Failures>,
    /// Whether the search is over and [`outcome`](Self::outcome) is its outcome.
    pub finished: bool,
    /// What was found on the way from the starting weights to recommended ones, if it was played.
    pub ablation: Option<Value>,
    /// Whether all candidates and distributions are kept, for a view.
    pub keeps_all: bool,
    /// All candidates, if they are kept.
    pub all_trials: Vec<Trial>,
    /// The distributions of all generations, if they are kept and the optimizer has any.
    pub sources: Vec<GenerationSource>,
    /// The results of all complete generations.
    pub complete: Vec<GenerationData>,
    /// The counts that tell whether the scores of all generations vary as they should.
    pub seen_scores: SeenScores,
    /// The trials of the last complete generation.
    pub(crate) last_trials: Vec<Trial>,
    /// The trials of the generation in progress.
    pub(crate) open_trials: Vec<Trial>,
    /// The means of the distributions since the last restart.
    pub(crate) means: Vec<Vec<f64>>,
    pub(crate) runners: Vec<Runner>,
    /// The texts of `best.toml`, the last one first.
    pub(crate) best_texts: VecDeque<String>,
    /// Whether rows are left out of the record.
    lacks_rows: bool,
}

impl CampaignState {
    /// The state of a campaign that has begun; `path` names its search space in messages. Without rows
    /// only the log counts.
    ///
    /// # Errors
    /// The mistakes of the search space.
    pub(super) fn begin(path: &Path, began: Began, with_rows: bool) -> Result<Self, Mistakes> {
        let spec = CampaignSpec::parse_recorded(began.defaults, path, &began.settings)?;
        Ok(Self { lacks_rows: !with_rows, ..Self::of(spec, began) })
    }

    /// The state of a campaign that has not started.
    pub fn nothing(spec: CampaignSpec) -> Self {
        let began = Began::of(&spec, String::new());
        Self::of(spec, began)
    }

    fn of(spec: CampaignSpec, began: Began) -> Self {
        Self {
            texts: vec![began.settings.clone()],
            runners: Vec::new(),
            trials: 0,
            games: 0,
            generations: 0,
            elapsed_seconds: 0.0,
            pilot: None,
            ranking: Ranking::default(),
            restarts: 0,
            source: None,
            warm_start: None,
            finals: Finals::default(),
            outcome: None,
            search_end: None,
            failures: None,
            finished: false,
            ablation: None,
            keeps_all: false,
            all_trials: Vec::new(),
            sources: Vec::new(),
            complete: Vec::new(),
            seen_scores: SeenScores::default(),
            last_trials: Vec::new(),
            open_trials: Vec::new(),
            means: Vec::new(),
            best_texts: VecDeque::new(),
            lacks_rows: false,
            spec: Arc::new(spec),
            began,
        }
    }

    /// Takes up what was recorded next.
    ///
    /// # Errors
    /// If it cannot follow on what is recorded before: what was found and what was expected.
    pub fn apply(&mut self, event: RecordEvent) -> Result<Change, String> {
        let is_beside = matches!(&event, RecordEvent::Line(line) if matches!(**line, LogEvent::Ablation { .. }));
        self.finished &= is_beside;
        let line = match event {
            RecordEvent::Trial(trial) => return self.add_trial(trial),
            RecordEvent::Game(game) => return self.add_game(game).map(|()| Change::Other),
            RecordEvent::Line(line) => *line,
        };
        match line {
            LogEvent::Began(_) => return Err("found a second beginning".to_owned()),
            LogEvent::Distribution(drawn) => return self.add_source(drawn),
            LogEvent::Restart(drawn) => {
                return self.add_source(GenerationSource { is_restart: true, ..drawn });
            }
            LogEvent::Pilot(pilot) => self.add_pilot(pilot)?,
            LogEvent::Finalist(finalist) => {
                let expected = self.spec.subject().parameters().len();
                self.finals.add_finalist(finalist, expected)?;
            }
            LogEvent::Baseline { finalist, scores } => {
                self.finals.add_baseline(finalist, scores)?;
            }
            LogEvent::Look(look) => self.finals.add_look(look)?,
            LogEvent::BudgetGrown { settings } => {
                let path = Path::new(super::SEARCH_SPACE);
                let grown = CampaignSpec::parse_recorded(self.began.defaults, path, &settings);
                self.spec = Arc::new(grown.map_err(|mistakes| mistakes.to_string())?);
                self.texts.push(settings);
            }
            LogEvent::Concluded(concluded) => self.conclude(concluded)?,
            LogEvent::Ablation { found } => self.ablation = Some(found),
        }
        Ok(Change::Other)
    }

    fn add_pilot(&mut self, pilot: Pilot) -> Result<(), String> {
        if self.pilot.is_some() {
            return Err("found a second pilot".to_owned());
        }
        let known = self.finals.forget_pilot();
        self.games += pilot.games.checked_sub(known).ok_or_else(|| {
            format!("games: found {}, expected the {known} that are recorded", pilot.games)
        })?;
        self.pilot = Some(pilot);
        Ok(())
    }

    fn add_game(&mut self, game: FinalGame) -> Result<(), String> {
        if game.stream == Stream::Pilot {
            if self.pilot.is_some() || self.trials > 0 {
                return Err("found a game of the pilot after its end".to_owned());
            }
            self.games += 1;
        }
        self.finals.add_game(game)
    }

    fn conclude(&mut self, concluded: Concluded) -> Result<(), String> {
        check_number("look", concluded.look.into(), self.finals.looks.len() as u64)?;
        let winner =
            self.finals.looks.last().and_then(|look| self.finals.finalists.get(look.winner));
        let winner = winner.map(|winner| &*winner.weights);
        self.outcome = Some(Outcome::read(&concluded.best, &self.spec, winner)?);
        self.search_end = concluded.search_end;
        self.failures = concluded.failures;
        self.best_texts.push_front(concluded.best);
        self.finished = true;
        Ok(())
    }

    fn add_source(&mut self, source: GenerationSource) -> Result<Change, String> {
        let GenerationSource { generation, is_restart, distribution } = &source;
        let expected = self.spec.dimensions();
        let found = [distribution.mean.len(), distribution.covariance.dimensions()];
        if found != [expected; 2] {
            return Err(format!(
                "found a distribution with {found:?} coordinates of mean and covariance, expected \
                 {expected} of each"
            ));
        }
        if !self.lacks_rows {
            check_number("generation", (*generation).into(), self.generations.into())?;
            if !self.open_trials.is_empty() {
                return Err("found a distribution amid the candidates of a generation".to_owned());
            }
        }
        if *is_restart {
            if self.trials == 0 {
                self.warm_start = Some(distribution.mean.clone());
            }
            self.restarts += 1;
            self.means.clear();
            self.ranking = Ranking::default();
        }
        self.means.push(distribution.mean.clone());
        if self.keeps_all {
            self.sources.push(source.clone());
        }
        self.source = Some(source);
        Ok(Change::Drawn)
    }

    fn add_trial(&mut self, trial: Trial) -> Result<Change, String> {
        check_number("trial", trial.trial, self.trials)?;
        check_number("generation", trial.generation.into(), self.generations.into())?;
        check_number("candidate", trial.candidate.into(), self.open_trials.len() as u64)?;
        let is_drawn = self.source.as_ref().is_some_and(|last| last.generation == trial.generation);
        let is_from_distribution = self.spec.optimizer.has_distribution();
        if is_from_distribution && self.spec.defaults.rules != SearchRules::First && !is_drawn {
            return Err(format!(
                "found a trial of generation {}, expected the distribution that it is drawn from \
                 before it",
                trial.generation
            ));
        }
        self.trials += 1;
        self.games += u64::from(trial.evaluation.games);
        self.elapsed_seconds = trial.elapsed_seconds;
        if self.keeps_all {
            self.all_trials.push(trial.clone());
        }
        self.open_trials.push(trial);
        if self.open_trials.len() < self.spec.population() as usize {
            return Ok(Change::Other);
        }
        self.end_generation();
        Ok(Change::GenerationEnded)
    }

    /// Ends the generation in progress, all candidates of which are recorded.
    fn end_generation(&mut self) {
        let trials = std::mem::take(&mut self.open_trials);
        self.ranking.add_generation(&self.spec, &trials);
        runners::add(&mut self.runners, &self.spec, &trials);
        self.complete.push(self.next_generation(&trials, self.ranking.reliability()));
        self.seen_scores.add(&self.spec, &trials);
        self.last_trials = trials;
        self.generations += 1;
    }
}
