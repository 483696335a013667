//! What a terminal shows, by `script`, which lends one.

use std::process::{Command, Stdio};

use crate::support::{PROGRAM, Scratch, is_installed};

/// The text that the program writes to a terminal of 80 columns.
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
