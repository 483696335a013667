//! What a terminal shows, by `script`, which lends one.

use std::process::{Command, Stdio};

use crate::spaces::LONG;
use crate::support::{PROGRAM, Scratch, is_installed, replaced};

/// What the program writes to a terminal of 80 columns.
fn on_terminal(scratch: &Scratch, arguments: &str, variables: &[(&str, &str)]) -> String {
    let mut command = Command::new("script");
    command
        .args([
            "-q",
            "-e",
            "-c",
            &format!("stty cols 80 rows 24; {PROGRAM} {arguments}"),
            "/dev/null",
        ])
        .current_dir(scratch.root())
        .env("TERM", "xterm-256color")
        .env_remove("NO_COLOR")
        .stdin(Stdio::null());
    for (name, value) in variables {
        command.env(name, value);
    }
    let output = command.output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(!text.contains("panicked"), "{text}");
    text
}

/// The text without escape sequences.
fn plain(text: &str) -> String {
    let mut plain = String::new();
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        if character == '\x1b' {
            if characters.next() == Some('[') {
                let _ = characters.find(|character| ('@'..='~').contains(character));
            }
        } else {
            plain.push(character);
        }
    }
    plain
}

#[test]
fn progress_is_drawn_and_taken_away() {
    if !is_installed("script") {
        return;
    }
    let scratch = Scratch::new();
    let space = replaced(LONG, "generations = 40", "generations = 10");
    scratch.write("space.toml", replaced(&space, "games = 400", "games = 500"));
    let text = on_terminal(&scratch, "run space.toml --out out --threads 1", &[]);
    let shown = plain(&text);
    assert!(
        shown.contains("long: 3 weights of rows tuned by cma-es"),
        "{text}"
    );
    assert!(
        shown.contains("generation") && shown.contains("left"),
        "no progress: {text}"
    );
    assert!(shown.contains('%'), "no progress: {text}");
    // Two lines, each filled up to the width: more would leave traces.
    for line in shown.split(['\r', '\n']) {
        let width = line.chars().count();
        assert!(width <= 160, "{width} columns: {line:?}");
    }
    // The verdict stands on lines of its own.
    let verdict = shown
        .lines()
        .find(|line| line.contains("that nothing was tuned on"));
    let verdict = verdict.and_then(|line| line.rsplit('\r').find(|part| !part.trim().is_empty()));
    assert!(
        verdict.is_some_and(|line| line.starts_with("On 500 games")),
        "{text:?}"
    );
}

#[test]
fn mistakes_are_coloured_on_a_terminal_unless_colours_are_unwanted() {
    if !is_installed("script") {
        return;
    }
    let scratch = Scratch::new();
    scratch.write("bad.toml", "seed = \"x\"\n");
    assert!(on_terminal(&scratch, "check bad.toml", &[]).contains('\x1b'));
    assert!(!on_terminal(&scratch, "check bad.toml", &[("NO_COLOR", "1")]).contains('\x1b'));
}

#[test]
fn a_game_is_drawn_in_place() {
    if !is_installed("script") {
        return;
    }
    let scratch = Scratch::new();
    let text = on_terminal(&scratch, "play 2014 --delay 0", &[]);
    assert!(text.contains("\x1b[H"), "not drawn in place");
    assert!(plain(&text).contains("moves, the end"), "no end");
}
