//! Ratings of the players of matches: the model of Bradley and Terry, in which a draw is half a point.

use serde::Serialize;
use statrs::distribution::{ContinuousCDF, Normal};

use super::bradley_terry::{Known, Pairing, covariance, is_connected, most_likely};
use super::pairs_of;
use crate::statistics::in_words::{range, signed};
use crate::statistics::{Interval, correct_by_holm, mean};
use tune2048_files::data_table::DataTable;
use tune2048_files::number_text::fixed;
use tune2048_files::shown::in_markdown;

/// One player's rating.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Rating {
    /// The name of the player.
    pub name: String,
    /// Elo; those of all players have the mean 0.
    pub elo: f64,
    /// The 95 % interval, by the spread of the pairs of games.
    pub elo_ci95: Interval,
    /// The number of pairs of games.
    pub pairs: u64,
    /// The share of the points.
    pub share: f64,
}

/// How likely one player is the stronger one of two.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Superiority {
    /// The places of both in [`Ratings::ratings`], the higher one first.
    pub players: [usize; 2],
    /// The likelihood that the first one is stronger.
    pub likelihood: f64,
    /// The p-value of equal ratings, after Holm's correction for all pairs of players.
    pub p_value: f64,
}

/// The ratings of all players, the highest first.
#[derive(Clone, Debug, Serialize)]
pub struct Ratings {
    /// The ratings.
    pub ratings: Vec<Rating>,
    /// The comparisons of all pairs of players, by their ratings.
    pub superiorities: Vec<Superiority>,
    /// Whether a drawn pair was added to each pairing, since the results alone do not bound the ratings.
    pub is_bounded_by_draws: bool,
}

/// The Elo of a unit of the logarithm of odds.
const UNIT: f64 = 400.0 / std::f64::consts::LN_10;

impl Ratings {
    /// Rates players by the pairs that they have played.
    pub fn of(names: &[String], pairings: &[Pairing]) -> Self {
        let players = names.len();
        // Without a way by won points from each player to each other one, some rating has no bound.
        let is_bounded_by_draws = !is_connected(players, pairings);
        let known: Vec<Known> =
            pairings.iter().map(|pairing| Known::of(pairing, is_bounded_by_draws)).collect();
        let ratings = most_likely(players, &known);
        let covariance = covariance(&ratings, &known);
        let normal = Normal::standard();
        let rating = |player: usize| {
            let own = pairings.iter().filter_map(|pairing| pairing.of(player)).flatten();
            let own: Vec<f64> = own.collect();
            let error = UNIT * covariance[player][player].sqrt();
            let elo = UNIT * ratings[player];
            let elo_ci95 = Interval::around(elo, normal.inverse_cdf(0.975) * error);
            let name = names[player].clone();
            Rating { name, elo, elo_ci95, pairs: own.len() as u64, share: mean(&own) }
        };
        let mut order: Vec<usize> = (0..players).collect();
        order.sort_by(|&one, &other| ratings[other].total_cmp(&ratings[one]));
        let superiority = |players: [usize; 2]| {
            let [i, j] = players.map(|place| order[place]);
            let error = covariance[i][i] + covariance[j][j] - 2.0 * covariance[i][j];
            let likelihood = normal.cdf((ratings[i] - ratings[j]) / error.sqrt());
            Superiority { players, likelihood, p_value: 2.0 * (1.0 - likelihood) }
        };
        let mut superiorities: Vec<Superiority> = pairs_of(players).map(superiority).collect();
        correct_by_holm(superiorities.iter_mut().map(|found| &mut found.p_value));
        let ratings = order.into_iter().map(rating).collect();
        Self { ratings, superiorities, is_bounded_by_draws }
    }

    /// Writes the ratings as Markdown.
    pub(super) fn to_markdown(&self) -> String {
        DataTable::new("ratings", "Ratings", (1..).zip(&self.ratings))
            .text("", |(place, _)| *place)
            .text("player", |(_, rating)| rating.name.clone())
            .number("pairs", |(_, rating)| rating.pairs)
            .number("of the points", |(_, rating)| format!("{:.3}", rating.share))
            .number("Elo", |(_, rating)| signed(rating.elo, 0))
            .number("95 % interval", |(_, rating)| range(rating.elo_ci95, |end| signed(end, 0)))
            .done()
            .markdown()
    }

    /// Says which players are told apart.
    pub(super) fn in_words(&self) -> String {
        let mut text = "Ratings are Elo by the model of Bradley and Terry, of mean 0; a draw is half a point, and intervals have \
                        the spread of the pairs of games."
            .to_owned();
        if self.is_bounded_by_draws {
            text +=
                " A drawn pair was added to each pairing, since the results alone bound no rating.";
        }
        text += "\n\nThe likelihood of superiority, and whether all of these claims together hold at the 5 % level (Holm):\n\n";
        for Superiority { players, likelihood, p_value } in &self.superiorities {
            let [one, other] = players.map(|place| in_markdown(&self.ratings[place].name));
            let told = if *p_value < 0.05 { "told apart" } else { "not told apart" };
            let percent = match *likelihood {
                likely if likely > 0.9995 => "over 99.9".to_owned(),
                likely => fixed(100.0 * likely, 1),
            };
            text += &format!("- {one} over {other}: {percent} %, {told}\n");
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ratings(table: &[(usize, usize, [usize; 3])]) -> Ratings {
        let pairing = |&(one, other, [won, drawn, lost]): &(usize, usize, [usize; 3])| {
            let counted = [(1.0, won), (0.5, drawn), (0.0, lost)];
            let shares =
                counted.into_iter().flat_map(|(share, times)| std::iter::repeat_n(share, times));
            Pairing { players: [one, other], shares: shares.collect() }
        };
        let names = ["A", "B", "C", "D"].map(str::to_owned);
        Ratings::of(&names, &table.iter().map(pairing).collect::<Vec<_>>())
    }

    /// Ordo (github.com/michiguel/Ordo) has these ratings of this table, with 400 points for a factor of ten in the odds
    /// (`ordo -a 0 -z 200.239 -s 3000`). Its errors are simulated by a model of draws; here they have the table's spread.
    #[test]
    fn ratings_are_those_of_ordo() {
        let found = ratings(&[
            (0, 1, [22, 40, 18]),
            (0, 2, [35, 30, 15]),
            (0, 3, [50, 22, 8]),
            (1, 2, [28, 35, 17]),
            (1, 3, [40, 31, 9]),
            (2, 3, [33, 28, 19]),
        ]);
        for (rating, (name, elo, error)) in found.ratings.iter().zip([
            ("A", 75.65, 24.4),
            ("B", 43.31, 24.1),
            ("C", -18.82, 23.9),
            ("D", -100.13, 25.0),
        ]) {
            assert!(rating.name == name && (rating.elo - elo).abs() < 0.02, "{rating:?}");
            assert!((rating.elo_ci95.high - rating.elo - error).abs() < 3.0, "{rating:?}");
        }
        let likelihoods: Vec<f64> = found.superiorities.iter().map(|one| one.likelihood).collect();
        assert!(likelihoods.iter().all(|likelihood| *likelihood > 0.9), "{likelihoods:?}");
        assert!(found.superiorities[0].p_value > 0.05 && found.superiorities[2].p_value < 1e-6);
        assert!(!found.is_bounded_by_draws);
    }

    /// Players who drew all pairs are alike as far as is known, and may differ.
    #[test]
    fn drawn_pairs_leave_the_ratings_open() {
        let found = ratings(&[(0, 1, [0, 10, 0]), (1, 2, [0, 10, 0]), (2, 3, [0, 10, 0])]);
        for one in &found.superiorities {
            assert!((one.likelihood - 0.5).abs() < 1e-9 && one.p_value >= 0.99, "{one:?}");
        }
        for Rating { elo, elo_ci95, .. } in &found.ratings {
            assert!(elo.abs() < 1e-9 && elo_ci95.low < -10.0 && elo_ci95.high > 10.0, "{found:?}");
        }
    }

    /// A player without a point has no rating by its results alone.
    #[test]
    fn a_player_without_points_is_rated() {
        let found = ratings(&[(0, 1, [10, 0, 0]), (1, 2, [4, 2, 4]), (2, 3, [3, 4, 3])]);
        assert!(found.is_bounded_by_draws);
        assert!(found.ratings[0].name == "A" && found.ratings[0].elo.is_finite(), "{found:?}");
    }
}
