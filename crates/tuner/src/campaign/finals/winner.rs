//! Choosing the recommended weights and validating them on games that no search has used.
//!
//! The best trial is never recommended as such, because it is the luckiest
//! one: the finalists race on games of their own, and the winner plays the
//! validation games together with the starting weights.

use crate::campaign::finals::{finalists, sequential_halving};
use crate::campaign::{Campaign, Event, FinalGames, Finals, Outcome, Result, Session};
use crate::record::Look;
use crate::weights::StartScores;
use crate::weights::verdict::{Verdict, error_of_look};
use tune2048_engine::game::Stream;
use tune2048_optimizer::Distribution;

impl Campaign {
    /// Chooses the winner of a search that has ended with `distribution`, and validates it.
    ///
    /// # Errors
    /// If a stop was requested, or a file is damaged or cannot be written.
    pub(crate) fn choose_winner(
        &self,
        distribution: Option<&Distribution>,
        session: &Session<'_>,
    ) -> Result<Outcome> {
        let spec = &self.spec;
        let mut final_games = FinalGames { spec, finals: Finals::open(self)?, session };
        let finalists = finalists::of_search(self, distribution);
        let places = finalists.iter().map(|finalist| final_games.finals.log.place(finalist));
        let places: Vec<usize> = places.collect::<Result<_, _>>()?;
        let games = spec.selection.games;
        let last = final_games.finals.looks.last().copied();
        // After a longer search the race is on new games.
        let race_from = match &last {
            Some(last) if last.search_games == self.games() => last.race_from,
            Some(last) => last.race_to,
            None => 0,
        };
        let (winner, race_to, how) = if games > 0 && places.len() > 1 {
            let race_to = race_from + sequential_halving::games_in_stream(games, places.len());
            session.observe(&Event::Selection {
                finalists: places.len(),
                games,
                on_record: final_games.on_record(&places, Stream::Selection, race_from..race_to),
            });
            let winner = sequential_halving::run(&places, race_from, &mut final_games)?;
            let how = format!("first of {} in a race of {games} games", places.len());
            (winner, race_to, how)
        } else {
            let first = places.get(1).unwrap_or(&places[0]);
            (*first, race_from, "without a race".to_owned())
        };
        let asked = Look {
            look: 1,
            search_games: self.games(),
            winner,
            start: places[0],
            race_from,
            race_to,
            validation_from: 0,
            validation_games: spec.validation.games,
            error: error_of_look(1),
        };
        let chosen_by =
            format!("{}, {how}", final_games.finals.log.finalists.rows()[winner].origin);
        let all = spec.validation.games;
        // Looks at the same weights see more games, never fewer.
        let seen = last.filter(|last| (last.winner, last.start) == (winner, places[0]));
        let seen = seen.map_or(0, |last| last.validation_games);
        let mut looks = spec.validation.looks().into_iter().filter(|games| *games >= seen);
        loop {
            let validation_games = looks.next().unwrap_or(all);
            let finals = &mut final_games.finals;
            let last = finals.looks.last().copied();
            let look = next_look(last.as_ref(), Look { validation_games, ..asked });
            finals.record_baseline(&look, &self.start_weights())?;
            if last != Some(look) {
                finals.looks.append(look)?;
            }
            let scores = final_games.validate(&look)?;
            if let StartScores::Played(games) = &scores.start {
                session.check_start(spec, games)?;
            }
            let winner = final_games.finals.winner(&look, spec);
            let outcome = self.conclude(&look, winner, chosen_by.clone(), &scores);
            if validation_games >= all || outcome.evidence.verdict != Verdict::NotDistinguishable {
                return Ok(outcome);
            }
        }
    }
}

/// The look after the last one: the last one itself, if it is about the same
/// search, weights and games; a new look that includes the games of the last
/// one, if the weights are the same; otherwise a new look on new games.
fn next_look(last: Option<&Look>, asked: Look) -> Look {
    let Some(last) = last else { return asked };
    let is_same_pair = (last.winner, last.start) == (asked.winner, asked.start);
    let look = last.look + 1;
    let validation_from = if is_same_pair { last.validation_from } else { last.games().end };
    let next = Look { look, validation_from, error: error_of_look(look), ..asked };
    let again = Look { look: last.look, error: last.error, ..next };
    if again == *last { again } else { next }
}
