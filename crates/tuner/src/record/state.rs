//! The state of a campaign: what follows from everything that is recorded, in its order.
//!
//! [`CampaignState::apply`] folds rows and lines into one state with running totals, whatever their
//! number. Running, resuming and every view read this state and nothing else. Only a view keeps all
//! candidates, in [`History`].

use std::collections::VecDeque;
use std::path::Path;
use std::sync::Arc;

use serde_json::Value;

use crate::record::event::{Began, Concluded, Drawn, LogEvent, Look, RecordEvent};
use crate::record::finals::{Finals, GameCounts, Outcome};
use crate::record::history::{GenerationSource, History};
use crate::record::now::Failures;
use crate::record::pilot::{Pilot, PilotGames};
use crate::record::ranking::Ranking;
use crate::record::runners::Runners;
use crate::record::score_anomaly::SeenScores;
use crate::record::trial::{FinalGame, RowLayout, Trial, games_dealt};
use crate::space::{CampaignSpec, SearchRules};
use crate::subject::Configuration;
use crate::weights::{Evidence, LookScores};
use tune2048_engine::game::Stream;
use tune2048_files::record::check_number;
use tune2048_files::toml_errors::Mistakes;

/// What a part of the record did to the state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// The last candidate of a generation was recorded.
    GenerationEnded,
    /// The distribution of a generation was recorded.
    Drawn,
    /// The optimizer restarted.
    Restarted,
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
    /// Those that are played, until then.
    pub(crate) pilot_games: PilotGames,
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
    /// All candidates and distributions, where a view wants them.
    pub history: Option<History>,
    /// The counts that tell whether the scores of all generations vary as they should.
    pub seen_scores: SeenScores,
    /// The trials of the last complete generation.
    pub(crate) last_trials: Vec<Trial>,
    /// The trials of the generation in progress.
    pub(crate) open_trials: Vec<Trial>,
    /// The number of seeds that the generations before the one in progress have used.
    pub(crate) seeds: u64,
    /// The number of distributions since the last restart.
    pub(crate) sources: usize,
    pub(crate) runners: Runners,
    /// The texts of `best.toml`, the last one first.
    pub(crate) best_texts: VecDeque<String>,
    /// Whether rows are left out of the record.
    lacks_rows: bool,
}

impl CampaignState {
    /// The state of a campaign that has begun; `path` names its search space in messages.
    ///
    /// # Errors
    /// The mistakes of the search space.
    pub fn begin(path: &Path, began: Began) -> Result<Self, Mistakes> {
        let spec = CampaignSpec::parse_recorded(began.defaults, path, &began.settings)?;
        Ok(Self::of(spec, began))
    }

    /// The state of a campaign that has not started.
    pub fn nothing(spec: CampaignSpec) -> Self {
        let began = Began {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            fingerprint: spec.fingerprint(),
            defaults: spec.defaults,
            settings: String::new(),
            program: None,
        };
        Self::of(spec, began)
    }

    fn of(spec: CampaignSpec, began: Began) -> Self {
        Self {
            texts: vec![began.settings.clone()],
            runners: Runners::default(),
            trials: 0,
            games: 0,
            generations: 0,
            elapsed_seconds: 0.0,
            pilot: None,
            pilot_games: PilotGames::default(),
            ranking: Ranking::new(&spec),
            restarts: 0,
            source: None,
            warm_start: None,
            finals: Finals::default(),
            outcome: None,
            search_end: None,
            failures: None,
            finished: false,
            ablation: None,
            history: None,
            seen_scores: SeenScores::default(),
            last_trials: Vec::new(),
            open_trials: Vec::new(),
            seeds: 0,
            sources: 0,
            best_texts: VecDeque::new(),
            lacks_rows: false,
            spec: Arc::new(spec),
            began,
        }
    }

    /// The state that keeps all candidates.
    #[must_use]
    pub fn with_history(self) -> Self {
        Self { history: Some(History::default()), ..self }
    }

    /// The state of a record whose rows are left out.
    pub(crate) fn without_rows(self) -> Self {
        Self { lacks_rows: true, ..self }
    }

    /// Takes up what was recorded next.
    ///
    /// # Errors
    /// If it cannot follow on what is recorded before: what was found and what was expected.
    pub fn apply(&mut self, event: RecordEvent) -> Result<Change, String> {
        let is_beside = matches!(&event, RecordEvent::Line(line) if matches!(**line, LogEvent::Ablation { .. }));
        self.finished &= is_beside;
        match event {
            RecordEvent::Trial(trial) => self.add_trial(trial),
            RecordEvent::Game(game) => self.add_game(game).map(|()| Change::Other),
            RecordEvent::Line(line) => match *line {
                LogEvent::Distribution(drawn) => self.add_source(&drawn, false),
                LogEvent::Restart(drawn) => self.add_source(&drawn, true),
                other => self.add_line(other).map(|()| Change::Other),
            },
        }
    }

    fn add_line(&mut self, line: LogEvent) -> Result<(), String> {
        match line {
            LogEvent::Distribution(_) | LogEvent::Restart(_) => {}
            LogEvent::Began(_) => return Err("found a second beginning".to_owned()),
            LogEvent::Pilot(pilot) => {
                if self.pilot.is_some() {
                    return Err("found a second pilot".to_owned());
                }
                let known = std::mem::take(&mut self.pilot_games).count();
                self.games += pilot.games.checked_sub(known).ok_or_else(|| {
                    format!("games: found {}, expected the {known} that are recorded", pilot.games)
                })?;
                self.pilot = Some(pilot);
            }
            LogEvent::Finalist(finalist) => {
                let expected = self.spec.subject().parameters().len();
                self.finals.add_finalist(finalist, expected)?;
            }
            LogEvent::Baseline(stored) => self.finals.add_baseline(stored)?,
            LogEvent::Look(look) => self.finals.add_look(look)?,
            LogEvent::BudgetGrown { settings } => {
                let path = Path::new(super::SEARCH_SPACE);
                let grown = CampaignSpec::parse_recorded(self.began.defaults, path, &settings);
                let grown = grown.map_err(|mistakes| mistakes.to_string())?;
                self.spec = Arc::new(grown);
                self.texts.push(settings);
            }
            LogEvent::Concluded(concluded) => self.conclude(concluded)?,
            LogEvent::Ablation { found } => self.ablation = Some(found),
        }
        Ok(())
    }

    fn add_game(&mut self, game: FinalGame) -> Result<(), String> {
        if game.stream != Stream::Pilot {
            return self.finals.add_game(game);
        }
        if self.pilot.is_some() || self.trials > 0 {
            return Err("found a game of the pilot after its end".to_owned());
        }
        self.pilot_games.add(&game)?;
        self.games += 1;
        Ok(())
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

    fn add_source(&mut self, drawn: &Drawn, is_restart: bool) -> Result<Change, String> {
        let distribution = drawn.distribution(self.spec.dimensions())?;
        let has_part = !self.open_trials.is_empty();
        // After a part of a generation a restart goes on with the next one.
        let expected = self.generations + u32::from(has_part && is_restart);
        if !self.lacks_rows && (drawn.generation != expected || has_part && !is_restart) {
            let found = drawn.generation;
            return Err(format!("generation: found {found}, expected {expected}"));
        }
        if has_part {
            self.end_generation(false);
        }
        if is_restart && self.trials == 0 {
            self.warm_start = Some(drawn.mean.clone());
        }
        if is_restart {
            self.restarts += 1;
            self.sources = 0;
            self.ranking = Ranking::new(&self.spec);
        }
        self.sources += 1;
        let source = GenerationSource { generation: drawn.generation, is_restart, distribution };
        if let Some(history) = &mut self.history {
            history.distributions.push(source.clone());
        }
        self.source = Some(source);
        Ok(if is_restart { Change::Restarted } else { Change::Drawn })
    }

    fn add_trial(&mut self, trial: Trial) -> Result<Change, String> {
        check_number("trial", trial.trial, self.trials)?;
        check_number("generation", trial.generation.into(), self.generations.into())?;
        check_number("candidate", trial.candidate.into(), self.open_trials.len() as u64)?;
        let is_drawn = self.source.as_ref().is_some_and(|last| last.generation == trial.generation);
        let is_from_distribution = self.spec.optimizer.has_distribution();
        if is_from_distribution && self.spec.defaults.rules == SearchRules::Second && !is_drawn {
            return Err(format!(
                "found a trial of generation {}, expected the distribution that it is drawn from \
                 before it",
                trial.generation
            ));
        }
        let (found, expected) = (trial.point.len(), self.spec.dimensions());
        if found != expected {
            return Err(format!("found a point of {found} coordinates, expected {expected}"));
        }
        self.trials += 1;
        self.games += u64::from(trial.evaluation.games);
        self.elapsed_seconds = trial.elapsed_seconds;
        if let Some(history) = &mut self.history {
            history.trials.push(trial.clone());
        }
        self.open_trials.push(trial);
        if self.open_trials.len() < self.spec.population() as usize {
            return Ok(Change::Other);
        }
        self.ranking.add_generation(&self.open_trials);
        if let Some(history) = &mut self.history {
            history.reliability.push(self.ranking.reliability());
        }
        self.end_generation(true);
        Ok(Change::GenerationEnded)
    }

    /// Ends the generation in progress, all candidates of which are recorded if it is whole.
    fn end_generation(&mut self, is_whole: bool) {
        let trials = std::mem::take(&mut self.open_trials);
        let games = trials.iter().map(|trial| u64::from(trial.evaluation.games));
        self.seeds += games.max().unwrap_or(0);
        self.runners.add(&self.spec, &trials);
        if let Some(history) = self.history.as_mut().filter(|_| !is_whole) {
            history.reliability.push(None);
        }
        self.seen_scores.add(&self.spec, &trials);
        self.last_trials = trials;
        self.generations += 1;
    }

    /// The layout of the rows.
    pub(crate) fn row_layout(&self) -> RowLayout {
        RowLayout::of(&self.spec)
    }

    /// The weights that the search started from.
    pub fn start_weights(&self) -> Configuration {
        self.spec.start_weights()
    }

    /// The evidence of the last validation that came to its end.
    pub fn evidence(&self) -> Option<&Evidence> {
        self.outcome.as_ref().map(|outcome| &outcome.evidence)
    }

    /// The weights that the campaign found, proven better or not.
    pub fn recommended(&self) -> Option<&Configuration> {
        self.outcome.as_ref().map(|outcome| &outcome.recommended)
    }

    /// The reliability of the ranking, 0 to 1, from the last few complete generations.
    pub fn reliability(&self) -> Option<f64> {
        self.ranking.reliability()
    }

    /// The games per candidate of the last complete generation.
    pub fn games_per_candidate(&self) -> Option<u32> {
        (!self.last_trials.is_empty()).then(|| games_dealt(&self.last_trials))
    }

    /// Whether no game is recorded.
    pub fn is_unplayed(&self) -> bool {
        self.games == 0 && self.finals.finalists.is_empty()
    }

    /// All evaluated candidates, where a view wants them.
    pub fn all_trials(&self) -> &[Trial] {
        self.history.as_ref().map_or(&[], |history| &history.trials)
    }

    /// The distributions of all generations, where a view wants them.
    pub fn sources(&self) -> &[GenerationSource] {
        self.history.as_ref().map_or(&[], |history| &history.distributions)
    }

    /// The reliability of the ranking after a generation; `None` before its end.
    pub fn reliability_at(&self, generation: u32) -> Option<f64> {
        *self.history.as_ref()?.reliability.get(generation as usize)?
    }

    /// The candidates with the highest shrinkage estimates, best first, each with other weights.
    pub(crate) fn front_runners(&self) -> Runners {
        let mut runners = self.runners.clone();
        runners.add(&self.spec, &self.open_trials);
        runners
    }

    /// The best weights by present knowledge: the mean of the last recorded distribution, without
    /// distributions the front runner, without trials the starting weights.
    pub fn guess(&self) -> Configuration {
        if let Some(source) = &self.source {
            return self.spec.decode(&source.distribution.mean);
        }
        let runners = self.front_runners();
        let values = runners.iter().next().map(|runner| runner.weights.clone());
        values
            .map_or_else(|| self.start_weights(), |values| self.spec.subject().with_values(values))
    }

    /// The number of generations that [`Self::guess`] has learned from.
    pub fn guess_generations(&self) -> u32 {
        self.source.as_ref().map_or(self.generations, |source| source.generation)
    }

    /// What speaks against the scores so far, in sentences.
    pub fn doubts(&self, failures: &Failures) -> Vec<String> {
        match self.outcome.as_ref().filter(|_| self.finished) {
            Some(outcome) => outcome.evidence.doubts.clone(),
            None => self.doubts_of_search(Some(failures)),
        }
    }

    /// What speaks against the scores: games that failed, and scores that no sound program has.
    pub(crate) fn doubts_of_search(&self, failures: Option<&Failures>) -> Vec<String> {
        let failures = failures.and_then(|found| found.sentence(self.spec.failure_score()));
        let anomaly = self.seen_scores.anomaly().map(|anomaly| anomaly.sentence());
        failures.into_iter().chain(anomaly).collect()
    }

    /// All recorded games, by what they were for.
    pub fn game_counts(&self) -> GameCounts {
        let [race, validation] =
            [Stream::Selection, Stream::Validation].map(|of| self.finals.count(of));
        GameCounts { search: self.games, race, validation }
    }

    /// The scores of a look; `None` unless all of its games are recorded.
    pub fn look_scores(&self, look: &Look) -> Option<LookScores> {
        let has_margins = self.spec.subject().has_margins();
        self.finals.look_scores(look, self.is_match(look), has_margins)
    }

    /// Whether the starting weights of a look need no games of their own: the others play against them.
    pub(crate) fn is_match(&self, look: &Look) -> bool {
        self.spec.is_match() && look.winner != look.start
    }
}
