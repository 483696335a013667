//! The processes of an evaluator: how many play, and which wait for another job.

use std::collections::HashSet;
use std::io;
use std::process::Command;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use indexmap::IndexMap;

use crate::process::Process;
use crate::process::guard::Guard;
use crate::process::program::Program;

/// The number of programs whose processes stay alive while they have no games.
const IDLE_PROGRAMS: usize = 4;

/// The time in which a program exits after the end of its input.
const GRACE: Duration = Duration::from_secs(1);

/// The pause before a second attempt to start a program.
const BEFORE_SECOND_START: Duration = Duration::from_millis(50);

/// The processes of an evaluator.
#[derive(Debug, Default)]
pub(crate) struct Pool {
    state: Mutex<State>,
    /// A permit was given back.
    vacancy: Condvar,
    guard: Arc<Guard>,
    started: AtomicU64,
}

#[derive(Debug, Default)]
struct State {
    /// The number of permits.
    playing: usize,
    /// Processes without games by their programs, those used last at the end.
    idle: IndexMap<Arc<Program>, Vec<Process>>,
    /// Processes whose input was closed, with the end of their grace.
    leaving: Vec<(Process, Instant)>,
    /// Programs whose games were found to be reproducible.
    checked: HashSet<Arc<Program>>,
}

/// The right to play with one process.
pub(crate) struct Permit<'p>(&'p Pool);

impl Pool {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A permit, as soon as fewer than `limit` are in use; `None` if that takes longer than `patience`.
    pub(crate) fn permit(&self, limit: usize, patience: Duration) -> Option<Permit<'_>> {
        let are_taken = |state: &mut State| state.playing >= limit;
        let waited = self.vacancy.wait_timeout_while(self.state(), patience, are_taken);
        let (mut state, waited) = waited.unwrap_or_else(PoisonError::into_inner);
        (!waited.timed_out()).then(|| {
            state.playing += 1;
            Permit(self)
        })
    }

    /// Starts a process, after a short pause a second time if it cannot be started.
    pub(crate) fn start(&self, command: &mut Command) -> io::Result<Process> {
        let mut start = || {
            let number = self.started.fetch_add(1, Ordering::Relaxed);
            Process::start(number, command, &self.guard)
        };
        start().or_else(|_| {
            thread::sleep(BEFORE_SECOND_START);
            start()
        })
    }

    /// A process of a program that waits for games, another one than `not`.
    pub(crate) fn take(&self, program: &Arc<Program>, not: Option<u64>) -> Option<Process> {
        let mut state = self.state();
        let processes = state.idle.get_mut(program)?;
        processes.retain_mut(Process::is_running);
        let place = processes.iter().rposition(|process| Some(process.number) != not)?;
        Some(processes.remove(place))
    }

    /// Takes back a process without games.
    pub(crate) fn put_back(&self, program: &Arc<Program>, process: Process) {
        let mut state = self.state();
        let mut processes = state.idle.shift_remove(program).unwrap_or_default();
        processes.push(process);
        state.idle.insert(Arc::clone(program), processes);
        if state.idle.len() > IDLE_PROGRAMS
            && let Some((_, processes)) = state.idle.shift_remove_index(0)
        {
            processes.into_iter().for_each(|process| state.dismiss(process));
        }
    }

    /// Whether the games of a program were found to be reproducible.
    pub(crate) fn is_checked(&self, program: &Arc<Program>) -> bool {
        self.state().checked.contains(program)
    }

    /// Notes that the games of a program are reproducible.
    pub(crate) fn set_checked(&self, program: &Arc<Program>) {
        self.state().checked.insert(Arc::clone(program));
    }
}

impl State {
    /// Ends a process without games, without waiting for its exit.
    fn dismiss(&mut self, mut process: Process) {
        let now = Instant::now();
        self.leaving.retain_mut(|(process, end)| now < *end && process.is_running());
        process.input = None;
        self.leaving.push((process, now + GRACE));
    }
}

impl Drop for Permit<'_> {
    fn drop(&mut self) {
        self.0.state().playing -= 1;
        self.0.vacancy.notify_all();
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        let state = self.state.get_mut().unwrap_or_else(PoisonError::into_inner);
        for (_, processes) in std::mem::take(&mut state.idle) {
            processes.into_iter().for_each(|process| state.dismiss(process));
        }
        let end = Instant::now() + GRACE;
        for (mut process, _) in state.leaving.drain(..) {
            let _ = process.group.exit_until(end);
        }
    }
}
