//! The journal `campaigns.csv`: the result of each finished campaign of a duel.

use std::path::Path;

use crate::checkpoint::CheckpointError;
use crate::checkpoint::log::{Columns, Log, Row};

/// The result of a campaign of a duel, with the measurement of the recommended weights.
#[derive(Clone, Debug, PartialEq)]
pub struct CampaignResult {
    /// The name of the entrant.
    pub entrant: String,
    /// The number of games that the search was allowed.
    pub budget: u64,
    /// The number of the campaign among those of the entrant at this budget, from 1; also its seed.
    pub campaign: u32,
    /// A CRC-32 of everything that the campaign was run and measured with.
    pub settings: u32,
    /// The number of games that the search played.
    pub search_games: u64,
    /// The number of games on which the recommended weights were measured.
    pub validation_games: u32,
    /// The mean score of these games in points.
    pub mean_score: f64,
    /// The standard deviation of the scores of these games in points.
    pub sd_score: f64,
}

/// The finished campaigns of a duel.
#[derive(Debug)]
pub struct Results {
    log: Log,
    /// The results, in the order in which the campaigns finished.
    pub campaigns: Vec<CampaignResult>,
}

fn columns() -> Columns {
    let fixed = [
        "entrant",
        "budget",
        "campaign",
        "settings_crc32",
        "search_games",
        "validation_games",
        "mean_score",
        "sd_score",
    ];
    Columns {
        fixed: fixed.map(str::to_owned).into(),
        times: Vec::new(),
    }
}

impl Results {
    /// Opens or creates the file.
    ///
    /// # Errors
    /// If the file cannot be opened, is locked by another process, or is damaged.
    pub fn open(path: &Path) -> Result<Self, CheckpointError> {
        let (log, contents) = Log::open(path, columns())?;
        let mut campaigns = Vec::with_capacity(contents.rows.len());
        for (index, row) in contents.rows.iter().enumerate() {
            let campaign =
                parse(row).map_err(|problem| CheckpointError::damaged(path, index + 2, problem))?;
            campaigns.push(campaign);
        }
        Ok(Self { log, campaigns })
    }

    /// Appends the result of a finished campaign.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn add(&mut self, result: CampaignResult) -> Result<(), CheckpointError> {
        self.log.append(&Row {
            fixed: vec![
                result.entrant.clone(),
                result.budget.to_string(),
                result.campaign.to_string(),
                format!("{:08x}", result.settings),
                result.search_games.to_string(),
                result.validation_games.to_string(),
                result.mean_score.to_string(),
                result.sd_score.to_string(),
            ],
            times: Vec::new(),
        })?;
        self.campaigns.push(result);
        Ok(())
    }

    /// Returns the result of a campaign, or `None` if it is not finished.
    pub fn find(&self, entrant: &str, budget: u64, campaign: u32) -> Option<&CampaignResult> {
        self.campaigns.iter().find(|result| {
            result.entrant == entrant && result.budget == budget && result.campaign == campaign
        })
    }
}

fn parse(row: &Row) -> Result<CampaignResult, String> {
    fn number<T: std::str::FromStr>(row: &Row, place: usize) -> Result<T, String> {
        let text = &row.fixed[place];
        let problem = |_| {
            format!(
                "{}: found {text:?}, expected a number",
                columns().fixed[place]
            )
        };
        text.parse().map_err(problem)
    }
    let settings = u32::from_str_radix(&row.fixed[3], 16);
    Ok(CampaignResult {
        entrant: row.fixed[0].clone(),
        budget: number(row, 1)?,
        campaign: number(row, 2)?,
        settings: settings.map_err(|error| format!("settings_crc32: {error}"))?,
        search_games: number(row, 4)?,
        validation_games: number(row, 5)?,
        mean_score: number(row, 6)?,
        sd_score: number(row, 7)?,
    })
}
