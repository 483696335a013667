//! What is recorded of a campaign: rows of candidates and of games, and lines for everything else.

use std::ops::Range;

use serde::de::{DeserializeOwned, Error};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value, json};

use super::{Failures, FinalGame, Pilot, Trial};
use crate::baselines::Baseline;
use crate::space::CampaignSpec;
use crate::space::defaults::RecordedDefaults;
use crate::subject::Configuration;
use crate::subject::program_files::ProgramFiles;
use crate::weights::verdict::error_of_look;
use tune2048_optimizer::Distribution;

/// One thing that happened, as it stands in a file of the record.
#[derive(Clone, Debug)]
pub enum RecordEvent {
    /// A row of `trials.csv`.
    Trial(Trial),
    /// A row of `games.csv`.
    Game(FinalGame),
    /// A line of `log.jsonl`.
    Line(Box<LogEvent>),
}

impl From<LogEvent> for RecordEvent {
    fn from(event: LogEvent) -> Self {
        Self::Line(Box::new(event))
    }
}

/// A line of `log.jsonl`.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub enum LogEvent {
    /// The campaign began.
    Began(Began),
    /// The games before the search were played, or left out.
    Pilot(Pilot),
    /// A generation is drawn from this distribution.
    Distribution(GenerationSource),
    /// The optimizer restarted, and a generation is drawn from this distribution.
    Restart(GenerationSource),
    /// Weights take part in the race or in a validation.
    Finalist(Finalist),
    /// Stored scores stand for the games of a finalist. A later version of the program may have stored
    /// more games; the campaign goes on with those that its first validation used.
    Baseline {
        /// The place of their weights in the list of finalists, from 0.
        finalist: usize,
        /// The scores, as counts and sums.
        #[serde(deserialize_with = "through_json")]
        scores: Baseline,
    },
    /// A validation begins.
    Look(Look),
    /// The campaign goes on with larger limits.
    BudgetGrown {
        /// The search space from here on, to the letter.
        settings: String,
    },
    /// The search is over, and its winner validated.
    Concluded(Concluded),
    /// The way from the starting weights to the recommended ones was played, weight by weight.
    Ablation {
        /// What was found, for reports.
        found: Value,
    },
}

/// How a campaign began.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Began {
    /// The version of the program.
    pub version: String,
    /// The checksum of the settings that the search depends on, which every row carries.
    pub fingerprint: String,
    /// What fills the settings that the search space leaves out.
    pub defaults: RecordedDefaults,
    /// The search space, to the letter.
    pub settings: String,
    /// The files of the program that plays, and the folder in which it was started.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub program: Option<ProgramFiles>,
}

impl Began {
    /// How a campaign of board players begins now.
    pub fn of(spec: &CampaignSpec, settings: String) -> Self {
        Self {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            fingerprint: spec.fingerprint(),
            defaults: spec.defaults,
            settings,
            program: None,
        }
    }
}

/// A distribution that a generation was drawn from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GenerationSource {
    /// The generation.
    pub generation: u32,
    /// Whether the optimizer restarted from it, which the name of its event says.
    #[serde(skip)]
    pub is_restart: bool,
    /// The distribution in the unit cube.
    #[serde(flatten)]
    pub distribution: Distribution,
}

impl GenerationSource {
    /// A generation drawn from a distribution.
    pub fn new(generation: u32, distribution: &Distribution) -> Self {
        Self { generation, is_restart: false, distribution: distribution.clone() }
    }
}

/// Weights that play after the search.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Finalist {
    /// The place in the list, from 0.
    pub finalist: usize,
    /// The origin of the weights, in words.
    pub origin: String,
    /// The settings that the games of the player depend on.
    pub player: Value,
    /// The weights in the order of the subject's parameters.
    pub weights: Vec<f64>,
}

impl Finalist {
    /// Weights of an origin.
    pub fn new(finalist: usize, origin: &str, weights: &Configuration) -> Self {
        Self {
            finalist,
            origin: origin.to_owned(),
            player: serde_json::to_value(weights.identity().subject.player_table())
                .expect("a player has a JSON form"),
            weights: weights.values.clone(),
        }
    }
}

/// A validation that was begun. Its line is written before its first game, so that every look at
/// validation games is counted, even if the process is killed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Look {
    /// The number of the look, from 1.
    pub look: u32,
    /// The games of the search before the look.
    pub search_games: u64,
    /// The recommended weights: their place in the list of finalists, from 0.
    pub winner: usize,
    /// The starting weights: their place in the list of finalists, from 0.
    pub start: usize,
    /// The first game of the selection stream that the race may have played.
    pub race_from: u64,
    /// The first game of the selection stream that is left to later races.
    pub race_to: u64,
    /// The first game of the validation stream that the look plays.
    pub validation_from: u64,
    /// The number of games of the validation stream that the look plays.
    pub validation_games: u32,
    /// The share of the campaign's 5 % error that the look spends.
    pub error: f64,
}

impl Look {
    /// The games of the validation stream that the look plays.
    pub fn games(&self) -> Range<u64> {
        let games = u64::from(self.validation_games);
        self.validation_from..self.validation_from.saturating_add(games)
    }

    /// Whether the starting weights need no games of their own: the others play against them.
    pub(crate) fn is_match(&self, spec: &CampaignSpec) -> bool {
        spec.is_match() && self.winner != self.start
    }

    /// Checks that the games of the look exist, and that it spends its share of the error.
    pub(crate) fn check(&self) -> Result<(), String> {
        let Self { race_from, race_to, error, validation_games: games, .. } = *self;
        let from = self.validation_from;
        if games == 0 || from.checked_add(games.into()).is_none() {
            return Err(format!(
                "validation_games: found {games} from game {from} on, expected at least 1 game, \
                 and a last one below 2^64"
            ));
        }
        if race_from > race_to {
            return Err(format!("race_to: found {race_to}, expected at least {race_from}"));
        }
        let expected = error_of_look(self.look);
        if error.to_bits() != expected.to_bits() {
            return Err(format!("error: found {error}, expected {expected}"));
        }
        Ok(())
    }
}

/// Reads a value whose maps have numbers for keys, which JSON has as texts.
fn through_json<'de, D: Deserializer<'de>, T: DeserializeOwned>(from: D) -> Result<T, D::Error> {
    serde_json::from_value(Value::deserialize(from)?).map_err(D::Error::custom)
}

/// The end of a campaign.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Concluded {
    /// The validation that the conclusion follows from.
    pub look: u32,
    /// Why the optimizer ended before the budget, if it did.
    pub search_end: Option<String>,
    /// The content of `best.toml`: the recommended weights with their evidence.
    pub best: String,
    /// The games of a program that failed, if any did; those played again depend on the machine.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failures: Option<Failures>,
    /// The checksum of the last row of `trials.csv`.
    pub last_trial: String,
    /// The checksum of the last row of `games.csv`.
    pub last_game: String,
}

/// How many rows of candidates and of games a line follows on.
pub(super) type After = [u64; 2];

/// What a line calls them.
#[derive(Serialize, Deserialize)]
struct NamedRows {
    trials: u64,
    games: u64,
}

/// What of the findings of a pilot may differ between runs: it follows on the checksum.
const TIMES: [&str; 2] = ["time_seconds", "time_games_per_second"];

/// The findings of the pilot in a line or in its times, if there are any.
fn findings(value: &mut Value) -> Option<&mut Map<String, Value>> {
    value.get_mut("findings")?.as_object_mut()
}

/// The text of a line up to its checksum, and the times that follow on it.
pub(super) fn to_line(event: &LogEvent, [trials, games]: After) -> (String, String) {
    let mut value = serde_json::to_value(event).expect("an event has a JSON form");
    let times = findings(&mut value).map(|found| {
        let time = |name: &str| (name.to_owned(), found.shift_remove(name).unwrap_or_default());
        json!({ "findings": Map::from_iter(TIMES.map(time)) })
    });
    value["after"] = json!(NamedRows { trials, games });
    let mut head = value.to_string();
    head.pop();
    (head, times.map_or(String::new(), |times| format!(",\"times\":{times}")))
}

/// What a line says, given its text up to the checksum and what follows on that.
pub(super) fn parsed(head: &str, tail: &str) -> serde_json::Result<(LogEvent, After)> {
    let mut value: Value = serde_json::from_str(&format!("{head}}}"))?;
    if let Some(times) = tail.strip_prefix(",\"times\":") {
        let mut times = serde_json::from_str(times)?;
        if let (Some(found), Some(times)) = (findings(&mut value), findings(&mut times)) {
            found.append(times);
        }
    }
    let after = value.as_object_mut().and_then(|object| object.remove("after"));
    let NamedRows { trials, games } = serde_json::from_value(after.unwrap_or_default())?;
    Ok((serde_json::from_value(value)?, [trials, games]))
}
