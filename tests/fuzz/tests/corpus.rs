//! The committed corpus, and every search space and board of the repository, through the targets of cargo-fuzz.

use std::fs;

use tune2048_engine::presets::Preset;
use tune2048_fuzz::{TARGETS, Target, search_spaces, weights};
use tune2048_testkit::recorded;
use tune2048_tuner::weights::file::WeightsFile;

fn files(folder: &str) -> Vec<Vec<u8>> {
    let files = recorded::files(folder);
    files.into_iter().map(|path| fs::read(path).expect("a file")).collect()
}

#[test]
fn whatever_the_bytes_are_there_is_an_answer_or_an_error() {
    let replay = |name: &str, target: Target| {
        let corpus = files(&format!("tests/fuzz/corpus/{name}"));
        assert!(!corpus.is_empty(), "{name}");
        for data in &corpus {
            target(data);
            // A file that is cut short is the most common damage.
            for end in (0..data.len()).step_by(data.len() / 8 + 1) {
                target(&data[..end]);
            }
        }
    };
    std::thread::scope(|scope| {
        for (name, target) in TARGETS {
            scope.spawn(move || replay(name, target));
        }
    });
}

#[test]
fn search_spaces_that_are_cut_short_are_answered() {
    for data in files("search-spaces") {
        for end in (0..=data.len()).step_by(389) {
            search_spaces(&data[..end]);
        }
    }
}

#[test]
fn weights_that_are_cut_short_are_answered() {
    for preset in Preset::ALL {
        let file = WeightsFile {
            evidence: "games = 1".parse().expect("a TOML table"),
            ..WeightsFile::of_preset(&preset)
        };
        let text = file.to_toml();
        for end in (0..=text.len()).step_by(67).filter(|end| text.is_char_boundary(*end)) {
            weights(&text.as_bytes()[..end]);
        }
    }
}
