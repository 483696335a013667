//! A network that learns: its weights in memory, and what coherence needs beside them.

use std::collections::BTreeMap;
use std::io;
use std::sync::atomic::{AtomicU32, AtomicU64};

use tune2048_engine::tuples::{LargePages, Layout, Network, NetworkError, write_network};

use crate::batch::{self, Batch, BatchResult};
use crate::lesson::{COHERENT, Lesson, PLAIN, read, write};
use crate::search_batches;

/// A network that learns.
#[derive(Debug)]
pub struct Learner {
    layout: Layout,
    memory: LargePages<AtomicU32>,
    is_coherent: bool,
}

impl Learner {
    /// The bytes of memory that a learner takes.
    pub fn bytes(layout: &Layout, is_coherent: bool) -> usize {
        4 * layout.weights() * words_per_weight(is_coherent)
    }

    /// A network of zeros.
    ///
    /// # Errors
    /// The system's error if it has not [`Self::bytes`] of memory.
    pub fn new(layout: Layout, is_coherent: bool) -> io::Result<Self> {
        let memory = LargePages::new(layout.weights() * words_per_weight(is_coherent))?;
        let learner = Self { layout, memory, is_coherent };
        for place in learner.layout.stage_weights()..learner.layout.weights() {
            // A weight of a higher stage begins with that of the stage below, once it is needed.
            learner.set(place, f32::NAN);
        }
        Ok(learner)
    }

    /// The tuples and stages.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The words of memory, by place: per weight one, or with coherence three: the weight, the sum of its
    /// steps and the sum of their magnitudes.
    pub fn words(&self) -> &[AtomicU32] {
        self.memory.numbers()
    }

    /// The weight at a place ([`Layout::places`]); no number if its stage has never looked at it.
    pub fn weight(&self, place: usize) -> f32 {
        read(&self.words()[place * words_per_weight(self.is_coherent)])
    }

    /// The weight at a place, or that of the stage below if its stage has never looked at it.
    pub fn settled_weight(&self, place: usize) -> f32 {
        let weight = self.weight(place);
        match place.checked_sub(self.layout.stage_weights()) {
            Some(below) if weight.is_nan() => self.settled_weight(below),
            _ => weight,
        }
    }

    /// The network that plays, in memory of its own.
    ///
    /// # Errors
    /// If there is not the memory for it, or a weight is not finite.
    pub fn network(&self) -> Result<Network, NetworkError> {
        let mut bytes = Vec::new();
        let weights = self.layout.places().map(|place| self.settled_weight(place));
        write_network(&mut bytes, &self.layout, weights, &BTreeMap::new())?;
        Network::from_bytes(&bytes)
    }

    /// Takes the weights of a network with this layout, or with no stage but the first.
    pub(crate) fn begin_with(&self, network: &Network) {
        // Weights of a later stage stay to be taken from the one below.
        for place in 0..network.layout().weights() {
            self.set(place, network.weight_at(place));
        }
    }

    fn set(&self, place: usize, value: f32) {
        write(&self.words()[place * words_per_weight(self.is_coherent)], value);
    }

    /// Plays the games of a batch and learns from them. Ends early if the weights diverge.
    ///
    /// # Errors
    /// If the games are played by a search, for which there is not the memory.
    ///
    /// # Panics
    /// If the batch is coherent and the learner is not, or the other way round.
    pub fn learn(&mut self, batch: &Batch) -> Result<BatchResult, NetworkError> {
        assert_eq!(batch.step.is_coherent, self.is_coherent, "see `Learner::new`");
        if self.is_coherent {
            self.learn_by::<COHERENT>(batch)
        } else {
            self.learn_by::<PLAIN>(batch)
        }
    }

    /// Learns in weights of so many words.
    fn learn_by<const WORDS: usize>(&self, batch: &Batch) -> Result<BatchResult, NetworkError> {
        let next = AtomicU64::new(0);
        let lesson = Lesson::<WORDS> {
            layout: &self.layout,
            words: self.words(),
            step: batch.step,
            batch,
            next: &next,
        };
        if batch.step.depth == 0 {
            return Ok(batch::learn(&lesson));
        }
        match self.network() {
            Ok(network) => Ok(search_batches::learn(network, &lesson)),
            Err(NetworkError::NotFinite(_)) => {
                Ok(BatchResult { has_diverged: true, ..BatchResult::default() })
            }
            Err(error) => Err(error),
        }
    }
}

fn words_per_weight(is_coherent: bool) -> usize {
    if is_coherent { COHERENT } else { PLAIN }
}
