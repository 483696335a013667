//! Lines of JSON for a client that may stop reading them.

use std::io::{self, Write};

use serde::Serialize;

/// An output that accepts lines and drops them once the client has closed its end.
pub(super) struct Answers<W> {
    output: W,
    /// Whether the client reads no more.
    pub(super) is_closed: bool,
}

impl<W: Write> Answers<W> {
    pub(super) fn new(output: W) -> Self {
        Self { output, is_closed: false }
    }

    /// Writes a value as one line and flushes it.
    pub(super) fn write(&mut self, value: &impl Serialize) -> io::Result<()> {
        if self.is_closed {
            return Ok(());
        }
        let mut line = serde_json::to_vec(value)?;
        line.push(b'\n');
        match self.output.write_all(&line).and_then(|()| self.output.flush()) {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => self.is_closed = true,
            written => written?,
        }
        Ok(())
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// Fails with an error of this kind once it has no space left.
    pub(crate) struct Limited {
        pub(crate) space: usize,
        pub(crate) kind: io::ErrorKind,
    }

    impl Write for Limited {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.space = (self.space.checked_sub(bytes.len())).ok_or(self.kind)?;
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_closed_pipe_ends_writing_and_other_errors_are_returned() {
        let limited = |kind| Answers::new(Limited { space: 4, kind });
        let mut answers = limited(io::ErrorKind::BrokenPipe);
        answers.write(&1).unwrap();
        assert!(!answers.is_closed);
        answers.write(&1000).unwrap();
        assert!(answers.is_closed);
        answers.write(&2).unwrap();
        assert_eq!(answers.output.space, 2, "nothing is written afterwards");
        let mut answers = limited(io::ErrorKind::StorageFull);
        assert!(answers.write(&1000).is_err());
    }
}
