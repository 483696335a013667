//! A game in the terminal: keys, and the terminal as it was.

use tune2048_terminal_tests::OnTerminal;
use tune2048_testkit::program::{self, Scratch};

const SIZE: (u16, u16) = (80, 24);

fn start(scratch: &Scratch, arguments: &str, variables: &[(&str, &str)]) -> OnTerminal {
    let mut command = vec![program::path(), "play"];
    command.extend(arguments.split_whitespace());
    OnTerminal::start(scratch, &command, SIZE, variables)
}

#[test]
fn a_game_is_watched_to_its_end_and_left() {
    let scratch = Scratch::new();
    let expected = scratch.tune2048("play 2014").succeeds();
    let last = expected.text().lines().last().expect("a line").to_owned();
    assert!(last.ends_with("moves, the end"), "{last}");
    let mut terminal = start(&scratch, "2014 --delay 0", &[]);
    terminal.wait_for("the end, 0 ms between moves");
    assert!(terminal.look(vt100::Screen::alternate_screen));
    terminal.press("q");
    let (code, text) = terminal.finish();
    assert_eq!(code, 0, "{text}");
    // The last board stays, and it is the same game.
    let after = text.rsplit("\x1b[?1049l").next().expect("a part");
    assert!(after.contains(&last), "{last:?} in {after:?}");
}

#[test]
fn ctrl_c_and_signals_give_the_terminal_back() {
    for how in ["key", "INT", "TERM"] {
        let scratch = Scratch::new();
        let mut terminal = start(&scratch, "2014", &[]);
        terminal.wait_for("q quit");
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
    let both = scratch.tune2048("play 2014 --against random").succeeds();
    assert!(both.text().starts_with(&format!("2014\n{}random\n", run.text())), "{both}");
    let parts = ["score 0, largest tile 4, 0 moves, the end"];
    scratch.prints("play 2014 --board 1212212112122121", &parts);
    scratch.refuses("play 2014 --board 12", &["16 hexadecimal ranks"]);
    scratch.refuses("play 2014 --against 2041", &["did you mean 2014?"]);
}
