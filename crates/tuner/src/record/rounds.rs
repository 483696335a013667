//! `rounds.csv`: the games of every round, where their number is adaptive.
//!
//! A candidate's row of `trials.csv` is written at the end of its generation:
//! games are dealt in rounds, and candidates that stop early leave games to the
//! others. Until then the games are kept here, one row per round.

use crate::record::extras::ExtrasPlace;
use crate::record::row_layout::RowLayout;
use crate::record::table::Table;
use tune2048_engine::game::GameResult;
use tune2048_files::record::{Record, Visitor, check_number};

/// The games that one candidate played in one round.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RoundRow {
    /// The number within the file, from 0.
    pub row: u64,
    /// The place of the games in the campaign.
    pub place: ExtrasPlace,
    /// The games in the order of their seeds.
    pub results: Vec<GameResult>,
    /// The point that the optimizer proposed.
    pub point: Vec<f64>,
    /// The time that the games took, summed over threads.
    pub games_seconds: f64,
    /// The time that all sessions of the campaign had taken together.
    pub elapsed_seconds: f64,
}

/// The rounds of a campaign, open for appending. In memory are those of generations that may not be
/// complete.
pub type RoundLog = Table<RoundRow>;

impl Record for RoundRow {
    type Layout = RowLayout;

    fn columns(&mut self, layout: &RowLayout, visitor: &mut Visitor<'_>) -> Result<(), String> {
        visitor.column("row", &mut self.row)?;
        visitor.column("generation", &mut self.place.generation)?;
        visitor.column("round", &mut self.place.round)?;
        visitor.column("candidate", &mut self.place.candidate)?;
        let counts_inner_nodes = layout.counts_inner_nodes();
        let write = |results: &Vec<GameResult>| {
            let games = results.iter().map(|game| game_to_text(game, counts_inner_nodes));
            games.collect::<Vec<String>>().join(" ")
        };
        let read = |text: &str| text.split(' ').map(game_from_text).collect();
        visitor.parsed("results", &mut self.results, write, read, "games")?;
        layout.point("point", &mut self.point, visitor)?;
        visitor.seconds("time_games_seconds", 3, &mut self.games_seconds)?;
        visitor.seconds("time_elapsed_seconds", 3, &mut self.elapsed_seconds)
    }

    /// Checks that rows are numbered one by one, and that generations, rounds and candidates go up.
    fn check(&self, before: &[Self]) -> Result<(), String> {
        let previous = before.last();
        check_number("row", self.row, previous.map(|previous| previous.row), 0)?;
        if previous.is_some_and(|previous| previous.place >= self.place) {
            let ExtrasPlace { generation, round, candidate } = self.place;
            return Err(format!(
                "found generation {generation}, round {round}, candidate {candidate} a second \
                 time or out of order"
            ));
        }
        Ok(())
    }
}

/// A game as score, largest tile, moves, nodes and, if they count, nodes above the leaves,
/// separated by slashes.
fn game_to_text(game: &GameResult, counts_inner_nodes: bool) -> String {
    let GameResult { score, largest_tile, moves, nodes, inner_nodes } = game;
    let text = format!("{score}/{largest_tile}/{moves}/{nodes}");
    if counts_inner_nodes { format!("{text}/{inner_nodes}") } else { text }
}

fn game_from_text(text: &str) -> Option<GameResult> {
    let mut numbers = text.split('/');
    let game = GameResult {
        score: numbers.next()?.parse().ok()?,
        largest_tile: numbers.next()?.parse().ok()?,
        moves: numbers.next()?.parse().ok()?,
        nodes: numbers.next()?.parse().ok()?,
        inner_nodes: numbers.next().map_or(Some(0), |count| count.parse().ok())?,
    };
    numbers.next().is_none().then_some(game)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::folder::tests::scratch;
    use crate::record::row_layout::tests::of_rows;
    use crate::record::{CheckpointError, Folder, ROUNDS};

    fn row(number: u64) -> RoundRow {
        let game = |score: u64| GameResult { score: score.into(), ..GameResult::default() };
        RoundRow {
            row: number,
            place: ExtrasPlace { generation: 3, round: 1, candidate: number as u32 },
            results: (0..=number).map(game).collect(),
            point: vec![-0.25, 1.0 / 3.0],
            games_seconds: 1.5,
            elapsed_seconds: 2.25,
        }
    }

    fn open(folder: &Folder) -> Result<RoundLog, CheckpointError> {
        folder.open_table(ROUNDS, of_rows(&["a", "b"]))
    }

    #[test]
    fn missing_and_doubled_rows_are_named() {
        let second = RoundRow { row: 1, ..row(0) };
        for (rows, problem) in [
            ([row(0), row(2)], "line 3: row: found 2, expected 1"),
            ([row(0), second], "line 3: found generation 3, round 1, candidate 0 a second time"),
        ] {
            let (_path, folder) = scratch();
            let mut log = open(&folder).unwrap();
            for row in rows {
                log.append(row).unwrap();
            }
            drop(log);
            let text = open(&folder).unwrap_err().to_string();
            assert!(text.contains(problem), "{text}");
        }
    }
}
