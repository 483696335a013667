//! Programs that ask for evaluations through a pipe.

use std::io::{self, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

use super::serve::{ServeError, Served, serve};
use crate::spec::CampaignSpec;
use tune2048_engine::evaluate::{GameEvaluator, Monitor};

/// Starts a program with its arguments in a folder, and answers on its standard input what it asks on its standard
/// output, as [`serve`] does, until it ends.
///
/// # Errors
/// If it cannot be started or fails, or a stop is requested through the monitor.
///
/// # Panics
/// If `command` is empty.
pub fn serve_command(
    command: &[String],
    folder: &Path,
    space: &CampaignSpec,
    evaluator: &GameEvaluator,
    limit: Option<u64>,
    monitor: &Monitor,
) -> Result<Served, ServeError> {
    let failed = |problem: String| ServeError::Command {
        command: command[0].clone(),
        problem,
    };
    let mut process = Command::new(&command[0]);
    process.args(&command[1..]);
    // The folder beside a file that was named without one.
    if folder != Path::new("") {
        process.current_dir(folder);
    }
    let mut child = process
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|error| failed(format!("cannot be started: {error}")))?;
    let (Some(output), Some(input)) = (child.stdin.take(), child.stdout.take()) else {
        unreachable!("both were asked for");
    };
    let input = BufReader::new(input);
    let served = serve(space, evaluator, limit, input, output, monitor);
    if let Err(ServeError::Evaluate(_)) = served {
        // Whatever it is doing, nobody waits for it any more.
        let _ = child.kill();
    }
    let status = child
        .wait()
        .map_err(|error| failed(format!("cannot be waited for: {error}")))?;
    match served {
        Err(ServeError::Evaluate(error)) => Err(error.into()),
        _ if !status.success() => Err(failed(format!("ended with {status}"))),
        // It ended before it had read all answers, and has asked for nothing since.
        Err(ServeError::Io(error)) if error.kind() == io::ErrorKind::BrokenPipe => Ok(Served {
            games: 0,
            recommendation: None,
        }),
        served => served,
    }
}
