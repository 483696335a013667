//! The progress of a campaign on standard error: a live view on a terminal,
//! lines elsewhere.

use std::io;
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use anstream::{AutoStream, ColorChoice};
use ratatui::crossterm::event::{self, Event as TerminalEvent, KeyCode, KeyEvent, KeyModifiers};
use tune2048::live::screen::{self, Screen};
use tune2048::live::{self, LiveState, Scroll, Suspension, TerminalStyle};
use tune2048_engine::evaluate::Monitor;
use tune2048_tuner::campaign::{Event, Observer};

use super::failure::INTERRUPTED;
use super::lines::Lines;
use super::output::{duration, grouped};
use super::{change_text, plan};

/// How often a picture is drawn.
const DRAW: Duration = Duration::from_millis(100);
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

#[derive(Debug)]
struct Watch {
    monitor: Arc<Monitor>,
    /// Games that the monitor had counted before.
    games_before: u64,
    start: Instant,
    state: Mutex<LiveState>,
    lines: Arc<Lines>,
    is_done: AtomicBool,
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
        let watch = Arc::new(Watch {
            monitor: Arc::clone(monitor),
            games_before: monitor.games_played(),
            start: Instant::now(),
            state: Mutex::new(state),
            lines: Arc::clone(lines),
            is_done: AtomicBool::new(false),
        });
        let watched = Arc::clone(&watch);
        let view = (!is_plain).then(View::new).and_then(Result::ok);
        Self {
            watch,
            thread: Some(thread::spawn(move || watched.watch(view))),
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
            Event::Planned(plan) => lines.tell(&plan::text(plan)),
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

impl Watch {
    fn state(&self) -> MutexGuard<'_, LiveState> {
        self.state
            .lock()
            .expect("nothing panics while it holds the state")
    }

    fn tick(&self) {
        let games = self.monitor.games_played() - self.games_before;
        let mut state = self.state();
        state.tick(self.start.elapsed(), games);
        state.is_stopping = self.monitor.stop_requested();
    }

    /// Draws or writes until the end.
    fn watch(&self, mut view: Option<View>) {
        let mut last_line = Instant::now();
        while !self.is_done.load(Ordering::Relaxed) {
            self.tick();
            if let Some(shown) = &mut view {
                match shown.show(self) {
                    Ok(true) => continue,
                    Ok(false) => {}
                    // The terminal is gone or of no use.
                    Err(_) => view = None,
                }
                self.lines.release();
            }
            thread::park_timeout(DRAW);
            if last_line.elapsed() >= LINE {
                last_line = Instant::now();
                self.lines.tell(&progress_line(&self.state()));
            }
        }
    }

    /// The first time ends the games that are under way, the second the process.
    fn ask_to_stop(&self) {
        if self.monitor.stop_requested() {
            screen::give_back();
            process::exit(i32::from(INTERRUPTED));
        }
        self.monitor.request_stop();
        self.state().is_stopping = true;
    }
}

/// How it goes, in one line.
fn progress_line(state: &LiveState) -> String {
    let mut text = match generation_line(state) {
        Some(line) if state.phase == live::Phase::Search => line,
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

/// The live view, on the terminal while that is this process's.
#[derive(Debug)]
struct View {
    look: TerminalStyle,
    scroll: Scroll,
    suspension: Suspension,
    screen: Option<Screen>,
    drawn: Instant,
}

impl View {
    /// A view, if there is a terminal for it.
    fn new() -> io::Result<Self> {
        if !Screen::is_possible() {
            return Err(io::ErrorKind::Unsupported.into());
        }
        let colour = AutoStream::choice(&io::stderr()) != ColorChoice::Never;
        Ok(Self {
            look: TerminalStyle {
                colour,
                unicode: is_unicode(),
            },
            scroll: Scroll::default(),
            suspension: Suspension::new()?,
            screen: None,
            drawn: Instant::now(),
        })
    }

    /// Draws a picture and listens to keys until it is time for the next one;
    /// tells whether the terminal is there for it.
    fn show(&mut self, watch: &Watch) -> io::Result<bool> {
        if self.screen.is_some() && (self.suspension.is_over() || self.suspension.is_asked_for()) {
            let is_over = self.suspension.is_over();
            self.leave();
            if !is_over {
                self.suspension.stop();
            }
        }
        if self.screen.is_none() {
            if !screen::is_in_foreground() {
                return Ok(false);
            }
            watch.lines.keep();
            self.suspension.hold();
            self.screen = Some(Screen::enter()?);
        }
        if let Some(screen) = &mut self.screen {
            // Drawing takes longer than the campaign should wait.
            let state = watch.state().clone();
            screen.draw(|frame| live::draw(frame, &state, self.scroll, self.look))?;
            self.drawn = Instant::now();
        }
        while let Some(left) = DRAW.checked_sub(self.drawn.elapsed()) {
            if event::poll(left)?
                && let TerminalEvent::Key(key) = event::read()?
            {
                self.press(key, watch);
            }
        }
        Ok(true)
    }

    fn press(&mut self, key: KeyEvent, watch: &Watch) {
        if key.is_release() {
            return;
        }
        let is_control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Char('c') if is_control => watch.ask_to_stop(),
            KeyCode::Char('z') if is_control => {
                self.leave();
                self.suspension.stop();
            }
            KeyCode::Char('q') => watch.ask_to_stop(),
            KeyCode::Up | KeyCode::Char('k') => self.scroll.up(),
            KeyCode::Down | KeyCode::Char('j') => {
                self.scroll.down(watch.state().weights.len());
            }
            _ => {}
        }
    }

    fn leave(&mut self) {
        self.screen = None;
        self.suspension.release();
    }
}

/// Whether the locale is one of UTF-8; a terminal of Windows always is.
fn is_unicode() -> bool {
    let variables = ["LC_ALL", "LC_CTYPE", "LANG"];
    let set = variables.iter().filter_map(|name| std::env::var(name).ok());
    let locale = set.into_iter().find(|value| !value.is_empty());
    let locale = locale.unwrap_or_default().to_ascii_lowercase();
    cfg!(windows) || locale.contains("utf-8") || locale.contains("utf8")
}
