//! What goes wrong with a program, in words.

use std::process::ExitStatus;

use serde_json::Value;

use crate::process::Process;
use crate::process::pipes::{End, MAX_LINE};
use crate::protocol::json_line::shown;

/// What went wrong with a process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fault {
    /// What happened; the subject is the program.
    pub(crate) what: String,
    /// The advice to the user.
    pub(crate) advice: &'static str,
    /// The seed of the game that is to blame, if it is known.
    pub(crate) seed: Option<u64>,
}

impl Fault {
    pub(crate) fn new(what: String, advice: &'static str) -> Self {
        Self { what, advice, seed: None }
    }

    /// A fault that begins with what it means.
    pub(crate) fn meaning(self, summary: &str) -> Self {
        Self { what: format!("{summary}: {}", self.what), ..self }
    }

    /// The fault that a program names in an answer.
    pub(crate) fn of_answer(error: &Value) -> Self {
        let text = error.as_str().map_or(error.to_string(), str::to_owned);
        let what = format!("it answered with the error: {}", shown(&text));
        Self::new(what, "correct what the program names")
    }

    /// The fault of a program that closed its standard output after the `rest` of a line, in most
    /// cases by its exit, at a time that `when` names.
    pub(crate) fn ended(status: Option<ExitStatus>, rest: &[u8], when: &str) -> Self {
        let signal = |status: ExitStatus| status.to_string().replace("signal: ", "signal ");
        let (mut what, advice) = match (status, status.and_then(|status| status.code())) {
            (None, _) => (
                "it closed its standard output and went on".to_owned(),
                "keep standard output open until the end",
            ),
            (_, Some(0)) => (
                format!("it exited with code 0 {when}"),
                "read requests until the end of standard input, and exit only there; flush standard output after each \
                 line; a program that plays one game and exits needs {seed} among its arguments",
            ),
            (_, Some(code)) => (
                format!("it exited with code {code} {when}"),
                "run it by hand, and correct what standard error says",
            ),
            (Some(status), None) => (
                format!("it was ended by {} {when}", signal(status)),
                "run it by hand, or in a debugger; signal 9 often means that memory ran out",
            ),
        };
        if !rest.is_empty() {
            let rest = shown(&String::from_utf8_lossy(rest));
            what += &format!(", in the middle of a line: {rest}");
        }
        Self::new(what, advice)
    }

    /// The fault of a process that writes no further line, at a time that `when` names; `only` is the advice
    /// about what to write.
    pub(crate) fn of_end(process: &mut Process, end: End, when: &str, only: &'static str) -> Self {
        match end {
            End::TooLong(start) => {
                let start = shown(&String::from_utf8_lossy(&start));
                Self::new(format!("it wrote a line of more than {MAX_LINE} bytes: {start}"), only)
            }
            End::Closed(rest) => Self::ended(process.exit(), &rest, when),
            End::NotRead => match process.exit() {
                None => {
                    let what = "it closed its standard input".to_owned();
                    Self::new(what, "read requests until the end of standard input")
                }
                status => Self::ended(status, &[], when),
            },
        }
    }
}
