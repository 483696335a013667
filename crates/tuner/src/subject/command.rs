//! The settings of a program of the user, which another crate starts.

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};

use super::opponent::{Opponent, line};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tune2048_engine::Score;
use tune2048_engine::player::{SettingsError, in_range};

/// The name of the player and of the parameters in files.
pub const NAME: &str = "command";

/// The parameters of a program in words.
pub const MEANING: &str = "The parameters of the program that plays, by the names that it knows.";

/// The longest time of a game, in seconds: thirty days.
const MAX_TIMEOUT_SECONDS: f64 = 2_592_000.0;

/// The longest time of a game without a setting, in seconds.
const TIMEOUT_SECONDS: f64 = 600.0;

/// The longest time to the greeting without a setting, in seconds: enough to load large tables, and
/// short enough for somebody who forgot to flush it.
const START_TIMEOUT_SECONDS: f64 = 20.0;

/// The largest number of processes.
const MAX_PROCESSES: u32 = 4096;

/// The largest number of games of a request.
const MAX_GAMES_PER_REQUEST: u32 = 100_000;

/// The largest number of boards of a request: its answer must fit in a line.
const MAX_BOARDS_PER_REQUEST: u32 = 10_000;

/// Settings of a program that plays games.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
// Only for the schema: the default names none.
#[schemars(extend("required" = ["program"]))]
pub struct CommandSettings {
    /// The program and its arguments; with `{seed}` in one it is started for each game.
    #[schemars(length(min = 1), extend("default" = null))]
    pub program: Vec<String>,
    /// The game that is refereed here, so that the program answers moves. Default none: it plays whole games.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plays: Option<Plays>,
    /// The folder in which the program runs. Default the folder in which `tune2048` runs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub working_folder: Option<String>,
    /// Variables that are added to the environment.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub environment: BTreeMap<String, String>,
    /// The number of processes. Default one for each thread.
    #[schemars(range(min = 1, max = MAX_PROCESSES))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub processes: Option<u32>,
    /// The longest time of a game, with `plays` of an answer, in seconds. Default 600.
    #[schemars(range(max = MAX_TIMEOUT_SECONDS), extend("exclusiveMinimum" = 0))]
    #[serde(skip_serializing_if = "is_default_timeout")]
    pub timeout_seconds: f64,
    /// The longest time from the start of a process to its greeting, in seconds. Default 20.
    #[schemars(range(max = MAX_TIMEOUT_SECONDS), extend("exclusiveMinimum" = 0))]
    #[serde(skip_serializing_if = "is_default_start_timeout")]
    pub start_timeout_seconds: f64,
    /// The number of games of a request. Default as many as fit in a twentieth of a second, at most 64.
    #[schemars(range(min = 1, max = MAX_GAMES_PER_REQUEST))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub games_per_request: Option<u32>,
    /// With `plays`, the most boards of a request; 1 for a program that remembers one game. Default 64.
    #[schemars(range(min = 1, max = MAX_BOARDS_PER_REQUEST))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub boards_per_request: Option<u32>,
    /// Whether a game depends on nothing but the weights and the seed.
    pub deterministic: bool,
    /// The name of the number of an answer that counts as score.
    pub score: String,
    /// The score of a won game, in a weights file; `score-kind = "result"` in `[objective]` sets it.
    #[schemars(range(max = 1e15), extend("exclusiveMinimum" = 0))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub won_score: Option<f64>,
    /// Whether scores are margins of a match: how far `weights` are ahead of `opponent`. Set by `score-kind = "margin"` in `[objective]`.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub margins: bool,
    /// Each candidate's opponent: another candidate (`"self"`, a candidate and its mirror image with `mirrored-es`), the starting weights (`"start"`), weights that are given here, or a [list](programs.md#several-opponents) of opponents. In pilot, race and validation `"self"` plays the starting weights. Default nobody.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opponent: Option<Opponent>,
    /// The engine that plays `weights`, with its arguments: `program` starts the engines of both sides of a match. Default none: `program` plays by itself.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub engine: Vec<String>,
    /// The engine that plays `opponent`, such as an older build. Default `engine`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub opponent_engine: Vec<String>,
    /// The score of a game that fails twice. Default none: such a game stops the campaign.
    #[schemars(with = "Option<f64>")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failure_score: Option<Score>,
}

/// A game that is refereed here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum Plays {
    /// The game 2048 on its board of four rows and columns.
    #[serde(rename = "2048")]
    Game2048,
}

impl Plays {
    /// The game as files and greetings name it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Game2048 => "2048",
        }
    }
}

// Fingerprints of players are made from what is written: of settings that games do not depend on,
// none is written at its default.
fn is_default_timeout(seconds: &f64) -> bool {
    seconds.to_bits() == TIMEOUT_SECONDS.to_bits()
}

fn is_default_start_timeout(seconds: &f64) -> bool {
    seconds.to_bits() == START_TIMEOUT_SECONDS.to_bits()
}

impl Default for CommandSettings {
    fn default() -> Self {
        Self {
            program: Vec::new(),
            plays: None,
            working_folder: None,
            environment: BTreeMap::new(),
            processes: None,
            timeout_seconds: TIMEOUT_SECONDS,
            start_timeout_seconds: START_TIMEOUT_SECONDS,
            games_per_request: None,
            boards_per_request: None,
            deterministic: true,
            score: "score".to_owned(),
            won_score: None,
            margins: false,
            opponent: None,
            engine: Vec::new(),
            opponent_engine: Vec::new(),
            failure_score: None,
        }
    }
}

impl CommandSettings {
    /// The settings of a program, given with its arguments, that leave everything else at its default.
    pub fn new(program: Vec<String>) -> Self {
        Self { program, ..Self::default() }
    }

    /// The keys of the settings on which games do not depend.
    pub const ABOUT_RUNNING: [&'static str; 5] = [
        "processes",
        "timeout-seconds",
        "start-timeout-seconds",
        "games-per-request",
        "boards-per-request",
    ];

    /// The settings that games depend on, with the others at their defaults.
    pub(super) fn identity(&self) -> Self {
        Self {
            processes: None,
            timeout_seconds: TIMEOUT_SECONDS,
            start_timeout_seconds: START_TIMEOUT_SECONDS,
            games_per_request: None,
            boards_per_request: None,
            ..self.clone()
        }
    }

    /// Where a file that the command line names is, seen from the folder of this process.
    pub fn place(&self, file: &Path) -> PathBuf {
        Path::new(self.working_folder.as_deref().unwrap_or("")).join(file)
    }

    /// Whether the program is started for each game, instead of answering many requests.
    pub fn is_started_for_each_game(&self) -> bool {
        self.program.iter().skip(1).any(|argument| argument.contains("{seed}"))
    }

    /// The program and its arguments as a line that a POSIX shell reads back.
    pub fn command_line(&self) -> String {
        line(&self.program)
    }

    /// Checks that every setting is in the range that it documents.
    ///
    /// # Errors
    /// The first setting that is not, with what is possible.
    pub fn check(&self) -> Result<(), SettingsError> {
        self.check_ranges().map_err(|error| error.in_player(NAME))
    }

    fn check_ranges(&self) -> Result<(), SettingsError> {
        let expected = "the program and its arguments, such as [\"./solver\", \"--tune\"]";
        let is_missing = self.program.first().is_none_or(String::is_empty);
        refuse("program", is_missing.then_some("nothing"), expected)?;
        for (name, number, most) in [
            ("processes", self.processes, MAX_PROCESSES),
            ("games-per-request", self.games_per_request, MAX_GAMES_PER_REQUEST),
            ("boards-per-request", self.boards_per_request, MAX_BOARDS_PER_REQUEST),
        ] {
            in_range(name, number.unwrap_or(1), 1..=most)?;
        }
        for (name, number, most) in [
            ("timeout-seconds", self.timeout_seconds, MAX_TIMEOUT_SECONDS),
            ("start-timeout-seconds", self.start_timeout_seconds, MAX_TIMEOUT_SECONDS),
            ("won-score", self.won_score.unwrap_or(1.0), 1e15),
        ] {
            in_range(name, number, f64::MIN_POSITIVE..=most)?;
        }
        let expected = "none: margins of a match have no won game";
        let is_idle = self.margins && self.won_score.is_some();
        refuse("won-score", is_idle.then_some("a number"), expected)?;
        self.check_sides()?;
        self.check_referee()?;
        refuse("score", self.score.is_empty().then_some("\"\""), "the name of a number")
    }

    /// Refuses settings that say nothing of a program that answers moves, or of one that does not.
    fn check_referee(&self) -> Result<(), SettingsError> {
        let is_refereed = self.plays.is_some();
        let expected = if is_refereed {
            "nothing: with `plays` the program answers moves, and its games are held here"
        } else {
            "nothing, or plays = \"2048\": it is for programs that answer moves"
        };
        for (name, is_idle, found) in [
            ("program", is_refereed && self.is_started_for_each_game(), "{seed}"),
            ("games-per-request", is_refereed && self.games_per_request.is_some(), "a number"),
            ("opponent", is_refereed && self.opponent.is_some(), "one"),
            ("engine", is_refereed && !self.engine.is_empty(), "one"),
            ("won-score", is_refereed && self.won_score.is_some(), "a number"),
            ("score", is_refereed && self.score != Self::default().score, &self.score),
            ("boards-per-request", !is_refereed && self.boards_per_request.is_some(), "a number"),
        ] {
            refuse(name, is_idle.then_some(found), expected)?;
        }
        Ok(())
    }
}

/// Refuses what was found in a setting, if anything was.
pub(super) fn refuse(
    name: &'static str,
    found: Option<impl AsRef<str>>,
    expected: &str,
) -> Result<(), SettingsError> {
    found.map_or(Ok(()), |found| Err(SettingsError::of(name, found.as_ref(), expected)))
}

/// Writes for example `command ./solver --tune`, with its engine if it starts one.
impl fmt::Display for CommandSettings {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{NAME} {}{}", self.command_line(), self.engines_in_words())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(program: &[&str]) -> CommandSettings {
        CommandSettings::new(program.iter().map(|&word| word.to_owned()).collect())
    }

    #[test]
    fn settings_about_running_are_not_written_at_their_defaults() {
        let settings = settings(&["./solver"]);
        let text = toml::to_string(&settings).unwrap();
        for key in CommandSettings::ABOUT_RUNNING {
            assert!(!text.contains(key), "{text}");
        }
        let all = CommandSettings {
            processes: Some(3),
            timeout_seconds: 1.0,
            start_timeout_seconds: 1.0,
            games_per_request: Some(1),
            boards_per_request: Some(1),
            ..settings.clone()
        };
        let text = toml::to_string(&all).unwrap();
        for key in CommandSettings::ABOUT_RUNNING {
            assert!(text.contains(key), "{text}");
        }
        assert_eq!(toml::from_str::<CommandSettings>(&text).unwrap(), all);
        assert_eq!(all.identity(), settings);
    }

    #[test]
    fn a_seed_among_the_arguments_starts_the_program_for_each_game() {
        assert!(settings(&["./solver", "--seed={seed}"]).is_started_for_each_game());
        assert!(!settings(&["./{seed}", "--tune"]).is_started_for_each_game());
    }

    #[test]
    fn every_setting_out_of_range_is_found() {
        let sound = settings(&["./solver"]);
        assert_eq!(sound.check(), Ok(()));
        type Edit = fn(&mut CommandSettings);
        let edits: [(Edit, &str); 9] = [
            (|s| s.program.clear(), "program: found nothing"),
            (|s| s.program = vec![String::new()], "program: found nothing"),
            (|s| s.processes = Some(0), "processes: found 0"),
            (|s| s.timeout_seconds = f64::NAN, "timeout-seconds: found NaN"),
            (|s| s.start_timeout_seconds = 0.0, "start-timeout-seconds: found 0"),
            (|s| s.games_per_request = Some(0), "games-per-request: found 0"),
            (|s| s.score.clear(), "score: found \"\""),
            (|s| s.boards_per_request = Some(8), "boards-per-request: found a number"),
            (
                |s| {
                    s.plays = Some(Plays::Game2048);
                    s.score = "lines".to_owned();
                },
                "score: found lines, expected nothing: with `plays`",
            ),
        ];
        for (edit, expected) in edits {
            let mut settings = sound.clone();
            edit(&mut settings);
            let error = settings.check().unwrap_err().to_string();
            assert!(error.contains(expected), "{error}");
        }
    }
}
