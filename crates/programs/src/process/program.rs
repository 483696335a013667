//! What a process depends on: the program with its arguments, folder and environment.

use std::collections::BTreeMap;
use std::io::{self, BufRead, Read};
use std::path::{Path, PathBuf};
use std::process::Command;

use tune2048_engine::EvaluateError;
use tune2048_tuner::subject::CommandSettings;
use tune2048_tuner::words::quoted;

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

    /// A command that starts the program with these arguments.
    pub(crate) fn command<'a>(&self, arguments: impl Iterator<Item = &'a str>) -> Command {
        let mut command = Command::new(self.path());
        // Python holds back what it writes to a pipe.
        command.env("PYTHONUNBUFFERED", "1");
        command.args(arguments).current_dir(&self.folder).envs(&self.environment);
        command
    }

    /// What a POSIX shell reads back as these words after the variables of the environment.
    pub(crate) fn command_line(&self, words: &[String]) -> String {
        let assignment = |(name, value): (&String, &String)| format!("{name}={} ", quoted(value));
        let variables: String = self.environment.iter().map(assignment).collect();
        variables + &CommandSettings::new(words.to_vec()).command_line()
    }

    /// What hinders the start, and what to do.
    pub(crate) fn start_problem(&self, error: &io::Error) -> (String, &'static str) {
        let path = self.path();
        let lacks_resources =
            matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::OutOfMemory);
        let (place, advice) = if lacks_resources {
            (
                path.display().to_string(),
                "set a smaller number of processes, end other programs, or allow more processes \
                 and memory (ulimit -u, ulimit -v)",
            )
        } else if let Some(advice) = misspelt(&self.words[0]).filter(|_| !path.exists()) {
            (format!("{} is not found", path.display()), advice)
        } else if !self.folder.is_dir() {
            (
                format!("the working folder {} is no folder", self.folder.display()),
                "create it, or correct `working-folder`, which is relative to the folder where \
                 tune2048 is called",
            )
        } else if path.components().count() == 1 {
            (
                format!("`{}` is searched in PATH", path.display()),
                "install it, or write a path with a slash, such as \"./solver\", which is \
                 relative to the working folder",
            )
        } else if !path.exists() {
            (
                format!("{} is not found", path.display()),
                "build the program first, or correct `program` or `working-folder`: a path with \
                 a slash is relative to the working folder",
            )
        } else {
            let advice = match error.kind() {
                io::ErrorKind::PermissionDenied => "make it executable: chmod +x",
                io::ErrorKind::NotFound if has_cr_after_interpreter(&path) => CR_LF,
                io::ErrorKind::NotFound => {
                    "the interpreter in its first line, or its loader, is not installed"
                }
                _ => {
                    "check that it is built for this machine; a script needs a first line such \
                     as #!/usr/bin/env python3, or its interpreter as first word of `program`"
                }
            };
            (format!("{} cannot be executed", path.display()), advice)
        };
        (format!("{place}: {error}"), advice)
    }

    /// What to do about words with which the program started and found nothing.
    pub(crate) fn hint(&self, words: &[String]) -> Option<&'static str> {
        let is_of_shell =
            |word: &String| word.starts_with("~/") && !self.folder.join(word).exists();
        if words.iter().any(is_of_shell) {
            return Some(TILDE);
        }
        // As after `#!/usr/bin/env python3`, or where a shell or `env` starts the script.
        let is_script = |word: &String| has_cr_after_interpreter(&self.folder.join(word));
        (has_cr_after_interpreter(&self.path()) || words.iter().any(is_script)).then_some(CR_LF)
    }
}

const TILDE: &str = "no shell reads `program`: write the folder of `~` in full";
const CR_LF: &str =
    "its lines end with CR LF, which becomes part of the interpreter's name: convert them to LF";

/// What to write instead of a path that only a shell would take apart.
fn misspelt(text: &str) -> Option<&'static str> {
    if text.starts_with('~') {
        Some(TILDE)
    } else if text.contains(' ') {
        Some(
            "no shell reads `program`: write each word as a text of its own, such as \
             [\"python3\", \"player.py\"]",
        )
    } else {
        None
    }
}

/// Whether the first line of a script names its interpreter and ends with CR LF.
fn has_cr_after_interpreter(path: &Path) -> bool {
    std::fs::File::open(path).is_ok_and(|file| {
        let mut line = Vec::new();
        let read = io::BufReader::new(file).take(1000).read_until(b'\n', &mut line);
        read.is_ok() && line.starts_with(b"#!") && line.ends_with(b"\r\n")
    })
}

/// The path of this process if the program is `tune2048` and the process too: the version that
/// runs a campaign then plays its games, installed or not.
fn own_path(program: &str) -> Option<PathBuf> {
    const OWN_NAME: &str = "tune2048";
    let own = std::env::current_exe().ok()?;
    let is_own = program == OWN_NAME && own.file_stem()? == OWN_NAME;
    is_own.then_some(own)
}
