//! The ladder: one search space at depth 1, then 2, then 3, each rung a
//! campaign of its own that starts from what the last one has learnt.
//!
//! Searches at a small depth are cheap, but are what they find worth as much at
//! a larger one? After each rung but the first, the weights that the rung below
//! recommends play the validation games of this rung, at this rung's depth.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use toml_edit::{DocumentMut, Item, Table, value};

use super::final_games::FinalGames;
use super::{Campaign, CampaignError, Evidence, Outcome, Verdict};
use crate::checkpoint::folder::{BEST, LADDER, RECORD};
use crate::checkpoint::{CheckpointError, Finalist, Finals, Folder, Looks};
use crate::scores::scores;
use crate::spec::{CampaignSpec, Rung};
use crate::statistics::{Interval, MeanRatio, mean_ratio};
use tune2048_engine::evaluate::{Evaluate, Monitor};
use tune2048_engine::game::Stream;
use tune2048_engine::heuristic::Weights;

/// What the rungs have found.
pub const GAINS: &str = "ladder.json";

/// A ladder with its folder.
#[derive(Debug)]
pub struct Ladder {
    folder: Folder,
    path: PathBuf,
    text: String,
    space: CampaignSpec,
}

/// What became of the campaign of a rung, and what the weights of the rung
/// below are worth in it.
pub type Played = (Outcome, Option<MeanRatio>);

/// What was found on one rung.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Gain {
    /// Its number, from 1.
    pub rung: usize,
    /// How moves are chosen on it, in words.
    pub player: String,
    /// The verdict on its weights.
    pub verdict: Verdict,
    /// Mean score of its weights over that of the starting weights, at its depth.
    pub ratio: Option<f64>,
    /// Its 95 % confidence interval.
    pub ratio_ci95: Option<Interval>,
    /// What the weights of the rung below are worth on this one.
    pub carried: Option<Carried>,
}

/// What weights that were tuned at another depth are worth.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Carried {
    /// Their mean score over that of the starting weights.
    pub ratio: f64,
    /// Its 95 % confidence interval.
    pub ratio_ci95: Interval,
    /// The logarithm of this ratio over that of the ratio at their own depth:
    /// 1 if the whole gain carries over, 0 if nothing does. Missing where no
    /// gain was sure there: a share of luck says nothing.
    pub share: Option<f64>,
}

impl Campaign {
    /// What other weights are worth on the games of the last validation, as
    /// this campaign plays: the ratio of their mean score to that of the starting
    /// weights; `None` where there is none, as before a validation.
    ///
    /// # Errors
    /// If a stop was requested, or a game cannot be recorded.
    pub fn carried(
        &self,
        weights: &Weights,
        evaluator: &dyn Evaluate,
        monitor: &Monitor,
    ) -> Result<Option<MeanRatio>, CampaignError> {
        let looks = Looks::open(&self.folder)?;
        let Some(look) = looks.last().copied() else {
            return Ok(None);
        };
        let mut finals = Finals::open(&self.folder, self.space.heuristic())?;
        let finalist = Finalist::new(
            "recommended on the rung below",
            &self.space.player,
            weights.clone(),
        );
        let place = finals.place(&finalist)?;
        let mut record = FinalGames::new(self, finals, evaluator, monitor);
        let to = look.validation_from + u64::from(look.validation_games);
        let games = look.validation_from..to;
        let played = record.play(&[place, look.start], Stream::Validation, games)?;
        Ok(mean_ratio(&scores(&played[0]), &scores(&played[1])))
    }
}

impl Ladder {
    /// Makes the folder of a new ladder.
    ///
    /// # Errors
    /// If the text has mistakes, the folder holds a campaign, or it cannot be written.
    pub fn create(folder: &Path, path: &Path, text: &str) -> Result<Self, CampaignError> {
        let space = CampaignSpec::parse(path, text)?;
        let folder = Folder::create(folder)?;
        if folder.file(LADDER).exists() {
            let path = folder.path().to_owned();
            return Err(CheckpointError::Exists { path }.into());
        }
        folder.write(LADDER, text)?;
        Ok(Self {
            folder,
            path: path.to_owned(),
            text: text.to_owned(),
            space,
        })
    }

    /// Whether a folder holds a ladder.
    pub fn is_in(folder: &Path) -> bool {
        folder.join(LADDER).is_file()
    }

    /// Opens a ladder to go on with it.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn open(folder: &Path) -> Result<Self, CampaignError> {
        let folder = Folder::at(folder);
        let (path, text) = (folder.file(LADDER), folder.read(LADDER)?);
        let space = CampaignSpec::parse(&path, &text)?;
        Ok(Self {
            folder,
            path,
            text,
            space,
        })
    }

    /// The search space with all rungs.
    pub fn space(&self) -> &CampaignSpec {
        &self.space
    }

    /// Where everything is kept.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// The folder of a rung; rungs count from 0.
    pub fn rung_folder(&self, rung: usize) -> PathBuf {
        self.folder.file(&format!("rung-{}", rung + 1))
    }

    /// Climbs from the first rung that is not finished to the last. `play`
    /// runs a campaign to its end and says what the weights of the rung below,
    /// if any, are worth in it: see [`Campaign::carried`].
    ///
    /// # Errors
    /// What the campaigns meet with.
    pub fn climb<E, P>(&self, mut play: P) -> Result<Vec<Gain>, E>
    where
        E: From<CampaignError>,
        P: FnMut(Campaign, Option<&Weights>) -> Result<Played, E>,
    {
        let mut gains: Vec<Gain> = Vec::new();
        let mut below: Option<Outcome> = None;
        for (index, rung) in self.space.ladder.iter().enumerate() {
            let campaign = self.campaign(index, rung)?;
            let player = campaign.space().player;
            let (outcome, carried) = play(campaign, below.as_ref().map(|b| &b.recommended))?;
            let sure = below
                .as_ref()
                .filter(|below| below.evidence.verdict == Verdict::Better);
            let at_home = sure.and_then(|below| below.evidence.ratio);
            gains.push(gain(
                index,
                player.to_string(),
                &outcome.evidence,
                carried,
                at_home,
            ));
            let file = outcome.weights_file(player);
            self.write(BEST, &file.to_toml())?;
            let json = serde_json::to_string_pretty(&gains).expect("gains have a JSON form");
            self.write(GAINS, &(json + "\n"))?;
            below = Some(outcome);
        }
        Ok(gains)
    }

    fn write(&self, name: &str, text: &str) -> Result<(), CampaignError> {
        Ok(self.folder.write(name, text)?)
    }

    /// The campaign of a rung, begun or not.
    fn campaign(&self, index: usize, rung: &Rung) -> Result<Campaign, CampaignError> {
        let folder = self.rung_folder(index);
        if folder.join(RECORD).is_file() {
            return Campaign::resume(&folder, None);
        }
        let below = index.checked_sub(1).map(|below| self.rung_folder(below));
        Campaign::create(&folder, &self.path, &self.rung_text(rung, below.as_deref()))
    }

    /// The search space of a rung: that of the ladder at its depth, with its
    /// budget, and a warm start from the rung below.
    fn rung_text(&self, rung: &Rung, below: Option<&Path>) -> String {
        let mut document: DocumentMut = self.text.parse().expect("the text was parsed before");
        document.remove("ladder");
        let player = sub_table(document.as_table_mut(), "player");
        let expectimax = sub_table(player, "expectimax");
        let depth = serde_json::to_value(rung.depth).expect("a depth has a JSON form");
        match (depth.as_i64(), depth.as_str()) {
            (Some(depth), _) => expectimax.insert("depth", value(depth)),
            (_, rule) => expectimax.insert("depth", value(rule.unwrap_or_default())),
        };
        if let Some(budget) = &rung.budget {
            let mut table = Table::new();
            let limits = [
                ("games", budget.games.map(|n| value(n as i64))),
                (
                    "generations",
                    budget.generations.map(|n| value(i64::from(n))),
                ),
                ("minutes", budget.minutes.map(value)),
            ];
            for (key, limit) in limits {
                if let Some(limit) = limit {
                    table.insert(key, limit);
                }
            }
            document.insert("budget", Item::Table(table));
        }
        if let Some(below) = below {
            let mut table = Table::new();
            table.insert("campaign", value(below.display().to_string()));
            table.insert("discount", value(rung.discount));
            document.insert("warm-start", Item::Table(table));
        }
        document.to_string()
    }
}

/// A table within a table, made if it is not there, written as a table of its own.
fn sub_table<'t>(parent: &'t mut Table, key: &str) -> &'t mut Table {
    let item = parent.entry(key).or_insert_with(|| {
        let mut table = Table::new();
        table.set_implicit(true);
        Item::Table(table)
    });
    if let Item::Value(toml_edit::Value::InlineTable(inline)) = item {
        *item = Item::Table(inline.clone().into_table());
    }
    item.as_table_mut()
        .expect("the search space has been checked")
}

fn gain(
    index: usize,
    player: String,
    evidence: &Evidence,
    carried: Option<MeanRatio>,
    at_home: Option<f64>,
) -> Gain {
    Gain {
        rung: index + 1,
        player,
        verdict: evidence.verdict,
        ratio: evidence.ratio,
        ratio_ci95: evidence.ratio_ci95,
        carried: carried.map(|found| Carried {
            ratio: found.ratio,
            ratio_ci95: found.interval,
            share: at_home.map(|at_home| libm::log(found.ratio) / libm::log(at_home)),
        }),
    }
}
