//! Playing one generation; recorded games are not played again.

use std::ops::Range;

use crate::campaign::search::objective::{halves, measure};
use crate::campaign::search::racing::{RacingSchedule, Round};
use crate::campaign::{CampaignError, EvaluationContext, Event, Journals, Observer};
use crate::record::{ExtrasPlace, ROUNDS, RoundRow, Trial};
use crate::space::{CampaignSpec, GamesPerCandidate};
use crate::statistics::scores::Evaluation;
use crate::subject::{CandidateGames, Job};
use tune2048_optimizer::Proposal;

/// A generation to play.
pub(crate) struct GenerationRun<'a> {
    pub(crate) spec: &'a CampaignSpec,
    pub(crate) journals: &'a mut Journals,
    pub(crate) proposal: &'a Proposal,
    pub(crate) generation: u32,
    pub(crate) games_per_candidate: u32,
    pub(crate) context: &'a EvaluationContext<'a>,
}

impl GenerationRun<'_> {
    /// Plays the games that are not recorded, and records them.
    ///
    /// # Errors
    /// If a stop was requested, or the games cannot be recorded.
    pub(crate) fn play(self, observer: &mut dyn Observer) -> Result<(), CampaignError> {
        match self.spec.games_per_candidate {
            GamesPerCandidate::Fixed(_) => self.play_at_once(observer),
            GamesPerCandidate::Adaptive(_) => self.play_in_rounds(observer),
        }
    }

    /// Plays all seeds of each candidate; a candidate is recorded as soon as its games are over.
    fn play_at_once(mut self, observer: &mut dyn Observer) -> Result<(), CampaignError> {
        let recorded = self.recorded();
        let job = self.job(&self.proposal.points[recorded..], 0..self.games_per_candidate);
        let context = self.context;
        context.play(job, |games| {
            let played = CandidateGames { candidate: recorded + games.candidate, ..games };
            let place = self.place(0, played.candidate);
            self.journals.record_extras(place, &played.extras)?;
            self.record(&played, observer)
        })?;
        // The next distribution is never on the disk before what it follows from.
        Ok(self.journals.trials.sync()?)
    }

    /// Plays round by round; candidates are recorded when all rounds are over.
    fn play_in_rounds(mut self, observer: &mut dyn Observer) -> Result<(), CampaignError> {
        let spec = self.spec;
        let points = self.proposal.points.as_slice();
        let mut seconds = vec![0.0; points.len()];
        let overshoots = points.iter().map(|point| spec.overshoot(point)).collect();
        let mut schedule = RacingSchedule::new(spec.goal(), overshoots, self.games_per_candidate);
        while let Some(round) = schedule.next_round() {
            for row in self.play_round(&round)? {
                schedule.add(row.place.candidate as usize, &row.results);
                seconds[row.place.candidate as usize] += row.games_seconds;
            }
            schedule.end_round();
        }
        if let Some(rounds) = &mut self.journals.rounds {
            // After a power cut no trial may be without its rounds.
            rounds.sync()?;
        }
        let recorded = self.recorded();
        for (candidate, results) in schedule.into_results().into_iter().enumerate().skip(recorded) {
            let seconds = seconds[candidate];
            let played = CandidateGames { candidate, results, seconds, ..Default::default() };
            self.record(&played, observer)?;
        }
        Ok(self.journals.trials.sync()?)
    }

    /// Plays the rest of a round; returns all of its rows, recorded before or now.
    fn play_round(&mut self, round: &Round) -> Result<Vec<RoundRow>, CampaignError> {
        let mut rows = self.recorded_round(round)?;
        let open = &round.candidates[rows.len()..];
        let point = |&candidate: &usize| self.proposal.points[candidate].clone();
        let points: Vec<Vec<f64>> = open.iter().map(point).collect();
        let job = self.job(&points, round.seeds.clone());
        let context = self.context;
        context.play(job, |games| {
            let candidate = open[games.candidate];
            let place = self.place(round.number, candidate);
            self.journals.record_extras(place, &games.extras)?;
            let rounds = self.journals.rounds.as_mut();
            let rounds = rounds.expect("an adaptive number of games has its rounds open");
            let row = RoundRow {
                row: rounds.count() as u64,
                place,
                results: games.results,
                point: points[games.candidate].clone(),
                games_seconds: games.seconds,
                elapsed_seconds: context.elapsed().as_secs_f64(),
            };
            rounds.append_soon(row.clone())?;
            rows.push(row);
            Ok(())
        })?;
        Ok(rows)
    }

    fn place(&self, round: u32, candidate: usize) -> ExtrasPlace {
        ExtrasPlace { generation: self.generation, round, candidate: candidate as u32 }
    }

    /// The recorded rows of a round, which must be those of its first candidates.
    fn recorded_round(&self, round: &Round) -> Result<Vec<RoundRow>, CampaignError> {
        let rows = self.journals.open_rounds().iter();
        let is_of =
            |row: &&RoundRow| row.place == self.place(round.number, row.place.candidate as usize);
        let rows: Vec<RoundRow> = rows.filter(is_of).cloned().collect();
        for (place, row) in rows.iter().enumerate() {
            let found = (row.place.candidate as usize, row.results.len());
            let expected = round.candidates.get(place);
            let expected = expected.map(|&candidate| (candidate, round.seeds.len()));
            if expected != Some(found) {
                let words =
                    |(candidate, games)| format!("candidate {candidate} with {games} games");
                let expected = expected.map_or("the end of the round".to_owned(), words);
                let problem = format!("found {}, expected {expected}", words(found));
                return Err(self.journals.folder.damaged(ROUNDS, row.row as usize, problem).into());
            }
            let proposed = &self.proposal.points[found.0];
            let place = (self.generation, row.place.candidate);
            self.journals.check_point(ROUNDS, place, &row.point, proposed)?;
        }
        Ok(rows)
    }

    /// Appends the trial of a candidate to the journal, then reports it. A sync after each of a
    /// thousand games a second may take longer than the games.
    fn record(
        &mut self,
        played: &CandidateGames,
        observer: &mut dyn Observer,
    ) -> Result<(), CampaignError> {
        let goal = self.spec.goal();
        let point = &self.proposal.points[played.candidate];
        let measured = measure(goal, &played.results);
        let trial = Trial {
            trial: self.journals.trials.count() as u64,
            generation: self.generation,
            candidate: played.candidate as u32,
            fitness: measured.fitness(self.spec.overshoot(point)),
            objective: measured.value,
            evaluation: Evaluation::of(&played.results),
            halves: halves(goal, &played.results),
            weights: self.spec.decode(point).values,
            point: point.clone(),
            games_seconds: played.seconds,
            elapsed_seconds: self.context.elapsed().as_secs_f64(),
        };
        self.journals.trials.append_soon(trial)?;
        if let Some(trial) = self.journals.trials.last() {
            observer.observe(&Event::Trial(trial));
        }
        Ok(())
    }

    /// The number of recorded candidates.
    fn recorded(&self) -> usize {
        self.journals.trials_from(self.generation).len()
    }

    /// The games of points on the seeds at these places of the generation.
    fn job(&self, points: &[Vec<f64>], places: Range<u32>) -> Job {
        let candidates = points.iter().map(|point| self.spec.decode(point).values).collect();
        self.spec.job(candidates, self.journals.seeds(self.spec.seed, self.generation, places))
    }
}
