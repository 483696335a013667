//! What a process depends on: the program with its arguments, folder and environment.

use std::collections::BTreeMap;
use std::io::{self, ErrorKind};
use std::path::PathBuf;
use std::process::{Command, Stdio};

use tune2048_engine::EvaluateError;
use tune2048_tuner::subject::CommandSettings;
use tune2048_tuner::words::quoted;

use crate::failure::Fault;

/// What a process depends on.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Program {
    /// The program and its arguments.
    pub(crate) words: Vec<String>,
    /// The folder in which it runs, absolute.
    pub(crate) folder: PathBuf,
    environment: BTreeMap<String, String>,
}

impl Program {
    /// The program of a player; its folder is relative to that of this process.
    pub(crate) fn new(settings: &CommandSettings) -> Result<Self, EvaluateError> {
        let here = std::env::current_dir().map_err(|error| {
            EvaluateError::Failed(format!(
                "cannot find the current folder: {error} - call tune2048 in a folder that exists"
            ))
        })?;
        let folder = settings.working_folder.as_ref();
        Ok(Self {
            words: settings.program.clone(),
            folder: folder.map_or(here.clone(), |folder| here.join(folder)),
            environment: settings.environment.clone(),
        })
    }

    /// The path of the program: relative to its folder if it has a slash, that of this process if
    /// both are `tune2048`, else to be searched in `PATH`.
    fn path(&self) -> PathBuf {
        let name = &self.words[0];
        if let Some(own) = own_path(name) {
            own
        } else if name.contains(std::path::is_separator) {
            // Without the `.` of `./solver`.
            self.folder.join(name).components().collect()
        } else {
            PathBuf::from(name)
        }
    }

    /// A command that starts the program with these arguments, and with pipes.
    pub(crate) fn command(&self, arguments: &[String]) -> Command {
        let mut command = Command::new(self.path());
        // Python holds back what it writes to a pipe.
        command.env("PYTHONUNBUFFERED", "1");
        command.args(arguments).current_dir(&self.folder).envs(&self.environment);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// What a POSIX shell reads back as these words after the variables of the environment.
    pub(crate) fn command_line(&self, words: &[String]) -> String {
        let assignment = |(name, value): (&String, &String)| format!("{name}={} ", quoted(value));
        let variables: String = self.environment.iter().map(assignment).collect();
        variables + &CommandSettings::new(words.to_vec()).command_line()
    }

    /// What hinders the start, and what to do.
    pub(crate) fn start_problem(&self, error: &io::Error) -> Fault {
        let path = self.path();
        let shown = path.display();
        let (place, advice) = match error.kind() {
            ErrorKind::WouldBlock | ErrorKind::OutOfMemory => (
                shown.to_string(),
                "set a smaller number of processes, end other programs, or allow more processes \
                 and memory (ulimit -u, ulimit -v)",
            ),
            _ if !self.folder.is_dir() => (
                format!("the working folder {} is no folder", self.folder.display()),
                "create it, or correct `working-folder`, which is relative to the folder where \
                 tune2048 is called",
            ),
            _ => {
                let is_searched = path.components().count() == 1;
                let place = if is_searched { "is searched in PATH" } else { "cannot be executed" };
                (
                    format!("`{shown}` {place}"),
                    "build or install it and make it executable (chmod +x), or correct `program` or \
                     `working-folder`: a path with a slash, such as \"./solver\", is relative to the \
                     working folder, each word of `program` is a text of its own, and no shell reads \
                     `~`; a script needs a first line such as #!/usr/bin/env python3 with an \
                     interpreter that is installed and LF at its end",
                )
            }
        };
        Fault::new(format!("cannot start the program: {place}: {error}"), advice)
    }
}

/// The path of this process if the program is `tune2048` and the process too: the version that
/// runs a campaign then plays its games, installed or not.
fn own_path(program: &str) -> Option<PathBuf> {
    const OWN_NAME: &str = "tune2048";
    let own = std::env::current_exe().ok()?;
    let is_own = program == OWN_NAME && own.file_stem()? == OWN_NAME;
    is_own.then_some(own)
}
