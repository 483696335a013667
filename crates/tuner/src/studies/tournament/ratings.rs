//! Ratings of the players of matches: the model of Bradley and Terry, in which a draw is half a point.

use serde::Serialize;
use statrs::distribution::{ContinuousCDF, Normal};

use crate::statistics::{Interval, holm, mean};
use tune2048_files::number_text::fixed;
use tune2048_files::shown::in_markdown;

/// The pairs of games of two players.
#[derive(Clone, Debug)]
pub struct Pairing {
    /// The places of both in the list of players.
    pub players: [usize; 2],
    /// The share of the points of the first one in each pair.
    pub shares: Vec<f64>,
}

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
            let half = normal.inverse_cdf(0.975) * error;
            let elo_ci95 = Interval { low: elo - half, high: elo + half };
            let name = names[player].clone();
            Rating { name, elo, elo_ci95, pairs: own.len() as u64, share: mean(&own) }
        };
        let mut order: Vec<usize> = (0..players).collect();
        order.sort_by(|&one, &other| ratings[other].total_cmp(&ratings[one]));
        let mut superiorities: Vec<Superiority> = (0..players)
            .flat_map(|high| (high + 1..players).map(move |low| (high, low)))
            .map(|(high, low)| {
                let [i, j] = [order[high], order[low]];
                let error = covariance[i][i] + covariance[j][j] - 2.0 * covariance[i][j];
                let likelihood = normal.cdf((ratings[i] - ratings[j]) / error.sqrt());
                Superiority { players: [high, low], likelihood, p_value: 2.0 * (1.0 - likelihood) }
            })
            .collect();
        let p_values: Vec<f64> = superiorities.iter().map(|found| found.p_value).collect();
        for (found, p_value) in superiorities.iter_mut().zip(holm(&p_values)) {
            found.p_value = p_value;
        }
        let ratings = order.into_iter().map(rating).collect();
        Self { ratings, superiorities, is_bounded_by_draws }
    }
}

impl Ratings {
    /// Writes the ratings as Markdown.
    pub(super) fn to_markdown(&self) -> String {
        let mut text = "| | player | pairs | of the points | Elo | 95 % interval |\n|---|---|---:|---:|---:|---:|\n".to_owned();
        for (place, rating) in self.ratings.iter().enumerate() {
            let Rating { name, pairs, share, .. } = rating;
            let (name, [elo, ends]) = (in_markdown(name), rating.in_words());
            text +=
                &format!("| {} | {name} | {pairs} | {share:.3} | {elo} | {ends} |\n", place + 1);
        }
        text + "\n"
    }

    /// Says which players are told apart, with names as `shown` writes them.
    pub(super) fn in_words(&self, shown: impl Fn(&str) -> String) -> String {
        let mut text = "Ratings are Elo by the model of Bradley and Terry, of mean 0; a draw is half a point, and intervals have \
                        the spread of the pairs of games."
            .to_owned();
        if self.is_bounded_by_draws {
            text +=
                " A drawn pair was added to each pairing, since the results alone bound no rating.";
        }
        text += "\n\nThe likelihood of superiority, and whether all of these claims together hold at the 5 % level (Holm):\n\n";
        for Superiority { players, likelihood, p_value } in &self.superiorities {
            let [one, other] = players.map(|place| shown(&self.ratings[place].name));
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

impl Rating {
    /// The rating and its interval: `+44`, `+22 to +65`.
    pub fn in_words(&self) -> [String; 2] {
        let Interval { low, high } = self.elo_ci95;
        let signed = |elo: f64| {
            let text = fixed(elo, 0);
            if elo > 0.0 && text != "0" { format!("+{text}") } else { text }
        };
        [signed(self.elo), [low, high].map(signed).join(" to ")]
    }
}

impl Pairing {
    /// Returns the shares of a player; `None` if it is neither of both.
    fn of(&self, player: usize) -> Option<Vec<f64>> {
        let side = self.players.iter().position(|&own| own == player)?;
        let share = |&share: &f64| if side == 0 { share } else { 1.0 - share };
        Some(self.shares.iter().map(share).collect())
    }
}

/// What ratings need of a pairing.
struct Known {
    players: [usize; 2],
    pairs: f64,
    share: f64,
    /// Of the share in one pair.
    variance: f64,
}

impl Known {
    fn of(pairing: &Pairing, with_draw: bool) -> Self {
        let mut shares = pairing.shares.clone();
        shares.extend(with_draw.then_some(0.5));
        let share = mean(&shares);
        let squares: f64 = shares.iter().map(|one| (one - share).powi(2)).sum();
        let pairs = shares.len() as f64;
        Self { players: pairing.players, pairs, share, variance: squares / (pairs - 1.0).max(1.0) }
    }

    /// The share that ratings give the first player.
    fn expected(&self, ratings: &[f64]) -> f64 {
        let [i, j] = self.players;
        1.0 / (1.0 + libm::exp(ratings[j] - ratings[i]))
    }
}

/// Whether each player has points against another that has points against another, and so on, to all others.
fn is_connected(players: usize, pairings: &[Pairing]) -> bool {
    (0..players).all(|from| {
        let mut reached = vec![false; players];
        let mut open = vec![from];
        while let Some(player) = open.pop() {
            if std::mem::replace(&mut reached[player], true) {
                continue;
            }
            let won = pairings.iter().filter_map(|pairing| {
                let points: f64 = pairing.of(player)?.iter().sum();
                let [one, other] = pairing.players;
                (points > 0.0).then_some(if one == player { other } else { one })
            });
            open.extend(won);
        }
        reached.iter().all(|&is_reached| is_reached)
    })
}

/// Returns the ratings whose expected points are those of the table, by Newton's method; their sum is 0.
fn most_likely(players: usize, known: &[Known]) -> Vec<f64> {
    let mut ratings = vec![0.0; players];
    for _ in 0..100 {
        let mut excess = vec![0.0; players];
        for pairing in known {
            let [i, j] = pairing.players;
            let more = pairing.pairs * (pairing.share - pairing.expected(&ratings));
            excess[i] += more;
            excess[j] -= more;
        }
        let step = multiplied(&inverse(information(&ratings, known)), &excess);
        let longest = step.iter().fold(0.0_f64, |most, step| most.max(step.abs()));
        // Where the first steps lead too far, they are shortened.
        let factor = (2.0 / longest.max(1e-300)).min(1.0);
        ratings.iter_mut().zip(&step).for_each(|(rating, step)| *rating += factor * step);
        if longest < 1e-12 {
            break;
        }
    }
    ratings
}

/// Returns the derivatives of expected points by ratings, plus 1 everywhere, which keeps the sum of ratings at 0.
fn information(ratings: &[f64], known: &[Known]) -> Vec<Vec<f64>> {
    let weight = |pairing: &Known| {
        let share = pairing.expected(ratings);
        pairing.pairs * share * (1.0 - share)
    };
    laplacian(ratings.len(), 1.0, known, weight)
}

/// Returns the covariance of ratings from the spread of the pairs, whatever their draws.
fn covariance(ratings: &[f64], known: &[Known]) -> Vec<Vec<f64>> {
    let spread = laplacian(ratings.len(), 0.0, known, |pairing| pairing.pairs * pairing.variance);
    let inverse = inverse(information(ratings, known));
    let half: Vec<Vec<f64>> = inverse.iter().map(|row| multiplied(&spread, row)).collect();
    half.iter().map(|row| multiplied(&inverse, row)).collect()
}

/// Returns the sum over pairings of `weight` times (e_i - e_j)(e_i - e_j)ᵀ, plus `everywhere`.
fn laplacian(
    players: usize,
    everywhere: f64,
    known: &[Known],
    weight: impl Fn(&Known) -> f64,
) -> Vec<Vec<f64>> {
    let mut matrix = vec![vec![everywhere; players]; players];
    for pairing in known {
        let ([i, j], weight) = (pairing.players, weight(pairing));
        matrix[i][i] += weight;
        matrix[j][j] += weight;
        matrix[i][j] -= weight;
        matrix[j][i] -= weight;
    }
    matrix
}

fn multiplied(matrix: &[Vec<f64>], vector: &[f64]) -> Vec<f64> {
    let dot = |row: &Vec<f64>| row.iter().zip(vector).map(|(a, b)| a * b).sum();
    matrix.iter().map(dot).collect()
}

/// Returns the inverse of a symmetric, positive definite matrix, which needs no pivots.
fn inverse(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let size = matrix.len();
    for (place, row) in matrix.iter_mut().enumerate() {
        row.extend((0..size).map(|column| f64::from(u8::from(column == place))));
    }
    for place in 0..size {
        let pivot = matrix[place][place];
        matrix[place].iter_mut().for_each(|entry| *entry /= pivot);
        let row = matrix[place].clone();
        for (_, other) in matrix.iter_mut().enumerate().filter(|(index, _)| *index != place) {
            let factor = other[place];
            other.iter_mut().zip(&row).for_each(|(entry, own)| *entry -= factor * own);
        }
    }
    matrix.into_iter().map(|row| row[size..].to_vec()).collect()
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

    /// Ordo (github.com/michiguel/Ordo, commit of its last release) has these ratings of this table, with 400 points for a
    /// factor of ten in the odds (`ordo -a 0 -z 200.239 -s 3000`), and errors of 24.4, 24.1, 23.9 and 25.0 by simulation of its model of draws: here they have the spread of the table.
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

    /// A player without a point has no rating by its results alone.
    #[test]
    fn a_player_without_points_is_rated() {
        let found = ratings(&[(0, 1, [10, 0, 0]), (1, 2, [4, 2, 4]), (2, 3, [3, 4, 3])]);
        assert!(found.is_bounded_by_draws);
        assert!(found.ratings[0].name == "A" && found.ratings[0].elo.is_finite(), "{found:?}");
    }
}
