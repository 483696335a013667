//! The standings of a tournament and the differences between its players, as Markdown and JSON.

use serde::Serialize;

use crate::statistics::in_words::{measured, with_interval};
use crate::statistics::scores::{Evaluation, ScoreReport, Share, TILES, scores};
use crate::statistics::{Better, Interval, correct_by_holm, median_interval, paired_p_value};
use crate::studies::tournament::{Entrant, Pairing, PlayerGame, Ratings, Tournament, pairs_of};
use tune2048_engine::GameResult;
use tune2048_files::data_table::{DataTable, Table};
use tune2048_files::number_text::{grouped, known};
use tune2048_files::shown::in_markdown;

/// One player's line of the table.
#[derive(Clone, Debug, Serialize)]
pub struct Standing {
    /// The name of the player.
    pub name: String,
    /// The settings of the player in words.
    pub player: String,
    /// The statistics of the scores.
    #[serde(flatten)]
    pub report: ScoreReport,
    /// The 95 % interval of the median; `None` below six games.
    pub median_ci95: Option<Interval>,
    /// Moves per second on one core; `None` of a program that does not report its moves.
    pub moves_per_second: Option<f64>,
    /// Boards valued per move.
    pub boards_per_move: Option<f64>,
    /// The remark in the tournament file.
    pub note: Option<String>,
}

/// The difference between two players on the seeds that both have played.
#[derive(Clone, Debug, Serialize)]
pub struct PlayerDifference {
    /// The index of the player with the better mean over all its games.
    pub of: usize,
    /// The index of the other player.
    pub to: usize,
    /// The number of common games.
    pub games: usize,
    /// The p-value of Student's paired test after Holm's correction for all pairs of the table.
    pub p_value: f64,
}

/// The table of a tournament.
#[derive(Clone, Debug, Serialize)]
pub struct Standings {
    /// The seed of the games.
    pub seed: u64,
    /// Which mean scores are better.
    #[serde(skip_serializing_if = "crate::statistics::is_default")]
    pub better: Better,
    /// The players, the best first.
    pub players: Vec<Standing>,
    /// The differences of all pairs of players; none of matches.
    pub differences: Vec<PlayerDifference>,
    /// The ratings of those who meet, if the players are matches.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ratings: Option<Ratings>,
    /// What is counted with a seed: a game, or a pair of games.
    #[serde(skip)]
    pub unit: &'static str,
    /// Whether scores are results of games, whose means are shares of the points.
    #[serde(skip)]
    pub has_results: bool,
}

impl Standings {
    /// Computes the standings; players without games are left out.
    pub(super) fn of(tournament: &Tournament) -> Self {
        let &Tournament { seed, better, ref entrants, ref matches, ref games, .. } = tournament;
        let (mut all, mut pairings) = (Vec::new(), Vec::new());
        for (place, entrant) in entrants.iter().enumerate() {
            let played: Vec<&PlayerGame> =
                games.rows().iter().filter(|game| game.player == entrant.name).collect();
            if played.is_empty() {
                continue;
            }
            let (standing, scores) = standing(entrant, &played);
            let players = matches.as_ref().map(|matches| matches.players[place]);
            pairings.extend(players.map(|players| Pairing { players, shares: scores.clone() }));
            all.push((standing, scores));
        }
        let ratings = matches.as_ref().map(|matches| Ratings::of(&matches.names, &pairings));
        let worth = |standing: &Standing| better.sign() * standing.report.mean;
        all.sort_by(|(a, _), (b, _)| worth(b).total_cmp(&worth(a)));
        let (players, scores): (Vec<_>, Vec<_>) = all.into_iter().unzip();
        let differences = if ratings.is_some() { Vec::new() } else { differences(&scores) };
        let subject = entrants.first().map(|entrant| &entrant.file.weights.subject);
        let (unit, has_results) =
            subject.map_or(("", false), |subject| (subject.unit(), subject.has_results()));
        Self { seed, better, players, differences, ratings, unit, has_results }
    }
}

fn standing(entrant: &Entrant, played: &[&PlayerGame]) -> (Standing, Vec<f64>) {
    // The journal of a longer tournament has more games than are asked for now.
    let results: Vec<GameResult> =
        played.iter().take(entrant.games as usize).map(|game| game.result).collect();
    let scores = scores(&results);
    let evaluation = Evaluation::of(&results);
    let all_moves: u64 = played.iter().map(|game| u64::from(game.result.moves)).sum();
    let seconds: f64 = played.iter().map(|game| game.seconds).sum();
    let known = |number: f64| (all_moves > 0).then_some(number);
    let standing = Standing {
        name: entrant.name.clone(),
        player: entrant.file.weights.subject.to_string(),
        report: ScoreReport::of(&results),
        median_ci95: median_interval(&scores, 0.95),
        moves_per_second: known(all_moves as f64 / seconds),
        boards_per_move: known(evaluation.nodes as f64 / evaluation.moves.max(1) as f64),
        note: entrant.note.clone(),
    };
    (standing, scores)
}

fn differences(scores: &[Vec<f64>]) -> Vec<PlayerDifference> {
    let difference = |[of, to]: [usize; 2]| {
        let games = scores[of].len().min(scores[to].len());
        let p_value = paired_p_value(&scores[of][..games], &scores[to][..games]);
        PlayerDifference { of, to, games, p_value }
    };
    let mut differences: Vec<_> = pairs_of(scores.len()).map(difference).collect();
    correct_by_holm(differences.iter_mut().map(|found| &mut found.p_value));
    differences
}

/// The p-value below which two players differ.
const SIGNIFICANT: f64 = 0.05;

impl Standings {
    /// Writes the table as Markdown.
    pub fn to_markdown(&self) -> String {
        let ratings = self.ratings.as_ref().map_or(String::new(), Ratings::to_markdown);
        let better = match self.better {
            Better::Higher => "",
            Better::Lower => "; lower scores are better",
        };
        format!(
            "{ratings}{}Games of seed {}, the same for all{better}. In brackets 95 % confidence intervals: of means as \
             `evaluate` has them, of medians by order statistics, of the shares of games that made a tile Wilson's. Moves \
             per second are on one core.\n\n{}",
            self.table().markdown(),
            self.seed,
            self.differences_in_words()
        )
    }

    /// Returns a line for each player: tiles, moves and notes where they say something.
    fn table(&self) -> Table {
        let name = if self.ratings.is_some() { "match" } else { "player" };
        let mut table = DataTable::new("standings", "Standings", (1..).zip(&self.players))
            .text("", |(place, _)| *place)
            .text(name, |(_, player)| player.name.clone())
            .number(&format!("{}s", self.unit), |(_, player)| player.report.games)
            .number(measured(self.has_results), |(_, Standing { report, .. })| {
                // The interval of two games says nothing.
                let interval = report.mean_ci95.filter(|_| report.games >= 3);
                let few = if interval.is_none() { " (too few games)" } else { "" };
                with_interval(report.mean, interval) + few
            });
        // Of the results of matches, medians say less than means.
        if !self.has_results {
            table = table.number("median score", |(_, player)| {
                let median = player.report.median.unwrap_or(f64::NAN);
                with_interval(median, player.median_ci95)
            });
        }
        for tile in self.shown_tiles().map(|tile| tile.to_string()) {
            table = table.number(&tile, |(_, player)| {
                known(player.report.tiles.get(&tile), |Share { share, ci95 }| {
                    let [share, low, high] = [*share, ci95.low, ci95.high].map(|part| 100.0 * part);
                    format!("{share:.0} % ({low:.0} to {high:.0})")
                })
            });
        }
        if self.players.iter().any(|player| player.moves_per_second.is_some()) {
            table = table
                .number("moves/s", |(_, player)| known(player.moves_per_second, grouped))
                .number("boards/move", |(_, player)| known(player.boards_per_move, grouped));
        }
        if self.players.iter().any(|player| player.note.is_some()) {
            table = table.text("note", |(_, player)| player.note.clone().unwrap_or_default());
        }
        table.done()
    }

    /// Returns the tiles that distinguish players: made in some games, but not in all games of every player.
    fn shown_tiles(&self) -> impl Iterator<Item = u32> {
        let distinguishes = move |tile: &u32| {
            let tile = tile.to_string();
            let shares = || self.players.iter().map(|player| player.report.tile(&tile).share);
            shares().any(|share| share > 0.0) && shares().any(|share| share < 1.0)
        };
        TILES.into_iter().filter(distinguishes)
    }

    /// Lists, for each player, the players below it without a significant difference.
    fn differences_in_words(&self) -> String {
        if let Some(ratings) = &self.ratings {
            return ratings.in_words();
        }
        let text = "Paired tests on common games, corrected for the number of pairs of players \
                    (Holm), tell every two players apart at the 5 % level";
        let mut open = Vec::new();
        for (place, player) in self.players.iter().enumerate() {
            let others: Vec<String> = self
                .differences
                .iter()
                .filter(|found| found.of == place && found.p_value >= SIGNIFICANT)
                .map(|found| in_markdown(&self.players[found.to].name))
                .collect();
            if !others.is_empty() {
                open.push(format!("- {} from {}", in_markdown(&player.name), others.join("; ")));
            }
        }
        match open.is_empty() {
            true => format!("{text}.\n"),
            false => format!("{text}, but not\n\n{}\n", open.join("\n")),
        }
    }
}
