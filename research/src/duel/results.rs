//! The journal `campaigns.csv`: the result of each finished campaign of a duel.

use std::path::Path;

use tune2048_files::FileError;
use tune2048_files::journal::{Columns, Fields, Journal, Row};

/// The result of a campaign of a duel, with the measurement of the recommended weights.
#[derive(Clone, Debug, PartialEq)]
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

/// The finished campaigns of a duel.
#[derive(Debug)]
pub(crate) struct Results {
    journal: Journal,
    /// The results, in the order in which the campaigns finished.
    pub(crate) campaigns: Vec<CampaignResult>,
}

fn columns() -> Columns {
    Columns::fixed([
        "entrant",
        "budget",
        "campaign",
        "settings_crc32",
        "search_games",
        "validation_games",
        "mean_score",
        "sd_score",
    ])
}

impl Results {
    /// Opens or creates the file.
    ///
    /// # Errors
    /// If the file cannot be opened, is locked by another process, or is damaged.
    pub(crate) fn open(path: &Path) -> Result<Self, FileError> {
        let (journal, contents) = Journal::open(path, columns())?;
        let campaigns = contents.decode(|fields, _: &[CampaignResult]| parse(fields))?;
        Ok(Self { journal, campaigns })
    }

    /// Whether other processes are kept from appending; not on a file system
    /// without locks.
    pub(crate) fn is_locked(&self) -> bool {
        self.journal.is_locked()
    }

    /// Appends the result of a finished campaign.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(crate) fn add(&mut self, result: CampaignResult) -> Result<(), FileError> {
        self.journal.append(&Row::fixed(vec![
            result.entrant.clone(),
            result.budget.to_string(),
            result.campaign.to_string(),
            format!("{:08x}", result.settings),
            result.search_games.to_string(),
            result.validation_games.to_string(),
            result.mean_score.to_string(),
            result.sd_score.to_string(),
        ]))?;
        self.campaigns.push(result);
        Ok(())
    }

    /// Returns the result of a campaign, or `None` if it is not finished.
    pub(crate) fn find(
        &self,
        entrant: &str,
        budget: u64,
        campaign: u32,
    ) -> Option<&CampaignResult> {
        self.campaigns.iter().find(|result| {
            result.entrant == entrant && result.budget == budget && result.campaign == campaign
        })
    }
}

fn parse(fields: &mut Fields<'_>) -> Result<CampaignResult, String> {
    let entrant = fields.text().to_owned();
    let (budget, campaign) = (fields.number()?, fields.number()?);
    let settings = u32::from_str_radix(fields.text(), 16);
    Ok(CampaignResult {
        entrant,
        budget,
        campaign,
        settings: settings.map_err(|_| fields.unlike("a hexadecimal number"))?,
        search_games: fields.number()?,
        validation_games: fields.number()?,
        mean_score: fields.number()?,
        sd_score: fields.number()?,
    })
}
