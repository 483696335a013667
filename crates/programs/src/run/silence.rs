//! A note on programs that do not answer for long: in most cases their output is held back.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::Run;
use crate::protocol::request::Game;

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

impl Run<'_> {
    /// Ends the silence.
    pub(super) fn note_answer(&self) {
        self.state().silent_since = Some(Instant::now());
    }

    /// Says once which game is being played, since a process was asked, if no process answers for long.
    pub(super) fn note_silence(&self, game: Game, asked: Instant) {
        let silence = {
            let mut state = self.state();
            let Some(since) = state.silent_since else { return };
            let silence = since.max(asked).elapsed();
            if silence < self.note.after.max(LONG_GAME * state.pace.game_time()) {
                return;
            }
            state.silent_since = None;
            silence
        };
        let (seeds, candidates) = (self.job.seeds.len(), self.job.candidates.len());
        (self.note.say)(&format!(
            "note: the program has not answered for {:.0} s; game {} of {seeds} of candidate {} of \
             {candidates} is being played, with seed {}: does the program flush standard output \
             after each line, and answer before its input ends?",
            silence.as_secs_f64(),
            game.index % seeds + 1,
            game.index / seeds + 1,
            game.seed
        ));
    }
}
