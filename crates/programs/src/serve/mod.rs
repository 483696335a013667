//! The other side of the protocol: this process as a program that others ask for games.

mod evaluations;

use std::io::{self, BufRead, ErrorKind, Write};
use std::sync::{Mutex, MutexGuard, mpsc};
use std::thread;

use serde::Deserialize;
use serde_json::{Map, Value, json};
use tune2048_engine::EvaluateError;

use crate::protocol::json_line::{Whole, read};

pub use evaluations::{Served, serve_command, serve_evaluations};

/// A request of the protocol.
#[derive(Clone, Debug, PartialEq)]
pub struct Request {
    /// The number of the line, from 1.
    pub line: u64,
    /// The number of the request.
    pub id: u64,
    /// The parameters by name.
    pub weights: Map<String, Value>,
    /// A point in place of the parameters, for optimizers that search the unit cube.
    pub point: Option<Vec<f64>>,
    /// One seed for each game.
    pub seeds: Vec<u64>,
}

impl Request {
    /// Reads a line, whose number is given.
    ///
    /// # Errors
    /// What was found, and what is expected.
    pub fn read(text: &[u8], line: u64) -> Result<Self, String> {
        let example = r#"{"id": 1, "weights": {"empty": 270}, "seeds": [1, 2]}"#;
        let RequestLine { id, weights, point, seeds } =
            serde_path_to_error::deserialize(read(text)?)
                .map_err(|error| format!("{error} - expected a request such as {example}"))?;
        if weights.is_some() == point.is_some() {
            return Err("expected either weights or point".to_owned());
        }
        let seeds = seeds.into_iter().map(|Whole(seed)| seed).collect();
        Ok(Self { line, id: id.0, weights: weights.unwrap_or_default(), point, seeds })
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object")]
struct RequestLine {
    id: Whole,
    weights: Option<Map<String, Value>>,
    point: Option<Vec<f64>>,
    seeds: Vec<Whole>,
}

/// Takes the answer to a request for the game of a seed: an object, or why there is none. Returns whether the
/// client still reads.
pub type TakeAnswer<'t> = dyn Fn(u64, Result<Value, String>) -> bool + 't;

/// Writes a greeting, and gives each request to `play`, on so many threads, until the input ends.
/// Answers to several requests may follow each other in any order. A line that is no request is
/// answered by its error.
///
/// A client may close the output before the input ends; its other requests are given to `play`
/// all the same.
///
/// # Errors
/// If a thread cannot be started, the input cannot be read, or the output cannot be written for
/// another reason than that the client has closed it.
pub fn serve(
    greeting: Value,
    threads: usize,
    input: impl BufRead + Send,
    output: impl Write + Send,
    play: &(impl Fn(&Request, &TakeAnswer<'_>) + Sync),
) -> Result<(), EvaluateError> {
    let (lines, written) = mpsc::channel();
    let _ = lines.send(greeting);
    let input = Mutex::new((input, 0));
    let work = |lines: mpsc::Sender<Value>| -> io::Result<()> {
        while let Some((line, text)) = next_line(&mut lock(&input))? {
            let request = match Request::read(&text, line) {
                Ok(request) => request,
                Err(error) => {
                    let _ = lines.send(json!({"line": line, "error": error}));
                    continue;
                }
            };
            play(&request, &|seed, outcome| {
                let mut answer = json!({"id": request.id, "seed": seed});
                let outcome = outcome.unwrap_or_else(|error| json!({"error": error}));
                if let (Some(answer), Value::Object(outcome)) = (answer.as_object_mut(), outcome) {
                    answer.extend(outcome);
                }
                lines.send(answer).is_ok()
            });
        }
        Ok(())
    };
    let exchanged = thread::scope(|scope| {
        // Answers wait here for a client that writes all its requests before it reads.
        let writer = thread::Builder::new().spawn_scoped(scope, || write(written, output));
        let start = |_| {
            let lines = lines.clone();
            thread::Builder::new().spawn_scoped(scope, || work(lines))
        };
        let others = (1..threads).map(start).chain([writer]).collect::<io::Result<Vec<_>>>();
        let others = others.map_err(EvaluateError::threads)?;
        let mut exchanged = work(lines);
        for other in others {
            exchanged = exchanged.and(other.join().expect("no answer panics"));
        }
        Ok::<_, EvaluateError>(exchanged)
    })?;
    exchanged.map_err(|error| {
        EvaluateError::Failed(format!("cannot exchange lines with the client: {error}"))
    })
}

/// The number and the text of the next line that is not blank.
fn next_line((input, line): &mut (impl BufRead, u64)) -> io::Result<Option<(u64, Vec<u8>)>> {
    let mut bytes = Vec::new();
    while bytes.trim_ascii().is_empty() {
        bytes.clear();
        if input.read_until(b'\n', &mut bytes)? == 0 {
            return Ok(None);
        }
        *line += 1;
    }
    Ok(Some((*line, bytes)))
}

/// Writes each value as a line, until there are no more or the client has closed the output.
fn write(values: mpsc::Receiver<Value>, mut output: impl Write) -> io::Result<()> {
    for value in values {
        match writeln!(output, "{value}").and_then(|()| output.flush()) {
            Err(error) if error.kind() == ErrorKind::BrokenPipe => return Ok(()),
            written => written?,
        }
    }
    Ok(())
}

fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().expect("nothing panics while it holds the lock")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn served(input: &str) -> Vec<Value> {
        let mut output = Vec::new();
        let play = |request: &Request, answer: &TakeAnswer<'_>| {
            for &seed in &request.seeds {
                let score = request.weights.get("x").cloned().ok_or_else(|| "no x".to_owned());
                answer(seed, score.map(|score| json!({"score": score})));
            }
        };
        serve(json!({"protocol": 1}), 1, input.as_bytes(), &mut output, &play).unwrap();
        let text = String::from_utf8(output).unwrap();
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    #[test]
    fn requests_are_answered_game_by_game_and_mistakes_by_their_reason() {
        let lines = served(
            "\u{feff}{\"id\": 1.0, \"weights\": {\"x\": 5}, \"seeds\": [7, 8]}\n\n\
             {\"id\": 2, \"weights\": {}, \"seeds\": [9]}\n",
        );
        assert_eq!(lines[0], json!({"protocol": 1}));
        assert_eq!(lines[1], json!({"id": 1, "seed": 7, "score": 5}));
        assert_eq!(lines[2], json!({"id": 1, "seed": 8, "score": 5}));
        assert_eq!(lines[3], json!({"id": 2, "seed": 9, "error": "no x"}));
        for (line, expected) in [
            ("nonsense", "the line is no JSON: nonsense"),
            ("[1]", "expected an object"),
            (r#"{"weights": {}, "seeds": []}"#, "missing field `id`"),
            (r#"{"id": 9007199254740993, "weights": {}, "seeds": []}"#, "below 2^53"),
            (r#"{"id": 1, "seeds": []}"#, "either weights or point"),
            (r#"{"id": 1, "weights": {}, "point": [], "seeds": []}"#, "either weights or point"),
            (r#"{"id": 1, "weights": {}}"#, "missing field `seeds`"),
            (r#"{"id": 1, "weights": {}, "seeds": [2.5]}"#, "found 2.5, expected a whole number"),
            (r#"{"id": 1, "weights": [], "seeds": [2]}"#, "expected a map"),
            (r#"{"id": 1, "point": ["a"], "seeds": [2]}"#, "expected f64"),
            (r#"{"id": 1, "point": [1], "games": 2}"#, "unknown field `games`"),
        ] {
            let lines = served(&format!("{line}\n{{\"id\": 1, \"point\": [], \"seeds\": [3]}}\n"));
            let error = lines[1]["error"].as_str().unwrap();
            assert!(error.contains(expected) && lines[1]["line"] == 1, "{line}: {error}");
            assert_eq!(lines[2]["seed"], 3, "{line}");
        }
    }

    /// Fails with an error of this kind once it has no space left.
    struct Limited(usize, ErrorKind);

    impl Write for Limited {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0 = self.0.checked_sub(bytes.len()).ok_or(self.1)?;
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_client_that_leaves_is_heard_to_the_end_and_a_full_disk_is_an_error() {
        let input = "{\"id\": 1, \"weights\": {}, \"seeds\": [1]}\n".repeat(3);
        let seen = Mutex::new(0);
        let play = |_: &Request, answer: &TakeAnswer<'_>| {
            *lock(&seen) += 1;
            answer(1, Ok(json!({})));
        };
        let serve_to =
            |kind| serve(json!({"protocol": 1}), 2, input.as_bytes(), Limited(20, kind), &play);
        assert!(serve_to(ErrorKind::BrokenPipe).is_ok());
        assert_eq!(*lock(&seen), 3);
        assert!(matches!(serve_to(ErrorKind::StorageFull), Err(EvaluateError::Failed(_))));
    }
}
