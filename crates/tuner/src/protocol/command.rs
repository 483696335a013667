//! Client programs that ask for evaluations through a pipe.

use std::io::BufReader;
use std::path::Path;
use std::process::{Command, Stdio};

use super::serve::{ProtocolError, Served, serve};
use crate::space::CampaignSpec;
use crate::subject::Evaluate;
use tune2048_engine::evaluate::Monitor;

/// Starts a program in a folder and serves it, as [`serve`] does, until it ends: requests are read from
/// the standard output of the program, and answers are written to its standard input.
///
/// # Errors
/// If the program cannot be started or fails, or a stop is requested through the monitor.
///
/// # Panics
/// If `command` is empty.
pub fn serve_command(
    command: &[String],
    folder: &Path,
    spec: &CampaignSpec,
    evaluator: &dyn Evaluate,
    limit: Option<u64>,
    monitor: &Monitor,
) -> Result<Served, ProtocolError> {
    let failed = |problem: String| ProtocolError::Command { command: command[0].clone(), problem };
    let mut process = Command::new(&command[0]);
    process.args(&command[1..]);
    // The folder of a file that was named without one is empty.
    if folder != Path::new("") {
        process.current_dir(folder);
    }
    let mut child = process
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|error| failed(format!("cannot be started: {error}")))?;
    let output = child.stdin.take().expect("the pipe was requested");
    let input = BufReader::new(child.stdout.take().expect("the pipe was requested"));
    let served = serve(spec, evaluator, limit, input, output, monitor);
    if let Err(ProtocolError::Evaluate(_)) = served {
        // Its results are of no use any more.
        let _ = child.kill();
    }
    let status = child.wait().map_err(|error| failed(format!("cannot be waited for: {error}")))?;
    match served {
        Err(ProtocolError::Evaluate(error)) => Err(error.into()),
        _ if !status.success() => Err(failed(format!("ended with {status}"))),
        served => served,
    }
}
