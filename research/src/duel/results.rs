//! The journal `campaigns.csv`: the result of each finished campaign of a duel.

use tune2048_files::record::{Record, Visitor};
use tune2048_files::table::Table;

/// The result of a campaign of a duel, with the measurement of the recommended weights.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct CampaignResult {
    /// The name of the entrant.
    pub(crate) entrant: String,
    /// The number of games that the search was allowed.
    pub(crate) budget: u64,
    /// The number of the campaign among those of the entrant at this budget, from 1; also its seed.
    pub(crate) campaign: u32,
    /// A CRC-32 of everything that the campaign was run and measured with.
    pub(crate) settings: u32,
    /// The number of games that the search played.
    pub(crate) search_games: u64,
    /// The number of games on which the recommended weights were measured.
    pub(crate) validation_games: u32,
    /// The mean score of these games in points.
    pub(crate) mean_score: f64,
    /// The standard deviation of the scores of these games in points.
    pub(crate) sd_score: f64,
}

/// The finished campaigns of a duel, in the order in which they finished.
pub(crate) type Results = Table<CampaignResult>;

impl Record for CampaignResult {
    type Layout = ();

    fn columns(&mut self, (): &(), visitor: &mut Visitor<'_>) -> Result<(), String> {
        visitor.column("entrant", &mut self.entrant)?;
        visitor.column("budget", &mut self.budget)?;
        visitor.column("campaign", &mut self.campaign)?;
        let write = |settings: &u32| format!("{settings:08x}");
        let read = |text: &str| u32::from_str_radix(text, 16).ok();
        let expected = "a hexadecimal number";
        visitor.parsed("settings_crc32", &mut self.settings, write, read, expected)?;
        visitor.column("search_games", &mut self.search_games)?;
        visitor.column("validation_games", &mut self.validation_games)?;
        visitor.column("mean_score", &mut self.mean_score)?;
        visitor.column("sd_score", &mut self.sd_score)
    }
}

/// Returns the result of a campaign, or `None` if it is not finished.
pub(crate) fn find<'r>(
    results: &'r Results,
    entrant: &str,
    budget: u64,
    campaign: u32,
) -> Option<&'r CampaignResult> {
    results.rows().iter().find(|result| {
        result.entrant == entrant && result.budget == budget && result.campaign == campaign
    })
}
