//! What a terminal shows, by `script`, which lends one.

use std::process::{Command, Stdio};

use crate::support::{PROGRAM, Scratch, is_installed};

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
