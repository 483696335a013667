//! The stages of a campaign: the generations between two changes of its search space.
//!
//! A change holds from a generation on that nothing was played of. Of several
//! changes before the same generation only what comes out of all together counts.

use super::CampaignError;
use crate::checkpoint::folder::{CHANGES, SEARCH_SPACE};
use crate::checkpoint::{ChangeRow, CheckpointError, Folder, Record, Trial, changes};
use crate::spec::{CampaignSpec, Difference, Effect};

/// The generations of one search space.
#[derive(Clone, Debug)]
pub(super) struct SpecStage {
    /// The first of them.
    pub(super) first_generation: u32,
    /// What they were played for.
    pub(super) space: CampaignSpec,
    /// What is different from the stage before.
    pub(super) differences: Vec<Difference>,
}

impl SpecStage {
    /// What the differences mean, all together.
    pub(super) fn effect(&self) -> Effect {
        effect(&self.differences)
    }

    /// Whether its optimizer begins anew.
    pub(super) fn begins_anew(&self) -> bool {
        self.effect() > Effect::GoesOn
    }
}

/// What differences mean, all together.
pub(super) fn effect(differences: &[Difference]) -> Effect {
    let effects = differences.iter().map(|difference| difference.effect);
    effects.max().unwrap_or(Effect::GoesOn)
}

/// All stages of a campaign, the first of them from generation 0 on.
#[derive(Clone, Debug)]
pub(super) struct SpecHistory {
    stages: Vec<SpecStage>,
    /// The changes that made them, as they are recorded.
    pub(super) changes: Vec<ChangeRow>,
}

impl SpecHistory {
    /// A campaign without changes.
    pub(super) fn new(space: CampaignSpec) -> Self {
        Self {
            stages: vec![SpecStage {
                first_generation: 0,
                space,
                differences: Vec::new(),
            }],
            changes: Vec::new(),
        }
    }

    /// The stages of a campaign.
    pub(super) fn read(folder: &Folder, record: &Record) -> Result<Self, CampaignError> {
        let path = folder.file(SEARCH_SPACE);
        let changes = changes::read(folder)?;
        if changes.len() < record.changes {
            let (found, expected) = (changes.len(), record.changes);
            let problem = format!("found the end after {found} changes, expected {expected}");
            let path = folder.file(CHANGES);
            return Err(CheckpointError::damaged(&path, found + 2, problem).into());
        }
        let recorded = &record.spec;
        let first = changes.first().map_or(recorded, |change| &change.before);
        let mut stages = Self::new(CampaignSpec::parse(&path, first)?);
        for (index, change) in changes.into_iter().enumerate() {
            let before = CampaignSpec::parse(&path, &change.before)?;
            if !stages.latest().differences(&before).is_empty() {
                let problem = "before: found another search space than there was";
                let path = folder.file(CHANGES);
                return Err(CheckpointError::damaged(&path, index + 2, problem).into());
            }
            let after = CampaignSpec::parse(&path, &change.after)?;
            stages.add(change, after);
        }
        Ok(stages)
    }

    /// Adds a change, which holds from a generation of the last stage on or a later one.
    pub(super) fn add(&mut self, change: ChangeRow, space: CampaignSpec) {
        let first_generation = change.generation;
        if self.stages[self.stages.len() - 1].first_generation == first_generation {
            self.stages.pop();
        }
        let differences = self.latest().differences(&space);
        self.stages.push(SpecStage {
            first_generation,
            space,
            differences,
        });
        self.changes.push(change);
    }

    /// What the campaign was started with.
    pub(super) fn first(&self) -> &CampaignSpec {
        &self.stages[0].space
    }

    /// What it was given last.
    pub(super) fn latest(&self) -> &CampaignSpec {
        &self.stages[self.stages.len() - 1].space
    }

    /// The stage at a place, if there is one.
    pub(super) fn get(&self, place: usize) -> Option<&SpecStage> {
        self.stages.get(place)
    }

    /// The place of the stage that a generation belongs to.
    pub(super) fn place(&self, generation: u32) -> usize {
        let is_begun = |stage: &SpecStage| stage.first_generation <= generation;
        self.stages.partition_point(is_begun) - 1
    }

    /// What a generation is played for.
    pub(super) fn space(&self, generation: u32) -> &CampaignSpec {
        &self.stages[self.place(generation)].space
    }

    /// Each stage with the generation that it ends before.
    pub(super) fn spans(&self) -> impl Iterator<Item = (&SpecStage, u32)> {
        let later = self.stages[1..].iter().map(|stage| stage.first_generation);
        self.stages.iter().zip(later.chain([u32::MAX]))
    }

    /// Whether a trial is the last of its generation.
    pub(super) fn ends_with(&self, trial: &Trial) -> bool {
        trial.candidate + 1 == self.space(trial.generation).population()
    }

    /// The last stage up to a place whose optimizer began anew, if any did.
    pub(super) fn last_anew(&self, place: usize) -> Option<&SpecStage> {
        let stages = self.stages[..=place].iter();
        stages.rev().find(|stage| stage.begins_anew())
    }

    /// Whether an optimizer begins anew with a generation.
    pub(super) fn begins_anew_at(&self, generation: u32) -> bool {
        let is_it = |stage: &SpecStage| stage.first_generation == generation && stage.begins_anew();
        self.stages.iter().any(is_it)
    }

    /// The stage that a record ends in: that of the next generation to play,
    /// unless the distribution that its optimizer begins with, or one
    /// before it, is not recorded yet. `restart` is the last generation that
    /// an optimizer began anew with.
    pub(super) fn recorded_place(&self, next: u32, restart: Option<u32>) -> usize {
        let is_open = |stage: &&SpecStage| {
            stage.begins_anew() && restart.is_none_or(|begun| begun < stage.first_generation)
        };
        let place = self.place(next);
        let open = self.stages[..=place]
            .iter()
            .position(|stage| is_open(&stage));
        open.map_or(place, |open| open - 1)
    }
}
