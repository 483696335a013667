//! A terminal of our own with the program on it: what it shows, and keys pressed.

#![allow(
    missing_docs,
    missing_debug_implementations,
    reason = "names say it; nobody builds on it"
)]

use std::io::{Read, Write};
use std::num::NonZeroU16;
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};
use vt100::Parser;

use tune2048_testkit::program::Scratch;

/// No test waits longer for what it expects.
const PATIENCE: Duration = Duration::from_secs(120);

/// A command on a terminal.
pub struct OnTerminal {
    master: Box<dyn MasterPty + Send>,
    keys: Box<dyn Write + Send>,
    child: Box<dyn Child + Send + Sync>,
    shown: Arc<Mutex<Shown>>,
    reader: Option<JoinHandle<()>>,
}

/// The bytes that a terminal was sent, and the screen that they make.
struct Shown {
    bytes: Vec<u8>,
    parser: Parser,
}

fn size((columns, rows): (u16, u16)) -> PtySize {
    PtySize {
        rows,
        cols: columns,
        pixel_width: 0,
        pixel_height: 0,
    }
}

fn cells(number: u16) -> NonZeroU16 {
    NonZeroU16::new(number).expect("terminals have cells")
}

impl OnTerminal {
    /// Starts a program with its arguments in the test's folder, on a terminal of so many columns and rows.
    pub fn start(
        scratch: &Scratch,
        command: &[&str],
        columns_and_rows: (u16, u16),
        variables: &[(&str, &str)],
    ) -> Self {
        let pair = native_pty_system().openpty(size(columns_and_rows)).unwrap();
        let mut builder = CommandBuilder::new(command[0]);
        builder.args(&command[1..]);
        builder.cwd(scratch.root());
        for name in [
            "NO_COLOR",
            "CLICOLOR",
            "CLICOLOR_FORCE",
            "LC_ALL",
            "LC_CTYPE",
        ] {
            builder.env_remove(name);
        }
        builder.env("TERM", "xterm-256color");
        builder.env("LANG", "C.UTF-8");
        for (name, value) in variables {
            builder.env(name, value);
        }
        let child = pair.slave.spawn_command(builder).unwrap();
        // Reading ends when the last of the program's ends is closed.
        drop(pair.slave);
        let (columns, rows) = columns_and_rows;
        let shown = Arc::new(Mutex::new(Shown {
            bytes: Vec::new(),
            parser: Parser::new(cells(rows), cells(columns), 1000),
        }));
        let mut output = pair.master.try_clone_reader().unwrap();
        let sink = Arc::clone(&shown);
        let reader = thread::spawn(move || {
            let mut buffer = [0; 4096];
            while let Ok(count @ 1..) = output.read(&mut buffer) {
                let mut shown = sink.lock().unwrap();
                shown.bytes.extend_from_slice(&buffer[..count]);
                shown.parser.process(&buffer[..count]);
            }
        });
        Self {
            keys: pair.master.take_writer().unwrap(),
            master: pair.master,
            child,
            shown,
            reader: Some(reader),
        }
    }

    /// What stands on the terminal, with the state of the parser for the rest.
    pub fn look<T>(&self, of: impl FnOnce(&vt100::Screen) -> T) -> T {
        of(self.shown.lock().unwrap().parser.screen())
    }

    /// Waits until something is to be seen.
    #[track_caller]
    pub fn wait_until(&self, what: &str, is_so: impl Fn(&vt100::Screen) -> bool) {
        let start = Instant::now();
        while !self.look(&is_so) {
            assert!(
                start.elapsed() < PATIENCE,
                "waited in vain for {what}; the terminal shows\n{}",
                self.look(vt100::Screen::contents)
            );
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// Waits until a text is to be seen.
    #[track_caller]
    pub fn wait_for(&self, text: &str) {
        self.wait_until(text, |screen| screen.contents().contains(text));
    }

    pub fn press(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).unwrap();
        self.keys.flush().unwrap();
    }

    pub fn resize(&mut self, columns_and_rows: (u16, u16)) {
        let (columns, rows) = columns_and_rows;
        let mut shown = self.shown.lock().unwrap();
        shown.parser.set_size(cells(rows), cells(columns));
        drop(shown);
        self.master.resize(size(columns_and_rows)).unwrap();
    }

    pub fn id(&self) -> u32 {
        self.child.process_id().unwrap()
    }

    /// Waits for an end without a panic: the exit code, and all that was sent to the terminal.
    #[track_caller]
    pub fn finish(self) -> (u32, String) {
        let (code, text) = self.end();
        assert!(!text.contains("panicked"), "{text}");
        (code, text)
    }

    /// Waits for any end, with the terminal as it was.
    #[track_caller]
    pub fn end(mut self) -> (u32, String) {
        let start = Instant::now();
        let status = loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                break status;
            }
            if start.elapsed() >= PATIENCE {
                let _ = self.child.kill();
                panic!("no end:\n{}", self.look(vt100::Screen::contents));
            }
            thread::sleep(Duration::from_millis(5));
        };
        self.reader.take().unwrap().join().unwrap();
        let shown = self.shown.lock().unwrap();
        let text = String::from_utf8_lossy(&shown.bytes).into_owned();
        assert!(!shown.parser.screen().alternate_screen(), "{text:?}");
        assert!(!shown.parser.screen().hide_cursor(), "{text:?}");
        (status.exit_code(), text)
    }
}

impl Drop for OnTerminal {
    fn drop(&mut self) {
        let _ = self.child.kill();
    }
}

/// What stands on a terminal as a picture, light or dark as the reader likes it.
pub fn svg(screen: &vt100::Screen) -> String {
    const WIDTH: f64 = 8.4;
    const HEIGHT: f64 = 18.0;
    const MARGIN: f64 = 10.0;
    let (rows, columns) = screen.size();
    let (rows, columns) = (rows.get(), columns.get());
    let x = |column: u16| MARGIN + WIDTH * f64::from(column);
    let y = |row: u16| MARGIN + HEIGHT * f64::from(row);
    let (width, height) = (x(columns) + MARGIN, y(rows) + MARGIN);
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" \
         role=\"img\" aria-label=\"The live view of a campaign\">\n<style>\
         text {{ font: 14px monospace; fill: #1f2328; white-space: pre }} .b {{ font-weight: bold }} \
         .i, .p {{ fill: #fff }} .r {{ fill: #1f2328 }} \
         @media (prefers-color-scheme: dark) {{ text, .r {{ fill: #e6edf3 }} .i, .p {{ fill: #0d1117 }} }}\
         </style>\n<rect class=\"p\" width=\"100%\" height=\"100%\"/>\n"
    );
    for row in 0..rows {
        let mut column = 0;
        while column < columns {
            let cell = |column| screen.cell(row, column).unwrap();
            let style = |column| {
                let cell: &vt100::Cell = cell(column);
                (cell.fgcolor(), cell.bold(), cell.inverse())
            };
            let (colour, is_bold, is_inverse) = style(column);
            let first = column;
            while column < columns && style(column) == (colour, is_bold, is_inverse) {
                column += 1;
            }
            if is_inverse {
                text.push_str(&format!(
                    "<rect class=\"r\" x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{HEIGHT}\"/>\n",
                    x(first),
                    y(row),
                    x(column) - x(first)
                ));
            }
            // Each symbol in its own place, since fonts lend each other symbols of other widths.
            let symbols: Vec<(u16, &str)> = (first..column)
                .map(|column| (column, cell(column).contents()))
                .filter(|(_, symbol)| !symbol.trim().is_empty())
                .collect();
            if symbols.is_empty() {
                continue;
            }
            let places: Vec<String> = symbols
                .iter()
                .map(|(at, _)| format!("{:.1}", x(*at)))
                .collect();
            let mut class = String::new();
            class.push_str(if is_bold { "b " } else { "" });
            class.push_str(if is_inverse { "i" } else { "" });
            let fill = match colour {
                vt100::Color::Idx(index @ 16..232) => {
                    let level = |step: u8| [0, 95, 135, 175, 215, 255][usize::from(step)];
                    let index = index - 16;
                    let [red, green, blue] = [index / 36, index / 6 % 6, index % 6].map(level);
                    format!(" style=\"fill:#{red:02x}{green:02x}{blue:02x}\"")
                }
                _ => String::new(),
            };
            let symbols: String = symbols.iter().map(|(_, symbol)| *symbol).collect();
            let symbols = symbols.replace('&', "&amp;").replace('<', "&lt;");
            text.push_str(&format!(
                "<text class=\"{}\" y=\"{:.1}\" x=\"{}\"{fill}>{symbols}</text>\n",
                class.trim(),
                y(row) + 0.75 * HEIGHT,
                places.join(" ")
            ));
        }
    }
    text + "</svg>\n"
}
