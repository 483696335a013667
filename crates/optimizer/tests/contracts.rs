//! The optimizers that the contract is checked for, with their expected values and bounds.

use tune2048_optimizer::{
    CmaesCrateSettings, MirroredEsSettings, Optimizer, ParticleSwarmSettings, RandomSearchSettings,
    Search, SpsaSettings,
};

use crate::problems::tutorial;

/// An optimizer with its bounds.
pub(crate) struct Contract {
    /// The optimizer for a number of dimensions.
    pub(crate) optimizer: fn(usize) -> Optimizer,
    /// The largest distance of a coordinate from the cube, in edges.
    pub(crate) reach: f64,
    /// The last points of the first and of the third generation on [`sphere`] in 3 dimensions with seed 1.
    pub(crate) last_points: [[f64; 3]; 2],
    /// The largest difference of these points on another processor.
    pub(crate) tolerances: [f64; 2],
    /// The upper bound of the answer's true value after 200 generations in 10 dimensions, as a share of the expected
    /// value of a random point.
    pub(crate) sphere: f64,
    /// The upper bound of `sphere` where each value has noise with a standard deviation of 2 % of a random point's value.
    pub(crate) noisy_sphere: f64,
}

impl Contract {
    pub(crate) fn name(&self) -> &'static str {
        (self.optimizer)(1).name()
    }

    /// Starts a search at the centre of the cube.
    pub(crate) fn search(&self, dimensions: usize, seed: u64) -> Search {
        let optimizer = (self.optimizer)(dimensions);
        optimizer.start(vec![0.5; dimensions], seed).unwrap()
    }
}

/// Returns the contracts of all optimizers.
pub(crate) fn contracts() -> Vec<&'static Contract> {
    let contract = |optimizer: Optimizer| {
        let name = optimizer.name();
        let found = CONTRACTS.iter().find(|contract| contract.name() == name);
        found.unwrap_or_else(|| panic!("{name} has no contract in {}", file!()))
    };
    Optimizer::all().into_iter().map(contract).collect()
}

/// What most optimizers have in common: they stay in the cube, and differ nowhere.
const USUAL: Contract = Contract {
    optimizer: |_| Optimizer::MirroredEs(MirroredEsSettings::default()),
    reach: 0.0,
    last_points: [[0.0; 3]; 2],
    tolerances: [0.0; 2],
    sphere: 1e-12,
    noisy_sphere: 0.03,
};

const CONTRACTS: [Contract; 6] = [
    Contract {
        last_points: [
            [0.7055562655645777, 0.6612316065829362, 0.30978705364022596],
            [0.18169143979453453, 0.6470783235875258, 0.5307292425836664],
        ],
        sphere: 0.01,
        ..USUAL
    },
    Contract {
        optimizer: |dimensions| Optimizer::CmaEs(tutorial(dimensions)),
        reach: f64::INFINITY,
        last_points: [
            [0.382312182269628, 0.41133174712370146, 0.6268111764512285],
            [-0.02558657056282776, 0.42866086176232693, 0.04676601957356913],
        ],
        ..USUAL
    },
    Contract {
        optimizer: |_| Optimizer::Spsa(SpsaSettings { population: 20, ..SpsaSettings::default() }),
        reach: 0.1,
        last_points: [
            [0.6, 0.6, 0.6],
            [0.3465376865560591, 0.45467600304257705, 0.3417241865570969],
        ],
        sphere: 0.01,
        ..USUAL
    },
    Contract {
        optimizer: |_| Optimizer::CmaesCrate(CmaesCrateSettings::default()),
        reach: f64::INFINITY,
        last_points: [
            [0.6997111198996654, 0.33695938062011066, 0.6292075030947378],
            [0.14064182747876935, 0.40817769105768276, 0.3631532953789476],
        ],
        tolerances: [1e-12, 1e-9],
        ..USUAL
    },
    Contract {
        optimizer: |_| Optimizer::ParticleSwarm(ParticleSwarmSettings::default()),
        reach: 1.0,
        last_points: [
            [0.43478223775386204, 0.48953485041743505, 0.220117646600131],
            [-0.10611762014993531, 0.4407639177394968, -0.3392758871185845],
        ],
        noisy_sphere: 0.05,
        ..USUAL
    },
    Contract {
        optimizer: |_| Optimizer::RandomSearch(RandomSearchSettings { population: 20 }),
        last_points: [
            [0.260910699853553, 0.39513417359569725, 0.08258439309677956],
            [0.72380766313915, 0.5792999657112933, 0.8595033097924483],
        ],
        sphere: 0.2,
        noisy_sphere: 0.2,
        ..USUAL
    },
];
