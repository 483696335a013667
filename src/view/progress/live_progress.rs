//! All that is known of a running campaign or learning run, updated by its record and its events.

use std::sync::Arc;
use std::time::Duration;

use super::coordinates::{WeightPosition, positions};
use super::pace::{Pace, RecentRate};
use super::workload::Workload;
use tune2048_learning::run::{CurvePoint, LearningEvent};
use tune2048_learning::settings::LearningSpec;
use tune2048_tuner::baselines;
use tune2048_tuner::campaign::Event;
use tune2048_tuner::record::{CampaignState, GenerationData, Pilot, SeenWorker};
use tune2048_tuner::space::{CampaignSpec, ValidationBaseline};
use tune2048_tuner::statistics::Interval;
use tune2048_tuner::words::{Phase, clock, counted};

/// Progress of a running campaign or learning run.
#[derive(Clone, Debug)]
pub struct LiveProgress {
    /// Name of the run.
    pub name: String,
    /// What is tuned or learned, and how, in one line.
    pub subject: String,
    /// How far it is, and how fast.
    pub pace: Pace,
    /// What only a campaign or only a learning run has.
    pub run: Run,
    /// Position of the search per coordinate; none of a learning run.
    pub weights: Vec<WeightPosition>,
    /// Warnings and other messages, each with the time when it came up, oldest first.
    pub messages: Vec<String>,
    /// Workers of this session on other machines.
    pub workers: Vec<SeenWorker>,
    /// Time since the session began.
    pub session: Duration,
    /// Time of search or learning in earlier sessions.
    pub earlier: Duration,
    /// Whether the user has requested a stop.
    pub is_stopping: bool,
    /// Games that the monitor of this session does not count.
    pub(super) games_before: u64,
}

impl LiveProgress {
    /// Makes the progress of a run in which nothing is played yet.
    fn of(run: Run, name: &str, subject: String, pace: Pace) -> Self {
        Self {
            name: name.to_owned(),
            subject,
            pace,
            run,
            weights: Vec::new(),
            messages: Vec::new(),
            workers: Vec::new(),
            session: Duration::ZERO,
            earlier: Duration::ZERO,
            is_stopping: false,
            games_before: 0,
        }
    }

    /// Takes the time since the session began and the games that its monitor has counted.
    pub fn tick(&mut self, session: Duration, games: u64) {
        self.session = session;
        self.pace.games = self.games_before + games;
        self.pace.seconds = (self.earlier + session).as_secs_f64();
        self.pace.rate.count(session, self.pace.games);
    }

    /// A forecast of the seconds until the end, unless the speed of what is left is not known.
    pub fn seconds_left(&self) -> Option<f64> {
        match &self.run {
            Run::Learning(run) if run.coming_search(self.pace.games).is_some() => None,
            _ => self.pace.seconds_left(),
        }
    }

    /// Shows a message.
    pub fn say(&mut self, text: &str) {
        self.messages.push(format!("{} {text}", clock(self.session)));
    }

    /// Goes on after games and seconds of earlier sessions.
    pub(super) fn resume(&mut self, games: u64, seconds: f64) {
        self.earlier = Duration::try_from_secs_f64(seconds).unwrap_or_default();
        self.pace.seconds = seconds;
        self.count_from(games);
    }

    /// Counts on from these games, which were not played just now.
    pub(super) fn count_from(&mut self, games: u64) {
        (self.games_before, self.pace.games) = (games, games);
        self.pace.rate = RecentRate::default();
    }
}

/// What runs.
#[derive(Clone, Debug)]
pub enum Run {
    /// A campaign.
    Campaign(Box<CampaignProgress>),
    /// A learning run.
    Learning(LearningProgress),
}

/// Mean score and its 95 % interval, if that is known.
pub type MeanScore = (f64, Option<Interval>);

/// What is known of a running campaign alone.
#[derive(Clone, Debug)]
pub struct CampaignProgress {
    /// All complete generations.
    pub generations: Vec<GenerationData>,
    /// Score of the starting weights in the pilot.
    pub start: Option<MeanScore>,
    /// Score of the tuned weights in the last validation.
    pub validated: Option<MeanScore>,
    /// Number of cores that play.
    pub cores: usize,
    pub(crate) spec: Arc<CampaignSpec>,
}

/// What is known of a learning run alone.
#[derive(Clone, Debug, Default)]
pub struct LearningProgress {
    /// The points of the curve so far.
    pub curve: Vec<CurvePoint>,
    /// The depth of the search of the test, once it has begun.
    pub test_depth: Option<u8>,
    /// The first game that a search plays, if one does.
    pub(super) search_from: Option<u64>,
}

impl LearningProgress {
    /// Returns the game from which on a search plays, whose speed is not known, if it is still to
    /// come after `games` games.
    pub fn coming_search(&self, games: u64) -> Option<u64> {
        self.search_from.filter(|first| self.test_depth.is_none() && games < *first)
    }
}

impl LiveProgress {
    /// The progress of a learning run that is about to begin.
    pub fn of_learning(spec: &LearningSpec, threads: usize) -> Self {
        let threads = counted(threads, "thread");
        let subject =
            format!("{} by {}, {threads}", spec.file.tuples, spec.file.method.kind.name());
        let search_from = spec.file.search.map(|_| spec.first_searched());
        let run = LearningProgress { search_from, ..LearningProgress::default() };
        Self::of(
            Run::Learning(run),
            &spec.name,
            subject,
            Pace::new("game", Some(spec.file.games), None),
        )
    }

    /// Takes an event of a learning run.
    pub fn observe_learning(&mut self, event: &LearningEvent<'_>) {
        let Run::Learning(run) = &mut self.run else { return };
        match event {
            LearningEvent::Resumed { games, curve, seconds } => {
                run.curve = curve.to_vec();
                self.resume(*games, *seconds);
            }
            LearningEvent::Batch { games } => {
                (self.games_before, self.pace.games) = (*games, *games);
            }
            LearningEvent::Point(point) => run.curve.push((*point).clone()),
            LearningEvent::Test { games, depth } => {
                run.test_depth = Some(*depth);
                self.pace.total_games = Some(u64::from(*games));
                self.count_from(0);
            }
            LearningEvent::Memory(_) => {}
        }
    }

    /// Takes the state of a campaign that continues on `cores` cores.
    ///
    /// `pilot_games` counts the games of its pilot, whether played or not.
    pub fn new(recorded: &CampaignState, pilot_games: u64, cores: usize) -> Self {
        let spec = &recorded.spec;
        let complete = recorded.complete.clone();
        let weights = positions(spec, complete.last());
        let evidence = recorded.evidence();
        let run = CampaignProgress {
            generations: complete,
            start: start_level(recorded).map(|(level, _)| level),
            validated: evidence.map(|found| (found.tuned.mean, found.tuned.mean_ci95)),
            cores: cores.max(1),
            spec: Arc::clone(spec),
        };
        let workload = Workload::new(spec, pilot_games);
        let mut pace = Pace::new(spec.subject().unit(), None, Some(workload));
        pace.enter(Phase::Start);
        let mut state = Self::of(Run::Campaign(Box::new(run)), &spec.name, subject(spec), pace);
        state.weights = weights;
        state.resume(recorded.games, recorded.elapsed_seconds);
        state
    }

    /// Takes an event of a campaign.
    pub fn observe(&mut self, event: &Event<'_>) {
        let Run::Campaign(run) = &mut self.run else { return };
        match event {
            Event::Planned(plan) => run.start = run.start.or(pilot_level(&plan.pilot)),
            Event::Generation(state) => {
                run.generations.extend(state.complete.last().cloned());
                self.weights = positions(&state.spec, run.generations.last());
            }
            _ => {}
        }
        for message in event.messages() {
            self.say(&message);
        }
        if let (Event::Validation { games, is_start: true, .. }, Some(workload)) =
            (event, &mut self.pace.workload)
        {
            workload.validation = u64::from(*games);
        }
        if let Some((phase, on_record)) = event.phase() {
            self.pace.enter(phase);
            if on_record > 0 {
                self.games_before += on_record;
                self.pace.games += on_record;
                self.pace.rate = RecentRate::default();
            }
        }
    }
}

/// Returns the mean score of the starting weights, and which games it is from: those of a validation, before one stored
/// ones, if a campaign is validated against them, or the pilot.
pub(crate) fn start_level(state: &CampaignState) -> Option<(MeanScore, &'static str)> {
    let spec = &state.spec;
    let is_stored = spec.validation.baseline == ValidationBaseline::Stored;
    let stored =
        || baselines::of(&spec.start_weights()).filter(|_| is_stored).map(|stored| stored.report());
    let (found, place) = match state.evidence() {
        Some(found) if found.baseline.is_none() => (Some(found.start.clone()), "in the validation"),
        Some(found) => (Some(found.start.clone()), "in stored games"),
        None => (stored(), "in stored games"),
    };
    let found = found.map(|found| ((found.mean, found.mean_ci95), place));
    found.or_else(|| Some((pilot_level(state.pilot.as_ref()?)?, "in the pilot")))
}

fn pilot_level(pilot: &Pilot) -> Option<MeanScore> {
    let found = pilot.findings.as_ref()?;
    Some((found.mean_score, found.mean_ci95))
}

/// Returns heuristic, optimizer and player in one line.
fn subject(spec: &CampaignSpec) -> String {
    let (heuristic, optimizer) = (spec.subject().table_name(), spec.optimizer.name());
    format!("{heuristic} by {optimizer}, {}{}", spec.subject(), spec.from_tile())
}
