//! Generations that are drawn before the last one is over.

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};

use tune2048_engine::evaluate::{EvaluateError, GameEvaluator, Monitor, SerialEvaluator};
use tune2048_testkit::campaigns::{Scratch, create, resume};
use tune2048_testkit::spaces::TINY;
use tune2048_tuner::campaign::{Campaign, Silent};
use tune2048_tuner::subject::{CandidateGames, Evaluate, Job};

/// The candidates of a generation of [`TINY`], more than there are finalists.
const POPULATION: usize = 5;

/// Asks for all jobs that there are before it plays the first one.
#[derive(Default)]
struct Greedy {
    /// The most generations that were there at a time.
    most: AtomicUsize,
}

impl Evaluate for Greedy {
    fn concurrent_games(&self) -> usize {
        1
    }

    fn evaluate(
        &self,
        job: &Job,
        monitor: &Monitor,
        deliver: &mut dyn FnMut(CandidateGames),
    ) -> Result<(), EvaluateError> {
        Evaluate::evaluate(&SerialEvaluator::default(), job, monitor, deliver)
    }

    fn evaluate_stream(
        &self,
        jobs: &mut dyn Iterator<Item = Job>,
        monitor: &Monitor,
        deliver: &mut dyn FnMut(usize, CandidateGames) -> ControlFlow<()>,
    ) -> Result<(), EvaluateError> {
        let mut waiting = VecDeque::new();
        for number in 0.. {
            waiting.extend(jobs.by_ref());
            let is_generation = |job: &&Job| job.candidates.len() == POPULATION;
            let generations = waiting.iter().filter(is_generation).count();
            self.most.fetch_max(generations, Ordering::Relaxed);
            let Some(job) = waiting.pop_front() else { break };
            self.evaluate(&job, monitor, &mut |games| {
                let _ = deliver(number, games);
            })?;
        }
        Ok(())
    }
}

fn space(lag: u32) -> String {
    TINY.replace("population = 5", &format!("population = 5\nlag = {lag}"))
}

fn finish(mut campaign: Campaign, evaluator: &dyn Evaluate) {
    campaign.run(evaluator, &Monitor::default(), &mut Silent).unwrap();
}

#[test]
fn the_record_is_the_same_wherever_generations_play_ahead_and_are_cut() {
    let threads = GameEvaluator::new(Some(2)).unwrap();
    for lag in [0, 1, 2] {
        let scratch = Scratch::new();
        let space = space(lag);
        finish(create(&scratch.folder("whole"), &space).unwrap(), &SerialEvaluator::default());
        let greedy = Greedy::default();
        finish(create(&scratch.folder("greedy"), &space).unwrap(), &greedy);
        assert_eq!(greedy.most.into_inner(), 1 + lag as usize);
        scratch.assert_same("greedy", "whole", "ahead");
        let trials = scratch.lines("whole/trials.csv");
        for rows in 1..trials.len() {
            scratch.copy("whole", "cut");
            scratch.write("cut/trials.csv", trials[..rows].concat());
            finish(resume(&scratch.folder("cut")).unwrap(), &threads);
            scratch.assert_same("cut", "whole", &format!("lag {lag}, cut after {rows} rows"));
        }
    }
}
