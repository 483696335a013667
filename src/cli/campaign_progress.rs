//! The progress of a campaign on standard error: a live view on a terminal,
//! lines elsewhere.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use tune2048::progress::{LiveState, Phase};
use tune2048_engine::evaluate::Monitor;
use tune2048_tuner::campaign::{Event, Observer};

use super::campaign_view::View;
use super::campaign_watch::{DRAW, Watch};
use super::lines::Lines;
use super::output::{duration, grouped};
use super::{change_text, plan_text};

/// How long the end waits for the view to leave.
const LAST_PICTURE: Duration = Duration::from_secs(2);
/// How often a line is written where there is none.
const LINE: Duration = Duration::from_secs(10);

/// Tells how a campaign goes, from a thread of its own.
#[derive(Debug)]
pub(super) struct CampaignProgress {
    watch: Arc<Watch>,
    thread: Option<JoinHandle<()>>,
}

impl CampaignProgress {
    /// Tells of a campaign by a live view if there is a terminal and none are
    /// wished but lines.
    pub(super) fn new(
        state: LiveState,
        monitor: &Arc<Monitor>,
        lines: &Arc<Lines>,
        is_plain: bool,
    ) -> Self {
        let shared = Arc::new(Watch {
            monitor: Arc::clone(monitor),
            games_before: monitor.games_played(),
            start: Instant::now(),
            state: Mutex::new(state),
            lines: Arc::clone(lines),
            is_done: AtomicBool::new(false),
        });
        let watched = Arc::clone(&shared);
        let view = (!is_plain).then(View::new).and_then(Result::ok);
        Self {
            watch: shared,
            thread: Some(thread::spawn(move || watch(&watched, view))),
        }
    }

    /// Takes the view away; what was told beside it is written then.
    pub(super) fn finish(mut self) {
        self.stop();
    }

    fn stop(&mut self) {
        self.watch.is_done.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            thread.thread().unpark();
            let since = Instant::now();
            while !thread.is_finished() && since.elapsed() < LAST_PICTURE {
                thread::sleep(DRAW / 20);
            }
            // Reading from a terminal that was closed may never return.
            if thread.is_finished() {
                let _ = thread.join();
            }
        }
        self.watch.lines.release();
    }
}

impl Drop for CampaignProgress {
    fn drop(&mut self) {
        self.stop();
    }
}

impl Observer for CampaignProgress {
    fn observe(&mut self, event: &Event<'_>) {
        // The clock first: phases begin and messages come up now.
        self.watch.tick();
        let mut state = self.watch.state();
        let told = state.messages.len();
        state.observe(event);
        let lines = &self.watch.lines;
        match event {
            Event::Planned(plan) => lines.tell(&plan_text::text(plan)),
            Event::Pilot { games } => {
                lines.tell(&format!("pilot: {} games", grouped(*games as f64)));
            }
            Event::Changed { change, .. } => lines.tell(&change_text::holds(change)),
            Event::Selection {
                finalists, games, ..
            } => lines.tell(&format!(
                "final race: {finalists} finalists on {} new games",
                grouped(f64::from(*games))
            )),
            Event::Validation { games, .. } => lines.tell(&format!(
                "validation: tuned and starting weights on {} new games each",
                grouped(f64::from(*games))
            )),
            _ => {
                for message in &state.messages[told..] {
                    lines.tell(&message.text);
                }
            }
        }
    }
}

/// Draws or writes until the end.
fn watch(watch: &Watch, mut view: Option<View>) {
    let mut last_line = Instant::now();
    while !watch.is_done.load(Ordering::Relaxed) {
        watch.tick();
        if let Some(shown) = &mut view {
            match shown.show(watch) {
                Ok(true) => continue,
                Ok(false) => {}
                // The terminal is gone or of no use.
                Err(_) => view = None,
            }
            watch.lines.release();
        }
        thread::park_timeout(DRAW);
        if last_line.elapsed() >= LINE {
            last_line = Instant::now();
            watch.lines.tell(&progress_line(&watch.state()));
        }
    }
}

/// How it goes, in one line.
fn progress_line(state: &LiveState) -> String {
    let mut text = match generation_line(state) {
        Some(line) if state.phase == Phase::Search => line,
        _ => state.phase.name().to_owned(),
    };
    let games = grouped(state.games as f64);
    text.push_str(&match state.games_in_all {
        Some(all) => format!(", {games} of {} games", grouped(all as f64)),
        None => format!(", {games} games"),
    });
    if let Some(left) = state.seconds_left {
        text.push_str(&format!(", about {} left", duration(left)));
    }
    text
}

/// The last generation in one line; none before the first.
fn generation_line(state: &LiveState) -> Option<String> {
    let last = state.generations.last()?;
    let number = state.generations.len();
    let of = state
        .generations_in_all
        .map_or(String::new(), |all| format!(" of {all}"));
    let mean = if last.objective.abs() < 100.0 {
        format!("{:.4}", last.objective)
    } else {
        grouped(last.objective)
    };
    let mut text = format!("generation {number}{of}, candidates' mean {mean}");
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
