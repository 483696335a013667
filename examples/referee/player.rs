//! A player of 2048 that tune2048 referees: it answers moves, and needs no rules of spawns or scores.
//!
//!     rustc -O -o examples/referee/player examples/referee/player.rs
//!
//! It takes the move with the largest empty * (empty cells) + points * (points), the first of equals.
//! Lines are read by searching them for what the protocol puts there, without a library for JSON.

use std::io::BufRead;

/// Ranks: 0 for an empty cell, k for the tile 2^k.
type Board = [u32; 16];

const NAMES: [&str; 4] = ["up", "down", "left", "right"];

/// The cell of a place in a line of a move, counted from where the tiles go.
fn cell(direction: usize, line: usize, place: usize) -> usize {
    let far = if direction % 2 == 1 { 3 - place } else { place };
    if direction < 2 { 4 * far + line } else { 4 * line + far }
}

/// The board after a move, and its points.
fn slide(board: &Board, direction: usize) -> (Board, u64) {
    let (mut after, mut points) = ([0; 16], 0);
    for line in 0..4 {
        let (mut to, mut last) = (0, 0);
        for rank in (0..4).map(|place| board[cell(direction, line, place)]).filter(|&rank| rank > 0) {
            if rank == last {
                after[cell(direction, line, to - 1)] = rank + 1;
                points += 2 << rank;
                last = 0;
            } else {
                after[cell(direction, line, to)] = rank;
                to += 1;
                last = rank;
            }
        }
    }
    (after, points)
}

fn choose(text: &str, empty: f64, points: f64) -> &'static str {
    let mut board = [0; 16];
    for (rank, digit) in board.iter_mut().zip(text.chars()) {
        *rank = digit.to_digit(36).expect("boards have digits of base 36");
    }
    let (mut best, mut best_value) = (0, f64::NEG_INFINITY);
    for direction in 0..4 {
        let (after, merged) = slide(&board, direction);
        let free = after.iter().filter(|&&rank| rank == 0).count();
        let value = empty * free as f64 + points * merged as f64;
        if after != board && value > best_value {
            (best, best_value) = (direction, value);
        }
    }
    NAMES[best]
}

/// The number after a key.
fn number(line: &str, key: &str) -> f64 {
    let rest = line.split_once(&format!("\"{key}\":")).expect("the line has the key").1.trim_start();
    let end = rest.find([',', '}']).unwrap_or(rest.len());
    rest[..end].trim().parse().expect("it is a number")
}

fn main() {
    println!(r#"{{"protocol": 1, "name": "player.rs", "plays": "2048"}}"#);
    let (mut empty, mut points) = (0.0, 0.0);
    for line in std::io::stdin().lock().lines() {
        let line = line.expect("the input can be read");
        let id = number(&line, "id");
        if line.contains("\"weights\"") {
            (empty, points) = (number(&line, "empty"), number(&line, "points"));
            println!(r#"{{"id": {id}, "ready": true}}"#);
        } else {
            // Between quotes: the boards, and the separators of the list.
            let boards = line.split_once("\"boards\"").expect("it asks for moves").1.split('"');
            let moves: Vec<String> = boards
                .filter(|text| text.len() == 16)
                .map(|text| format!("\"{}\"", choose(text, empty, points)))
                .collect();
            println!(r#"{{"id": {id}, "moves": [{}]}}"#, moves.join(", "));
        }
    }
}
