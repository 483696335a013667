//! Tools that a test needs, and waiting for what is sure to happen.

use std::env;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// Nothing that a test waits for takes as long.
const PATIENCE: Duration = Duration::from_secs(60);

/// A row of `tools.txt`.
pub struct Tool {
    pub name: &'static str,
    /// Programs of which one is enough.
    pub programs: Vec<&'static str>,
    /// The tests that need it.
    pub tests: &'static str,
}

impl Tool {
    pub fn all() -> impl Iterator<Item = Self> {
        let rows = include_str!("../tools.txt").lines().filter(|line| !line.starts_with('#'));
        rows.map(|row| {
            let cells: Vec<&str> = row.split('|').map(str::trim).collect();
            let [name, programs, _, tests] = cells[..] else { panic!("four columns in {row:?}") };
            Self { name, programs: programs.split(' ').collect(), tests }
        })
    }

    /// The variable that makes its absence a failure, such as `TUNE2048_REQUIRE_CXX` for `c++`.
    pub fn variable(&self) -> String {
        let name = self.name.to_uppercase().replace('+', "X").replace('-', "_");
        format!("TUNE2048_REQUIRE_{name}")
    }

    /// Whether one of its programs is in a folder of `PATH`.
    pub fn is_found(&self) -> bool {
        let path = env::var_os("PATH").unwrap_or_default();
        let mut folders = env::split_paths(&path);
        folders.any(|folder| self.programs.iter().any(|name| folder.join(name).is_file()))
    }
}

/// Whether a tool of `tools.txt` is here, for a test that needs it.
///
/// Without it the test is skipped, which standard error says, or fails if [`Tool::variable`] is set.
#[track_caller]
pub fn has_tool(name: &str, is_here: bool) -> bool {
    let tool = Tool::all().find(|tool| tool.name == name);
    let variable = tool.unwrap_or_else(|| panic!("tools.txt has no row for {name}")).variable();
    let is_required = env::var_os(&variable).is_some();
    assert!(is_here || !is_required, "{name} is missing, and {variable} is set");
    if !is_here {
        eprintln!("skipped: {name} is missing ({variable}=1 makes this a failure)");
    }
    is_here
}

/// Whether a program that a test needs is installed; see [`has_tool`].
#[track_caller]
pub fn is_installed(program: &str) -> bool {
    let output = Command::new(program).arg("--version").stdin(Stdio::null()).output();
    has_tool(program, output.is_ok_and(|output| output.status.success()))
}

#[track_caller]
pub fn wait_until(what: &str, mut is_so: impl FnMut() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < PATIENCE, "waited in vain until {what}");
        thread::sleep(Duration::from_millis(2));
    }
}
