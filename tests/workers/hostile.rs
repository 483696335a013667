//! A holder of the token who wants no run to end.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// Disturbs all runs on a server as long as it lives.
pub(crate) struct Hostile {
    ends: Arc<AtomicBool>,
    thread: Option<JoinHandle<usize>>,
}

impl Hostile {
    pub(crate) fn start(port: u16) -> Self {
        let ends = Arc::new(AtomicBool::new(false));
        let its_end = Arc::clone(&ends);
        let disturb = move || {
            let mut sent = 0;
            while !its_end.load(Ordering::Relaxed) {
                // The server is killed now and then.
                let _ = disturb(port, &its_end, &mut sent);
                thread::sleep(Duration::from_millis(50));
            }
            sent
        };
        Self { ends, thread: Some(thread::spawn(disturb)) }
    }

    /// Ends it; returns the messages that it has sent.
    pub(crate) fn end(mut self) -> usize {
        self.ends.store(true, Ordering::Relaxed);
        self.thread.take().expect("it is taken here only").join().expect("it does not panic")
    }
}

/// Answers each job that is sent with other messages, until the connection or all ends.
fn disturb(port: u16, ends: &AtomicBool, sent: &mut usize) -> std::io::Result<()> {
    let mut server = TcpStream::connect(("127.0.0.1", port))?;
    server.set_read_timeout(Some(Duration::from_millis(500)))?;
    server.write_all(b"CONNECT {\"verbose\":false,\"auth_token\":\"s3cret\"}\r\n")?;
    server.write_all(b"SUB tune2048.jobs.> 1\r\n")?;
    let mut lines = BufReader::new(server.try_clone()?);
    let mut line = String::new();
    while !ends.load(Ordering::Relaxed) {
        line.clear();
        match lines.read_line(&mut line) {
            Ok(0) => return Ok(()),
            Ok(_) if line.starts_with("PING") => server.write_all(b"PONG\r\n")?,
            Ok(_) if line.starts_with("MSG") => {
                let words: Vec<&str> = line.split_whitespace().collect();
                let bytes = words.last().and_then(|bytes| bytes.parse().ok()).unwrap_or(0);
                lines.read_exact(&mut vec![0; bytes + 2])?;
                // Its own jobs come back too.
                let [_, _, build, route, run, key] = words[1].split('.').collect::<Vec<_>>()[..]
                else {
                    continue;
                };
                if key.starts_with("bad") {
                    continue;
                }
                let presence = format!(
                    r#"{{"worker":"hostile","host":"x","threads":18446744073709551615,"fingerprint":"{build}","version":"9","programs":["{key}"]}}"#
                );
                let run_subject = format!("tune2048.run.{run}");
                let job = format!("tune2048.jobs.{build}.{route}.{run}.bad{sent}");
                for (subject, text) in [
                    (&job, r#"{"learning":{}}"#),
                    (
                        &run_subject,
                        r#"{"failure":{"key":"x","worker":"hostile","cause":"no","is_above_limit":false}}"#,
                    ),
                    (&run_subject, r#"{"result":{"key":"x","worker":"hostile","candidates":[]}}"#),
                    (&run_subject, r#"{"claim":{"key":"x","worker":"hostile","begins":true}}"#),
                    (&run_subject, "[["),
                    (&"tune2048.workers".to_owned(), &presence),
                    (&"tune2048.runs".to_owned(), "{}"),
                ] {
                    let text = text.replace("\"x\"", &format!("\"bad{sent}\""));
                    write!(server, "PUB {subject} answers {}\r\n{text}\r\n", text.len())?;
                    *sent += 1;
                }
            }
            Ok(_) => {}
            Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}
