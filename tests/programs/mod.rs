//! Campaigns and other commands whose player is a program: a small one in Python, and the examples.

mod broken;
mod campaigns;
mod commands;
mod example_values;
mod examples;
mod guide;
mod line_schema;
mod opponents;
mod scores;

use tune2048_testkit::program::{Scratch, is_installed};
pub(crate) use tune2048_testkit::spaces::{PLAYER, PROGRAM as SPACE};

/// A folder with a program in Python; `None` without Python.
fn with_player(program: &str) -> Option<Scratch> {
    is_installed("python3").then(|| Scratch::with("player.py", program))
}

/// A folder with the program and its search space; `None` without Python.
fn solver() -> Option<Scratch> {
    let scratch = with_player(PLAYER)?;
    scratch.write("space.toml", SPACE);
    Some(scratch)
}

#[cfg(unix)]
fn alive(scratch: &Scratch) -> Vec<String> {
    let pids = std::fs::read_to_string(scratch.path("pids")).unwrap_or_default();
    let is_alive = |pid: &&str| {
        let signal = std::process::Command::new("kill").args(["-0", pid]).output();
        signal.is_ok_and(|output| output.status.success())
    };
    pids.lines().filter(is_alive).map(str::to_owned).collect()
}
