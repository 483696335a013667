//! The other side of the protocol: this process as a program that others ask for games.

mod evaluations;

use std::io::{self, BufRead, ErrorKind, Read, Write};
use std::sync::{Mutex, MutexGuard, mpsc};
use std::thread;

use serde_json::{Map, Value, json};
use tune2048_engine::EvaluateError;

use crate::protocol::json_line::{read, shown, whole};

pub use evaluations::{Served, serve_command, serve_evaluations};

/// The longest line that is read, in bytes.
const MAX_LINE: u64 = 1 << 20;

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
        let Value::Object(object) = read(text)? else {
            let example = r#"{"id": 1, "weights": {"empty": 270}, "seeds": [1, 2]}"#;
            return Err(format!("the line is no object, expected a request such as {example}"));
        };
        let wrong = |key: &str, expected: &str| {
            let found = object.get(key).map_or("nothing".to_owned(), Value::to_string);
            format!("{key}: found {}, expected {expected}", shown(&found))
        };
        let known = ["id", "weights", "point", "seeds"];
        if let Some(key) = object.keys().find(|key| !known.contains(&key.as_str())) {
            return Err(format!("found `{key}`, expected id, weights, point and seeds"));
        }
        let id = object.get("id").and_then(whole);
        let id = id.ok_or_else(|| wrong("id", "a whole number below 2^53"))?;
        let (mut weights, mut point) = (Map::new(), None);
        match (object.get("weights"), object.get("point")) {
            (Some(Value::Object(named)), None) => weights = named.clone(),
            (Some(_), None) => return Err(wrong("weights", "an object")),
            (None, Some(found)) => {
                let numbers = list(found, Value::as_f64);
                point = Some(numbers.ok_or_else(|| wrong("point", "an array of numbers"))?);
            }
            _ => return Err("expected either weights or point".to_owned()),
        }
        let seeds = object.get("seeds").and_then(|seeds| list(seeds, whole));
        let seeds = seeds.ok_or_else(|| {
            wrong("seeds", "one for each game in an array, whole numbers below 2^53")
        })?;
        Ok(Self { line, id, weights, point, seeds })
    }
}

/// The items of an array, if it is one and all of them are read.
fn list<T>(value: &Value, read: impl Fn(&Value) -> Option<T>) -> Option<Vec<T>> {
    value.as_array()?.iter().map(read).collect()
}

/// Takes the answers to a request.
#[derive(Debug)]
pub struct Answers<'s> {
    id: u64,
    lines: &'s mpsc::Sender<Value>,
}

impl Answers<'_> {
    /// Writes the answer for the game of a seed: an object, or why there is none. Returns whether
    /// the client still reads.
    pub fn game(&self, seed: u64, outcome: Result<Value, String>) -> bool {
        let mut answer = json!({"id": self.id, "seed": seed});
        let outcome = outcome.unwrap_or_else(|error| json!({"error": error}));
        if let (Some(answer), Value::Object(outcome)) = (answer.as_object_mut(), outcome) {
            answer.extend(outcome);
        }
        self.lines.send(answer).is_ok()
    }
}

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
    play: &(impl Fn(&Request, &Answers<'_>) + Sync),
) -> Result<(), EvaluateError> {
    let (lines, written) = mpsc::channel();
    let _ = lines.send(greeting);
    let input = Mutex::new((input, 0));
    let work = |lines: mpsc::Sender<Value>| -> io::Result<()> {
        while let Some((line, text)) = next_line(&mut lock(&input))? {
            match text.and_then(|text| Request::read(&text, line)) {
                Ok(request) => play(&request, &Answers { id: request.id, lines: &lines }),
                Err(error) => drop(lines.send(json!({"line": line, "error": error}))),
            }
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

/// The number of a line, and its text or what is wrong with its length.
type Line = (u64, Result<Vec<u8>, String>);

/// The next line that is not blank.
fn next_line((input, line): &mut (impl BufRead, u64)) -> io::Result<Option<Line>> {
    loop {
        let mut bytes = Vec::new();
        if input.by_ref().take(MAX_LINE).read_until(b'\n', &mut bytes)? == 0 {
            return Ok(None);
        }
        *line += 1;
        if bytes.len() as u64 == MAX_LINE && !bytes.ends_with(b"\n") {
            input.skip_until(b'\n')?;
            let problem = format!("found a longer line, expected at most {MAX_LINE} bytes");
            return Ok(Some((*line, Err(problem))));
        }
        if !bytes.trim_ascii().is_empty() {
            return Ok(Some((*line, Ok(bytes))));
        }
    }
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
        let play = |request: &Request, answers: &Answers<'_>| {
            for &seed in &request.seeds {
                let score = request.weights.get("x").cloned().ok_or_else(|| "no x".to_owned());
                answers.game(seed, score.map(|score| json!({"score": score})));
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
        let long = " ".repeat(3 << 20);
        for (line, expected) in [
            ("nonsense", "the line is no JSON: nonsense"),
            ("[1]", "no object"),
            (r#"{"weights": {}, "seeds": []}"#, "id: found nothing"),
            (r#"{"id": 9007199254740993, "weights": {}, "seeds": []}"#, "below 2^53"),
            (r#"{"id": 1, "seeds": []}"#, "either weights or point"),
            (r#"{"id": 1, "weights": {}, "point": [], "seeds": []}"#, "either weights or point"),
            (r#"{"id": 1, "weights": {}}"#, "seeds: found nothing"),
            (r#"{"id": 1, "weights": {}, "seeds": [2.5]}"#, "seeds: found [2.5]"),
            (r#"{"id": 1, "weights": [], "seeds": [2]}"#, "weights: found []"),
            (r#"{"id": 1, "point": ["a"], "seeds": [2]}"#, "point: found [\"a\"]"),
            (r#"{"id": 1, "point": [1], "games": 2}"#, "found `games`"),
            (&long, "1048576 bytes"),
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
        let play = |_: &Request, answers: &Answers<'_>| {
            *lock(&seen) += 1;
            answers.game(1, Ok(json!({})));
        };
        let serve_to =
            |kind| serve(json!({"protocol": 1}), 2, input.as_bytes(), Limited(20, kind), &play);
        assert!(serve_to(ErrorKind::BrokenPipe).is_ok());
        assert_eq!(*lock(&seen), 3);
        assert!(matches!(serve_to(ErrorKind::StorageFull), Err(EvaluateError::Failed(_))));
    }
}
