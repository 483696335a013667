//! The optimizers that the contract is checked for, with their expected values and bounds.

use tune2048_optimizer::{
    CmaEs, CmaEsSettings, CmaesCrate, Optimizer, ParticleSwarm, ParticleSwarmSettings,
    RandomSearch, Spsa, SpsaSettings,
};

/// An optimizer with its bounds.
pub(crate) struct Contract {
    pub(crate) name: &'static str,
    /// Builds the optimizer for (dimensions, seed), with the cube's centre as its start if it has one.
    pub(crate) build: fn(usize, u64) -> Box<dyn Optimizer>,
    /// The population for a number of dimensions.
    pub(crate) population: fn(usize) -> usize,
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

/// Every optimizer.
pub(crate) const CONTRACTS: [Contract; 5] = [
    Contract {
        name: "CMA-ES",
        build: |dimensions, seed| {
            let centre = vec![0.5; dimensions];
            Box::new(CmaEs::new(&CmaEsSettings::default(), centre, seed).unwrap())
        },
        population: CmaEs::default_population,
        reach: f64::INFINITY,
        last_points: [
            [0.382312182269628, 0.41133174712370146, 0.6268111764512285],
            [
                -0.02558657056282776,
                0.42866086176232693,
                0.04676601957356913,
            ],
        ],
        tolerances: [0.0, 0.0],
        sphere: 1e-12,
        noisy_sphere: 0.03,
    },
    Contract {
        name: "SPSA",
        build: |dimensions, seed| {
            let settings = SpsaSettings {
                population: 20,
                ..SpsaSettings::default()
            };
            Box::new(Spsa::new(settings, vec![0.5; dimensions], seed).unwrap())
        },
        population: |_| 20,
        reach: 0.1,
        last_points: [
            [0.6, 0.6, 0.6],
            [0.3465376865560591, 0.45467600304257705, 0.3417241865570969],
        ],
        tolerances: [0.0, 0.0],
        sphere: 0.01,
        noisy_sphere: 0.03,
    },
    Contract {
        name: "CMA-ES of the cmaes crate",
        build: |dimensions, seed| {
            let population = CmaEs::default_population(dimensions);
            Box::new(CmaesCrate::new(population, 0.2, vec![0.5; dimensions], seed).unwrap())
        },
        population: CmaEs::default_population,
        reach: f64::INFINITY,
        last_points: [
            [0.6997111198996654, 0.33695938062011066, 0.6292075030947378],
            [0.14064182747876935, 0.40817769105768276, 0.3631532953789476],
        ],
        tolerances: [1e-12, 1e-9],
        sphere: 1e-12,
        noisy_sphere: 0.03,
    },
    Contract {
        name: "particle swarm",
        build: |dimensions, seed| {
            let settings = ParticleSwarmSettings {
                population: 20,
                ..ParticleSwarmSettings::default()
            };
            Box::new(ParticleSwarm::new(settings, vec![0.5; dimensions], seed).unwrap())
        },
        population: |_| 20,
        reach: 1.0,
        last_points: [
            [0.43478223775386204, 0.48953485041743505, 0.220117646600131],
            [
                -0.10611762014993531,
                0.4407639177394968,
                -0.3392758871185845,
            ],
        ],
        tolerances: [0.0, 0.0],
        sphere: 1e-12,
        noisy_sphere: 0.05,
    },
    Contract {
        name: "random search",
        build: |dimensions, seed| Box::new(RandomSearch::new(dimensions, 20, seed).unwrap()),
        population: |_| 20,
        reach: 0.0,
        last_points: [
            [0.260910699853553, 0.39513417359569725, 0.08258439309677956],
            [0.72380766313915, 0.5792999657112933, 0.8595033097924483],
        ],
        tolerances: [0.0, 0.0],
        sphere: 0.2,
        noisy_sphere: 0.2,
    },
];
