//! The standings of a tournament and the differences between its players.

use serde::Serialize;

use crate::statistics::scores::{Evaluation, ScoreReport, scores};
use crate::statistics::{Interval, holm, median_interval, paired_p_value};
use crate::studies::tournament::games::PlayedGames;
use crate::studies::tournament::{Entrant, Games};

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
    /// Moves per second on one core.
    pub moves_per_second: f64,
    /// Boards valued per move.
    pub boards_per_move: f64,
    /// The remark in the tournament file.
    pub note: Option<String>,
}

impl Standing {
    /// The interval of the mean, if it says anything: not below three games, nor with an end that
    /// no score can have.
    pub fn sound_interval(&self) -> Option<Interval> {
        let interval = self.report.mean_ci95.filter(|_| self.report.games >= 3);
        interval.filter(|interval| interval.low >= 0.0)
    }
}

/// The difference between two players on the seeds that both have played.
#[derive(Clone, Debug, Serialize)]
pub struct PlayerDifference {
    /// The index of the player with the higher mean over all its games.
    pub of: usize,
    /// The index of the other player.
    pub to: usize,
    /// The number of common games.
    pub games: usize,
    /// The p-value of Student's paired test after Holm's correction for all pairs of the table.
    pub p_value: f64,
}

impl PlayerDifference {
    /// Whether the difference is significant at the 5 % level.
    pub fn is_significant(&self) -> bool {
        self.p_value < 0.05
    }
}

/// The table of a tournament.
#[derive(Clone, Debug, Serialize)]
pub struct Standings {
    /// The seed of the games.
    pub seed: u64,
    /// The players, by falling mean score.
    pub players: Vec<Standing>,
    /// The differences of all pairs of players.
    pub differences: Vec<PlayerDifference>,
}

impl Standings {
    /// Computes the standings; players without games are left out.
    pub(super) fn of(seed: u64, entrants: &[Entrant], games: &Games) -> Self {
        let played = |entrant: &Entrant| Some(standing(entrant, games.played(&entrant.name)?));
        let mut all: Vec<_> = entrants.iter().filter_map(played).collect();
        all.sort_by(|(a, _), (b, _)| b.report.mean.total_cmp(&a.report.mean));
        let (players, scores): (Vec<_>, Vec<_>) = all.into_iter().unzip();
        Self { seed, players, differences: differences(&scores) }
    }
}

fn standing(entrant: &Entrant, played: &PlayedGames) -> (Standing, Vec<f64>) {
    // The journal of a longer tournament has more games than are asked for now.
    let results = &played.results[..played.results.len().min(entrant.games as usize)];
    let scores = scores(results);
    let evaluation = Evaluation::of(results);
    let all_moves: u64 = played.results.iter().map(|game| u64::from(game.moves)).sum();
    let standing = Standing {
        name: entrant.name.clone(),
        player: entrant.file.weights.subject.to_string(),
        report: ScoreReport::of(results),
        median_ci95: median_interval(&scores),
        moves_per_second: all_moves as f64 / played.seconds,
        boards_per_move: evaluation.nodes as f64 / evaluation.moves.max(1) as f64,
        note: entrant.note.clone(),
    };
    (standing, scores)
}

fn differences(scores: &[Vec<f64>]) -> Vec<PlayerDifference> {
    let pairs = (0..scores.len()).flat_map(|of| (of + 1..scores.len()).map(move |to| (of, to)));
    let difference = |(of, to): (usize, usize)| {
        let games = scores[of].len().min(scores[to].len());
        let p_value = paired_p_value(&scores[of][..games], &scores[to][..games]);
        PlayerDifference { of, to, games, p_value }
    };
    let mut differences: Vec<PlayerDifference> = pairs.map(difference).collect();
    let p_values: Vec<f64> = differences.iter().map(|found| found.p_value).collect();
    for (difference, p_value) in differences.iter_mut().zip(holm(&p_values)) {
        difference.p_value = p_value;
    }
    differences
}
