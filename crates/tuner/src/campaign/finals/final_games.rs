//! The finalists and their games.

use std::ops::Range;
use std::sync::Arc;

use crate::campaign::observer::Event;
use crate::campaign::open::Campaign;
use crate::campaign::session::Session;
use crate::record::error::{CampaignError, Result};
use crate::record::event::LogEvent;
use crate::record::{Finalist, Look};
use crate::subject::{Configuration, Job};
use crate::weights::LookScores;
use tune2048_engine::{GameResult, Stream};

impl Campaign {
    /// The place of weights in the list of finalists; new ones are recorded.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(super) fn place(&mut self, origin: &str, weights: &Configuration) -> Result<usize> {
        let known = &self.state.finals.finalists;
        let place = known.len();
        let new = Finalist::new(place, origin, weights);
        let plays_alike = |one: &Finalist| one.player == new.player && one.weights == new.weights;
        if let Some(place) = known.iter().position(plays_alike) {
            return Ok(place);
        }
        self.record(&LogEvent::Finalist(new))?;
        Ok(place)
    }

    /// Plays the games of a look that are not recorded: those of the recommended weights and,
    /// without a baseline, those of the starting weights.
    ///
    /// # Errors
    /// If a stop was requested, or a game cannot be recorded.
    pub(super) fn validate(&mut self, look: &Look, session: &Session<'_>) -> Result<LookScores> {
        let state = &self.state;
        let (stored, is_match) =
            (state.finals.baselines.get(&look.start), look.is_match(&state.spec));
        let is_start = look.winner == look.start;
        let is_alone = stored.is_some() || is_match || is_start;
        let players = if is_alone { vec![look.winner] } else { vec![look.winner, look.start] };
        session.observe(&Event::Validation {
            games: look.validation_games,
            is_start,
            stored_games: stored.map(|stored| stored.games),
            on_record: self.on_record(&players, Stream::Validation, look.games()),
        });
        self.play_finals(&players, Stream::Validation, look.games(), session)?;
        let state = &self.state;
        state.finals.look_scores(&state.spec, look).ok_or(CampaignError::Interrupted)
    }

    /// The results of the finalists at these places on games of a stream,
    /// finalist by finalist; missing games are played.
    ///
    /// # Errors
    /// If a stop was requested, or a game cannot be recorded.
    pub(super) fn play_finals(
        &mut self,
        places: &[usize],
        stream: Stream,
        games: Range<u64>,
        session: &Session<'_>,
    ) -> Result<Vec<Vec<GameResult>>> {
        let (spec, finalists) = (&self.state.spec, &self.state.finals.finalists);
        let candidates = places.iter().map(|&place| finalists[place].weights.clone()).collect();
        let job = Job::new(Arc::clone(spec.subject()), candidates, Vec::new());
        let batch = spec.subject().final_batch(spec.cost_per_move);
        self.results((stream, games), places, &job, batch, session)
    }

    /// The number of recorded games, summed over the places.
    pub(super) fn on_record(&self, places: &[usize], stream: Stream, games: Range<u64>) -> u64 {
        let state = &self.state;
        places
            .iter()
            .map(|&place| state.finals.results(stream, games.clone(), place).len() as u64)
            .sum()
    }
}
