//! Games that are recorded one by one, those of the pilot and of finalists: recorded ones are reused, others are played.
//!
//! A game is a pure function of weights, player and seed. A recorded game therefore stays true when
//! the search goes on, and is never played again.

use std::ops::Range;
use std::sync::Arc;

use crate::campaign::observer::Event;
use crate::campaign::open::Campaign;
use crate::campaign::session::Session;
use crate::record::{
    CampaignError, FinalGame, Finalist, Lacking, LogEvent, Look, RecordEvent, Result,
};
use crate::subject::{Configuration, Job};
use crate::weights::LookScores;
use tune2048_engine::{GameResult, GameSeed, Stream};

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
        self.record(LogEvent::Finalist(new))?;
        Ok(place)
    }

    /// Runs the final race, which chooses the recommended finalist on new games that all share: about as many in total as
    /// the search space asks for, at least one per finalist and round. Returns the winner's place in the list. Of equals, the
    /// earlier one wins.
    ///
    /// Sequential halving: the games are divided evenly among ceil(log2 n) rounds,
    /// and within a round evenly among the remaining finalists; after each round the
    /// better half goes on. Karnin, Koren and Somekh, "Almost Optimal Exploration in
    /// Multi-Armed Bandits", ICML 2013, <https://proceedings.mlr.press/v28/karnin13.html>.
    /// Unlike there, a finalist is judged by its games of all rounds, not only of the
    /// last one: the remaining finalists have played the same games.
    ///
    /// # Errors
    /// If a stop was requested, or a game cannot be recorded.
    pub(super) fn race(
        &mut self,
        finalists: &[usize],
        first_game: u64,
        session: &Session<'_>,
    ) -> Result<usize> {
        let spec = Arc::clone(&self.state.spec);
        let mut left: Vec<usize> = finalists.to_vec();
        let mut end = first_game;
        for (_, games) in spec.selection.rounds(finalists.len()) {
            end += games;
            let results = self.play_finals(&left, Stream::Selection, first_game..end, session)?;
            let values = results.iter().map(|results| spec.objective_of(results));
            let mut ranked: Vec<(f64, usize)> = values.zip(left.iter().copied()).collect();
            // The sort is stable, and the list is in order of precedence.
            ranked.sort_by(|(a, _), (b, _)| b.total_cmp(a));
            ranked.truncate(left.len().div_ceil(2));
            left.retain(|place| ranked.iter().any(|(_, kept)| kept == place));
        }
        Ok(left[0])
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
    fn play_finals(
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

    /// The results of players on games of a stream, player by player. `job` has their weights and no seeds; games that are
    /// not recorded are played and recorded, so many of each player together.
    ///
    /// # Errors
    /// If a stop was requested, or a game cannot be recorded.
    pub(in crate::campaign) fn results(
        &mut self,
        (stream, games): (Stream, Range<u64>),
        players: &[usize],
        job: &Job,
        batch: u64,
        session: &Session<'_>,
    ) -> Result<Vec<Vec<GameResult>>> {
        let (seed, finals) = (self.state.spec.seed, &self.state.finals);
        let batches = games.clone().step_by(batch as usize);
        let batches = batches.map(|from| from..games.end.min(from.saturating_add(batch)));
        let lacking = batches.flat_map(|games| finals.lacking(stream, players, games));
        let lacking: Vec<Lacking> = lacking.collect();
        let jobs = lacking.iter().map(|Lacking { places, games }| Job {
            candidates: places.iter().map(|&place| job.candidates[place].clone()).collect(),
            seeds: games.iter().map(|&game| GameSeed::new(seed, stream, game)).collect(),
            ..job.clone()
        });
        session.play_stream(jobs, |number, played| {
            let Lacking { places, games } = &lacking[number];
            let finalist = players[places[played.candidate]];
            for (&game, result) in games.iter().zip(played.results) {
                self.record(RecordEvent::Game(FinalGame { stream, game, finalist, result }))?;
            }
            self.recorder.sync()
        })?;
        let of = |&player: &usize| self.state.finals.results(stream, games.clone(), player);
        Ok(players.iter().map(of).collect())
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
