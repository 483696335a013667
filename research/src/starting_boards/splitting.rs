//! Multilevel splitting: a process that reaches a stage is continued several times from there,
//! and each continuation counts its share (Kahn and Harris, *Estimation of particle
//! transmission by random sampling*, 1951).

/// A score with what it cost.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Unit {
    pub(crate) score: f64,
    pub(crate) cost: f64,
}

impl std::ops::Add for Unit {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self { score: self.score + other.score, cost: self.cost + other.cost }
    }
}

/// The largest number of continuations from one state.
pub(crate) const MAX_CONTINUATIONS: u64 = 7;

/// A stretch up to the next stage or the end, with its continuations.
#[derive(Clone, Debug)]
pub(crate) struct Tree {
    pub(crate) stretch: Unit,
    /// Empty if the process ended before the next stage.
    pub(crate) children: Vec<Self>,
}

impl Tree {
    /// Runs a process, with `branching[i]` continuations from each state that begins stage i.
    /// `run` is given a state, the number of stages begun, and a number that no other
    /// stretch of the tree has; it returns the stretch, and the state in which the next stage begins.
    pub(crate) fn grow<S: Copy>(
        start: S,
        branching: &[u64],
        run: &mut impl FnMut(S, usize, u64) -> (Unit, Option<S>),
    ) -> Self {
        Self::grow_from(start, branching, 0, 0, run)
    }

    fn grow_from<S: Copy>(
        start: S,
        branching: &[u64],
        begun: usize,
        number: u64,
        run: &mut impl FnMut(S, usize, u64) -> (Unit, Option<S>),
    ) -> Self {
        let (stretch, end) = run(start, begun, number);
        let mut children = Vec::new();
        if let (Some(state), Some(&continuations)) = (end, branching.get(begun)) {
            assert!(continuations <= MAX_CONTINUATIONS, "numbers stay different");
            for child in 1..=continuations {
                let number = number * (MAX_CONTINUATIONS + 1) + child;
                children.push(Self::grow_from(state, branching, begun + 1, number, run));
            }
        }
        Self { stretch, children }
    }

    /// The estimate of the mean score from the first `continuations[i]` continuations of stage
    /// i, and what they cost. It is unbiased for any numbers of continuations.
    pub(crate) fn estimate(&self, continuations: &[usize]) -> Unit {
        let mut unit = self.stretch;
        if let Some((&first, later)) = continuations.split_first() {
            for child in self.children.iter().take(first) {
                let rest = child.estimate(later);
                unit.score += rest.score / first as f64;
                unit.cost += rest.cost;
            }
        }
        unit
    }

    /// The variance of scores that arises after a stage, estimated from its continuations.
    pub(crate) fn variance_after(&self, stage: usize) -> f64 {
        let n = self.children.len() as f64;
        if n < 2.0 {
            return 0.0;
        }
        if stage > 0 {
            let later = self.children.iter().map(|child| child.variance_after(stage - 1));
            return later.sum::<f64>() / n;
        }
        let whole = |child: &Self| child.estimate(&[1; 8]).score;
        let mean = self.children.iter().map(whole).sum::<f64>() / n;
        let squares = self.children.iter().map(|child| (whole(child) - mean).powi(2));
        squares.sum::<f64>() / (n - 1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{Rng, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    /// A process that each of its first two stretches ends with probability one half, and whose
    /// points double with each stage. Its mean is 1 + 1/2 · (2 + 1/2 · 4) = 3.
    fn run(seed: u64) -> impl FnMut(u64, usize, u64) -> (Unit, Option<u64>) {
        move |state, begun, number| {
            let mut random = Xoshiro256PlusPlus::seed_from_u64(seed << 16 | number);
            let luck = random.random_range(0..2);
            let score = if begun == 0 { 2 * luck } else { state * luck * 2 };
            let is_on = begun < 2 && random.random_bool(0.5);
            let unit = Unit { score: score as f64, cost: 1.0 };
            (unit, is_on.then_some(if begun == 0 { 2 } else { 2 * state }))
        }
    }

    #[test]
    fn splitting_is_unbiased_and_less_noisy() {
        const RUNS: u64 = 40_000;
        let mut variances = Vec::new();
        for continuations in [[1, 1], [1, 2], [2, 1], [2, 2], [4, 4]] {
            let scores: Vec<_> = (0..RUNS)
                .map(|seed| Tree::grow(1, &[4, 4], &mut run(seed)).estimate(&continuations).score)
                .collect();
            let mean = scores.iter().sum::<f64>() / RUNS as f64;
            let squares = scores.iter().map(|score| (score - mean).powi(2));
            let variance = squares.sum::<f64>() / (RUNS - 1) as f64;
            let error = (variance / RUNS as f64).sqrt();
            assert!((mean - 3.0).abs() < 4.0 * error, "{continuations:?}: {mean}");
            variances.push(variance);
        }
        assert!(variances.is_sorted_by(|more, less| more > less), "{variances:?}");
    }

    #[test]
    fn shares_and_costs_follow_the_tree() {
        let mut numbers = Vec::new();
        let tree = Tree::grow((), &[2, 3], &mut |(), begun, number| {
            numbers.push(number);
            let unit =
                Unit { score: 10_f64.powi(begun as i32) * (1 + number % 8) as f64, cost: 1.0 };
            // The second continuation from the first stage ends before the second.
            (unit, (number != 2).then_some(()))
        });
        assert_eq!(numbers, [0, 1, 9, 10, 11, 2]);
        let expected = [
            ([1, 1], 1.0 + 20.0 + 200.0, 3.0),
            ([2, 1], 1.0 + (20.0 + 200.0 + 30.0) / 2.0, 4.0),
            ([2, 3], 1.0 + (20.0 + 300.0 + 30.0) / 2.0, 6.0),
        ];
        for (continuations, score, cost) in expected {
            assert_eq!(tree.estimate(&continuations), Unit { score, cost });
        }
        // The continuations from the first stage score 220 and 30, those from the second 200 to 400.
        assert!((tree.variance_after(0) - 190.0_f64.powi(2) / 2.0).abs() < 1e-9);
        assert!((tree.variance_after(1) - 10_000.0 / 2.0).abs() < 1e-9);
    }
}
