//! A game in the terminal, step by step.

use tune2048_terminal_tests::OnTerminal;
use tune2048_testkit::program::{self, Scratch};

const SIZE: (u16, u16) = (80, 24);

fn start(scratch: &Scratch, arguments: &str, variables: &[(&str, &str)]) -> OnTerminal {
    let mut command = vec![program::path(), "play"];
    command.extend(arguments.split_whitespace());
    OnTerminal::start(scratch, &command, SIZE, variables)
}

#[test]
fn lines_play_moves() {
    let scratch = Scratch::new();
    let expected = scratch.tune2048("play 2014").succeeds();
    let last = expected.text().lines().last().expect("a line").to_owned();
    assert!(last.ends_with("moves, the end"), "{last}");
    // What `inspect` says of this board (README), and the terms beside it.
    let mut terminal = start(&scratch, "2014 --board a874764254314320", &[]);
    for text in ["2014, expectimax depth 1", "*right", "1428887.469", "-2511.172", "constant"] {
        terminal.wait_for(text);
    }
    terminal.press("\n");
    terminal.wait_for("1 move\n");
    terminal.press("q\n");
    assert_eq!(terminal.finish().0, 0);
    let mut terminal = start(&scratch, "2014", &[]);
    terminal.wait_for("q ends");
    terminal.press("3\n");
    terminal.wait_for("3 moves");
    // To its end it is the same game.
    terminal.press("1000000\n");
    terminal.wait_for(&last);
    terminal.press("q\n");
    let (code, text) = terminal.finish();
    assert_eq!(code, 0, "{text}");
}

#[test]
fn ctrl_c_and_signals_end_it() {
    for how in ["key", "INT", "TERM"] {
        let scratch = Scratch::new();
        let mut terminal = start(&scratch, "2014", &[]);
        terminal.wait_for("q ends");
        terminal.interrupt(how);
        assert_eq!(terminal.finish().0, 130, "{how}");
    }
}

#[test]
fn off_a_terminal_and_with_plain_the_last_board_is_printed() {
    let scratch = Scratch::new();
    let run = scratch.tune2048("play 2014").succeeds().says_nothing();
    let plain = start(&scratch, "2014 --plain", &[]).finish();
    assert_eq!(plain.0, 0);
    assert_eq!(plain.1.replace("\r\n", "\n"), run.text());
    let parts = ["score 0, largest tile 4, 0 moves, the end"];
    scratch.prints("play 2014 --board 1212212112122121", &parts);
    scratch.refuses("play 2014 --board 12", &["16 hexadecimal ranks"]);
    scratch.refuses("play 2041", &["did you mean 2014?"]);
}
