//! What only a campaign or only a learning run has.

use std::collections::VecDeque;

use tune2048_learning::BatchResult;
use tune2048_learning::run::CurvePoint;
use tune2048_tuner::space::CampaignSpec;
use tune2048_tuner::statistics::Interval;
use tune2048_tuner::words::Phase;

use super::generation::GenerationData;
use super::workload::Workload;

/// What runs.
#[derive(Clone, Debug)]
pub enum Run {
    /// A campaign.
    Campaign(Box<CampaignProgress>),
    /// A learning run.
    Learning(LearningProgress),
}

/// Mean score and its 95 % interval, if that is known.
pub type MeanScore = (f64, Option<Interval>);

/// What is known of a running campaign alone.
#[derive(Clone, Debug)]
pub struct CampaignProgress {
    /// Part of the campaign that is being played.
    pub phase: Phase,
    /// All complete generations.
    pub generations: Vec<GenerationData>,
    /// Score of the starting weights in the pilot.
    pub start: Option<MeanScore>,
    /// Score of the tuned weights in the last validation.
    pub validated: Option<MeanScore>,
    /// Number of cores that play.
    pub cores: usize,
    pub(crate) spec: CampaignSpec,
    pub(super) workload: Workload,
}

impl CampaignProgress {
    /// Returns the number of generations of the whole campaign, if the budget determines it.
    pub fn total_generations(&self) -> Option<u64> {
        self.workload.generations
    }
}

/// What is known of a learning run alone.
#[derive(Clone, Debug, Default)]
pub struct LearningProgress {
    /// The points of the curve so far.
    pub curve: Vec<CurvePoint>,
    /// The depth of the search of the test, once it has begun.
    pub test_depth: Option<u8>,
    /// The first game that a search plays, if one does.
    pub(super) search_from: Option<u64>,
    /// The games of the last batches.
    pub(super) recent: VecDeque<BatchResult>,
}

impl LearningProgress {
    /// Returns the last games together.
    pub fn recent(&self) -> BatchResult {
        let mut all = BatchResult::default();
        for batch in &self.recent {
            all.add(batch);
        }
        all
    }

    /// Returns the share of the last games that reached each tile from 2048 on.
    pub fn tile_shares(&self) -> impl Iterator<Item = (u32, f64)> + use<> {
        let recent = self.recent();
        (11..16).map(move |rank| {
            let reached: u64 = recent.largest_ranks[rank..].iter().sum();
            (1 << rank, reached as f64 / recent.games.max(1) as f64)
        })
    }

    /// Returns the game from which on a search plays, whose speed is not known, if it is still to
    /// come after `games` games.
    pub fn coming_search(&self, games: u64) -> Option<u64> {
        self.search_from.filter(|first| self.test_depth.is_none() && games < *first)
    }
}
