//! The loop of the protocol: requests are played concurrently and answered in order.

use std::io::{self, BufRead, Read, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, mpsc};
use std::thread::Builder;

use super::answers::Answers;
use super::message::{Description, EvaluationAnswer, Refusal, Request};
use crate::space::CampaignSpec;
use crate::subject::{Configuration, Evaluate};
use serde_json::Value;
use tune2048_engine::{EvaluateError, GameSeed, Monitor, Stream};

/// The number of requests that may be read before the first of them is answered.
const READ_AHEAD: usize = 4096;

/// The longest line that is read, in bytes.
const MAX_LINE: u64 = 1 << 20;

/// The number of requests that are still read after the client has closed the output: more than the pipes
/// between the two can contain, so that a recommendation among them is found, and a client that never ends
/// is not served forever.
const MAX_UNANSWERED: usize = 100_000;

/// What was served until the input ended.
#[derive(Clone, Debug, PartialEq)]
pub struct Served {
    /// The number of games that were asked for.
    pub games: u64,
    /// The weights that were recommended last.
    pub recommendation: Option<Configuration>,
    /// The number of requests whose answers the client did not wait for.
    pub unanswered: usize,
}

/// Why serving ended before the input did.
#[derive(Debug, thiserror::Error)]
pub enum ProtocolError {
    /// The input cannot be read or the output cannot be written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The games cannot be played, or a stop was requested.
    #[error(transparent)]
    Evaluate(#[from] EvaluateError),
    /// The client program failed.
    #[error("{command}: {problem}")]
    Command {
        /// The program.
        command: String,
        /// What happened.
        problem: String,
    },
}

/// The outcome of one line of input.
enum Reply {
    /// An answer, with the weights that the request recommends if it does.
    Answer(Box<EvaluationAnswer>, Option<Configuration>),
    Refusal(Refusal),
    /// The games were not played, because nobody reads their answer.
    Unplayed,
    Failed(EvaluateError),
}

/// A request on its way to be played, with the channel for its reply.
type PendingRequest = (Request, mpsc::Sender<Reply>);

/// Answers the lines of `input` on `output` until the input ends. With a
/// limit, a request that would exceed this number of games in total is refused.
///
/// The games are those of the search stream of the spec's seed, so that no
/// optimizer sees the games on which its weights are judged.
///
/// A client may close the output before the input ends. Its remaining requests
/// are read but no longer played, and its recommendation counts.
///
/// # Errors
/// If the input cannot be read, the output cannot be written for another reason
/// than that the client has closed it, or a stop is requested through the monitor.
pub fn serve(
    spec: &CampaignSpec,
    evaluator: &dyn Evaluate,
    limit: Option<u64>,
    input: impl BufRead + Send,
    output: impl Write,
    monitor: &Monitor,
) -> Result<Served, ProtocolError> {
    let mut answers = Answers::new(output);
    answers.write(&Description::of(spec, limit))?;
    let client_left = AtomicBool::new(false);
    let (replies, in_order) = mpsc::sync_channel(READ_AHEAD);
    let (jobs, waiting) = mpsc::channel();
    let waiting = Mutex::new(waiting);
    std::thread::scope(|scope| {
        // One more than there are cores, so that the last game of one request
        // keeps no core from the next request.
        for _ in 0..=evaluator.concurrent_games() {
            let player = || play(spec, evaluator, &waiting, &client_left, monitor);
            Builder::new().spawn_scoped(scope, player).map_err(EvaluateError::threads)?;
        }
        let reader = move || read(spec, limit, input, &replies, &jobs);
        let reader = Builder::new().spawn_scoped(scope, reader).map_err(EvaluateError::threads)?;
        let mut recommendation = None;
        let mut unanswered = 0;
        let mut answered = Ok(());
        for reply in in_order {
            if answers.is_closed {
                client_left.store(true, Ordering::Relaxed);
                unanswered += 1;
            }
            // A sender that was dropped without a reply was interrupted.
            let reply = reply.recv().unwrap_or(Reply::Failed(EvaluateError::Interrupted));
            answered = match reply {
                Reply::Answer(answer, recommended) => {
                    recommendation = recommended.or(recommendation);
                    answers.write(&answer).map_err(ProtocolError::from)
                }
                Reply::Refusal(refusal) => answers.write(&refusal).map_err(ProtocolError::from),
                Reply::Unplayed => Ok(()),
                Reply::Failed(error) => Err(error.into()),
            };
            if answered.is_err() || unanswered == MAX_UNANSWERED {
                break;
            }
        }
        if answered.is_err() {
            monitor.request_stop();
        }
        // A client that waits for an answer sees the end of the output and closes the input.
        drop(answers);
        let games = reader.join().expect("the reader does not panic");
        answered?;
        Ok(Served { games: games?, recommendation, unanswered })
    })
}

/// Reads requests until the input ends; returns the number of games that they asked for.
fn read(
    spec: &CampaignSpec,
    limit: Option<u64>,
    mut input: impl BufRead,
    replies: &mpsc::SyncSender<mpsc::Receiver<Reply>>,
    jobs: &mpsc::Sender<PendingRequest>,
) -> io::Result<u64> {
    let mut played = 0;
    let mut bytes = Vec::new();
    for line in 1.. {
        bytes.clear();
        if input.by_ref().take(MAX_LINE).read_until(b'\n', &mut bytes)? == 0 {
            break;
        }
        let is_cut = bytes.len() as u64 == MAX_LINE && bytes.last() != Some(&b'\n');
        let text = String::from_utf8_lossy(&bytes);
        let text = if line == 1 { text.trim_start_matches('\u{feff}') } else { &text };
        if text.trim().is_empty() && !is_cut {
            continue;
        }
        let (reply, answer) = mpsc::channel();
        let request = if is_cut {
            input.skip_until(b'\n')?;
            let error = format!("found a longer line, expected at most {MAX_LINE} bytes");
            Err(Refusal { id: Value::Null, line, error })
        } else {
            Request::parse(text, line, spec)
        };
        let request = request.and_then(|request| {
            let games = request.games.as_ref().map_or(0, |games| games.end - games.start);
            let left = limit.map_or(u64::MAX, |limit| limit - played);
            if games <= left {
                played += games;
                return Ok(request);
            }
            let error = format!("games: found {games}, but {left} are left of the budget");
            Err(Refusal { id: request.id, line, error })
        });
        // Both channels outlive this loop unless the output has ended.
        let _ = match request {
            Err(refusal) => reply.send(Reply::Refusal(refusal)).is_ok(),
            Ok(request) if request.games.is_some() => jobs.send((request, reply)).is_ok(),
            Ok(request) => {
                let answer = Box::new(EvaluationAnswer::unplayed(&request));
                reply.send(Reply::Answer(answer, Some(request.weights))).is_ok()
            }
        };
        if replies.send(answer).is_err() {
            break;
        }
    }
    Ok(played)
}

/// Plays requests until there are no more, and skips them once the client has left.
fn play(
    spec: &CampaignSpec,
    evaluator: &dyn Evaluate,
    jobs: &Mutex<mpsc::Receiver<PendingRequest>>,
    client_left: &AtomicBool,
    monitor: &Monitor,
) {
    loop {
        let job = jobs.lock().expect("nobody panics while waiting").recv();
        let Ok((request, reply)) = job else { return };
        if client_left.load(Ordering::Relaxed) {
            let _ = reply.send(Reply::Unplayed);
            continue;
        }
        let seed = |index| GameSeed::new(spec.seed, Stream::Search, index);
        let seeds: Vec<GameSeed> = request.games.clone().into_iter().flatten().map(seed).collect();
        let _ = reply.send(match evaluator.play(&request.weights, &seeds, monitor) {
            Ok(games) => {
                let answer = EvaluationAnswer::played(&request, &games.results, spec);
                Reply::Answer(Box::new(answer), None)
            }
            Err(error) => Reply::Failed(error),
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::answers::tests::Limited;
    use tune2048_engine::evaluate::GameEvaluator;

    #[test]
    fn clients_that_leave_at_once_or_never_end_a_line_are_served() {
        let text = "name = \"x\"\nseed = 3\nheuristic.rows = { empty = \"tune\", merges = \"tune\" }\n\
                    objective.games-per-candidate = 1\noptimizer.random-matrix.population = 2\nbudget.games = 3\n";
        let spec = CampaignSpec::parse(std::path::Path::new("x.toml"), text).unwrap();
        let evaluator = GameEvaluator::new(Some(1)).unwrap();
        let input = "{\"point\": [0.1, 0.2]}\n{\"point\": [0, 0], \"recommend\": true}\nnonsense\n\
                     {\"point\": [0.1, 0.2], \"games\": 2}\n{\"point\": [0.5, 1], \"recommend\": true}\n\
                     {\"point\": [0.3, 0.2]}\n";
        let monitor = Monitor::default();
        let served = |output: &mut dyn Write| {
            serve(&spec, &evaluator, Some(3), input.as_bytes(), output, &monitor).unwrap()
        };
        let stayed = served(&mut Vec::<u8>::new());
        assert_eq!(stayed.games, 3);
        assert_eq!(stayed.recommendation, Some(spec.decode(&[0.5, 1.0])));
        assert_eq!(stayed.unanswered, 0);
        let left = served(&mut Limited { space: 0, kind: io::ErrorKind::BrokenPipe });
        assert_eq!(left.unanswered, 6);
        assert_eq!(Served { unanswered: 0, ..left }, stayed);
        assert!(!monitor.stop_requested(), "the caller goes on playing");
        // A line without an end is not kept, and the next one counts.
        let spaces = " ".repeat(3 << 20);
        let input = format!("{spaces}{{\"point\": [0, 0]}}\n{{\"point\": [0.1, 0.2]}}\n");
        let mut output = Vec::new();
        serve(&spec, &evaluator, None, input.as_bytes(), &mut output, &monitor).unwrap();
        let text = String::from_utf8(output).unwrap();
        let [_, refused, answered] = text.lines().collect::<Vec<_>>()[..] else {
            panic!("three lines in {text}");
        };
        assert!(refused.contains("\"line\":1") && refused.contains("1048576 bytes"), "{refused}");
        assert!(answered.contains("scores"), "{answered}");
    }
}
