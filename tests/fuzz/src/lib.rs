//! Bytes from outside: whatever they are, there is an answer or an error, never a panic.
//!
//! Each target takes any bytes. `tests/corpus.rs` replays the committed corpus; to look for more,
//! `cargo fuzz run --fuzz-dir tests/fuzz --features libfuzzer journals tests/fuzz/corpus/journals`.

mod journals;

use std::path::Path;

use tune2048_engine::game::{Board, Move, MoveTables};
use tune2048_engine::tuples::Network;
use tune2048_files::toml_errors::Mistakes;
use tune2048_programs::{Request, read_game};
use tune2048_tuner::space::CampaignSpec;
use tune2048_tuner::studies::diagnose;
use tune2048_tuner::weights::file::WeightsFile;

pub use journals::journals;

/// A function that takes any bytes.
pub type Target = fn(&[u8]);

/// The targets by the names of their folders in `corpus`.
pub const TARGETS: [(&str, Target); 7] = [
    ("boards", boards),
    ("journals", journals),
    ("logs", logs),
    ("networks", networks),
    ("protocol_lines", protocol_lines),
    ("search_spaces", search_spaces),
    ("weights", weights),
];

/// Every mistake names a place within the text, and says what was found and what is expected.
fn check_mistakes(text: &str, mistakes: &Mistakes) {
    assert!(!mistakes.list().is_empty(), "refused without a reason");
    for mistake in mistakes.list() {
        assert!(text.get(mistake.span.clone()).is_some(), "{mistake:?}");
        assert!(!mistake.message.is_empty() && !mistake.label.is_empty());
        assert!(mistakes.line(mistake) <= text.matches('\n').count() + 1);
    }
    assert!(mistakes.to_string().contains("fuzz.toml:"), "{mistakes}");
}

/// A search space starts somewhere, and reads back as it says.
pub fn search_spaces(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    match CampaignSpec::parse(Path::new("fuzz.toml"), text) {
        Ok(space) => {
            let start = space.decode(&space.start_point());
            assert!(start.values.iter().all(|value| value.is_finite()));
            assert_eq!(space.differences(&space), []);
        }
        Err(mistakes) => check_mistakes(text, &mistakes),
    }
}

/// A weights file that is read is written and read again to the bit.
pub fn weights(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let read = |text: &str| WeightsFile::parse(Path::new("fuzz.toml"), text);
    match read(text) {
        Ok(file) => {
            let again = read(&file.to_toml()).expect("what was written");
            let bits = |file: &WeightsFile| -> Vec<u64> {
                file.weights.values.iter().map(|value| value.to_bits()).collect()
            };
            assert_eq!(bits(&again), bits(&file));
            assert_eq!(again.weights.subject, file.weights.subject);
        }
        Err(mistakes) => check_mistakes(text, &mistakes),
    }
}

/// A board that is read is written as it was, and moves.
pub fn boards(data: &[u8]) {
    let board: Option<Board> = std::str::from_utf8(data).ok().and_then(|text| text.parse().ok());
    let Some(board) = board else { return };
    assert_eq!(board.to_string().parse::<Board>().ok(), Some(board));
    let tables = MoveTables::get();
    for direction in Move::ALL {
        let after = tables.apply(board, direction);
        assert!(after == board || tables.points(board, direction) % 4 == 0);
    }
}

/// The header of a network, before the weights that it promises are looked at.
pub fn networks(data: &[u8]) {
    let length = (data.len() as u64).to_le_bytes();
    let file = [&length[..], data, &[0; 4096]].concat();
    let _ = Network::from_bytes(&file);
    let _ = Network::from_bytes(data);
}

/// Lines of clients that ask for evaluations, and of programs that answer.
pub fn protocol_lines(data: &[u8]) {
    let _ = read_game(data, "score");
    match Request::read(data, 1) {
        Ok(request) => assert!(request.point.is_none() || request.weights.is_empty()),
        Err(error) => assert!(!error.is_empty()),
    }
}

/// Scores of other tuners: an answer without what is no number.
pub fn logs(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    for minimize in [false, true] {
        match diagnose::read(Path::new("fuzz.toml"), text, minimize) {
            Ok(scores) => {
                let found = diagnose::Variation::pooled(&scores.blocks).reliability();
                let numbers = format!("{found:?}");
                assert!(!numbers.contains("NaN"), "{numbers}");
            }
            Err(mistakes) => check_mistakes(text, &mistakes),
        }
    }
}
