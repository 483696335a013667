//! The progress of a campaign on standard error: a live view on a terminal, otherwise lines.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use crate::view::progress::{LiveProgress, Phase};
use tune2048_engine::evaluate::Monitor;
use tune2048_tuner::campaign::{Event, Observer};

use super::campaign_view::CampaignView;
use super::log::ProgressLog;
use super::shared::{DRAW, SharedProgress};
use crate::cli::campaign::change_text;
use crate::cli::campaign::plan_text;
use crate::cli::evaluation::workers_record::WorkersRecord;
use crate::cli::terminal::notices::Notices;
use crate::cli::terminal::output::{duration, fixed, grouped};

/// Longest time that the end of a campaign waits for the view to close.
const CLOSING_TIME: Duration = Duration::from_secs(2);
/// Time between two lines where there is no view.
const LINE: Duration = Duration::from_secs(10);

/// Shows the progress of a campaign from a thread of its own.
pub(crate) struct CampaignProgress {
    shared: Arc<SharedProgress>,
    thread: Option<JoinHandle<()>>,
}

impl CampaignProgress {
    /// Starts to show a campaign: by a live view if there is a terminal and `is_plain` is false,
    /// else by lines.
    pub(crate) fn new(
        state: LiveProgress,
        monitor: &Arc<Monitor>,
        log: &Arc<ProgressLog>,
        is_plain: bool,
        notices: &Arc<Notices>,
        workers: Option<WorkersRecord>,
    ) -> Self {
        notices.keep();
        let shared = Arc::new(SharedProgress {
            monitor: Arc::clone(monitor),
            games_before: monitor.games_played(),
            start: Instant::now(),
            state: Mutex::new(state),
            log: Arc::clone(log),
            is_done: AtomicBool::new(false),
            notices: Arc::clone(notices),
            workers,
        });
        let watched = Arc::clone(&shared);
        let view = (!is_plain).then(CampaignView::new).and_then(Result::ok);
        Self {
            shared,
            // Where the system denies a thread, the campaign goes on without the view.
            thread: thread::Builder::new()
                .spawn(move || show_until_done(&watched, view))
                .ok(),
        }
    }

    /// Closes the view, then writes the lines that were held back meanwhile.
    pub(crate) fn finish(mut self) {
        self.stop();
    }

    fn stop(&mut self) {
        self.shared.is_done.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            thread.thread().unpark();
            let since = Instant::now();
            while !thread.is_finished() && since.elapsed() < CLOSING_TIME {
                thread::sleep(DRAW / 20);
            }
            // Reading from a terminal that was closed may never return.
            if thread.is_finished() {
                let _ = thread.join();
            }
        }
        self.shared.log.release();
        self.shared.notices.release();
    }
}

impl Drop for CampaignProgress {
    fn drop(&mut self) {
        self.stop();
    }
}

impl Observer for CampaignProgress {
    fn observe(&mut self, event: &Event<'_>) {
        // The clock is updated first, since phases and messages record the time.
        self.shared.tick();
        let mut state = self.shared.state();
        let written = state.messages.len();
        state.observe(event);
        let log = &self.shared.log;
        match event {
            Event::Planned(plan) => log.write(&plan_text::text(plan)),
            Event::Pilot { games } => {
                log.write(&format!("pilot: {} games", grouped(*games as f64)));
            }
            Event::Changed { change, .. } => log.write(&change_text::line(change)),
            Event::Selection {
                finalists, games, ..
            } => log.write(&format!(
                "final race: {finalists} finalists on {} new games",
                grouped(f64::from(*games))
            )),
            Event::Validation {
                games,
                stored_games,
                ..
            } => {
                let games = grouped(f64::from(*games));
                log.write(&match stored_games {
                    None => {
                        format!("validation: tuned and starting weights on {games} new games each")
                    }
                    Some(stored) => format!(
                        "validation: tuned weights on {games} new games, against {} stored games of \
                         the starting weights",
                        grouped(*stored as f64)
                    ),
                });
            }
            _ => {
                for message in &state.messages[written..] {
                    log.write(&message.text);
                }
            }
        }
    }
}

/// Draws the view, or writes lines, until the campaign is done.
fn show_until_done(shared: &SharedProgress, mut view: Option<CampaignView>) {
    let mut last_line = Instant::now();
    while !shared.is_done.load(Ordering::Relaxed) {
        shared.tick();
        if let Some(shown) = &mut view {
            match shown.show(shared) {
                Ok(true) => continue,
                Ok(false) => {}
                // The terminal is gone or cannot be used.
                Err(_) => view = None,
            }
            shared.log.release();
        }
        thread::park_timeout(DRAW);
        if last_line.elapsed() >= LINE {
            last_line = Instant::now();
            shared.log.write(&progress_line(&shared.state()));
        }
    }
}

/// Returns the progress in one line.
fn progress_line(state: &LiveProgress) -> String {
    let mut text = match generation_line(state) {
        Some(line) if state.phase == Phase::Search => line,
        _ => state.phase.name().to_owned(),
    };
    let games = grouped(state.games as f64);
    text.push_str(&match state.total_games {
        Some(all) => format!(", {games} of {} games", grouped(all as f64)),
        None => format!(", {games} games"),
    });
    if let Some(left) = state.seconds_left {
        text.push_str(&format!(", about {} left", duration(left)));
    }
    text
}

/// Returns the last generation in one line, or `None` before the first.
fn generation_line(state: &LiveProgress) -> Option<String> {
    let last = state.generations.last()?;
    let number = state.generations.len();
    let of = state
        .total_generations
        .map_or(String::new(), |all| format!(" of {all}"));
    let mean = if last.objective.abs() < 100.0 {
        fixed(last.objective, 4)
    } else {
        grouped(last.objective)
    };
    let from = state.from_tile();
    let mut text = format!("generation {number}{of}, candidates' mean {mean}{from}");
    if let Some(reliability) = last.reliability {
        text.push_str(&format!(
            ", {} games each, ranking reliability {reliability:.2}",
            grouped(f64::from(last.games_per_candidate))
        ));
    }
    if let Some(step_size) = last.step_size {
        text.push_str(&format!(", step size {step_size:.3}"));
    }
    Some(text)
}
