//! Programs that answer moves, for the boards of pages. Each has a thread of its own, so that one
//! that is slow or ends holds up only those who ask it.

use std::collections::HashMap;
use std::fmt;
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use axum::extract::{RawQuery, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};
use tune2048_engine::game::{GameSeed, LongGame, Move};
use tune2048_engine::{EvaluateError, Monitor};
use tune2048_programs::with_mover;
use tune2048_tuner::subject::Configuration;

use super::play;
use super::site::{Site, Target};

/// Number of programs that run; a further one takes the place of that which nobody has asked for
/// longest.
const MAX_PROGRAMS: usize = 4;

/// Time after which a program ends that nobody asks.
const IDLE: Duration = Duration::from_secs(60);

/// A board, and who waits for the move on it.
struct Question {
    game: LongGame,
    answer: UnboundedSender<Result<Move, String>>,
}

/// A program that runs.
struct Running {
    questions: Sender<Question>,
    monitor: Arc<Monitor>,
    asked: Instant,
    thread: JoinHandle<()>,
}

/// The programs of all boards, by the version of their weights.
pub(super) struct Programs {
    running: Mutex<HashMap<String, Running>>,
    /// Takes a line about each program before it starts.
    note: Box<dyn Fn(&str) + Send + Sync>,
}

impl fmt::Debug for Programs {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Programs")
    }
}

impl Programs {
    pub(super) fn new(note: impl Fn(&str) + Send + Sync + 'static) -> Self {
        Self { running: Mutex::default(), note: Box::new(note) }
    }

    /// Asks the program of a version, which is started if its weights are given; returns whether
    /// it runs.
    fn ask(&self, version: &str, question: Question, weights: Option<Configuration>) -> bool {
        let mut running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        let question = match running.get_mut(version) {
            Some(known) => {
                known.asked = Instant::now();
                match known.questions.send(question) {
                    Ok(()) => return true,
                    Err(unsent) => unsent.0,
                }
            }
            None => question,
        };
        running.remove(version);
        let Some(weights) = weights else { return false };
        if running.len() >= MAX_PROGRAMS {
            let oldest = running.iter().min_by_key(|(_, known)| known.asked);
            let oldest = oldest.map(|(version, _)| version.clone());
            let oldest = oldest.and_then(|version| running.remove(&version));
            oldest.iter().for_each(|known| known.monitor.request_stop());
        }
        weights.subject.start_line().iter().for_each(|line| (self.note)(line));
        let (questions, asked) = mpsc::channel();
        let monitor = Arc::new(Monitor::default());
        let own = Arc::clone(&monitor);
        let player = thread::Builder::new().name("moves of a program".to_owned());
        let thread = match player.spawn(move || answer(&weights, &own, question, &asked)) {
            Ok(thread) => thread,
            Err(error) => {
                (self.note)(&EvaluateError::threads(error).to_string());
                return false;
            }
        };
        let started = Running { questions, monitor, asked: Instant::now(), thread };
        running.insert(version.to_owned(), started);
        true
    }

    /// Ends all programs.
    pub(super) fn end(&self) {
        let mut running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        running.values().for_each(|known| known.monitor.request_stop());
        for (_, Running { questions, thread, .. }) in running.drain() {
            drop(questions);
            // Its panic has been told.
            let _ = thread.join();
        }
    }
}

/// Answers questions by the moves of a program, until it fails or nobody asks it.
fn answer(
    weights: &Configuration,
    monitor: &Monitor,
    mut question: Question,
    questions: &Receiver<Question>,
) {
    let asked = with_mover(weights, monitor, |mover| {
        loop {
            // Who has closed the page waits for nothing.
            if !question.answer.is_closed() {
                let _ = question.answer.send(Ok(mover.choose(&question.game)?));
            }
            match questions.recv_timeout(IDLE) {
                Ok(next) => question = next,
                Err(_) => return Ok::<_, EvaluateError>(()),
            }
        }
    });
    if let Some(Err(error)) = asked {
        let _ = question.answer.send(Err(error.to_string()));
    }
}

/// Answers a board of a campaign's page by the move of its program.
pub(super) async fn choose(
    State(site): State<Site>,
    target: Option<Target>,
    headers: HeaderMap,
    RawQuery(query): RawQuery,
) -> Response {
    let refuse = |code: StatusCode, text: &str| (code, format!("{text}\n")).into_response();
    let own = |from: &_| from == "same-origin";
    if !headers.get("sec-fetch-site").is_none_or(own) {
        return refuse(StatusCode::FORBIDDEN, "Only the boards of this server ask for moves");
    }
    let (Some(programs), Some(target)) = (site.programs.clone(), target) else {
        return refuse(StatusCode::NOT_FOUND, "Programs play with tune2048 serve --programs");
    };
    let query = query.unwrap_or_default();
    let find = |key: &str| query.split('&').find_map(|part| part.strip_prefix(key));
    let (version, board) = (find("weights=").unwrap_or(""), find("board=").unwrap_or(""));
    let game = match LongGame::from_text(board, GameSeed(0)) {
        Ok(game) if !game.is_over() => game,
        _ => return refuse(StatusCode::BAD_REQUEST, "Found no board that has a legal move"),
    };
    let mut weights = None;
    // Not running yet; then a program whose time without questions has just ended.
    for _ in 0..3 {
        let (answer, mut answered) = unbounded_channel();
        if programs.ask(version, Question { game: game.clone(), answer }, weights.take()) {
            match answered.recv().await {
                Some(Ok(direction)) => return direction.name().into_response(),
                Some(Err(failure)) => return refuse(StatusCode::BAD_GATEWAY, &failure),
                None => {}
            }
        }
        let (target, version) = (target.clone(), version.to_owned());
        let found = site.read(move |site| {
            let (place, run) = site.find(&target)?;
            play::weights(place, &run, &version)
        });
        weights = match found.await {
            Ok(Some(weights)) => Some(weights),
            Ok(None) => break,
            Err(answer) => return answer,
        };
    }
    refuse(StatusCode::NOT_FOUND, "These weights have changed: load the page again")
}
