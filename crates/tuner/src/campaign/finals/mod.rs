//! The final race, which chooses the recommended weights, and their validation on games that no
//! search has used.
//!
//! The best trial is never recommended as such, because it is the luckiest one: the finalists race on
//! games of their own, and the winner plays the validation games together with the starting weights.
//!
//! | file | contents |
//! |---|---|
//! | `finalists` | the weights that take part |
//! | `final_games` | their games and the race, and the games of the pilot |

mod final_games;
mod finalists;

use std::ops::Range;

use crate::baselines;
use crate::campaign::observer::Event;
use crate::campaign::open::Campaign;
use crate::campaign::session::Session;
use crate::record::{
    Anomaly, BEST, CampaignError, CampaignState, Concluded, Failures, LogEvent, Look, Outcome,
    Result, ScoreAnomaly,
};
use crate::space::{BASELINE, Defaults, ValidationBaseline};
use crate::statistics::elo::PairResults;
use crate::statistics::{Effect, Objective, ScoreReport, scores as points};
use crate::subject::Configuration;
use crate::weights::evidence::WITHOUT_A_RACE;
use crate::weights::verdict::error_of_look;
use crate::weights::{
    AgainstOpponent, BaselineOrigin, CostOfSearch, Evidence, LookScores, StartScores, Verdict,
};
use tune2048_engine::game::{GameSeed, Stream};
use tune2048_files::atomic;
use tune2048_optimizer::Distribution;

/// Chooses the winner of a search that has ended with `distribution` for a reason that no larger
/// budget removes, if there is one; validates it, and records the outcome.
///
/// # Errors
/// If a stop was requested, or something cannot be recorded.
pub(super) fn conclude(
    campaign: &mut Campaign,
    distribution: Option<&Distribution>,
    search_end: Option<String>,
    session: &Session<'_>,
) -> Result<Outcome> {
    let finalists = finalists::of_search(&campaign.state, distribution).into_iter();
    let places = finalists.map(|(origin, weights)| campaign.place(&origin, &weights));
    let places: Vec<usize> = places.collect::<Result<_>>()?;
    let (asked, chosen_by) = choose(campaign, &places, session)?;
    let (look, outcome) = validate(campaign, asked, &chosen_by, session)?;
    let [last_trial, last_game] = campaign.recorder.last_rows();
    let best = outcome.best_file(&campaign.state.start_weights()).to_toml();
    let failures = campaign.now.failures();
    let failures = (failures.failed > 0).then_some(Failures { replayed: 0, ..failures });
    let look = look.look;
    let concluded = Concluded { look, search_end, best, failures, last_trial, last_game };
    campaign.record(LogEvent::Concluded(concluded))?;
    write_best(campaign)?;
    campaign.now.remove()?;
    Ok(outcome)
}

/// Writes the recommended weights as they are recorded, unless they are there.
///
/// # Errors
/// If the file cannot be written.
pub(super) fn write_best(campaign: &Campaign) -> Result<()> {
    let path = campaign.recorder.folder.file(BEST);
    let Some(text) = campaign.state.best_texts.front() else { return Ok(()) };
    if std::fs::read_to_string(&path).is_ok_and(|found| found == *text) {
        return Ok(());
    }
    Ok(atomic::replace(&path, text)?)
}

/// Runs the race, if there is one; returns the look at its winner, and how that was chosen.
fn choose(
    campaign: &mut Campaign,
    places: &[usize],
    session: &Session<'_>,
) -> Result<(Look, String)> {
    let state = &campaign.state;
    let (selection, search_games) = (state.spec.selection, state.games);
    let games = selection.all_games(places.len());
    let (race_from, _) = state.finals.present(search_games);
    let (winner, race_to, how) = if games > 0 {
        let in_stream: u64 = selection.rounds(places.len()).map(|(_, games)| games).sum();
        let race_to = race_from + in_stream;
        session.observe(&Event::Selection {
            finalists: places.len(),
            games,
            on_record: campaign.on_record(places, Stream::Selection, race_from..race_to),
        });
        let winner = campaign.race(places, race_from, session)?;
        (winner, race_to, format!("first of {} in a race of {games} games", places.len()))
    } else {
        (*places.get(1).unwrap_or(&places[0]), race_from, WITHOUT_A_RACE.to_owned())
    };
    let start = places[0];
    let look = Look { search_games, winner, start, race_from, race_to, ..Look::default() };
    let origin = &campaign.state.finals.finalists[winner].origin;
    Ok((look, format!("{origin}, {how}")))
}

/// Validates the winner in as many looks as it takes; returns the last one, and what follows from it.
fn validate(
    campaign: &mut Campaign,
    asked: Look,
    chosen_by: &str,
    session: &Session<'_>,
) -> Result<(Look, Outcome)> {
    let state = &campaign.state;
    let all = state.spec.validation.games;
    // Looks at the same weights see more games, never fewer.
    let same = |last: &&Look| (last.winner, last.start) == (asked.winner, asked.start);
    let seen = state.finals.looks.last().filter(same).map_or(0, |last| last.validation_games);
    let mut looks = state.spec.validation.looks().into_iter().filter(|games| *games >= seen);
    loop {
        let validation_games = looks.next().unwrap_or(all);
        let last = campaign.state.finals.looks.last().copied();
        let look = next_look(last.as_ref(), Look { validation_games, ..asked });
        record_baseline(campaign, &look)?;
        if last != Some(look) {
            campaign.record(LogEvent::Look(look))?;
        }
        let scores = campaign.validate(&look, session)?;
        let state = &campaign.state;
        let failures = campaign.now.failures();
        let outcome = outcome(state, &look, chosen_by, &scores, &failures);
        if validation_games >= all || outcome.evidence.verdict != Verdict::NotDistinguishable {
            return Ok((look, outcome));
        }
    }
}

/// The look after the last one: the last one itself, if it is about the same
/// search, weights and games; a new look that includes the games of the last
/// one, if the weights are the same; otherwise a new look on new games.
fn next_look(last: Option<&Look>, asked: Look) -> Look {
    let Some(last) = last else { return Look { look: 1, error: error_of_look(1), ..asked } };
    let is_same_pair = (last.winner, last.start) == (asked.winner, asked.start);
    let look = last.look + 1;
    let validation_from = if is_same_pair { last.validation_from } else { last.games().end };
    let next = Look { look, validation_from, error: error_of_look(look), ..asked };
    let again = Look { look: last.look, error: last.error, ..next };
    if again == *last { again } else { next }
}

/// Records the scores that are stored for the starting weights of a look, unless they play or are
/// recorded.
fn record_baseline(campaign: &mut Campaign, look: &Look) -> Result<()> {
    let state = &campaign.state;
    let is_stored = state.spec.validation.baseline == ValidationBaseline::Stored;
    if !is_stored || state.finals.baselines.contains_key(&look.start) {
        return Ok(());
    }
    let start = state.start_weights();
    match baselines::of(&start) {
        Some(scores) => {
            let (finalist, scores) = (look.start, scores.clone());
            campaign.record(LogEvent::Baseline { finalist, scores })
        }
        // The search space asks for them; otherwise they serve where they exist.
        None if !state.spec.leaves_open(BASELINE) => Err(CampaignError::BadInput(format!(
            "validation: no scores are stored of {} - let the starting weights play, by baseline = \
             \"played\" in a new campaign",
            baselines::describe_missing(&start)
        ))),
        None => Ok(()),
    }
}

/// A doubt of what a search has found that ended before it began.
const NO_CANDIDATE: &str = "No candidate has played: the budget ended before the search.";

/// The conclusion from the scores of a look.
fn outcome(
    state: &CampaignState,
    look: &Look,
    chosen_by: &str,
    scores: &LookScores,
    failures: &Failures,
) -> Outcome {
    let Range { start, end } = look.games();
    let spec = &state.spec;
    let recommended: Configuration =
        spec.subject().with_values(state.finals.finalists[look.winner].weights.clone());
    let (effect, better) = (spec.effect, spec.better);
    let found = scores.estimate(spec.objective, effect, 1.0 - look.error);
    // A match whose scores do not depend on the weights proves nothing.
    let ignores = |found: ScoreAnomaly| found.anomaly != Anomaly::SeedIgnored;
    let is_broken = look.is_match(spec) && state.seen_scores.anomaly().is_some_and(ignores);
    let verdict = match look.winner == look.start {
        true => Verdict::Start,
        false if is_broken => Verdict::NotDistinguishable,
        false => Verdict::on(found, better),
    };
    let next_error = error_of_look(look.look + 1);
    let is_open = verdict == Verdict::NotDistinguishable;
    let [ratio, difference] = [Effect::Ratio, Effect::Difference]
        .map(|effect| found.filter(|found| found.effect == effect));
    let seed = spec.seed;
    // A game that was played again depends on the machine, which evidence does not.
    let mut doubts = state.doubts_of_search(Some(failures).filter(|found| found.failed > 0));
    doubts.extend((state.trials == 0).then(|| NO_CANDIDATE.to_owned()));
    let start_weights = state.start_weights();
    let keeps_start = spec.defaults.kind != Defaults::Earlier
        && matches!(verdict, Verdict::Worse | Verdict::NotDistinguishable);
    let subject = spec.subject();
    let is_match =
        spec.objective == Objective::MeanScore && subject.has_results() && look.is_match(spec);
    let seeds: Vec<GameSeed> =
        (start..end).map(|game| GameSeed::new(spec.seed, Stream::Validation, game)).collect();
    let start_games = match &scores.start {
        StartScores::Played(games) => &games[..],
        StartScores::Stored(_) => &[],
    };
    let played = scores.tuned.len() as u64;
    let pairs = is_match.then(|| PairResults::from_iter(points(&scores.tuned)));
    let evidence = Evidence {
        verdict,
        version: env!("CARGO_PKG_VERSION").to_owned(),
        campaign: spec.name.clone(),
        seed,
        chosen_by: chosen_by.to_owned(),
        search_games: look.search_games,
        validation_seeds: format!("validation stream of seed {seed}, games {start} to {}", end - 1),
        look: look.look,
        look_confidence: 1.0 - look.error,
        ratio: ratio.map(|found| found.value),
        ratio_interval: ratio.map(|found| found.interval),
        difference: difference.map(|found| found.value),
        difference_interval: difference.map(|found| found.interval),
        better,
        objective: spec.objective,
        games_to_settle: scores
            .games_to_settle(spec.objective, effect, next_error)
            .filter(|_| is_open)
            // Of few games not even their spread is known well.
            .map(|games| if games > played { games } else { 2 * played }),
        measured: Evidence::fingerprint(if keeps_start { &start_weights } else { &recommended }),
        fingerprint: Some(state.began.fingerprint.clone()),
        baseline: scores.baseline().map(BaselineOrigin::of),
        cost: spec.cost_per_move.map(|limit| CostOfSearch::of(limit, scores)),
        candidate: keeps_start.then(|| {
            recommended.named().filter_map(|(name, value)| Some((name, value?))).collect()
        }),
        results: subject.has_results(),
        is_match,
        pairs: subject.has_opponent() && !is_match,
        opponents: AgainstOpponent::of(subject, &seeds, [&scores.tuned, start_games]),
        pentanomial: pairs.and_then(|pairs| pairs.pentanomial()),
        integers: spec.integers_of_program(),
        doubts,
        tuned: ScoreReport::of(&scores.tuned),
        start: scores.start_report(),
    };
    Outcome { recommended, evidence }
}
