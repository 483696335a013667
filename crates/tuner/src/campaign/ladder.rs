//! The ladder: one search space at depth 1, then 2, then 3. Each rung is a
//! campaign that starts from what the rung below has learnt.
//!
//! Searches at a small depth are cheap, but their gain may not carry over to a
//! larger depth. After each rung except the first, the recommended weights of
//! the rung below therefore play the validation games of this rung, at its depth.
//! Rungs of the same player have seeds of their own, so that no rung is validated
//! on games that the one below was searched or validated on.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use toml_edit::{DocumentMut, Item, Value, value};

use crate::campaign::{Campaign, CampaignError, Outcome, Result};
use crate::record::{BEST, CheckpointError, Folder, LADDER, MANIFEST, SEARCH_SPACE};
use crate::space::limits::{Limits, set};
use crate::space::{Budget, CampaignSpec, Rung};
use crate::statistics::{Estimate, Interval};
use crate::subject::Configuration;
use crate::weights::{Evidence, Verdict};
use tune2048_engine::player::Depth;

/// The file with the gains of all rungs.
pub const GAINS: &str = "ladder.json";

/// A ladder with its folder.
#[derive(Debug)]
pub struct Ladder {
    folder: Folder,
    path: PathBuf,
    text: String,
    /// The search space with all rungs.
    pub spec: CampaignSpec,
}

/// The outcome of the campaign of a rung, and the ratio of the mean score of
/// the weights of the rung below to that of the starting weights.
pub type Played = (Outcome, Option<Estimate>);

/// The gain of one rung.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Gain {
    /// The number of the rung, from 1.
    pub rung: usize,
    /// The player of the rung, in words.
    pub player: String,
    /// The verdict on the weights of the rung.
    pub verdict: Verdict,
    /// The mean score of the weights over that of the starting weights, at the depth of the rung.
    pub ratio: Option<f64>,
    /// The confidence interval of the ratio, at the level `look_confidence`.
    pub ratio_ci95: Option<Interval>,
    /// The confidence level of the interval; `None` in files of versions that did not record it.
    #[serde(default)]
    pub look_confidence: Option<f64>,
    /// The gain of the weights of the rung below on this rung.
    pub carried: Option<Carried>,
}

/// The gain of weights that were tuned at another depth.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Carried {
    /// The mean score of the weights over that of the starting weights.
    pub ratio: f64,
    /// The 95 % confidence interval of the ratio.
    pub ratio_ci95: Interval,
    /// The logarithm of this ratio over the logarithm of the ratio at the depth
    /// of the tuning: 1 if the whole gain carries over, 0 if nothing does.
    /// `None` if the gain there was not significant.
    pub share: Option<f64>,
}

impl Ladder {
    /// Makes the folder of a new ladder.
    ///
    /// # Errors
    /// If the text has mistakes, the folder contains a campaign, or it cannot be written.
    pub fn create(folder: &Path, path: &Path, text: &str) -> Result<Self> {
        let spec = CampaignSpec::parse_new(path, text)?;
        let folder = Folder::create(folder)?;
        if folder.file(LADDER).exists() {
            return Err(CheckpointError::Exists(folder.path().to_owned()).into());
        }
        folder.write(LADDER, text)?;
        Ok(Self { folder, path: path.to_owned(), text: text.to_owned(), spec })
    }

    /// Whether a folder contains a ladder.
    pub fn is_in(folder: &Path) -> bool {
        folder.join(LADDER).is_file()
    }

    /// Opens a ladder to go on with it.
    ///
    /// # Errors
    /// If the search space cannot be read or has mistakes.
    pub fn open(folder: &Path) -> Result<Self> {
        let folder = Folder::at(folder);
        let (path, text) = (folder.file(LADDER), folder.read(LADDER)?);
        // The first rung, once it is there, keeps the defaults of all.
        let path_of_rung = folder.file("rung-1").join(SEARCH_SPACE);
        let spec = CampaignSpec::parse(&path_of_rung, &text)?;
        Ok(Self { folder, path, text, spec })
    }

    /// The folder that contains all files.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// The folder of a rung; rungs count from 0.
    pub fn rung_folder(&self, rung: usize) -> PathBuf {
        self.folder.file(&format!("rung-{}", rung + 1))
    }

    /// Climbs from the first unfinished rung to the last. `play` runs a campaign
    /// to its end and measures the weights of the rung below, if any, with
    /// [`Campaign::carried`].
    ///
    /// # Errors
    /// The first error of `play`, or of a file that cannot be read or written.
    pub fn climb<E: From<CampaignError>>(
        &self,
        mut play: impl FnMut(Campaign, Option<&Configuration>) -> Result<Played, E>,
    ) -> Result<Vec<Gain>, E> {
        let mut gains: Vec<Gain> = Vec::new();
        let mut below: Option<Outcome> = None;
        for (index, rung) in self.spec.ladder.iter().enumerate() {
            let campaign = self.campaign(index, rung)?;
            let player = campaign.spec().subject().to_string();
            let (outcome, carried) = play(campaign, below.as_ref().map(|b| &b.recommended))?;
            let sure = below.as_ref().filter(|below| below.evidence.verdict == Verdict::Better);
            let at_home = sure.and_then(|below| below.evidence.ratio);
            let Evidence { verdict, ratio, ratio_ci95, look_confidence, .. } = outcome.evidence;
            gains.push(Gain {
                rung: index + 1,
                player,
                verdict,
                ratio,
                ratio_ci95,
                look_confidence: Some(look_confidence),
                carried: carried.map(|found| Carried {
                    ratio: found.value,
                    ratio_ci95: found.interval,
                    share: at_home.map(|at_home| found.effect.share(found.value, at_home)),
                }),
            });
            let written = self.folder.write(BEST, &outcome.weights_file().to_toml());
            let written = written.and_then(|()| self.folder.write_json(GAINS, &gains));
            written.map_err(CampaignError::from)?;
            below = Some(outcome);
        }
        Ok(gains)
    }

    /// Opens the campaign of a rung, or makes it.
    fn campaign(&self, index: usize, rung: &Rung) -> Result<Campaign> {
        let folder = self.rung_folder(index);
        let below = index.checked_sub(1).map(|below| self.rung_folder(below));
        let text = self.rung_text(rung, self.seed(index), below.as_deref());
        let first = self.rung_folder(0).join(SEARCH_SPACE);
        if folder.join(MANIFEST).is_file() {
            let campaign = Campaign::resume(&folder, None)?;
            self.check_rung(&campaign, &CampaignSpec::parse(&first, &text)?)?;
            return Ok(campaign);
        }
        let path = if index == 0 { &self.path } else { &first };
        Campaign::create(&folder, path, &text)
    }

    /// Refuses a ladder whose file is not what an unchanged rung was made of.
    fn check_rung(&self, rung: &Campaign, expected: &CampaignSpec) -> Result<()> {
        if rung.journals.folder.manifest()?.changes > 0 {
            return Ok(());
        }
        let mut differences = rung.spec().differences(expected).into_iter();
        let Some(found) = differences.find(|found| !found.needs_no_change) else { return Ok(()) };
        let rung = rung.folder().display();
        let problem = format!("{rung} was begun with another ladder: {found}");
        Err(CheckpointError::damaged(&self.path, 1, problem).into())
    }

    /// The seed of a rung: that of the ladder plus the number of rungs below with the same player.
    fn seed(&self, index: usize) -> u64 {
        let rungs = &self.spec.ladder;
        let same = rungs[..index].iter().filter(|below| below.depth == rungs[index].depth);
        (self.spec.seed + same.count() as u64) & i64::MAX as u64
    }

    /// The search space of a rung: the search space of the ladder with the
    /// depth, the beginning and the budget of the rung, and a warm start from the rung below.
    fn rung_text(&self, rung: &Rung, seed: u64, below: Option<&Path>) -> String {
        let mut document: DocumentMut = self.text.parse().expect("the text was parsed before");
        document.remove("ladder");
        if seed != self.spec.seed {
            document["seed"] = value(seed as i64);
        }
        if let Some(depth) = rung.depth {
            document["player"]["expectimax"]["depth"] = Item::Value(toml_value(depth));
        }
        if let Some(tile) = rung.begin_at {
            set(&mut document, "objective", "begin-at", value(i64::from(tile)));
        }
        if let Some(Budget { games, generations, minutes }) = rung.budget {
            document.insert("budget", toml_edit::table());
            Limits { games, generations, minutes, ..Limits::default() }.set_in(&mut document);
        }
        if let Some(below) = below {
            document.insert("warm-start", toml_edit::table());
            set(&mut document, "warm-start", "campaign", value(below.display().to_string()));
            set(&mut document, "warm-start", "discount", value(rung.discount));
        }
        document.to_string()
    }
}

/// A depth as a value of TOML: a number, a text, or a table in one line.
fn toml_value(depth: Depth) -> Value {
    let value = toml::Value::try_from(depth).expect("a depth has a TOML form");
    value.to_string().parse().expect("TOML reads what it writes")
}
