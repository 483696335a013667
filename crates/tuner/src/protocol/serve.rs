//! The loop of the protocol: requests are played side by side, and answered in order.

use std::io::{self, BufRead, Write};
use std::sync::{Mutex, mpsc};

use serde::Serialize;

use super::message::{Answer, Asked, Description, Refusal, Request};
use crate::spec::CampaignSpec;
use tune2048_engine::evaluate::{Evaluate, EvaluateError, GameEvaluator, Monitor};
use tune2048_engine::game::{GameSeed, Stream};
use tune2048_engine::heuristic::Weights;

/// Requests that are read ahead of the one to be answered next.
const READ_AHEAD: usize = 4096;

/// What was served until the input ended.
#[derive(Clone, Debug, PartialEq)]
pub struct Served {
    /// The games that were played.
    pub games: u64,
    /// The last weights that were recommended.
    pub recommendation: Option<Weights>,
}

/// Why serving ended before the input did.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The input cannot be read or the output not written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The games cannot be played, or a stop was requested.
    #[error(transparent)]
    Evaluate(#[from] EvaluateError),
    /// The program that asked failed.
    #[error("{command}: {problem}")]
    Command {
        /// The program.
        command: String,
        /// What happened.
        problem: String,
    },
}

/// What becomes of a line.
enum Reply {
    Answer(Box<Answer>, Option<Weights>),
    Refusal(Refusal),
    Failed(EvaluateError),
}

/// A request on its way to be played, with the way back.
struct Job {
    request: Request,
    first: u64,
    games: u32,
    reply: mpsc::Sender<Reply>,
}

/// Answers the lines of `input` on `output` until the input ends. With a
/// limit, a request that would go beyond so many games altogether is refused.
///
/// The games are those of the search stream of the space's seed, so that no
/// optimizer sees the games that it is judged by.
///
/// # Errors
/// If input or output fail, or a stop is requested through the monitor.
pub fn serve(
    space: &CampaignSpec,
    evaluator: &GameEvaluator,
    limit: Option<u64>,
    input: impl BufRead + Send,
    mut output: impl Write,
    monitor: &Monitor,
) -> Result<Served, ServeError> {
    write_line(&mut output, &Description::of(space, limit))?;
    let (replies, in_order) = mpsc::sync_channel(READ_AHEAD);
    let (jobs, waiting) = mpsc::channel();
    let waiting = Mutex::new(waiting);
    std::thread::scope(|scope| {
        let reader = scope.spawn(move || read(space, limit, input, &replies, &jobs));
        // One more than there are cores, so that one request's last game
        // keeps no core from the next request.
        for _ in 0..=evaluator.threads() {
            scope.spawn(|| play(space, evaluator, &waiting, monitor));
        }
        let mut recommendation = None;
        let mut answered = Ok(());
        for reply in in_order {
            // A sender that is gone without a word was interrupted.
            let reply = reply
                .recv()
                .unwrap_or(Reply::Failed(EvaluateError::Interrupted));
            answered = match reply {
                Reply::Answer(answer, None) => {
                    write_line(&mut output, &answer).map_err(ServeError::from)
                }
                Reply::Answer(answer, recommended) => {
                    recommendation = recommended;
                    // Whoever recommends may be gone before the answer.
                    match write_line(&mut output, &answer) {
                        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
                            Err(error.into())
                        }
                        _ => Ok(()),
                    }
                }
                Reply::Refusal(refusal) => {
                    write_line(&mut output, &refusal).map_err(ServeError::from)
                }
                Reply::Failed(error) => Err(error.into()),
            };
            if answered.is_err() {
                monitor.request_stop();
                break;
            }
        }
        // Who waits for an answer sees the end of the output, and ends the input in turn.
        drop(output);
        let games = reader.join().expect("the reader does not panic");
        answered?;
        Ok(Served {
            games: games?,
            recommendation,
        })
    })
}

/// Reads requests until the input ends; returns the games that they asked for.
fn read(
    space: &CampaignSpec,
    limit: Option<u64>,
    mut input: impl BufRead,
    replies: &mpsc::SyncSender<mpsc::Receiver<Reply>>,
    jobs: &mpsc::Sender<Job>,
) -> io::Result<u64> {
    let mut played = 0;
    let mut bytes = Vec::new();
    for line in 1.. {
        bytes.clear();
        if input.read_until(b'\n', &mut bytes)? == 0 {
            break;
        }
        let text = String::from_utf8_lossy(&bytes);
        if text.trim().is_empty() {
            continue;
        }
        let (reply, answer) = mpsc::channel();
        let request = Request::parse(&text, line, space).and_then(|request| {
            let Asked::Games { games, .. } = request.asked else {
                return Ok(request);
            };
            let left = limit.map_or(u64::MAX, |limit| limit - played);
            if u64::from(games) <= left {
                played += u64::from(games);
                return Ok(request);
            }
            let error = format!("games: found {games}, but {left} are left of the budget");
            let id = request.id;
            Err(Refusal { id, line, error })
        });
        // Both channels outlive this loop unless the output has ended.
        let _ = match request {
            Err(refusal) => reply.send(Reply::Refusal(refusal)).is_ok(),
            Ok(request) => match request.asked {
                Asked::Recommendation => {
                    let answer = Box::new(Answer::unplayed(&request));
                    reply
                        .send(Reply::Answer(answer, Some(request.weights)))
                        .is_ok()
                }
                Asked::Games { first, games } => jobs
                    .send(Job {
                        request,
                        first,
                        games,
                        reply,
                    })
                    .is_ok(),
            },
        };
        if replies.send(answer).is_err() {
            break;
        }
    }
    Ok(played)
}

/// Plays requests until there are no more.
fn play(
    space: &CampaignSpec,
    evaluator: &GameEvaluator,
    jobs: &Mutex<mpsc::Receiver<Job>>,
    monitor: &Monitor,
) {
    loop {
        let job = jobs.lock().expect("nobody panics while waiting").recv();
        let Ok(job) = job else { return };
        let seeds: Vec<GameSeed> = (job.first..job.first + u64::from(job.games))
            .map(|index| GameSeed::new(space.seed, Stream::Search, index))
            .collect();
        let reply = match evaluator.play(space.player, &job.request.weights, &seeds, monitor) {
            Ok(games) => {
                let answer = Answer::played(&job.request, job.first, &games.results, space);
                Reply::Answer(Box::new(answer), None)
            }
            Err(error) => Reply::Failed(error),
        };
        let _ = job.reply.send(reply);
    }
}

fn write_line(output: &mut impl Write, line: &impl Serialize) -> io::Result<()> {
    let mut text = serde_json::to_vec(line)?;
    text.push(b'\n');
    output.write_all(&text)?;
    output.flush()
}
