//! The two players whose games a campaign's page shows.

use std::error::Error;
use std::fs;

use serde_json::{Value, json};
use tune2048_engine::evaluate::BoardPlayer;
use tune2048_tuner::campaign::{CampaignError, Progress};
use tune2048_tuner::record::CheckpointError;
use tune2048_tuner::record::file_names::{BEST, SEARCH_SPACE};
use tune2048_tuner::space::CampaignSpec;
use tune2048_tuner::subject::Configuration;
use tune2048_tuner::weights::file::WeightsFile;

use crate::view::campaigns::{FoundCampaign, Root, Version};

/// Weights that play games, with the campaign's own settings of the player.
#[derive(Clone, Debug)]
pub(super) struct ShownPlayer {
    /// Names the weights in addresses; other weights or settings have another id.
    pub(super) id: String,
    name: String,
    pub(super) player: BoardPlayer,
}

/// Which weights of a campaign play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    Start,
    /// The recommended weights.
    Tuned,
    /// The best weights by the knowledge after this many generations.
    FrontRunner(u32),
}

impl Role {
    fn parse(id: &str) -> Option<Self> {
        let (role, _) = id.rsplit_once('-')?;
        match (role, role.strip_prefix("front-")) {
            ("start", _) => Some(Self::Start),
            ("tuned", _) => Some(Self::Tuned),
            (_, Some(generations)) => generations.parse().ok().map(Self::FrontRunner),
            _ => None,
        }
    }

    fn word(self) -> String {
        match self {
            Self::Start => "start".to_owned(),
            Self::Tuned => "tuned".to_owned(),
            Self::FrontRunner(generations) => format!("front-{generations}"),
        }
    }

    fn name(self) -> String {
        match self {
            Self::Start => "Starting weights".to_owned(),
            Self::Tuned => "Tuned weights".to_owned(),
            Self::FrontRunner(1) => "Front runner after 1 generation".to_owned(),
            Self::FrontRunner(many) => format!("Front runner after {many} generations"),
        }
    }
}

/// Returns the recommended weights or the front runner, and the starting weights, as JSON; the
/// reason if they cannot play here.
pub(super) fn players(root: &Root, campaign: &FoundCampaign) -> Value {
    match pair(root, campaign) {
        Ok(pair) => json!({
            "settings": pair[0].player.settings.to_string(),
            "players": pair.map(|player| json!({
                "id": player.id,
                "name": player.name,
                "weights": player.player.weights.iter().map(|(spec, value)| json!([spec.name, value]))
                    .collect::<Value>(),
            })),
        }),
        Err(problem) => json!({ "problem": problem }),
    }
}

fn pair(root: &Root, campaign: &FoundCampaign) -> Result<[ShownPlayer; 2], String> {
    let found = Candidates::read(root, campaign)?;
    let role = match &found.progress {
        _ if found.tuned.is_some() => Role::Tuned,
        Some(progress) if progress.guess_generations() > 0 => {
            Role::FrontRunner(progress.guess_generations())
        }
        _ => {
            return Err(
                "No generation is complete yet: there is nothing to play against the starting \
                 weights."
                    .to_owned(),
            );
        }
    };
    Ok([found.of(role)?, found.of(Role::Start)?])
}

/// Finds the player of an id.
///
/// # Errors
/// The reason, if the campaign has no such weights any more or they cannot play here.
pub(super) fn find(root: &Root, campaign: &FoundCampaign, id: &str) -> Result<ShownPlayer, String> {
    let gone = || format!("{}: no weights {id}: load the page again", campaign.name);
    let role = Role::parse(id).ok_or_else(gone)?;
    let player = Candidates::read(root, campaign)?.of(role)?;
    if player.id == id { Ok(player) } else { Err(gone()) }
}

/// The weights of a campaign that may play.
#[derive(Debug)]
struct Candidates {
    campaign: String,
    /// The starting weights, for the subject of the campaign.
    start: Configuration,
    tuned: Option<Configuration>,
    /// The findings of the search; `None` if its rows are left out of the folder.
    progress: Option<Progress>,
}

impl Candidates {
    fn read(root: &Root, campaign: &FoundCampaign) -> Result<Self, String> {
        if let Some(obstacle) = root.obstacle(campaign) {
            return Err(format!("{}: {obstacle}", campaign.name));
        }
        match Progress::read(&campaign.path) {
            Ok(progress) => Ok(Self {
                campaign: campaign.name.clone(),
                start: progress.spec.subject().with_values(progress.start_weights().values),
                tuned: progress.best.as_ref().map(|file| file.weights.clone()),
                progress: Some(progress),
            }),
            Err(CampaignError::Checkpoint(CheckpointError::WeightsOnly { .. })) => {
                Self::without_rows(campaign).map_err(|error| error.to_string())
            }
            Err(error) => Err(error.to_string()),
        }
    }

    /// Reads the files that are there without the rows of the search.
    fn without_rows(campaign: &FoundCampaign) -> Result<Self, Box<dyn Error>> {
        let file = |name| match fs::read_to_string(campaign.path.join(name)) {
            Ok(text) => Ok((campaign.path.join(name), text)),
            Err(error) => Err(format!("{}: {error}", campaign.path.join(name).display())),
        };
        let (path, text) = file(SEARCH_SPACE)?;
        let spec = CampaignSpec::parse(&path, &text)?;
        let (path, text) = file(BEST)?;
        let best = WeightsFile::parse(&path, &text)?;
        Ok(Self {
            campaign: campaign.name.clone(),
            start: spec.start_weights(),
            tuned: Some(best.weights),
            progress: None,
        })
    }

    fn of(&self, role: Role) -> Result<ShownPlayer, String> {
        let weights = match role {
            Role::Start => Some(self.start.clone()),
            Role::Tuned => self.tuned.clone(),
            Role::FrontRunner(generations) => self.progress.as_ref().map(|progress| {
                self.start.subject.with_values(progress.guess_after(generations).values)
            }),
        };
        let missing = || format!("{}: no {} yet", self.campaign, role.name().to_lowercase());
        let file = WeightsFile::new(&weights.ok_or_else(missing)?, toml::Table::new());
        let player = file.board_player(&self.campaign)?;
        let version = Version::of(file.to_toml());
        Ok(ShownPlayer { id: format!("{}-{version}", role.word()), name: role.name(), player })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_role_is_read_from_its_own_word() {
        for role in [Role::Start, Role::Tuned, Role::FrontRunner(12)] {
            assert_eq!(Role::parse(&format!("{}-0a1b", role.word())), Some(role));
        }
        for id in ["", "start", "front-1", "front--1", "front-x-1", "front-99999999999-1", "best-1"]
        {
            assert_eq!(Role::parse(id), None, "{id}");
        }
    }
}
