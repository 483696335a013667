//! The live view on a terminal: keys, signals, sizes, and the terminal as it was.

use std::env;

use tune2048::cli::terminal::screen::Screen;

use tune2048_terminal_tests::OnTerminal;
use tune2048_testkit::program::{self, Scratch};
use tune2048_testkit::spaces::long;

const SIZE: (u16, u16) = (80, 24);

/// Long enough to be watched and stopped.
fn scratch() -> Scratch {
    Scratch::with("space.toml", long(4000, 400))
}

fn run() -> Vec<&'static str> {
    let arguments = "run space.toml --out out --no-pilot --threads 1";
    std::iter::once(program::path()).chain(arguments.split(' ')).collect()
}

fn start(scratch: &Scratch, variables: &[(&str, &str)]) -> OnTerminal {
    OnTerminal::start(scratch, &run(), SIZE, variables)
}

/// Until the first generation is complete.
fn wait_for_a_generation(terminal: &OnTerminal) {
    terminal.wait_until("a generation after the first", |screen| {
        let text = screen.contents();
        text.contains("search: ") && !text.contains("search: 0 of")
    });
}

/// The campaign was stopped, and can be gone on with.
fn assert_is_resumable(scratch: &Scratch, (code, text): (u32, String)) {
    assert_eq!(code, 130, "{text}");
    assert!(text.contains(&format!("go on with: {} resume out", program::path())), "{text}");
    let rows = scratch.rows("out/trials.csv");
    assert!(rows > 0);
    let games = format!("{} games are saved", 12 * rows);
    scratch.prints("status out", &["interrupted"]);
    assert!(text.contains(&games) || rows >= 84, "{text}");
}

#[test]
fn the_view_shows_the_campaign_at_any_size_and_q_stops_it_and_leaves_the_terminal_as_before() {
    let scratch = scratch();
    let script =
        format!("stty -a > before; {}; code=$?; stty -a > after; exit $code", run().join(" "));
    let mut terminal = OnTerminal::start(&scratch, &["sh", "-c", &script], SIZE, &[]);
    wait_for_a_generation(&terminal);
    assert!(terminal.look(vt100::Screen::alternate_screen));
    for text in ["long", "candidates", "Ranking reliability", "monotonicity", "games"] {
        terminal.wait_for(text);
    }
    for (columns, rows) in [(120, 40), (40, 10), (100, 30), (20, 3), (80, 24)] {
        terminal.resize((columns, rows));
        // Its last line is at the bottom once it is drawn for this size.
        terminal.wait_until("the keys at the bottom", |screen| {
            let lines: Vec<String> = screen.rows(0, columns).collect();
            let keys = if rows > 3 { " q or Ctrl-C stops" } else { "q or Ctrl" };
            lines.len() == usize::from(rows) && lines.last().unwrap().contains(keys)
        });
    }
    terminal.press("q");
    let (code, text) = terminal.finish();
    // What was told beside the view is there when it has gone.
    let after = text.rsplit("\x1b[?1049l").next().unwrap();
    assert!(after.contains("interrupted"), "{after:?}");
    assert_is_resumable(&scratch, (code, text));
    let before = scratch.read("before");
    assert!(before.contains(" icanon") && before.contains(" echo "), "{before}");
    assert_eq!(before, scratch.read("after"));
}

#[test]
fn ctrl_c_and_signals_stop_it_too() {
    for how in ["key", "INT", "TERM"] {
        let scratch = scratch();
        let mut terminal = start(&scratch, &[]);
        wait_for_a_generation(&terminal);
        terminal.interrupt(how);
        assert_is_resumable(&scratch, terminal.finish());
    }
}

/// Set for what [`panics_amid_a_frame`] is run by.
const PANIC: &str = "TUNE2048_PANIC";

#[test]
#[ignore = "has a terminal only when the next test runs it: cargo test -p tune2048-terminal-tests a_panic"]
fn panics_amid_a_frame() {
    if env::var_os(PANIC).is_some() {
        let mut screen = Screen::enter().unwrap();
        let _ = screen.draw(|_| panic!("no such picture"));
    }
}

#[test]
fn a_panic_gives_the_terminal_back() {
    let scratch = Scratch::new();
    let this = env::current_exe().unwrap();
    let script = format!(
        "stty -a > before; '{}' --ignored --exact panics_amid_a_frame --nocapture; \
         code=$?; stty -a > after; exit $code",
        this.display()
    );
    let terminal = OnTerminal::start(&scratch, &["sh", "-c", &script], SIZE, &[(PANIC, "1")]);
    let (code, text) = terminal.end();
    assert_eq!(code, 101, "{text}");
    assert!(text.contains("\x1b[?1049h"), "no view: {text:?}");
    let after = text.rsplit("\x1b[?1049l").next().unwrap();
    assert!(after.contains("no such picture"), "{text:?}");
    assert_eq!(scratch.read("before"), scratch.read("after"));
}

#[test]
fn no_colours_where_they_are_unwanted() {
    let scratch = scratch();
    let mut terminal = start(&scratch, &[("NO_COLOR", "1")]);
    wait_for_a_generation(&terminal);
    terminal.press("q");
    let (_, text) = terminal.finish();
    // Of the sequences that end in m none has a parameter of a colour.
    for sequence in text.split("\x1b[").skip(1) {
        let end = sequence.find(|c: char| c.is_ascii_alphabetic()).unwrap();
        let (parameters, rest) = sequence.split_at(end);
        let is_colour = |code: &str| {
            let code = code.parse().unwrap_or(0);
            (30..=49).contains(&code) || (90..=107).contains(&code)
        };
        assert!(!rest.starts_with('m') || !parameters.split(';').any(is_colour), "{parameters:?}");
    }
}

#[test]
fn lines_in_place_of_a_view() {
    for variable in [("TERM", "dumb"), ("TERM", "xterm")] {
        let scratch = scratch();
        let mut command = run();
        if variable.1 != "dumb" {
            command.push("--plain");
        }
        let mut terminal = OnTerminal::start(&scratch, &command, SIZE, &[variable]);
        terminal.wait_for("00:00:00 Campaign long");
        terminal.wait_until("a trial", |_| scratch.rows("out/trials.csv") > 6);
        // The terminal itself makes a signal of it.
        terminal.press("\x03");
        let (code, text) = terminal.finish();
        assert_eq!(code, 130, "{text}");
        assert!(!text.contains('\x1b'), "{text:?}");
    }
}

#[test]
fn mistakes_are_coloured_unless_colours_are_unwanted() {
    let scratch = Scratch::with("bad.toml", "seed = \"x\"\n");
    for (variables, is_coloured) in [(&[][..], true), (&[("NO_COLOR", "1")], false)] {
        let command = [program::path(), "check", "bad.toml"];
        let (code, text) = OnTerminal::start(&scratch, &command, SIZE, variables).finish();
        assert_eq!(code, 2, "{text}");
        assert_eq!(text.contains("\x1b[1"), is_coloured, "{text:?}");
    }
}
