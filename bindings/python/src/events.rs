//! What a running campaign sends to the thread that called it: what it reports, and games for a Python
//! function. In that thread Ctrl-C reaches the function, and an exception of it is that of the call.

use std::sync::mpsc::Sender;

use pyo3::prelude::*;
use serde_json::Value;

/// What a campaign sends to the thread that called it.
pub(crate) enum Message {
    /// Something happened.
    Update(Value),
    /// Games are to be played.
    Play(Request),
}

/// Games that the function is to play, in order.
pub(crate) struct Request {
    /// The weights of each candidate as JSON.
    pub(crate) weights: Vec<String>,
    /// The weights of the other side of a match as JSON.
    pub(crate) opponent: Option<String>,
    /// The place of each game's weights, and its seed.
    pub(crate) games: Vec<(usize, u64)>,
    /// Takes the answer of the function to each game as JSON, and the seconds that it took.
    pub(crate) answers: Sender<(String, f64)>,
}

impl Request {
    /// Lets `player` play the games: its method `play(weights, games, opponent)` iterates over the answers.
    /// Calls `played` after each game.
    pub(crate) fn play(
        self,
        player: &Bound<'_, PyAny>,
        mut played: impl FnMut() -> PyResult<()>,
    ) -> PyResult<()> {
        let answers = player.call_method1("play", (self.weights, self.games, self.opponent))?;
        for answer in answers.try_iter()? {
            let is_wanted = self.answers.send(answer?.extract()?).is_ok();
            played()?;
            if !is_wanted {
                break;
            }
        }
        Ok(())
    }
}
