//! Tools that a test needs, and waiting for what is sure to happen.

use std::env;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// Nothing that a test waits for takes as long.
const PATIENCE: Duration = Duration::from_secs(60);

/// Whether a tool that a test needs is here.
///
/// Without it the test is skipped, which standard error says, or fails if the variable `TUNE2048_REQUIRE_` with the
/// tool's name in capitals is set: `TUNE2048_REQUIRE_NODE` for `node`, `TUNE2048_REQUIRE_CXX` for `c++`.
#[track_caller]
pub fn has_tool(tool: &str, is_here: bool) -> bool {
    let name = tool.to_uppercase().replace('+', "X").replace('-', "_");
    let variable = format!("TUNE2048_REQUIRE_{name}");
    let is_required = env::var_os(&variable).is_some();
    assert!(is_here || !is_required, "{tool} is missing, and {variable} is set");
    if !is_here {
        eprintln!("skipped: {tool} is missing ({variable}=1 makes this a failure)");
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
