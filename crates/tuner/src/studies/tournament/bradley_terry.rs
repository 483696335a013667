//! The model of Bradley and Terry: ratings whose expected points are those that were played, and their errors.
//!
//! The linear algebra is of a few players. It is written out, so that every processor gives the same bits.

use super::pairs_of;
use crate::statistics::mean;

/// The pairs of games of two players.
#[derive(Clone, Debug)]
pub struct Pairing {
    /// The places of both in the list of players.
    pub players: [usize; 2],
    /// The share of the points of the first one in each pair.
    pub shares: Vec<f64>,
}

impl Pairing {
    /// Returns the shares of a player; `None` if it is neither of both.
    pub(super) fn of(&self, player: usize) -> Option<Vec<f64>> {
        let side = self.players.iter().position(|&own| own == player)?;
        let share = |&share: &f64| if side == 0 { share } else { 1.0 - share };
        Some(self.shares.iter().map(share).collect())
    }
}

/// What ratings need of a pairing.
pub(super) struct Known {
    players: [usize; 2],
    pairs: f64,
    share: f64,
    /// The variance of the share in one pair.
    variance: f64,
}

impl Known {
    pub(super) fn of(pairing: &Pairing, with_draw: bool) -> Self {
        let mut shares = pairing.shares.clone();
        shares.extend(with_draw.then_some(0.5));
        let (share, pairs) = (mean(&shares), shares.len() as f64);
        if shares.iter().all(|one| one.to_bits() == shares[0].to_bits()) {
            // Pairs that are all alike do not show that others cannot come: one won and one lost are thought of.
            shares.extend([1.0, 0.0]);
        }
        let middle = mean(&shares);
        let squares: f64 = shares.iter().map(|one| (one - middle).powi(2)).sum();
        let variance = squares / (shares.len() as f64 - 1.0).max(1.0);
        Self { players: pairing.players, pairs, share, variance }
    }

    /// The share that ratings give the first player.
    fn expected(&self, ratings: &[f64]) -> f64 {
        let [i, j] = self.players;
        1.0 / (1.0 + libm::exp(ratings[j] - ratings[i]))
    }
}

/// Whether each player has points against another that has points against another, and so on, to all others.
pub(super) fn is_connected(players: usize, pairings: &[Pairing]) -> bool {
    let mut reaches = vec![vec![false; players]; players];
    for Pairing { players: [one, other], shares } in pairings {
        reaches[*one][*other] |= shares.iter().any(|&share| share > 0.0);
        reaches[*other][*one] |= shares.iter().any(|&share| share < 1.0);
    }
    for via in 0..players {
        let on = reaches[via].clone();
        for row in reaches.iter_mut().filter(|row| row[via]) {
            row.iter_mut().zip(&on).for_each(|(reached, &further)| *reached |= further);
        }
    }
    pairs_of(players).all(|[one, other]| reaches[one][other] && reaches[other][one])
}

/// Returns the ratings whose expected points are those of the table, by Newton's method; their sum is 0.
pub(super) fn most_likely(players: usize, known: &[Known]) -> Vec<f64> {
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
pub(super) fn covariance(ratings: &[f64], known: &[Known]) -> Vec<Vec<f64>> {
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
