//! The progress of a campaign as JSON: `status --json`, the last line of `run --json`, and `serve`.

use super::view::CampaignView;
use serde_json::{Value, json};
use tune2048_tuner::record::now::unix_now;
use tune2048_tuner::weights::Evidence;

/// Returns what `docs/reference/json.md` lists under `status`.
pub(crate) fn status_json(view: &CampaignView) -> Value {
    let CampaignView { folder, state, run_state, now, .. } = view;
    let (budget, time) = (state.spec.given_budget(), unix_now());
    let here = now.workers.iter().filter(|worker| worker.is_here(time));
    let failures = match state.finished {
        true => state.failures.as_ref(),
        false => Some(&now.failures).filter(|found| found.first.is_some()),
    };
    json!({
        "campaign": state.spec.name,
        "folder": folder.display().to_string(),
        "state": run_state,
        "finished": state.finished,
        "generations": state.generations_played(),
        "trials": state.trials,
        "games": state.games,
        "budget": {
            "games": budget.games,
            "search_games": state.spec.budget.games,
            "generations": budget.generations,
            "minutes": budget.minutes,
        },
        "games_per_candidate": state.games_per_candidate(),
        "reliability": state.reliability(),
        "failures": failures,
        "doubts": state.doubts(&now.failures),
        "search_end": state.search_end,
        "restarts": state.restarts,
        "elapsed_seconds": state.elapsed_seconds,
        "evidence": state.evidence().map(Evidence::to_json),
        "workers": here.collect::<Vec<_>>(),
    })
}
