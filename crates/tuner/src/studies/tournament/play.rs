//! Plays the missing games of a tournament, player after player without a pause between them.

use std::cell::RefCell;
use std::ops::{ControlFlow, Range};

use crate::studies::StudyError;
use crate::studies::games_within;
use crate::studies::tournament::log::refusal;
use crate::studies::tournament::{Entrant, Tournament};
use crate::subject::{Evaluate, Job, record_stream};
use tune2048_engine::{GameSeed, Monitor, Stream};

/// The approximate time between writes: the play that may be lost when the process dies.
const STEP_SECONDS: f64 = 1.0;
/// The largest number of rows written at once.
const MAX_GAMES: u64 = 10_000;

/// The games that are missing and not sent.
struct Missing {
    /// The games of each entrant.
    games: Vec<Range<u64>>,
    /// The time of a game of each entrant, by the latest ones.
    seconds: Vec<Option<f64>>,
    /// The entrant of each job that was sent.
    sent: Vec<usize>,
}

impl Missing {
    /// Takes games of the first entrant that lacks some, as many as `cores` cores play in a step.
    fn next(&mut self, cores: usize) -> Option<(usize, Range<u64>)> {
        let entrant = self.games.iter().position(|games| !games.is_empty())?;
        let step = games_within(STEP_SECONDS, cores, self.seconds[entrant]).min(MAX_GAMES);
        let left = &mut self.games[entrant];
        let end = left.end.min(left.start + step);
        let taken = left.start..end;
        left.start = end;
        self.sent.push(entrant);
        Some((entrant, taken))
    }
}

impl Tournament {
    pub(super) fn play_missing(
        &mut self,
        evaluator: &dyn Evaluate,
        monitor: &Monitor,
        observe: &mut dyn FnMut(&str),
    ) -> Result<(), StudyError> {
        let (entrants, games, seed) = (&self.entrants, &mut self.games, self.seed);
        let of_entrant = |entrant: &Entrant| {
            let played = games.count(&entrant.name);
            played..u64::from(entrant.games).max(played)
        };
        let missing = RefCell::new(Missing {
            games: entrants.iter().map(of_entrant).collect(),
            seconds: vec![None; entrants.len()],
            sent: Vec::new(),
        });
        let mut observed = 0;
        let mut jobs = std::iter::from_fn(|| {
            let next = missing.borrow_mut().next(evaluator.concurrent_games());
            let begun = next.as_ref().map_or(entrants.len(), |(number, _)| number + 1);
            let new = observed..begun.max(observed);
            entrants[new].iter().for_each(|entrant| observe(&entrant.name));
            observed = begun;
            let (number, taken) = next?;
            let seed = |game| GameSeed::new(seed, Stream::Evaluation, game);
            Some(Job::of(&entrants[number].file.weights, taken.map(seed).collect()))
        });
        record_stream(evaluator, &mut jobs, monitor, |number, played| {
            let mut missing = missing.borrow_mut();
            let entrant = missing.sent[number];
            missing.seconds[entrant] = Some(played.seconds / played.results.len().max(1) as f64);
            games.append(&entrants[entrant].name, &played).map_err(refusal)?;
            Ok(ControlFlow::Continue(()))
        })
    }
}
