//! A server of live pages under way, asked over plain sockets.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use tune2048_testkit::program::{Run, Running, Scratch, TINY};
use tune2048_testkit::tools::wait_until;

/// No answer of any test takes as long.
const PATIENCE: Duration = Duration::from_secs(60);

/// A server that is under way.
pub(crate) struct LiveServer {
    process: Running,
    /// `127.0.0.1:PORT`.
    pub(crate) host: String,
}

impl LiveServer {
    pub(crate) fn start(scratch: &Scratch, arguments: &str) -> Self {
        Self::of(scratch.start(&format!("serve {arguments}")))
    }

    /// A process that serves, once it has told its address.
    pub(crate) fn of(mut process: Running) -> Self {
        let line = process.first_line();
        let after = line.split_once("http://").expect("an address").1;
        let host = after.split_once('/').expect("an address").0.to_owned();
        Self { process, host }
    }

    /// Sends this and leaves the connection open.
    pub(crate) fn begin(&self, request: &str) -> TcpStream {
        let mut stream = TcpStream::connect(&self.host).expect("the server listens");
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        stream
    }

    /// Sends a request as it is given; the whole answer.
    pub(crate) fn send(&self, request: &str) -> String {
        let mut stream = self.begin(request);
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).expect("an answer that ends");
        String::from_utf8(answer).expect("answers are text")
    }

    pub(crate) fn ask(&self, method: &str, target: &str, headers: &str) -> String {
        let host = &self.host;
        self.send(&format!(
            "{method} {target} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n{headers}\r\n"
        ))
    }

    pub(crate) fn get(&self, target: &str) -> String {
        self.ask("GET", target, "")
    }

    /// Asks again until the answer holds this: pages are not made anew at once.
    #[track_caller]
    pub(crate) fn get_until(&self, target: &str, text: &str) -> String {
        let mut answer = String::new();
        wait_until(text, || {
            answer = self.get(target);
            answer.contains(text)
        });
        answer
    }

    /// Server-sent events, line by line.
    pub(crate) fn events(&self, target: &str) -> impl Iterator<Item = String> + use<> {
        let stream = self.begin(&format!("GET {target} HTTP/1.1\r\nHost: {}\r\n\r\n", self.host));
        let lines = BufReader::new(stream).lines().map_while(Result::ok);
        lines.filter_map(|line| line.strip_prefix("data: ").map(str::to_owned))
    }

    /// Ends it by a signal, which must be a clean end.
    #[track_caller]
    pub(crate) fn end(self, signal: &str) {
        self.ended(signal).says_nothing();
    }

    /// Ends it by a signal; what it has said.
    #[track_caller]
    pub(crate) fn ended(mut self, signal: &str) -> Run {
        self.process.signal(signal);
        let run = self.process.finish().succeeds();
        assert_eq!(run.text(), "", "more than the address was told");
        run
    }
}

#[track_caller]
pub(crate) fn assert_code(answer: &str, code: u16) {
    let first = answer.lines().next().unwrap_or_default();
    assert!(first.starts_with(&format!("HTTP/1.1 {code} ")), "{answer}");
}

/// A folder `results` with the campaign `results/tiny`.
pub(crate) fn with_campaign() -> Scratch {
    let scratch = Scratch::with("tiny.toml", TINY);
    scratch.tune2048("run tiny.toml --no-pilot").succeeds();
    scratch
}
