//! Networks that a run begins with: built in, in a file, or in the folder of another run.

use std::path::Path;
use std::sync::Arc;

use tune2048_engine::tuples::{Layout, NamedNetwork, Network};

use super::error::LearningError;
use super::folder::NETWORK;
use super::resources::no_memory;
use super::snapshot::Snapshot;
use crate::learner::Learner;
use crate::settings::LearningSpec;

/// The learner that the snapshot of a run has, or without one that before its first game, with the weights of the network
/// that it begins with; from the folder of a run that learned by the same kind of method, with its sums too.
pub(crate) fn new_learner(
    spec: &LearningSpec,
    snapshot: Option<Snapshot>,
) -> Result<Learner, LearningError> {
    let games = snapshot.as_ref().map_or(0, |found| found.state.games);
    let learner = Learner::new(spec.layout.clone(), spec.is_coherent());
    let mut learner = learner.map_err(|_| no_memory(spec, games))?;
    if let Some(snapshot) = snapshot {
        snapshot.read_into(&mut learner)?;
        return Ok(learner);
    }
    let Some(name) = &spec.file.start else { return Ok(learner) };
    let opened = open(name, &spec.layout)?;
    learner.begin_with(&opened.network);
    if let Some(snapshot) = Snapshot::open(Path::new(name), None)?
        && snapshot.state.is_coherent == spec.is_coherent()
        && *opened.network.layout() == spec.layout
    {
        snapshot.read_into(&mut learner)?;
    }
    Ok(learner)
}

/// Opens a network of this layout, or with its tuples and no stage but the first.
pub(super) fn open(name: &str, layout: &Layout) -> Result<Arc<NamedNetwork>, LearningError> {
    let mut path = Path::new(name).to_owned();
    if path.is_dir() {
        path.push(NETWORK);
    }
    let opened = if path.exists() {
        let named = |network| Arc::new(NamedNetwork { name: name.to_owned(), network });
        Network::open(&path).map(named)
    } else {
        NamedNetwork::open(name)
    };
    let opened = opened.map_err(|error| failed(name, error.to_string()))?;
    let found = opened.network.layout();
    let is_begun = found.stages() == layout.stages() || found.stages().count() == 1;
    if found.tuples() == layout.tuples() && is_begun {
        return Ok(opened);
    }
    let text = |layout: &Layout| {
        let tuples: Vec<String> = layout.tuples().iter().map(ToString::to_string).collect();
        let stages: Vec<String> = layout.stages().tiles().iter().map(u32::to_string).collect();
        format!("tuples {} and stages [{}]", tuples.join(","), stages.join(", "))
    };
    let problem = format!(
        "found {}, expected {} - give the run these tuples, and these stages if there are any, or begin with another network",
        text(found),
        text(layout)
    );
    Err(failed(name, problem))
}

fn failed(name: &str, problem: String) -> LearningError {
    LearningError::BadInput(format!("`start`: the network `{name}` cannot be used: {problem}"))
}
