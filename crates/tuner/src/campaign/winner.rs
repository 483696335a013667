//! Which weights to recommend, and what they are worth on games nobody tuned on.
//!
//! Never the luckiest trial: the finalists meet in a race on games of their
//! own, and its winner is measured beside the starting weights on the
//! validation stream.

use super::final_games::FinalGames;
use super::verdict::{Verdict, error_of_look, games_to_settle};
use super::{Campaign, CampaignError, Event, Evidence, Observer, finalists, race};
use crate::checkpoint::{CheckpointError, Finals, Look, Looks, folder};
use crate::scores::ScoreReport;
use crate::scores::scores;
use crate::statistics::mean_ratio_at;
use tune2048_engine::evaluate::{Evaluate, Monitor};
use tune2048_engine::game::Stream;
use tune2048_engine::heuristic::Weights;
use tune2048_optimizer::Distribution;

/// What became of a campaign.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// The weights to use.
    pub recommended: Weights,
    /// Where they come from and what was measured of them.
    pub evidence: Evidence,
}

/// Chooses and validates.
pub(super) fn choose(
    campaign: &Campaign,
    distribution: Option<&Distribution>,
    evaluator: &dyn Evaluate,
    monitor: &Monitor,
    observer: &mut dyn Observer,
) -> Result<Outcome, CampaignError> {
    let space = &campaign.space;
    let mut looks = Looks::open(&campaign.folder)?;
    let finals = Finals::open(&campaign.folder, space.heuristic())?;
    if looks.last().is_none() && finals.has_games(Stream::Validation) {
        // A look that is not counted would make the next claim too bold.
        let problem = format!("there is no look, but {} has one", folder::FINAL_GAMES);
        let path = campaign.folder.file(folder::LOOKS);
        return Err(CheckpointError::damaged(&path, 2, problem).into());
    }
    let mut record = FinalGames::new(campaign, finals, evaluator, monitor);
    let finalists = finalists::meet(campaign, distribution);
    let places = finalists
        .iter()
        .map(|finalist| record.finals().place(finalist))
        .collect::<Result<Vec<usize>, _>>()?;
    let games = space.selection.games;
    let race_from = race_start(looks.last(), campaign.games());
    let (winner, race_to, how) = if games > 0 && places.len() > 1 {
        let race_to = race_from + race::games_in_stream(games, places.len());
        observer.observe(&Event::Selection {
            finalists: places.len(),
            games,
            on_record: record.on_record(&places, Stream::Selection, race_from..race_to),
        });
        let winner = race::run(games, &space.objective, &places, race_from, &mut record)?;
        let how = format!("first of {} in a race of {games} games", places.len());
        (winner, race_to, how)
    } else {
        let first = places.get(1).unwrap_or(&places[0]);
        (*first, race_from, "without a race".to_owned())
    };
    let look = next_look(
        looks.last(),
        Look {
            look: 1,
            search_games: campaign.games(),
            winner,
            start: places[0],
            race_from,
            race_to,
            validation_from: 0,
            validation_games: space.validation_games,
            error: error_of_look(1),
        },
    );
    if looks.last() != Some(&look) {
        looks.append(look)?;
    }
    let chosen_by = format!("{}, {how}", record.finals().finalist(winner).origin);
    validate(campaign, &mut record, &look, chosen_by, observer)
}

/// Where the race begins: a search that has gone on races on new games, one
/// that has not on those that it has played.
fn race_start(last: Option<&Look>, search_games: u64) -> u64 {
    match last {
        Some(last) if last.search_games == search_games => last.race_from,
        Some(last) => last.race_to,
        None => 0,
    }
}

/// The look that follows on the last one: the same, if it asks the same; a new
/// one on all games of the last and more, if the weights are the same; else on
/// new games.
fn next_look(last: Option<&Look>, asked: Look) -> Look {
    let Some(last) = last else {
        return asked;
    };
    let is_same_pair = (last.winner, last.start) == (asked.winner, asked.start);
    let look = last.look + 1;
    let next = Look {
        look,
        validation_from: if is_same_pair {
            last.validation_from
        } else {
            last.validation_from + u64::from(last.validation_games)
        },
        error: error_of_look(look),
        ..asked
    };
    let again = Look {
        look: last.look,
        error: last.error,
        ..next
    };
    if again == *last { again } else { next }
}

/// Plays the games of a look and tells what they say.
fn validate(
    campaign: &Campaign,
    record: &mut FinalGames<'_>,
    look: &Look,
    chosen_by: String,
    observer: &mut dyn Observer,
) -> Result<Outcome, CampaignError> {
    let games = look.validation_games;
    let (from, to) = (
        look.validation_from,
        look.validation_from + u64::from(games),
    );
    let places = [look.winner, look.start];
    observer.observe(&Event::Validation {
        games,
        on_record: record.on_record(&places, Stream::Validation, from..to),
    });
    let played = record.play(&places, Stream::Validation, from..to)?;
    let [tuned, start] = played.as_slice() else {
        return Err(CampaignError::Interrupted);
    };
    let ratio = mean_ratio_at(&scores(tuned), &scores(start), 1.0 - look.error);
    let verdict = if look.winner == look.start {
        Verdict::Start
    } else {
        Verdict::on(ratio.as_ref())
    };
    let settling = ratio.filter(|_| verdict == Verdict::NotDistinguishable);
    let space = &campaign.space;
    let seed = space.seed;
    let recommended = record.finals().finalist(look.winner).weights.clone();
    let evidence = Evidence {
        verdict,
        version: env!("CARGO_PKG_VERSION").to_owned(),
        campaign: space.name.clone(),
        seed,
        chosen_by,
        search_games: look.search_games,
        validation_seeds: format!(
            "validation stream of seed {seed}, games {from} to {}",
            to - 1
        ),
        look: look.look,
        look_confidence: 1.0 - look.error,
        ratio: ratio.map(|found| found.ratio),
        ratio_ci95: ratio.map(|found| found.interval),
        games_to_settle: settling
            .and_then(|found| games_to_settle(&found, games, error_of_look(look.look + 1))),
        measured: Evidence::fingerprint(&recommended, space.player),
        tuned: ScoreReport::of(tuned),
        start: ScoreReport::of(start),
    };
    Ok(Outcome {
        recommended,
        evidence,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn look() -> Look {
        Look {
            look: 1,
            search_games: 100,
            winner: 1,
            start: 0,
            race_from: 0,
            race_to: 40,
            validation_from: 0,
            validation_games: 50,
            error: error_of_look(1),
        }
    }

    #[test]
    fn a_look_that_asks_the_same_is_the_same() {
        assert_eq!(next_look(None, look()), look());
        assert_eq!(next_look(Some(&look()), look()), look());
        let third = Look {
            look: 3,
            validation_from: 200,
            error: error_of_look(3),
            ..look()
        };
        assert_eq!(next_look(Some(&third), look()), third);
    }

    #[test]
    fn a_further_look_spends_less_and_takes_new_games_for_new_weights() {
        let more_games = Look {
            validation_games: 80,
            ..look()
        };
        let second = next_look(Some(&look()), more_games);
        assert_eq!((second.look, second.validation_from), (2, 0));
        assert!((second.error - 0.05 / 6.0).abs() < 1e-15);
        let other_winner = Look {
            search_games: 200,
            winner: 5,
            race_from: race_start(Some(&look()), 200),
            ..look()
        };
        let third = next_look(Some(&second), other_winner);
        assert_eq!((third.look, third.validation_from), (3, 80));
        assert_eq!(third.race_from, 40);
        assert_eq!(race_start(Some(&look()), 100), 0);
    }
}
