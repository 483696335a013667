//! Campaigns.

use std::path::{Path, PathBuf};
use std::sync::mpsc::Sender;

use pyo3::prelude::*;
use serde_json::Value;
use tune2048_engine::evaluate::Monitor;
use tune2048_programs::Players;
use tune2048_tuner::campaign::{Campaign, CampaignError, message_update};
use tune2048_tuner::record::Folder;
use tune2048_tuner::record::source::{RESULTS, campaign_folder};
use tune2048_tuner::space::limits::{Limits, ValidationLimit};
use tune2048_tuner::space::{Budget, CampaignSpec};
use tune2048_tuner::subject::Evaluate;

use crate::evaluate::evaluator;
use crate::failure::{Failure, Result, in_python};
use crate::function::{FunctionEvaluator, Message};
use crate::interruptible;
use crate::number::positive;
use crate::toml_value::text_of;

/// Runs a new campaign to its end and returns its folder.
///
/// `space` is a search space file or the name of one that is built in; `text`, if given, is the
/// search space itself. `listener` is told of the folder, events and games, and `player`, if given,
/// plays them: see [`play`].
#[pyfunction]
#[pyo3(signature = (space, text, folder, limits, pilot, resume, threads, listener, player = None))]
#[allow(clippy::too_many_arguments, reason = "the keywords of a call from Python")]
pub(crate) fn run_campaign(
    py: Python<'_>,
    space: PathBuf,
    text: Option<String>,
    folder: Option<PathBuf>,
    limits: Option<GivenLimits>,
    pilot: bool,
    resume: bool,
    threads: Option<i128>,
    listener: &Bound<'_, PyAny>,
    player: Option<&Bound<'_, PyAny>>,
) -> Result<PathBuf> {
    let players = evaluator(threads)?;
    let text = text_of(&space, text)?;
    let limits = limits.as_ref().map_or_else(|| Ok(Limits::default()), read_limits)?;
    let text = limits.applied_to(text);
    let spec = CampaignSpec::parse_new(&space, &text)?;
    if player.is_some() && spec.subject().command().is_none() {
        let problem = format!(
            "{}: found [heuristic.{}], expected [heuristic.command] with the parameters of the \
             function",
            space.display(),
            spec.subject().table_name()
        );
        return Err(Failure::bad_input(problem));
    }
    let engine = spec.subject().command().and_then(|command| command.engines().next());
    if let (Some(_), Some(engine)) = (player, engine) {
        let expected = "nothing: the function plays both sides";
        return Err(Failure::unlike("player.command.engine", engine.join(" "), expected));
    }
    let folder = folder.unwrap_or_else(|| Path::new(RESULTS).join(&spec.name));
    if resume && Folder::at(&folder).has_begun() {
        let campaign = Campaign::resume(&folder, Some((&space, &text)), &Limits::default())?;
        return play(py, campaign, &players, player, listener, Vec::new());
    }
    let created = Campaign::create(&folder, &space, &text);
    let mut campaign = created.map_err(|error| match error {
        CampaignError::Exists(path) => Failure::bad_input(format!(
            "{}: there is a campaign already - go on with it by resume=True, or give another folder",
            path.display()
        )),
        error => error.into(),
    })?;
    if !pilot {
        campaign.skip_pilot()?;
    }
    play(py, campaign, &players, player, listener, spec.warnings())
}

/// Continues a campaign to its end and returns its folder.
#[pyfunction]
pub(crate) fn resume_campaign(
    py: Python<'_>,
    folder: &str,
    limits: GivenLimits,
    threads: Option<i128>,
    listener: &Bound<'_, PyAny>,
) -> Result<PathBuf> {
    let players = evaluator(threads)?;
    let folder = campaign_folder(folder).map_err(Failure::bad_input)?;
    let campaign = Campaign::resume(&folder, None, &read_limits(&limits)?)?;
    play(py, campaign, &players, None, listener, Vec::new())
}

/// Limits of a budget by their names; those that are None are not given.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct GivenLimits {
    games: Option<i128>,
    generations: Option<i128>,
    minutes: Option<f64>,
    validation_games: Option<i128>,
}

fn read_limits(given: &GivenLimits) -> Result<Limits> {
    // A file has integers of 63 bits.
    let games = positive("games", given.games)?.map(|games: i64| games as u64);
    let generations = positive("generations", given.generations)?;
    let validation =
        ValidationLimit { games: positive("validation_games", given.validation_games)? };
    let budget = Budget { games, generations, minutes: given.minutes };
    Ok(Limits { seed: None, budget, validation })
}

/// Plays a campaign and tells the listener of it by its methods `start(folder, games, total)`,
/// `take(event)` and `count(games)`. What is to be played goes to the player's method
/// `play(weights, games, opponent)`, if there is a player, else to `players`.
fn play(
    py: Python<'_>,
    mut campaign: Campaign,
    players: &Players,
    player: Option<&Bound<'_, PyAny>>,
    listener: &Bound<'_, PyAny>,
    warnings: Vec<String>,
) -> Result<PathBuf> {
    let folder = campaign.folder().to_owned();
    listener.call_method1("start", (&folder, campaign.state().games, total_games(&campaign)))?;
    let tell =
        |update: &Value| listener.call_method1("take", (in_python(&update.to_string()),)).map(drop);
    for warning in warnings {
        tell(&message_update(&format!("warning: {warning}")))?;
    }
    let monitor = Monitor::default();
    let is_function = player.is_some();
    let work = |sender: Sender<Message>| {
        let function = FunctionEvaluator { messages: sender.clone(), is_checked: false.into() };
        let evaluator: &dyn Evaluate = if is_function { &function } else { players };
        campaign.run(evaluator, &monitor, &mut |event| {
            for update in event.updates() {
                // Nobody listens after an exception.
                let _ = sender.send(Message::Update(update));
            }
        })?;
        Ok(())
    };
    let count = || listener.call_method1("count", (monitor.games_played(),)).map(drop);
    interruptible::run(py, &monitor, work, |message| {
        count()?;
        match (message, player) {
            (Some(Message::Update(update)), _) => tell(&update),
            (Some(Message::Play(request)), Some(player)) => request.play(player, count),
            (_, _) => Ok(()),
        }
    })?;
    Ok(folder)
}

/// The games of the whole campaign, if its budget determines them.
fn total_games(campaign: &Campaign) -> Option<u64> {
    let spec = &campaign.state().spec;
    let search = spec.games_until_race(campaign.pilot_games())?;
    Some(search.saturating_add(spec.games_after_search()))
}
