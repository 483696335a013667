//! Files after a mangle: whatever it did, there is an answer or an error.

use crate::spaces::{TINY, matrix};
use crate::support::{Scratch, random};

/// Cuts, doubles, swaps and overwrites parts of the bytes.
fn mangle(bytes: &[u8], random: &mut impl FnMut(u64) -> u64) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for _ in 0..=random(3) {
        let length = bytes.len().max(1) as u64;
        let (from, to) = (random(length) as usize, random(length) as usize);
        let (from, to) = (from.min(to).min(bytes.len()), from.max(to).min(bytes.len()));
        match random(7) {
            0 => drop(bytes.drain(from..to.min(from + 40))),
            1 => bytes.truncate(to),
            2 => {
                let part = bytes[from..to.min(from + 60)].to_vec();
                drop(bytes.splice(to..to, part));
            }
            3 if to < bytes.len() => bytes[to] = random(256) as u8,
            4 if to < bytes.len() => bytes.swap(from, to),
            5 => {
                let words = [
                    "\n", ",", "\"", "=", "[", "]", "nan", "-1", "1e999", "0", "[[", "'''",
                    "\u{feff}", "🀄", "#",
                ];
                let word = words[random(words.len() as u64) as usize];
                drop(bytes.splice(to..to, word.bytes()));
            }
            _ if to < bytes.len() => bytes[to] ^= 1 << random(8),
            _ => {}
        }
    }
    bytes
}

/// Runs commands on a folder one of whose files is mangled. That nothing
/// panics is asserted of every run.
fn mangle_and_run(file: &str, commands: &[&str], times: u64) {
    let scratch = Scratch::new();
    scratch.write("tiny.toml", TINY);
    scratch.tune2048("run tiny.toml --out out").succeeds();
    let whole = scratch.bytes(file);
    let mut random = random(times);
    for time in 0..times {
        let mangled = mangle(&whole, &mut random);
        for command in commands {
            scratch.write(file, &mangled);
            let run = scratch.tune2048(command);
            let saved = String::from_utf8_lossy(&mangled);
            assert!(
                matches!(run.code, Some(0..=2)),
                "mangle {time}: {run}\n{saved}"
            );
            assert!(
                run.code == Some(0) || !run.stderr.is_empty(),
                "mangle {time}: {run}\n{saved}"
            );
        }
    }
}

#[test]
fn trials() {
    mangle_and_run("out/trials.csv", &["status out", "resume out"], 40);
}

#[test]
fn distributions() {
    mangle_and_run("out/distributions.csv", &["status out", "resume out"], 40);
}

#[test]
fn the_record() {
    mangle_and_run("out/campaign.json", &["status out", "resume out"], 30);
}

#[test]
fn the_search_space() {
    mangle_and_run(
        "out/search-space.toml",
        &[
            "check out/search-space.toml",
            "status out",
            "resume out --generations 5",
        ],
        40,
    );
}

#[test]
fn weights() {
    mangle_and_run(
        "out/best.toml",
        &["export out", "status out", "evaluate out --games 1"],
        60,
    );
}

#[test]
fn a_matrix() {
    let scratch = Scratch::new();
    let whole = matrix("cma-es", "diagonal");
    let mut random = random(8);
    for _ in 0..60 {
        scratch.write("space.toml", mangle(whole.as_bytes(), &mut random));
        scratch.tune2048("check space.toml");
    }
}

#[test]
fn budgets_that_are_no_tables() {
    let scratch = Scratch::new();
    scratch.write("tiny.toml", TINY);
    scratch.tune2048("run tiny.toml --out out").succeeds();
    let (rest, _) = TINY.split_once("[budget]").unwrap();
    for budget in [
        "budget = 5",
        "budget = \"much\"",
        "budget = []",
        "[[budget]]\ngenerations = 4",
        "",
        "budget.generations = 4",
    ] {
        // Top-level keys stand before the tables.
        let space = if budget.starts_with('[') {
            format!("{rest}\n{budget}\n")
        } else {
            format!("{budget}\n{rest}")
        };
        scratch.write("out/search-space.toml", &space);
        for command in ["resume out", "resume out --generations 6", "status out"] {
            let run = scratch.tune2048(command);
            assert!(matches!(run.code, Some(0 | 2)), "{budget}: {run}");
        }
    }
}

#[test]
fn boards() {
    let scratch = Scratch::new();
    let mut random = random(16);
    for _ in 0..30 {
        let boards = mangle(
            b"a874764254314320\n9763106101210121\n0000000000000000\n",
            &mut random,
        );
        let run = scratch.with_input("inspect 2014 -", boards);
        assert!(matches!(run.code, Some(0..=2)), "{run}");
    }
}
