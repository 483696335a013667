//! Answers: the lines that a program writes.

use std::collections::VecDeque;

use serde_json::{Map, Value, json};
use tune2048_engine::GameResult;
use tune2048_engine::game::{SCORE, Score};
use tune2048_tuner::subject::{CommandSettings, Plays, ProgramGame};

use crate::failure::Fault;
use crate::protocol::json_line::{read, shown, whole, word};
use crate::protocol::request::Game;

/// The version of the protocol.
const PROTOCOL: u64 = 1;

/// What to do about lines that do not belong to the protocol.
pub(crate) const ONLY_ANSWERS: &str = "write nothing but the greeting and one line for each game \
     to standard output, and everything else to standard error";

const FINITE_SCORE: &str =
    "write such a finite number as score of every game, or its `error` where there is none";

/// Reads the line of a game that a request asks for and that has no answer yet, and takes the game from the `open` ones.
/// A game that failed stays open.
pub(crate) fn take_answer(
    line: &[u8],
    id: u64,
    open: &mut VecDeque<Game>,
    settings: &CommandSettings,
) -> Result<(Game, ProgramGame), Fault> {
    let value = read(line).map_err(|what| Fault::new(what, ONLY_ANSWERS))?;
    let number = |key: &str| {
        let number = value.get(key);
        number.and_then(whole).ok_or_else(|| {
            let found = number.map_or("missing".to_owned(), |value| shown(&value.to_string()));
            let line = shown(&String::from_utf8_lossy(line));
            let expected = format!("expected the `{key}` of the request: {line}");
            let what = format!("`{key}` of an answer is {found}, {expected}");
            Fault::new(what, "repeat id and seed of the request in each answer")
        })
    };
    let (found, seed) = (number("id")?, number("seed")?);
    if found != id {
        let what = format!("it answered request {found}, but the last request is {id}");
        let advice = "write one line for each seed, with the id of its request";
        return Err(Fault::new(what, advice));
    }
    let place = open.iter().position(|game| game.seed == seed).ok_or_else(|| {
        let what = format!("it answered seed {seed}, for which request {id} expects no answer");
        let advice = "write one line for each seed of the request; seeds have up to 53 bits: keep them in a 64-bit \
             whole number or a double";
        Fault::new(what, advice)
    })?;
    let played = game(&value, &settings.score).and_then(|game| with_share(game, settings));
    let played = played.map_err(|fault| Fault { seed: Some(seed), ..fault })?;
    let game = open.remove(place).expect("it was found");
    Ok((game, played))
}

/// Reads the last line of a program that plays one game: a score, or an object.
pub(crate) fn last_line(line: &[u8], settings: &CommandSettings) -> Result<ProgramGame, Fault> {
    score_or_object(line, &settings.score).and_then(|game| with_share(game, settings))
}

fn score_or_object(line: &[u8], score: &str) -> Result<ProgramGame, Fault> {
    if line.trim_ascii().is_empty() {
        return Err(Fault::new(
            "it wrote nothing to standard output".to_owned(),
            "print the score as last line of standard output",
        ));
    }
    let advice = "print a score, or an object such as {\"score\": 45128}, as last line of \
         standard output";
    let value = read(line).map_err(|found| Fault::new(found, advice))?;
    game(&if value.is_object() { value } else { json!({ score: value }) }, score)
}

fn game(answer: &Value, score: &str) -> Result<ProgramGame, Fault> {
    let (none, object) = (Map::new(), answer.as_object());
    let object = object.unwrap_or(&none);
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

/// A game whose score is the share of a won one, where scores are results.
fn with_share(mut game: ProgramGame, settings: &CommandSettings) -> Result<ProgramGame, Fault> {
    let Some(won) = settings.won_score else { return Ok(game) };
    let score = game.result.score.get();
    if !(0.0..=won).contains(&score) {
        let name = &settings.score;
        let unit = if settings.opponent.is_some() { "pair of games" } else { "game" };
        let what = format!("`{name}` is {score}, expected the result of a {unit}, from 0 to {won}");
        let advice = "answer 0 for a lost game, half of it for a draw, and all for a won one, and for a pair of \
             games their mean - or leave out `score-kind`, or write `score-kind = \"margin\"` for points ahead \
             or behind";
        return Err(Fault::new(what, advice));
    }
    game.result.score = Score::new(score / won).expect("a share is finite");
    Ok(game)
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
    score_or_object(answer, score).map_err(|fault| fault.what)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn open() -> VecDeque<Game> {
        [5, 6].map(|seed| Game { index: 0, seed, is_repeat: false }).into()
    }

    fn fault(line: &str) -> Fault {
        take_answer(line.as_bytes(), 1, &mut open(), &CommandSettings::default()).unwrap_err()
    }

    #[test]
    fn another_number_may_count_and_what_is_no_number_in_range_is_left_out() {
        let line = br#"{"lines": 99, "moves": 4294967296, "largest_tile": 2.5, "nodes": "many"}"#;
        let played = score_or_object(line, "lines").unwrap();
        let result = GameResult { score: 99.into(), ..GameResult::default() };
        assert_eq!(played.result, result);
    }

    #[test]
    fn faults_say_what_was_found_and_expected() {
        for score in ["\"12\"", "null", "[1]"] {
            let found = fault(&format!(r#"{{"id": 1, "seed": 6, "score": {score}}}"#)).what;
            let expected = format!("`score` is {score}, expected a number");
            assert!(found.starts_with(&expected), "{found}");
        }
        for (line, expected) in [
            (r#"{"seed": 2, "score": 5}"#, "`id` of an answer is missing"),
            (r#"{"id": 1, "seed": -2, "score": 5}"#, "`seed` of an answer is -2"),
            (
                r#"{"id": 1, "seed": 6, "score": 5, "moves": -5}"#,
                "`moves` is -5, expected a number",
            ),
            ("[1]", "`id` of an answer is missing, expected the `id` of the request: [1]"),
            (r#"{"id": 1, "seed": 6, "error": "no memory"}"#, "answered with the error: no memory"),
        ] {
            let found = fault(line).what;
            assert!(found.contains(expected), "{found}");
        }
        let unknown = fault(r#"{"id": 1, "seed": 7, "score": 5}"#);
        assert_eq!(unknown.what, "it answered seed 7, for which request 1 expects no answer");
        assert!(unknown.advice.contains("64-bit") && unknown.seed.is_none());
        assert_eq!(fault(r#"{"id": 1, "seed": 6, "error": "no memory"}"#).seed, Some(6));
        let other = fault(r#"{"id": 2, "seed": 5, "score": 5}"#).what;
        assert_eq!(other, "it answered request 2, but the last request is 1");
    }

    #[test]
    fn only_games_with_a_score_are_taken() {
        let (settings, mut games) = (CommandSettings::default(), open());
        let mut take = |line: &str| take_answer(line.as_bytes(), 1, &mut games, &settings);
        let sound = r#"{"id": 1, "seed": 6, "score": 5}"#;
        assert_eq!(take(sound).unwrap().0.seed, 6);
        assert!(take(sound).is_err() && take(r#"{"id": 1, "seed": 5}"#).is_err());
        assert!(games.iter().map(|game| game.seed).eq([5]));
    }

    #[test]
    fn a_score_alone_is_enough_for_one_game() {
        let score =
            |line: &str| score_or_object(line.as_bytes(), "score").map(|p| p.result.score.get());
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
