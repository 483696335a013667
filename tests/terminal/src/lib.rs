//! A terminal of our own with the program on it: what it shows, and keys pressed.

#![allow(missing_docs, missing_debug_implementations, reason = "names say it; nobody builds on it")]

use std::io::{Read, Write};
use std::num::NonZeroU16;
use std::process::Command;
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};
use vt100::Parser;

use tune2048_testkit::program::{Scratch, variables_of_the_user};

/// No test waits longer for what it expects.
const PATIENCE: Duration = Duration::from_secs(120);

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
    PtySize { rows, cols: columns, pixel_width: 0, pixel_height: 0 }
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
        builder.env_remove("LC_ALL");
        variables_of_the_user().for_each(|name| builder.env_remove(name));
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

    /// Waits for an end without a panic: the exit code, and all that was sent to the terminal.
    #[track_caller]
    pub fn finish(self) -> (u32, String) {
        let (code, text) = self.end();
        assert!(!text.contains("panicked"), "{text}");
        (code, text)
    }

    /// Interrupts it by Ctrl-C (`key`) or by a signal of this name.
    pub fn interrupt(&mut self, how: &str) {
        if how == "key" {
            return self.press("\x03");
        }
        let id = self.child.process_id().unwrap().to_string();
        let sent = Command::new("kill").args([&format!("-{how}"), &id]).status();
        assert!(sent.expect("kill can be run").success());
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
