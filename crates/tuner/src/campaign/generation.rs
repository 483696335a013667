//! Playing one generation: what is recorded of it is not played again.

use std::time::Duration;

use super::reliability::{Ranking, games_dealt};
use super::rounds::{RacingSchedule, Round};
use super::{Campaign, CampaignError, Event, GenerationReport, Observer, halves, measure};
use crate::checkpoint::{RoundRow, Trial};
use crate::scores::Evaluation;
use crate::spec::GamesPerCandidate;
use tune2048_engine::evaluate::{CandidateGames, Evaluate, Job, Monitor};
use tune2048_engine::game::{GameResult, GameSeed, Stream};
use tune2048_engine::heuristic::Weights;
use tune2048_optimizer::Proposal;

/// What a generation is played with.
#[derive(Clone, Copy)]
pub(super) struct EvaluationContext<'a> {
    pub(super) evaluator: &'a dyn Evaluate,
    pub(super) monitor: &'a Monitor,
    /// The time that earlier sessions took.
    pub(super) earlier: Duration,
}

impl Campaign {
    /// The games per candidate of a generation, all before it being recorded.
    pub(super) fn games_per_candidate(&self, generation: u32) -> u32 {
        let settings = match &self.space.games_per_candidate {
            GamesPerCandidate::Fixed(games) => return *games,
            GamesPerCandidate::Adaptive(settings) => settings,
        };
        let before = &self.trials[..self.first_trial(generation)];
        match before.last() {
            None => settings.low,
            Some(last) => {
                let games = games_dealt(&before[self.first_trial(last.generation)..]);
                self.ranking(generation).next_games(settings, games)
            }
        }
    }

    /// What the generations before one say, since the optimizer was last started anew.
    pub(super) fn ranking(&self, generation: u32) -> Ranking {
        let first = self.first_trial(self.search.first_generation);
        Ranking::of(
            &self.trials[first.min(self.first_trial(generation))..self.first_trial(generation)],
        )
    }

    /// The place of a generation's first trial.
    pub(super) fn first_trial(&self, generation: u32) -> usize {
        self.trials
            .partition_point(|trial| trial.generation < generation)
    }

    /// Plays what is not recorded of a generation, and records it.
    pub(super) fn play_generation(
        &mut self,
        proposal: &Proposal,
        generation: u32,
        table: EvaluationContext<'_>,
        observer: &mut dyn Observer,
    ) -> Result<(), CampaignError> {
        let games = self.games_per_candidate(generation);
        let seeds = Seeds {
            campaign: self.space.seed,
            first: self.first_seed(generation),
        };
        match self.space.games_per_candidate {
            GamesPerCandidate::Fixed(_) => {
                self.play_at_once(proposal, generation, &seeds.of(0..games), table, observer)?;
            }
            GamesPerCandidate::Adaptive(_) => {
                self.play_in_rounds(proposal, generation, games, seeds, table, observer)?;
            }
        }
        observer.observe(&Event::Generation(&GenerationReport {
            generation,
            space: &self.space,
            trials: &self.trials[self.first_trial(generation)..],
            distribution: proposal.distribution.as_ref(),
            games_per_candidate: games,
            reliability: self.ranking(generation + 1).reliability(),
            games: self.games(),
            elapsed: table.earlier + self.session.elapsed(),
        }));
        Ok(())
    }

    /// All seeds for each candidate; a candidate is recorded as soon as it is known.
    fn play_at_once(
        &mut self,
        proposal: &Proposal,
        generation: u32,
        seeds: &[GameSeed],
        table: EvaluationContext<'_>,
        observer: &mut dyn Observer,
    ) -> Result<(), CampaignError> {
        let recorded = self.trials.len() - self.first_trial(generation);
        let job = Job {
            player: self.space.player,
            candidates: self.decode(&proposal.points[recorded..]),
            seeds: seeds.to_vec(),
        };
        let mut failure = None;
        let mut deliver = |games: CandidateGames| {
            if failure.is_some() {
                return;
            }
            let candidate = recorded + games.candidate;
            let point = &proposal.points[candidate];
            let played = (games.results.as_slice(), games.seconds);
            if let Err(error) = self.record(generation, candidate, point, played, table, observer) {
                failure = Some(error);
                table.monitor.request_stop();
            }
        };
        let played = table.evaluator.evaluate(&job, table.monitor, &mut deliver);
        match failure {
            Some(error) => Err(error),
            None => Ok(played?),
        }
    }

    /// Round by round; candidates are recorded when all rounds are over.
    fn play_in_rounds(
        &mut self,
        proposal: &Proposal,
        generation: u32,
        games: u32,
        seeds: Seeds,
        table: EvaluationContext<'_>,
        observer: &mut dyn Observer,
    ) -> Result<(), CampaignError> {
        let objective = self.space.objective;
        let mut seconds = vec![0.0; proposal.points.len()];
        let mut deal = RacingSchedule::new(&objective, &proposal.points, games);
        while let Some(round) = deal.next_round() {
            let rows = self.play_round(proposal, generation, &round, seeds, table)?;
            for row in rows {
                deal.add(row.candidate as usize, &row.results);
                seconds[row.candidate as usize] += row.games_seconds;
            }
            deal.end_round();
        }
        let recorded = self.trials.len() - self.first_trial(generation);
        let results = deal.into_results();
        for (candidate, point) in proposal.points.iter().enumerate().skip(recorded) {
            let played = (results[candidate].as_slice(), seconds[candidate]);
            self.record(generation, candidate, point, played, table, observer)?;
        }
        self.log.sync()?;
        self.forget_rounds();
        Ok(())
    }

    /// The rows of a round, those that are recorded and those that are played now.
    fn play_round(
        &mut self,
        proposal: &Proposal,
        generation: u32,
        round: &Round,
        seeds: Seeds,
        table: EvaluationContext<'_>,
    ) -> Result<Vec<RoundRow>, CampaignError> {
        let mut rows = self.recorded_round(proposal, generation, round)?;
        let open = &round.candidates[rows.len()..];
        let points: Vec<Vec<f64>> = open
            .iter()
            .map(|&open| proposal.points[open].clone())
            .collect();
        let job = Job {
            player: self.space.player,
            candidates: self.decode(&points),
            seeds: seeds.of(round.seeds.clone()),
        };
        let mut failure = None;
        let mut deliver = |games: CandidateGames| {
            if failure.is_some() {
                return;
            }
            let row = RoundRow {
                row: self.round_rows,
                generation,
                round: round.number,
                candidate: open[games.candidate] as u32,
                results: games.results,
                point: points[games.candidate].clone(),
                games_seconds: games.seconds,
                elapsed_seconds: (table.earlier + self.session.elapsed()).as_secs_f64(),
            };
            let log = self.round_log.as_mut();
            if let Err(error) = log.map_or(Ok(()), |log| log.append(&row)) {
                failure = Some(error);
                table.monitor.request_stop();
                return;
            }
            self.round_rows += 1;
            self.rounds.push(row.clone());
            rows.push(row);
        };
        let played = table.evaluator.evaluate(&job, table.monitor, &mut deliver);
        match failure {
            Some(error) => Err(error.into()),
            None => Ok(played.map(|()| rows)?),
        }
    }

    /// Appends a candidate's trial.
    fn record(
        &mut self,
        generation: u32,
        candidate: usize,
        point: &[f64],
        (results, seconds): (&[GameResult], f64),
        table: EvaluationContext<'_>,
        observer: &mut dyn Observer,
    ) -> Result<(), CampaignError> {
        let measured = measure(&self.space.objective, results);
        let trial = Trial {
            trial: self.trials.len() as u64,
            generation,
            candidate: candidate as u32,
            fitness: measured.fitness(point),
            objective: measured.value,
            evaluation: Evaluation::of(results),
            halves: halves(&self.space.objective, results),
            weights: self.space.decode(point).values,
            point: point.to_vec(),
            games_seconds: seconds,
            elapsed_seconds: (table.earlier + self.session.elapsed()).as_secs_f64(),
        };
        match self.round_log {
            None => self.log.append(&trial)?,
            Some(_) => self.log.append_soon(&trial)?,
        }
        observer.observe(&Event::Trial(&trial));
        self.trials.push(trial);
        Ok(())
    }

    fn decode(&self, points: &[Vec<f64>]) -> Vec<Weights> {
        points
            .iter()
            .map(|point| self.space.decode(point))
            .collect()
    }

    /// The first seed of a generation: each has those that follow on the last one's.
    fn first_seed(&self, generation: u32) -> u64 {
        let before = &self.trials[..self.first_trial(generation)];
        let generations = before.chunk_by(|a, b| a.generation == b.generation);
        let longest = |trials: &[Trial]| trials.iter().map(|trial| trial.evaluation.games).max();
        generations.filter_map(longest).map(u64::from).sum()
    }
}

/// The seeds of a generation.
#[derive(Clone, Copy)]
struct Seeds {
    campaign: u64,
    first: u64,
}

impl Seeds {
    fn of(self, places: std::ops::Range<u32>) -> Vec<GameSeed> {
        places
            .map(|place| {
                let index = self.first + u64::from(place);
                GameSeed::new(self.campaign, Stream::Search, index)
            })
            .collect()
    }
}
