//! A running program.

mod group;
mod guard;
pub(crate) mod pipes;
pub(crate) mod pool;
pub(crate) mod program;

use std::io;
use std::process::{Command, ExitStatus};
use std::sync::Arc;
use std::sync::mpsc::Receiver;
use std::time::{Duration, Instant};

use crate::process::group::Group;
use crate::process::guard::Guard;
use crate::process::pipes::{End, Input, Line, StderrTail, lines};

/// The time in which a program exits after it closed its standard output.
const EXIT: Duration = Duration::from_millis(500);

/// A running program, which is killed when this is dropped.
#[derive(Debug)]
pub(crate) struct Process {
    /// A number that no other process of the evaluator has.
    pub(crate) number: u64,
    group: Group,
    /// None if it never had one, or after it was closed, which ends the program.
    input: Option<Input>,
    output: Receiver<Line>,
    stderr: StderrTail,
    /// The number of requests so far.
    pub(crate) requests: u64,
    /// The number of games so far whose boards are held here.
    pub(crate) games: u64,
}

impl Process {
    /// Starts a program whose output is piped, and its input or not.
    fn start(number: u64, command: &mut Command, guard: &Arc<Guard>) -> io::Result<Self> {
        // From here on the process is killed if a thread cannot be started.
        let mut group = Group::start(number, command, guard)?;
        let child = &mut group.child;
        Ok(Self {
            number,
            input: child.stdin.take().map(Input::new).transpose()?,
            output: lines(child.stdout.take().expect("the output is piped"))?,
            stderr: StderrTail::new(child.stderr.take().expect("standard error is piped"))?,
            group,
            requests: 0,
            games: 0,
        })
    }

    /// Writes a line with its end.
    pub(crate) fn write(&self, line: String) {
        if let Some(input) = &self.input {
            input.write(line);
        }
    }

    /// The next line of the output without its end; `None` if it takes longer than `patience`.
    pub(crate) fn line(&mut self, patience: Duration) -> Option<Line> {
        let line = self.output.recv_timeout(patience).ok();
        if line.is_some() {
            return line;
        }
        if !self.is_running() {
            // The end of the program counts, whoever else holds its output open.
            self.group.kill();
        } else if self.input.as_ref().is_some_and(Input::is_closed) {
            return Some(Err(End::NotRead));
        }
        None
    }

    /// Whether the program has not exited.
    pub(crate) fn is_running(&mut self) -> bool {
        self.group.is_running()
    }

    /// Waits half a second for the exit of a program that has closed its output.
    pub(crate) fn exit(&mut self) -> Option<ExitStatus> {
        self.group.exit_until(Instant::now() + EXIT)
    }

    /// Kills the program and all that it has started, and returns the last lines of its standard
    /// error.
    pub(crate) fn kill(self) -> Vec<String> {
        let Self { mut group, stderr, .. } = self;
        group.kill();
        drop(group);
        stderr.lines()
    }
}
