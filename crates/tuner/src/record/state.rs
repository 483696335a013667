//! The state of a campaign: what follows from everything that is recorded, in its order.
//!
//! [`CampaignState::apply`] folds rows and lines into one state with running totals, whatever their
//! number. Running, resuming and every view read this state and nothing else. Only a view keeps all
//! candidates, in [`History`].

use std::collections::{BTreeMap, VecDeque};
use std::fmt;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use serde::Serialize;
use serde_json::Value;

use crate::record::doubt::Doubt;
use crate::record::event::{
    Began, Concluded, Drawn, Finalist, LogEvent, Look, RecordEvent, StoredScores,
};
use crate::record::now::Failures;
use crate::record::pilot::Pilot;
use crate::record::ranking::Ranking;
use crate::record::runners::Runners;
use crate::record::trial::{FinalGame, RowLayout, Trial, games_dealt};
use crate::space::CampaignSpec;
use crate::subject::Configuration;
use crate::weights::baselines::Baseline;
use crate::weights::{Evidence, LookScores, StartScores, WeightsFile};
use tune2048_engine::game::{GameResult, Stream};
use tune2048_files::number_text::grouped;
use tune2048_files::toml_errors::Mistakes;
use tune2048_optimizer::Distribution;

/// The state of a run in one word, for lists, pages and JSON.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(into = "&'static str")]
pub enum RunState {
    /// Everything is played.
    Finished,
    /// Something is still to be played, and a process plays it.
    Running,
    /// Something is still to be played, and no process plays it.
    #[default]
    Interrupted,
    /// There are recommended weights without the rows of the campaign that found them.
    WeightsOnly,
    /// A file leads elsewhere or never ends.
    NotShown,
    /// A file is not as it was written.
    Damaged,
}

impl RunState {
    /// The state of a run that can be read.
    pub fn of(is_finished: bool, is_in_use: bool) -> Self {
        match (is_finished, is_in_use) {
            (true, _) => Self::Finished,
            (false, true) => Self::Running,
            (false, false) => Self::Interrupted,
        }
    }

    /// The state in one or two words.
    pub fn name(self) -> &'static str {
        match self {
            Self::Finished => "finished",
            Self::Running => "running",
            Self::Interrupted => "interrupted",
            Self::WeightsOnly => "weights only",
            Self::NotShown => "not shown",
            Self::Damaged => "damaged",
        }
    }
}

impl From<RunState> for &'static str {
    fn from(state: RunState) -> Self {
        state.name()
    }
}

/// The outcome of a campaign.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// The recommended weights.
    pub recommended: Configuration,
    /// The origin of the weights and their validation.
    pub evidence: Evidence,
}

impl Outcome {
    /// The weights with their evidence.
    pub fn weights_file(&self) -> WeightsFile {
        WeightsFile::new(&self.recommended, self.evidence.to_table())
    }
}

/// The games of a campaign, by what they were for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameCounts {
    /// Those of pilot and search.
    pub search: u64,
    /// Those of the race.
    pub race: u64,
    /// Those of all validations.
    pub validation: u64,
}

impl GameCounts {
    /// All games.
    pub fn all(&self) -> u64 {
        self.search + self.race + self.validation
    }
}

impl fmt::Display for GameCounts {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [all, search, race, validation] = [self.all(), self.search, self.race, self.validation]
            .map(|games| grouped(games as f64));
        write!(formatter, "{all} games in all: search {search}, choice {race}, proof {validation}.")
    }
}

/// A distribution that a generation was drawn from.
#[derive(Clone, Debug, PartialEq)]
pub struct GenerationSource {
    /// The generation.
    pub generation: u32,
    /// Whether the optimizer restarted from it.
    pub is_restart: bool,
    /// The distribution in the unit cube.
    pub distribution: Distribution,
}

/// Everything that views show of a search, in order.
#[derive(Clone, Debug, Default)]
pub struct History {
    /// All evaluated candidates.
    pub trials: Vec<Trial>,
    /// The distributions of all generations, if the optimizer has any.
    pub distributions: Vec<GenerationSource>,
    /// The reliability of the ranking after each complete generation, 0 to 1.
    pub reliability: Vec<Option<f64>>,
}

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
    /// The ranking of the generations since the last restart.
    pub ranking: Ranking,
    /// The number of restarts of the optimizer.
    pub restarts: u32,
    /// The last recorded distribution.
    pub source: Option<GenerationSource>,
    /// The mean that the search took over from elsewhere, in the unit cube.
    pub(crate) warm_start: Option<Vec<f64>>,
    /// The weights that play after the search.
    pub finalists: Vec<Finalist>,
    /// The validations that were begun.
    pub looks: Vec<Look>,
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
    /// The trials of the first generation, whose candidates differ most.
    pub(crate) first_trials: Vec<Trial>,
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
    baselines: BTreeMap<usize, Baseline>,
    final_games: BTreeMap<(u8, usize, u64), GameResult>,
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
            ranking: Ranking::new(&spec),
            restarts: 0,
            source: None,
            warm_start: None,
            finalists: Vec::new(),
            looks: Vec::new(),
            outcome: None,
            search_end: None,
            failures: None,
            finished: false,
            ablation: None,
            history: None,
            first_trials: Vec::new(),
            last_trials: Vec::new(),
            open_trials: Vec::new(),
            seeds: 0,
            sources: 0,
            best_texts: VecDeque::new(),
            baselines: BTreeMap::new(),
            final_games: BTreeMap::new(),
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
                self.games += pilot.games;
                self.pilot = Some(pilot);
            }
            LogEvent::Finalist(finalist) => {
                check_number("finalist", finalist.finalist as u64, self.finalists.len() as u64)?;
                let expected = self.spec.subject().parameters().len();
                if finalist.weights.len() != expected {
                    let found = finalist.weights.len();
                    return Err(format!("weights: found {found} numbers, expected {expected}"));
                }
                self.finalists.push(finalist);
            }
            LogEvent::Baseline(StoredScores { finalist, scores }) => {
                self.check_finalist(finalist)?;
                if !scores.is_consistent() {
                    return Err("scores: expected counts and sums of the same games".to_owned());
                }
                self.baselines.insert(finalist, scores);
            }
            LogEvent::Look(look) => {
                check_number("look", look.look.into(), self.looks.len() as u64 + 1)?;
                look.check()?;
                self.check_finalist(look.winner.max(look.start))?;
                self.looks.push(look);
            }
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

    fn conclude(&mut self, concluded: Concluded) -> Result<(), String> {
        check_number("look", concluded.look.into(), self.looks.len() as u64)?;
        let read = || {
            let file = WeightsFile::parse(Path::new(super::BEST), &concluded.best).ok()?;
            let evidence = Evidence::read(&file)?;
            Some((file.weights, evidence))
        };
        let (weights, evidence) = read().ok_or("best: found no weights with their evidence")?;
        let recommended = self.spec.adopt(&weights).unwrap_or(weights);
        self.outcome = Some(Outcome { recommended, evidence });
        self.search_end = concluded.search_end;
        self.failures = concluded.failures;
        self.best_texts.push_front(concluded.best);
        self.finished = true;
        Ok(())
    }

    fn check_finalist(&self, finalist: usize) -> Result<(), String> {
        let count = self.finalists.len();
        match finalist < count {
            true => Ok(()),
            false => Err(format!("finalist: found {finalist}, expected one of the {count} before")),
        }
    }

    fn add_game(&mut self, game: FinalGame) -> Result<(), String> {
        self.check_finalist(game.finalist)?;
        let key = (game.stream as u8, game.finalist, game.game);
        if self.final_games.insert(key, game.result).is_some() {
            let FinalGame { game, finalist, .. } = game;
            return Err(format!("found game {game} of finalist {finalist} a second time"));
        }
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
        if self.generations == 0 {
            self.first_trials.clone_from(&trials);
        }
        self.last_trials = trials;
        self.generations += 1;
    }

    /// The layout of the rows.
    pub(crate) fn row_layout(&self) -> RowLayout {
        RowLayout::new(self.spec.subject(), self.spec.coordinate_names())
    }

    /// The name of the state; `is_in_use` says whether a process plays the campaign.
    pub fn run_state(&self, is_in_use: bool) -> RunState {
        RunState::of(self.finished, is_in_use)
    }

    /// The weights that the search started from.
    pub fn start_weights(&self) -> Configuration {
        self.spec.start_weights()
    }

    /// The evidence of the last validation that came to its end.
    pub fn evidence(&self) -> Option<&Evidence> {
        self.outcome.as_ref().map(|outcome| &outcome.evidence)
    }

    /// The weights that the campaign recommends.
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
        self.games == 0 && self.finalists.is_empty()
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
        let doubt = Doubt::of(&self.first_trials).map(|doubt| doubt.sentence().to_owned());
        failures.into_iter().chain(doubt).collect()
    }

    /// The stored scores that stand for games of a finalist, if they do.
    pub fn baseline(&self, finalist: usize) -> Option<&Baseline> {
        self.baselines.get(&finalist)
    }

    /// Whether stored scores stand for games of any finalist.
    pub fn has_baselines(&self) -> bool {
        !self.baselines.is_empty()
    }

    /// All recorded games after the search: their streams, finalists and places in the stream.
    pub fn all_final_games(&self) -> impl Iterator<Item = (Stream, usize, u64)> {
        let streams = [Stream::Selection, Stream::Validation];
        self.final_games.keys().filter_map(move |&(stream, finalist, game)| {
            let stream = streams.iter().find(|known| **known as u8 == stream)?;
            Some((*stream, finalist, game))
        })
    }

    /// The number of recorded games of a stream, of all finalists.
    pub fn final_games(&self, stream: Stream) -> u64 {
        let streams = (stream as u8, 0, 0)..(stream as u8 + 1, 0, 0);
        self.final_games.range(streams).count() as u64
    }

    /// All recorded games, by what they were for.
    pub fn game_counts(&self) -> GameCounts {
        let [race, validation] =
            [Stream::Selection, Stream::Validation].map(|of| self.final_games(of));
        GameCounts { search: self.games, race, validation }
    }

    /// The recorded result of a finalist's game.
    pub(crate) fn game(&self, stream: Stream, game: u64, finalist: usize) -> Option<GameResult> {
        self.final_games.get(&(stream as u8, finalist, game)).copied()
    }

    /// The recorded results of a finalist in a range of a stream, in order.
    pub fn results(&self, stream: Stream, games: Range<u64>, finalist: usize) -> Vec<GameResult> {
        if games.is_empty() {
            return Vec::new();
        }
        let key = |game| (stream as u8, finalist, game);
        let found = self.final_games.range(key(games.start)..key(games.end));
        found.map(|(_, result)| *result).collect()
    }

    /// The scores of a look; `None` unless all of its games are recorded.
    pub fn look_scores(&self, look: &Look) -> Option<LookScores> {
        let all = |finalist| {
            let results = self.results(Stream::Validation, look.games(), finalist);
            (results.len() as u64 == u64::from(look.validation_games)).then_some(results)
        };
        let tuned = all(look.winner)?;
        let start = match self.baseline(look.start) {
            Some(stored) => StartScores::Stored(stored.clone()),
            None if self.is_match(look) => StartScores::mirrored(&tuned),
            None => StartScores::Played(all(look.start)?),
        };
        Some(LookScores { tuned, start })
    }

    /// Whether the starting weights of a look need no games of their own: the others play against them.
    pub(crate) fn is_match(&self, look: &Look) -> bool {
        self.spec.is_match() && look.winner != look.start
    }
}

/// Checks a number that follows on others.
fn check_number(name: &str, found: u64, expected: u64) -> Result<(), String> {
    match found == expected {
        true => Ok(()),
        false => Err(format!("{name}: found {found}, expected {expected}")),
    }
}
