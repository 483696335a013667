//! The lines of programs that answer moves of games whose boards are held here.

use std::fmt::Write;

use serde::Deserialize;
use tune2048_engine::game::{LongGame, Move};
use tune2048_tuner::words::counted;

use crate::failure::Fault;
use crate::protocol::json_line::{read, shown};

/// What to do about lines that are no answers.
pub(crate) const ADVICE: &str = "answer each line of boards with one line, such as {\"id\": 7, \"moves\": [\"left\", \"up\"]}: \
     a move for each board, in their order";

/// The line before the first boards of a candidate, with its end.
pub(crate) fn weights_line(id: u64, weights: &str) -> String {
    format!("{{\"id\": {id}, \"weights\": {weights}}}\n")
}

/// The line that asks for moves, with its end: the games by their numbers in the process, and their
/// boards.
pub(crate) fn boards_line<'g>(id: u64, games: impl Iterator<Item = (u64, &'g LongGame)>) -> String {
    let (mut numbers, mut boards) = (String::new(), String::new());
    for (number, game) in games {
        let separator = if boards.is_empty() { "" } else { ", " };
        let text = game.text();
        let text = str::from_utf8(&text).expect("digits are ASCII");
        write!(numbers, "{separator}{number}").expect("memory takes all text");
        boards.extend([separator, "\"", text, "\""]);
    }
    format!("{{\"id\": {id}, \"game\": [{numbers}], \"boards\": [{boards}]}}\n")
}

#[derive(Deserialize)]
struct Answer {
    id: u64,
    #[serde(default)]
    moves: Vec<Move>,
    #[serde(default)]
    ready: bool,
    error: Option<serde_json::Value>,
}

fn answer(line: &[u8], id: u64) -> Result<Answer, Fault> {
    let answer: Answer = serde_json::from_slice(line).map_err(|error| {
        let what = match read(line) {
            Ok(value) => format!("a line is no answer: {error}: {}", shown(&value.to_string())),
            Err(found) => found,
        };
        Fault::new(what, ADVICE)
    })?;
    if let Some(error) = &answer.error {
        return Err(Fault::of_answer(error));
    }
    if answer.id != id {
        let what = format!("it answered request {}, but the last request is {id}", answer.id);
        return Err(Fault::new(what, ADVICE));
    }
    Ok(answer)
}

/// Checks the answer to weights.
pub(crate) fn read_ready(line: &[u8], id: u64) -> Result<(), Fault> {
    if answer(line, id)?.ready {
        return Ok(());
    }
    let what = format!("it did not answer its weights: {}", shown(&String::from_utf8_lossy(line)));
    Err(Fault::new(what, "answer a line of weights with {\"id\": 0, \"ready\": true} and its id"))
}

/// The moves of an answer, one for each board.
pub(crate) fn read_moves(line: &[u8], id: u64, boards: usize) -> Result<Vec<Move>, Fault> {
    let moves = answer(line, id)?.moves;
    if moves.len() == boards {
        return Ok(moves);
    }
    let what =
        format!("it answered {} for {}", counted(moves.len(), "move"), counted(boards, "board"));
    Err(Fault::new(what, ADVICE))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrong_answers_are_told() {
        let fault = |line: &str| read_moves(line.as_bytes(), 7, 2).unwrap_err().what;
        assert_eq!(
            read_moves(br#"{"id": 7, "moves": ["left", "up"]}"#, 7, 2).unwrap(),
            [Move::Left, Move::Up]
        );
        for (line, expected) in [
            (r#"{"id": 7, "moves": ["left"]}"#, "it answered 1 move for 2 boards"),
            (r#"{"id": 7}"#, "it answered 0 moves for 2 boards"),
            (r#"{"id": 6, "moves": []}"#, "it answered request 6, but the last request is 7"),
            (
                r#"{"id": 7, "moves": ["LEFT", "up"]}"#,
                "unknown variant `LEFT`, expected one of `up`",
            ),
            (r#"{"id": 7, "error": "no memory"}"#, "it answered with the error: no memory"),
            ("left up", "the line is no JSON: left up"),
            ("[1]", "a line is no answer"),
        ] {
            let found = fault(line);
            assert!(found.contains(expected), "{found}");
        }
        assert!(read_ready(br#"{"id": 0, "ready": true}"#, 0).is_ok());
        assert!(
            read_ready(br#"{"id": 0}"#, 0)
                .unwrap_err()
                .what
                .starts_with("it did not answer its weights")
        );
    }
}
