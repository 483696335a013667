//! A note on programs that do not answer for long: in most cases their output is held back.

use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant};

use tune2048_tuner::subject::Job;

use crate::protocol::request::Request;

/// How much longer than a mean game a silence may last.
const LONG_GAME: u32 = 10;

/// Who is told that programs do not answer, and after which time.
#[derive(Clone)]
pub(crate) struct SilenceNote {
    /// The silence after which a note is due.
    pub(crate) after: Duration,
    /// Takes the note.
    pub(crate) say: Arc<dyn Fn(&str) + Send + Sync>,
}

impl Default for SilenceNote {
    fn default() -> Self {
        Self { after: Duration::from_secs(20), say: Arc::new(|_| {}) }
    }
}

impl fmt::Debug for SilenceNote {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("SilenceNote").field("after", &self.after).finish_non_exhaustive()
    }
}

/// The time in which no game of a job has ended.
pub(super) struct Silence<'a> {
    note: &'a SilenceNote,
    since: Instant,
    /// The silence after which the next note is due.
    next: Duration,
}

impl<'a> Silence<'a> {
    /// A silence that begins now.
    pub(super) fn new(note: &'a SilenceNote) -> Self {
        Self { note, since: Instant::now(), next: note.after }
    }

    /// Learns of the end of a game, and of the mean time of games.
    pub(super) fn end(&mut self, now: Instant, game_time: Duration) {
        self.since = now;
        self.next = self.note.after.max(LONG_GAME * game_time);
    }

    /// Says what is being played if it lasts too long.
    pub(super) fn look(&mut self, now: Instant, request: &Request, job: &Job) {
        let silence = now - self.since;
        if silence < self.next {
            return;
        }
        self.next *= 2;
        let Some(game) = request.open_games().first().copied() else { return };
        let (seeds, candidates) = (job.seeds.len(), job.candidates.len());
        (self.note.say)(&format!(
            "note: no game has ended for {:.0} s; game {} of {seeds} of candidate {} of \
             {candidates} is being played, with seed {}: does the program flush standard output \
             after each line, and answer before its input ends?",
            silence.as_secs_f64(),
            game.index % seeds + 1,
            game.index / seeds + 1,
            game.seed
        ));
    }
}
