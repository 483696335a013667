//! The ways to score candidates that are compared.

use tune2048_engine::game::Board;
use tune2048_engine::heuristic::Weights;
use tune2048_tuner::statistics::mean;

use super::agreement::Scores;
use super::games::Games;
use super::splitting::{Tree, Unit};

/// Units of every candidate that are scored in one way.
#[derive(Clone, Debug)]
pub(crate) struct Method {
    pub(crate) name: String,
    /// Units by candidate.
    pub(crate) units: Vec<Vec<Unit>>,
    /// Whether the expected score is the mean score of whole games.
    pub(crate) is_unbiased: bool,
}

impl Method {
    pub(crate) fn scores(&self) -> Scores {
        scores(&self.units)
    }

    /// The mean cost of a unit.
    pub(crate) fn cost(&self) -> f64 {
        let costs: Vec<_> = self.units.iter().flatten().map(|unit| unit.cost).collect();
        mean(&costs)
    }

    /// Adds up the units of two methods.
    fn and(&self, name: String, other: &Self) -> Self {
        let add = |(one, other): (&Vec<Unit>, &Vec<Unit>)| {
            let pairs = one.iter().zip(other);
            pairs.map(|(one, other)| *one + *other).collect()
        };
        let units = self.units.iter().zip(&other.units).map(add).collect();
        Self { name, units, is_unbiased: false }
    }
}

/// The scores of units.
pub(crate) fn scores(units: &[Vec<Unit>]) -> Scores {
    let scores = units.iter().map(|units| units.iter().map(|unit| unit.score).collect());
    scores.collect()
}

/// The games of all candidates.
#[derive(Debug)]
pub(crate) struct Pools {
    /// Whole games from which the truth is estimated.
    pub(crate) truth: Vec<Vec<Unit>>,
    /// Games with several continuations from each stage.
    pub(crate) trees: Vec<Vec<Tree>>,
    /// Games from the boards of each stage.
    pub(crate) from_banks: Vec<Vec<Vec<Unit>>>,
}

impl Pools {
    /// Plays all games, with so many continuations from each stage.
    pub(crate) fn play(
        games: &Games,
        candidates: &[Weights],
        banks: &[Vec<Board>],
        truth: usize,
        continuations: u64,
    ) -> Self {
        let branching = vec![continuations; games.stages.len()];
        let mut pools = Self {
            truth: Vec::new(),
            trees: Vec::new(),
            from_banks: vec![Vec::new(); banks.len()],
        };
        for (index, weights) in candidates.iter().enumerate() {
            eprintln!("candidate {} of {}", index + 1, candidates.len());
            pools.truth.push(games.whole(weights, truth));
            let pool = banks[0].len();
            pools.trees.push(games.trees(weights, &branching, pool));
            for (stage, bank) in banks.iter().enumerate() {
                let units = games.begun_with(weights, stage, bank);
                pools.from_banks[stage].push(units);
            }
        }
        pools
    }

    /// All ways to score these games; whole games are the first.
    pub(crate) fn methods(&self, stages: &[u8], most_continuations: u64) -> Vec<Method> {
        let tile = |stage: usize| 1_u32 << stages[stage];
        let mut methods = vec![self.split("whole games".to_owned(), &vec![1; stages.len()])];
        let banks = self.from_banks.iter().enumerate();
        methods.extend(banks.map(|(stage, units)| Method {
            name: format!("bank of {}", tile(stage)),
            units: units.clone(),
            is_unbiased: false,
        }));
        let banks = methods[1..].to_vec();
        if let Some((first, others)) = banks.split_first()
            && !others.is_empty()
        {
            let name = "one of each bank".to_owned();
            methods
                .push(others.iter().fold(first.clone(), |sum, bank| sum.and(name.clone(), bank)));
        }
        for (stage, bank) in banks.iter().enumerate() {
            let name = format!("a whole game and one of {}", tile(stage));
            methods.push(methods[0].and(name, bank));
        }
        for k in (1..).map(|level| 1 << level).take_while(|&k| k <= most_continuations as usize) {
            for stage in 0..stages.len() {
                let mut continuations = vec![1; stages.len()];
                continuations[stage] = k;
                let name = format!("split in {k} at {}", tile(stage));
                methods.push(self.split(name, &continuations));
            }
            if stages.len() > 1 {
                let name = format!("split in {k} at each stage");
                methods.push(self.split(name, &vec![k; stages.len()]));
            }
        }
        methods
    }

    fn split(&self, name: String, continuations: &[usize]) -> Method {
        let units = |trees: &Vec<Tree>| -> Vec<Unit> {
            trees.iter().map(|tree| tree.estimate(continuations)).collect()
        };
        Method { name, units: self.trees.iter().map(units).collect(), is_unbiased: true }
    }
}
