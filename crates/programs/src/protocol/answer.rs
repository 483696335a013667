//! Answers: the lines that a program writes.

use serde_json::{Map, Value};
use tune2048_engine::GameResult;
use tune2048_engine::game::{SCORE, Score};
use tune2048_tuner::subject::{Plays, ProgramGame};

use crate::failure::Fault;
use crate::protocol::json_line::{read, shown, whole, word};

/// The version of the protocol.
const PROTOCOL: u64 = 1;

/// What to do about lines that do not belong to the protocol.
pub(crate) const ONLY_ANSWERS: &str = "write nothing but the greeting and one line for each game \
     to standard output, and everything else to standard error";

const FINITE_SCORE: &str =
    "write such a finite number as score of every game, or its `error` where there is none";

/// The answer for one game.
#[derive(Debug, PartialEq)]
pub(crate) struct Answer {
    /// The number of the request.
    pub(crate) id: u64,
    /// The seed of the game.
    pub(crate) seed: u64,
    /// The game, or why it could not be played.
    pub(crate) outcome: Result<ProgramGame, Fault>,
}

impl Answer {
    /// Reads the line of a game; `score` is the name of the number that counts.
    pub(crate) fn read(line: &[u8], score: &str) -> Result<Self, Fault> {
        let wrong = |what| Fault::new(what, ONLY_ANSWERS);
        let object = match read(line).map_err(wrong)? {
            Value::Object(object) => object,
            value => {
                return Err(wrong(format!("a line is no object: {}", shown(&value.to_string()))));
            }
        };
        let number = |key: &str| {
            let value = object.get(key);
            value.and_then(whole).ok_or_else(|| {
                let found = value.map_or("missing".to_owned(), |v| shown(&v.to_string()));
                let line = shown(&String::from_utf8_lossy(line));
                let what = format!(
                    "`{key}` of an answer is {found}, expected the `{key}` of the request: {line}"
                );
                Fault::new(what, "repeat id and seed of the request in each answer")
            })
        };
        let (id, seed) = (number("id")?, number("seed")?);
        Ok(Self { id, seed, outcome: game(&object, score) })
    }
}

/// Reads the last line of a program that plays one game: a score, or an object.
pub(crate) fn last_line(line: &[u8], score: &str) -> Result<ProgramGame, Fault> {
    if line.trim_ascii().is_empty() {
        return Err(Fault::new(
            "it wrote nothing to standard output".to_owned(),
            "print the score as last line of standard output",
        ));
    }
    let advice = "print a score, or an object such as {\"score\": 45128}, as last line of \
         standard output";
    let object = match read(line).map_err(|found| Fault::new(found, advice))? {
        Value::Object(object) => object,
        value => Map::from_iter([(score.to_owned(), value)]),
    };
    game(&object, score)
}

fn game(object: &Map<String, Value>, score: &str) -> Result<ProgramGame, Fault> {
    if let Some(error) = object.get("error") {
        return Err(Fault::of_answer(error));
    }
    let Some(value) = object.get(score) else {
        let keys: Vec<_> = object.keys().map(String::as_str).collect();
        let keys = shown(&keys.join(", "));
        let what = format!("an answer has no number `{score}`, found the keys: {keys}");
        let advice = "name the number that counts with `score` in [player.command]";
        return Err(Fault::new(what, advice));
    };
    let Some(points) = value.as_f64().and_then(Score::new) else {
        let what = format!("`{score}` is {}, expected {SCORE}", word(value));
        return Err(Fault::new(what, FINITE_SCORE));
    };
    for key in ["largest_tile", "moves", "nodes"] {
        if let Some(value) = object.get(key).filter(|value| value.as_f64().is_some_and(|v| v < 0.0))
        {
            let what = format!("`{key}` is {value}, expected a number of at least 0");
            return Err(Fault::new(what, "leave out what the program does not count"));
        }
    }
    let number = |key| object.get(key).and_then(whole).unwrap_or(0);
    let result = GameResult {
        score: points,
        largest_tile: number("largest_tile").try_into().unwrap_or(0),
        moves: number("moves").try_into().unwrap_or(0),
        nodes: number("nodes"),
        inner_nodes: 0,
    };
    let known = ["id", "seed", "largest_tile", "moves", "nodes", score];
    let others = object.iter().filter(|(key, _)| !known.contains(&key.as_str()));
    let extras = others.filter_map(|(key, value)| Some((key.clone(), value.as_f64()?)));
    Ok(ProgramGame { result, extras: extras.collect(), trouble: None })
}

/// Checks the first line of a program, which names the game that it answers moves of.
pub(crate) fn check_greeting(line: &[u8], plays: Option<Plays>) -> Result<(), Fault> {
    let advice = "write {\"protocol\": 1} as first line and flush it; everything else belongs on \
         standard error; a program that plays one game and exits needs {seed} among its arguments";
    let greeting = read(line).unwrap_or_default();
    let Some(version) = greeting.get("protocol") else {
        let what =
            format!("its first line is no greeting: {}", shown(&String::from_utf8_lossy(line)));
        return Err(Fault::new(what, advice));
    };
    if whole(version) != Some(PROTOCOL) {
        let version = shown(&version.to_string());
        let what = format!("it speaks protocol {version}, expected {PROTOCOL}");
        return Err(Fault::new(what, advice));
    }
    let (found, expected) = (greeting.get("plays"), plays.map(Plays::name));
    if found == expected.map(Value::from).as_ref() {
        return Ok(());
    }
    let shown = |value: &Value| format!("`plays` {}", shown(&value.to_string()));
    let found = found.map_or("no `plays`".to_owned(), shown);
    let expected = expected.map_or("none".to_owned(), |name| format!("\"{name}\""));
    Err(Fault::new(
        format!("its greeting has {found}, expected {expected} as in [player.command]"),
        "write plays = \"2048\" in [player.command] and \"plays\": \"2048\" in the greeting if the \
         program answers moves, else neither",
    ))
}

/// Reads the answer for one game: a score, or an object with `score` and extra numbers.
///
/// # Errors
/// What is wrong with it, in words whose subject is the one who answered.
pub fn read_game(answer: &[u8], score: &str) -> Result<ProgramGame, String> {
    last_line(answer, score).map_err(|fault| fault.what)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(line: &str) -> String {
        let answer = Answer::read(line.as_bytes(), "score");
        answer.and_then(|answer| answer.outcome).unwrap_err().what
    }

    #[test]
    fn another_number_may_count_and_what_is_no_number_in_range_is_left_out() {
        let line = br#"{"lines": 99, "moves": 4294967296, "largest_tile": 2.5, "nodes": "many"}"#;
        let played = last_line(line, "lines").unwrap();
        let result = GameResult { score: 99.into(), ..GameResult::default() };
        assert_eq!(played.result, result);
    }

    #[test]
    fn faults_say_what_was_found_and_expected() {
        for score in ["\"12\"", "null", "[1]"] {
            let found = fault(&format!(r#"{{"id": 1, "seed": 2, "score": {score}}}"#));
            let expected = format!("`score` is {score}, expected a number");
            assert!(found.starts_with(&expected), "{found}");
        }
        for (line, expected) in [
            (r#"{"seed": 2, "score": 5}"#, "`id` of an answer is missing"),
            (r#"{"id": 1, "seed": -2, "score": 5}"#, "`seed` of an answer is -2"),
            (
                r#"{"id": 1, "seed": 2, "score": 5, "moves": -5}"#,
                "`moves` is -5, expected a number",
            ),
            ("[1]", "a line is no object: [1]"),
            (r#"{"id": 1, "seed": 2, "error": "no memory"}"#, "answered with the error: no memory"),
        ] {
            let found = fault(line);
            assert!(found.contains(expected), "{found}");
        }
    }

    #[test]
    fn a_score_alone_is_enough_for_one_game() {
        let score = |line: &str| last_line(line.as_bytes(), "score").map(|p| p.result.score.get());
        assert_eq!(score("45128\r"), Ok(45128.0));
        assert_eq!(score(r#"{"score": -12.5}"#), Ok(-12.5));
        for (line, expected) in [
            ("", "it wrote nothing"),
            ("\"12\"", "`score` is \"12\""),
            ("nan", "the line is no JSON: nan"),
            ("Score: 12", "the line is no JSON: Score: 12"),
        ] {
            let found = score(line).unwrap_err().what;
            assert!(found.contains(expected), "{found}");
        }
    }

    #[test]
    fn greetings_name_the_protocol() {
        assert_eq!(check_greeting(b"\xef\xbb\xbf{\"protocol\": 1}", None), Ok(()));
        let fault = |line: &str| check_greeting(line.as_bytes(), None).unwrap_err().what;
        assert_eq!(check_greeting(br#"{"protocol": 1, "name": "x"}"#, None), Ok(()));
        assert!(fault(r#"{"version": "1"}"#).contains("no greeting"));
    }
}
