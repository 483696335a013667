//! The real program in the folder of a test.

use std::env;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::Read;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use rand::{RngCore, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use serde_json::Value;

pub use crate::csv_text::*;
pub use crate::scratch::Scratch;
pub use crate::spaces::*;
pub use crate::tools::{has_tool, is_installed};
pub use crate::{assert_has, replaced};

/// The program that cargo has built beside the test.
pub fn path() -> &'static str {
    static PATH: LazyLock<String> = LazyLock::new(|| {
        let test = env::current_exe().expect("the path of this test");
        let folder = test.parent().and_then(Path::parent);
        let path = folder.expect("target/release/deps").join("tune2048");
        assert!(path.exists(), "no {}: `cargo build --release` makes it", path.display());
        path.into_os_string().into_string().expect("the path is text")
    });
    &PATH
}

/// Variables of whoever runs the tests that change what the program prints.
pub fn variables_of_the_user() -> impl Iterator<Item = OsString> {
    const NAMES: [&str; 13] = [
        "CLICOLOR",
        "CLICOLOR_FORCE",
        "COLORTERM",
        "COLUMNS",
        "FORCE_COLOR",
        "LANG",
        "LANGUAGE",
        "LC_CTYPE",
        "LINES",
        "NO_COLOR",
        "RAYON_NUM_THREADS",
        "RUST_BACKTRACE",
        "RUST_LIB_BACKTRACE",
    ];
    let is_one = |name: &OsString| {
        let name = name.to_string_lossy();
        NAMES.contains(&&*name) || name.starts_with("TUNE2048_")
    };
    env::vars_os().map(|(name, _)| name).filter(is_one)
}

/// No command of any test needs as long.
const PATIENCE: Duration = Duration::from_secs(120);

impl Scratch {
    /// A folder with this search space and its finished campaign in `out`.
    #[track_caller]
    pub fn finished(name: &str, space: impl AsRef<[u8]>) -> Self {
        let scratch = Self::with(name, space);
        scratch.tune2048(&format!("run {name} --out out")).succeeds();
        scratch
    }

    /// The program, to be run in this folder; its streams are no terminals.
    pub fn command<A: AsRef<OsStr>>(&self, arguments: impl IntoIterator<Item = A>) -> Command {
        let mut command = self.foreign(path());
        command.args(arguments);
        command
    }

    /// Another program, to be run in this folder as the program itself is.
    fn foreign(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        for name in variables_of_the_user() {
            command.env_remove(name);
        }
        command.current_dir(self.root()).env("LC_ALL", "C.UTF-8");
        // Where workers keep networks.
        command.env("XDG_CACHE_HOME", self.path("cache"));
        // Workers that are killed are soon missed.
        command.env("TUNE2048_TEST_LEASE_SECONDS", "2");
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// Runs the program to its end; arguments stand between blanks.
    #[track_caller]
    pub fn tune2048(&self, arguments: &str) -> Run {
        self.with_input(arguments, "")
    }

    /// Runs the program to its end with this on its standard input.
    #[track_caller]
    pub fn with_input(&self, arguments: &str, input: impl Into<Vec<u8>>) -> Run {
        let command = self.command(arguments.split_whitespace());
        let output = assert_cmd::Command::from_std(command)
            .write_stdin(input)
            .timeout(PATIENCE)
            .output()
            .expect("the program can be run");
        Run::of(arguments, output)
    }

    /// Runs a command that must succeed and print all of this.
    #[track_caller]
    pub fn prints(&self, arguments: &str, parts: &[&str]) -> Run {
        let run = self.tune2048(arguments).succeeds();
        assert_has(run.text(), parts);
        run
    }

    /// Runs a command that must be refused as bad input with all of these words.
    #[track_caller]
    pub fn refuses(&self, arguments: &str, words: &[&str]) -> Run {
        self.fails(2, arguments, words)
    }

    /// Runs a command that must fail with this code and all of these words.
    #[track_caller]
    pub fn fails(&self, code: i32, arguments: &str, words: &[&str]) -> Run {
        let run = self.tune2048(arguments).fails(code);
        assert_has(&run.stderr, words);
        run
    }

    /// The answer of a command that must succeed, as JSON.
    #[track_caller]
    pub fn json(&self, arguments: &str) -> Value {
        self.tune2048(&format!("{arguments} --json")).succeeds().json()
    }

    /// Runs the program to its end under a limit that a shell sets, such as `ulimit -f 8`.
    #[cfg(unix)]
    #[track_caller]
    pub fn limited(&self, limit: &str, arguments: &str) -> Run {
        let mut command = self.foreign("sh");
        command.args(["-c", &format!("{limit}; exec \"$0\" \"$@\""), path()]);
        command.args(arguments.split_whitespace());
        Running::of(arguments, &mut command).finish()
    }

    pub fn start(&self, arguments: &str) -> Running {
        self.start_in(&[], arguments)
    }

    /// Starts the program with more variables, and does not wait for it.
    pub fn start_in(&self, variables: &[(&str, &str)], arguments: &str) -> Running {
        let mut command = self.command(arguments.split_whitespace());
        Running::of(arguments, command.envs(variables.iter().copied()))
    }
}

#[track_caller]
pub fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is no number"))
}

/// A generator of test cases.
pub fn random(seed: u64) -> impl FnMut(u64) -> u64 {
    let mut generator = Xoshiro256PlusPlus::seed_from_u64(seed);
    move |below| generator.next_u64() % below
}

#[derive(Debug)]
pub struct Run {
    pub arguments: String,
    /// The exit code; none if a signal ended it.
    pub code: Option<i32>,
    pub stdout: Vec<u8>,
    pub stderr: String,
}

impl Run {
    #[track_caller]
    fn of(arguments: &str, output: Output) -> Self {
        let stderr = String::from_utf8(output.stderr).expect("messages are text");
        let run = Self {
            arguments: arguments.to_owned(),
            code: output.status.code(),
            stdout: output.stdout,
            stderr,
        };
        assert!(!run.stderr.contains("panicked"), "{run}");
        assert!(!run.stderr.contains('\x1b'), "escape sequences: {run}");
        assert!(!run.stdout.contains(&0x1b) || run.stdout.contains(&0), "escape sequences: {run}");
        run
    }

    /// Asserts success, and that text ends with its line.
    #[track_caller]
    pub fn succeeds(self) -> Self {
        assert_eq!(self.code, Some(0), "{self}");
        let is_text = std::str::from_utf8(&self.stdout).is_ok_and(|text| !text.contains('\0'));
        let ends_a_line = self.stdout.is_empty() || self.stdout.ends_with(b"\n");
        assert!(!is_text || ends_a_line, "no line ends standard output of {self}");
        self
    }

    /// Asserts failure with this code, told once on standard error and not on standard output.
    #[track_caller]
    pub fn fails(self, code: i32) -> Self {
        assert_eq!(self.code, Some(code), "{self}");
        assert!(self.stdout.is_empty(), "{self}");
        assert!(!self.stderr.trim().is_empty(), "{self}");
        self
    }

    #[track_caller]
    pub fn says(self, text: &str) -> Self {
        assert!(self.stderr.contains(text), "expected {text:?} in {self}");
        self
    }

    #[track_caller]
    pub fn prints(self, text: &str) -> Self {
        assert!(self.text().contains(text), "expected {text:?} in {self}");
        self
    }

    #[track_caller]
    pub fn says_nothing(self) -> Self {
        assert_eq!(self.stderr, "", "{self}");
        self
    }

    #[track_caller]
    pub fn text(&self) -> &str {
        std::str::from_utf8(&self.stdout).expect("standard output is text")
    }

    #[track_caller]
    pub fn json(&self) -> Value {
        serde_json::from_str(self.text()).unwrap_or_else(|error| panic!("{error}: {self}"))
    }

    /// The lines of standard output, each of which is a JSON document.
    #[track_caller]
    pub fn json_lines(&self) -> Vec<Value> {
        let line =
            |line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
        self.text().lines().map(line).collect()
    }
}

impl std::fmt::Display for Run {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            formatter,
            "tune2048 {}\nexit code {:?}\nstandard output:\n{}\nstandard error:\n{}",
            self.arguments,
            self.code,
            String::from_utf8_lossy(&self.stdout),
            self.stderr
        )
    }
}

/// A run of the program that is under way; killed if the test ends before it.
#[derive(Debug)]
pub struct Running {
    arguments: String,
    child: Option<Child>,
}

impl Running {
    pub fn of(arguments: &str, command: &mut Command) -> Self {
        let child = command.spawn().expect("the program can be started");
        Self { arguments: arguments.to_owned(), child: Some(child) }
    }

    fn child(&mut self) -> &mut Child {
        self.child.as_mut().expect("it is taken away at the end only")
    }

    /// Waits until something is so, or the program ends; tells whether it is so.
    #[track_caller]
    pub fn wait_until(&mut self, mut is_so: impl FnMut() -> bool) -> bool {
        let start = Instant::now();
        loop {
            if is_so() {
                return true;
            }
            if self.has_ended() {
                return is_so();
            }
            assert!(start.elapsed() < PATIENCE, "{}: waited in vain", self.arguments);
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    /// Waits until the program catches interrupts: before, one would end it without a word.
    #[track_caller]
    pub fn wait_until_it_catches_interrupts(&mut self) {
        if cfg!(not(target_os = "linux")) {
            return std::thread::sleep(Duration::from_millis(300));
        }
        // One bit for each signal that is caught; an interrupt is signal 2.
        let status = format!("/proc/{}/status", self.id());
        assert!(self.wait_until(|| {
            let status = fs::read_to_string(&status).unwrap_or_default();
            let mask = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
            let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
            mask.is_some_and(|mask| mask & 0b10 != 0)
        }));
    }

    /// Waits for the first line of standard output, which is then no longer part of its end.
    #[track_caller]
    pub fn first_line(&mut self) -> String {
        let stdout = self.child().stdout.as_mut().expect("it is piped");
        let mut line = Vec::new();
        let mut byte = [0];
        while stdout.read(&mut byte).expect("it can be read") > 0 && byte != *b"\n" {
            line.push(byte[0]);
        }
        String::from_utf8(line).expect("standard output is text")
    }

    pub fn has_ended(&mut self) -> bool {
        self.child().try_wait().expect("it is our child").is_some()
    }

    pub fn id(&mut self) -> u32 {
        self.child().id()
    }

    /// Sends a signal by its name, such as `INT`.
    pub fn signal(&mut self, name: &str) {
        let id = self.id().to_string();
        let sent = Command::new("kill").args([&format!("-{name}"), id.as_str()]).status();
        assert!(sent.expect("kill can be run").success());
    }

    #[track_caller]
    pub fn finish(mut self) -> Run {
        let child = self.child.take().expect("it is taken away here only");
        let output = child.wait_with_output().expect("it is our child");
        Run::of(&self.arguments, output)
    }

    /// Kills it at once; tells whether it had not ended before.
    #[track_caller]
    pub fn kill(mut self) -> bool {
        use std::os::unix::process::ExitStatusExt;
        self.child().kill().expect("it is our child");
        let child = self.child.take().expect("it is taken away here only");
        let output = child.wait_with_output().expect("it is our child");
        let killed = output.status.signal() == Some(9);
        Run::of(&self.arguments, output);
        killed
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if let Some(mut child) = self.child.take() {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}
