//! All games that a campaign has played, by what they were for.

use std::fmt;

use crate::campaign::{Campaign, Result};
use crate::record::FinalsLog;
use tune2048_engine::game::Stream;
use tune2048_files::number_text::grouped;

/// The games of a campaign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bill {
    /// Those of pilot and search.
    pub search: u64,
    /// Those of the race, by which the winner was chosen.
    pub choice: u64,
    /// Those of all validations.
    pub proof: u64,
}

impl Campaign {
    /// Counts the recorded games.
    ///
    /// # Errors
    /// If the files after the search cannot be read or are damaged.
    pub fn bill(&self) -> Result<Bill> {
        let subject = self.spec.subject();
        let (_, games) = FinalsLog::read(&self.journals.folder, subject)?;
        let of = |stream| games.iter().filter(|game| game.stream == stream).count() as u64;
        let (choice, proof) = (of(Stream::Selection), of(Stream::Validation));
        Ok(Bill { search: self.games(), choice, proof })
    }
}

impl fmt::Display for Bill {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { search, choice, proof } = *self;
        let [all, search, choice, proof] =
            [search + choice + proof, search, choice, proof].map(|games| grouped(games as f64));
        write!(formatter, "{all} games in all: search {search}, choice {choice}, proof {proof}.")
    }
}
