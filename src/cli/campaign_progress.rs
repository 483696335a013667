//! Progress: a bar on a terminal, plain lines elsewhere, both on standard error.

use std::collections::VecDeque;
use std::io::{self, IsTerminal};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use tune2048::campaign::{Campaign, Event, Observer, StopReason};
use tune2048::evaluate::Monitor;
use tune2048::search_space::GamesPerCandidate;

use super::output::{duration, grouped, tell};
use super::{change_text, plan};

/// How often a bar is drawn.
const DRAW: Duration = Duration::from_millis(100);
/// How often a line is written where there is no terminal.
const LINE: Duration = Duration::from_secs(10);
/// The time left is judged by the games of this last while: better weights
/// play longer games.
const WINDOW: Duration = Duration::from_secs(15);

const MESSAGE_LOCK: &str = "nothing panics while it holds the message";

/// A bar with games and time left in 80 columns.
const BAR: &str = "{elapsed_precise} [{bar:20}] {percent:>3} %  {prefix}";
/// With a second line for what the campaign is about.
const BAR_WITH_MESSAGE: &str = "{elapsed_precise} [{bar:20}] {percent:>3} %  {prefix}\n{wide_msg}";
/// Where only time ends the search.
const NO_BAR_WITH_MESSAGE: &str = "{elapsed_precise} {prefix}\n{wide_msg}";

/// Watches the games of a monitor from a thread of its own.
#[derive(Debug)]
pub(super) struct GamesBar {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

#[derive(Debug)]
struct Shared {
    monitor: Arc<Monitor>,
    /// How many games there will be; `None` if only time ends them.
    total: Option<u64>,
    /// Games played before the monitor counted.
    before: u64,
    message: Mutex<String>,
    done: AtomicBool,
    bar: ProgressBar,
}

/// A bar for a batch of games.
pub(super) fn games_bar(monitor: &Arc<Monitor>, games: u64) -> GamesBar {
    GamesBar::new(monitor, Some(games), 0, BAR)
}

/// A bar for games of which some are on record, with a message.
pub(super) fn recorded_games_bar(monitor: &Arc<Monitor>, games: u64, before: u64) -> GamesBar {
    GamesBar::new(monitor, Some(games), before, BAR_WITH_MESSAGE)
}

impl GamesBar {
    fn new(monitor: &Arc<Monitor>, total: Option<u64>, before: u64, template: &str) -> Self {
        let style = ProgressStyle::with_template(template).expect("the template is valid");
        let bar = ProgressBar::with_draw_target(total, ProgressDrawTarget::stderr());
        bar.set_style(style.progress_chars("=> "));
        let shared = Arc::new(Shared {
            monitor: Arc::clone(monitor),
            total,
            before,
            message: Mutex::default(),
            done: AtomicBool::new(false),
            bar,
        });
        let watched = Arc::clone(&shared);
        Self {
            shared,
            thread: Some(thread::spawn(move || watched.watch())),
        }
    }

    /// Says how it goes from now on.
    pub(super) fn say(&self, message: String) {
        *self.shared.message.lock().expect(MESSAGE_LOCK) = message;
    }

    /// Writes lines above the bar.
    fn tell(&self, lines: &str) {
        self.shared.bar.suspend(|| tell(lines.trim_end()));
    }

    /// Ends the watch and takes the bar away.
    pub(super) fn finish(mut self) {
        self.stop();
    }

    fn stop(&mut self) {
        self.shared.done.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            thread.thread().unpark();
            let _ = thread.join();
            self.shared.bar.finish_and_clear();
        }
    }
}

impl Drop for GamesBar {
    fn drop(&mut self) {
        self.stop();
    }
}

impl Shared {
    fn watch(&self) {
        let on_terminal = io::stderr().is_terminal();
        let mut recent = VecDeque::from([(Instant::now(), 0)]);
        let mut last_line = Instant::now();
        while !self.done.load(Ordering::Relaxed) {
            thread::park_timeout(DRAW);
            let games = self.monitor.games_played();
            let now = Instant::now();
            recent.push_back((now, games));
            while recent.len() > 2 && now - recent[1].0 > WINDOW {
                recent.pop_front();
            }
            let games_text = self.games_text(games, recent[0]);
            let message = self.message.lock().expect(MESSAGE_LOCK).clone();
            if on_terminal {
                self.bar.set_position(self.before + games);
                self.bar.set_prefix(games_text);
                self.bar.set_message(message);
            } else if last_line.elapsed() >= LINE {
                last_line = now;
                let comma = if message.is_empty() { "" } else { ", " };
                tell(&format!("{message}{comma}{games_text}"));
            }
        }
    }

    fn games_text(&self, games: u64, (since, games_then): (Instant, u64)) -> String {
        let rate = (games - games_then) as f64 / since.elapsed().as_secs_f64().max(1e-9);
        let played = grouped((self.before + games) as f64);
        let Some(total) = self.total else {
            return format!("{played} games");
        };
        let mut text = format!("{played} of {} games", grouped(total as f64));
        if rate > 0.0 {
            let left = total.saturating_sub(self.before + games) as f64 / rate;
            text.push_str(&format!(", about {} left", duration(left)));
        }
        text
    }
}

/// The progress of a campaign.
#[derive(Debug)]
pub(super) struct CampaignProgress {
    bar: GamesBar,
    generations: Option<u64>,
}

impl CampaignProgress {
    pub(super) fn new(campaign: &Campaign, monitor: &Arc<Monitor>) -> Self {
        let budget = &campaign.space().budget;
        let pilot = campaign.pilot_games();
        let (search, generations) = match campaign.space().games_per_candidate {
            GamesPerCandidate::Fixed(games) => {
                let per_generation = campaign.population() as u64 * u64::from(games);
                let by_games = budget
                    .games
                    .map(|games| games.saturating_sub(pilot) / per_generation);
                let limits = by_games
                    .into_iter()
                    .chain(budget.generations.map(u64::from));
                let generations = limits.min();
                (generations.map(|count| count * per_generation), generations)
            }
            GamesPerCandidate::Adaptive(_) => {
                let search = budget.games.map(|games| games.saturating_sub(pilot));
                (search, budget.generations.map(u64::from))
            }
        };
        let total = search.map(|games| pilot + games + campaign.games_after_search());
        let template = match total {
            Some(_) => BAR_WITH_MESSAGE,
            None => NO_BAR_WITH_MESSAGE,
        };
        Self {
            bar: GamesBar::new(monitor, total, campaign.games(), template),
            generations,
        }
    }

    /// Takes the bar away.
    pub(super) fn finish(self) {
        self.bar.finish();
    }
}

impl Observer for CampaignProgress {
    fn observe(&mut self, event: &Event<'_>) {
        match event {
            Event::Started { torn: true, .. } => {
                tell("warning: the last line of the record was cut short and is played again");
            }
            Event::Generation(report) => {
                let objectives = report.trials.iter().map(|trial| trial.objective);
                let mean = objectives.sum::<f64>() / report.trials.len() as f64;
                let of = self
                    .generations
                    .map_or(String::new(), |count| format!(" of {count}"));
                let mut text = format!(
                    "generation {}{of}, candidates' mean ",
                    report.generation + 1
                );
                text.push_str(&if mean.abs() < 100.0 {
                    format!("{mean:.4}")
                } else {
                    grouped(mean)
                });
                if let Some(reliability) = report.reliability {
                    text.push_str(&format!(
                        ", {} games each, ranking reliability {reliability:.2}",
                        grouped(f64::from(report.games_per_candidate))
                    ));
                }
                if let Some(distribution) = report.distribution {
                    text.push_str(&format!(", step size {:.3}", distribution.step_size));
                }
                self.bar.say(text);
            }
            Event::Pilot { games } => self
                .bar
                .say(format!("pilot: {} games", grouped(*games as f64))),
            Event::Planned(plan) => self.bar.tell(&plan::text(plan)),
            Event::RestartedWider {
                generation,
                step_size,
            } => self.bar.tell(&format!(
                "the ranking is noise: generation {} begins anew with step size {step_size:.3}",
                generation + 1
            )),
            Event::Changed(change) => self.bar.tell(&change_text::holds(change)),
            Event::ChangeRefused(reason) => self.bar.tell(&format!("warning: {reason}")),
            Event::SearchEnded(StopReason::Noise) => {
                self.bar
                    .tell(&format!("the search ends: {}", StopReason::Noise));
            }
            Event::Selection { finalists, games } => self.bar.say(format!(
                "final race: {finalists} finalists on {} new games",
                grouped(f64::from(*games))
            )),
            Event::Validation { games } => self.bar.say(format!(
                "validation: tuned and starting weights on {} new games each",
                grouped(f64::from(*games))
            )),
            Event::Started { .. } | Event::Trial(_) | Event::SearchEnded(_) => {}
        }
    }
}
