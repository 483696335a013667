//! The stages of a campaign: the generations between two changes of its search space; and the one
//! in progress.
//!
//! A change applies from a generation on of which no game was played. Of
//! several changes before the same generation only their joint result counts.

use crate::campaign::Result;
use crate::record::{
    CHANGES, ChangeRow, CheckpointError, Folder, MANIFEST, Manifest, RowLayout, SEARCH_SPACE, Trial,
};
use crate::space::{CampaignSpec, Consequence, Difference};

/// The generations of one search space.
#[derive(Clone, Debug)]
pub(crate) struct SpecStage {
    /// The first generation.
    pub(crate) first_generation: u32,
    /// The search space.
    pub(crate) spec: CampaignSpec,
    /// The differences from the stage before.
    pub(crate) differences: Vec<Difference>,
}

impl SpecStage {
    /// Whether the optimizer restarts with this stage.
    pub(crate) fn restarts(&self) -> bool {
        consequence(&self.differences) > Consequence::GoesOn
    }
}

/// The joint consequence of differences.
pub(crate) fn consequence(differences: &[Difference]) -> Consequence {
    let consequences = differences.iter().map(|difference| difference.consequence);
    consequences.max().unwrap_or(Consequence::GoesOn)
}

/// All stages of a campaign; the first one starts at generation 0.
#[derive(Clone, Debug)]
pub(crate) struct SpecHistory {
    stages: Vec<SpecStage>,
    /// The recorded changes in order.
    pub(crate) changes: Vec<ChangeRow>,
}

impl SpecHistory {
    /// The history of a campaign without changes.
    pub(crate) fn new(spec: CampaignSpec) -> Self {
        Self {
            stages: vec![SpecStage { first_generation: 0, spec, differences: Vec::new() }],
            changes: Vec::new(),
        }
    }

    /// Reads the history of a campaign.
    ///
    /// # Errors
    /// If the changes cannot be read, do not follow on each other, or are
    /// fewer than the manifest counts.
    pub(crate) fn read(folder: &Folder, manifest: &Manifest) -> Result<Self> {
        let path = folder.file(SEARCH_SPACE);
        let changes: Vec<ChangeRow> = folder.read_table(CHANGES, &())?;
        let (found, expected) = (changes.len(), manifest.changes);
        if found < expected {
            let problem = format!("found the end after {found} changes, expected {expected}");
            return Err(folder.damaged(CHANGES, found, problem).into());
        }
        let recorded = &manifest.spec;
        let first = changes.first().map_or(recorded, |change| &change.before);
        let mut history = Self::new(CampaignSpec::parse(&path, first)?);
        // The manifest counts the changes and has the search space after them.
        let began = history.first().fingerprint();
        if changes.is_empty() && manifest.fingerprint.as_ref().is_some_and(|found| *found != began)
        {
            let problem = format!(
                "found no change, but {MANIFEST} has another search space than the campaign began with"
            );
            return Err(CheckpointError::damaged(&folder.file(CHANGES), 1, problem).into());
        }
        for (index, change) in changes.into_iter().enumerate() {
            let before = CampaignSpec::parse(&path, &change.before)?;
            if !history.latest().differences(&before).is_empty() {
                let problem = "before: found a search space other than that of the row above";
                return Err(folder.damaged(CHANGES, index, problem).into());
            }
            let after = CampaignSpec::parse(&path, &change.after)?;
            history.add(change, after);
        }
        Ok(history)
    }

    /// Adds a change; its first generation belongs to the last stage or is later.
    pub(crate) fn add(&mut self, change: ChangeRow, spec: CampaignSpec) {
        let first_generation = change.generation;
        if self.stages[self.stages.len() - 1].first_generation == first_generation {
            self.stages.pop();
        }
        let differences = self.latest().differences(&spec);
        self.stages.push(SpecStage { first_generation, spec, differences });
        self.changes.push(change);
    }

    /// The search space that the campaign was started with.
    pub(crate) fn first(&self) -> &CampaignSpec {
        &self.stages[0].spec
    }

    /// The search space after all changes.
    pub(crate) fn latest(&self) -> &CampaignSpec {
        &self.stages[self.stages.len() - 1].spec
    }

    /// The layout of the rows of trials and distributions.
    pub(crate) fn row_layout(&self) -> RowLayout {
        RowLayout::new(self.first().subject(), &self.first().coordinate_names())
    }

    /// The place of the stage that a generation belongs to.
    pub(crate) fn place(&self, generation: u32) -> usize {
        let has_begun = |stage: &SpecStage| stage.first_generation <= generation;
        self.stages.partition_point(has_begun) - 1
    }

    /// The search space of a generation.
    pub(crate) fn spec(&self, generation: u32) -> &CampaignSpec {
        &self.stages[self.place(generation)].spec
    }

    /// Each stage with the generation that it ends before.
    pub(crate) fn spans(&self) -> impl Iterator<Item = (&SpecStage, u32)> {
        let later = self.stages[1..].iter().map(|stage| stage.first_generation);
        self.stages.iter().zip(later.chain([u32::MAX]))
    }

    /// Whether a trial is the last one of its generation.
    pub(crate) fn ends_with(&self, trial: &Trial) -> bool {
        trial.candidate + 1 == self.spec(trial.generation).population()
    }

    /// The number of complete generations, from the last trial.
    pub(crate) fn complete_generations(&self, last: Option<&Trial>) -> u32 {
        last.map_or(0, |last| last.generation + u32::from(self.ends_with(last)))
    }

    /// The last stage up to a place with which the optimizer restarted.
    pub(crate) fn last_restart(&self, place: usize) -> Option<&SpecStage> {
        let stages = self.stages[..=place].iter();
        stages.rev().find(|stage| stage.restarts())
    }

    /// Whether the optimizer restarts with a change at a generation.
    pub(crate) fn restarts_at(&self, generation: u32) -> bool {
        let is_it = |stage: &SpecStage| stage.first_generation == generation && stage.restarts();
        self.stages.iter().any(is_it)
    }

    /// The place of the stage that a record ends in: the stage of generation
    /// `next`, or the last stage before it whose optimizer has its starting
    /// distribution on record. `restart` is the last generation at which the
    /// record has a restart.
    pub(crate) fn recorded_place(&self, next: u32, restart: Option<u32>) -> usize {
        let is_open = |stage: &SpecStage| {
            stage.restarts() && restart.is_none_or(|begun| begun < stage.first_generation)
        };
        let place = self.place(next);
        let open = self.stages[..=place].iter().position(is_open);
        open.map_or(place, |open| open - 1)
    }

    /// A note for results of a campaign with `generations` generations: how often it
    /// was changed, and which generations other players played, whose scores
    /// cannot be compared; `None` without changes.
    pub(crate) fn note(&self, generations: u32) -> Option<String> {
        let count = self.changes.len();
        let last = self.changes.last()?;
        let (plural, generation) = (if count == 1 { "" } else { "s" }, last.generation);
        let mut text = format!("{count} change{plural}, the last from generation {generation} on");
        let now = self.spec(generations);
        let mut other = Vec::new();
        for (SpecStage { first_generation: first, spec, .. }, end) in self.spans() {
            if *first < generations && spec.untuned_player() != now.untuned_player() {
                let last = end.min(generations) - 1;
                let generations = format!("{first} to {last}");
                other.push(if *first == last { last.to_string() } else { generations });
            }
        }
        if !other.is_empty() {
            text.push_str(&format!(
                "; another player played generation {}: its scores are not compared with these, and \
                 no candidate of it takes part in the final race",
                other.join(", ")
            ));
        }
        Some(text)
    }
}

/// The history of a campaign's search space with the present stage.
#[derive(Clone, Debug)]
pub(crate) struct ActiveSpec {
    /// All stages.
    pub(crate) history: SpecHistory,
    /// The place of the present stage in the history.
    pub(crate) stage: usize,
    /// The search space of the present stage, with the limits of the last one.
    pub(crate) spec: CampaignSpec,
}

impl ActiveSpec {
    /// A history at one of its stages.
    ///
    /// # Panics
    /// If there is no such stage.
    pub(crate) fn at(history: SpecHistory, stage: usize) -> Self {
        let entered = &history.stages[stage];
        let latest = history.latest();
        // Limits and what follows on the search change no generation, so that
        // their last values always apply.
        let mut spec = entered.spec.clone();
        spec.budget = latest.budget;
        spec.bill = latest.bill;
        spec.selection = latest.selection;
        spec.validation = latest.validation;
        Self { history, stage, spec }
    }

    /// The stage after the present one, if it has begun by this generation.
    pub(crate) fn next_begun_by(&self, generation: u32) -> Option<&SpecStage> {
        let next = self.history.stages.get(self.stage + 1);
        next.filter(|next| next.first_generation <= generation)
    }
}
