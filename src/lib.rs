//! Finds better weights for programs that play 2048.
//!
//! A *campaign* is one TOML file, a search space. Data flows from left to
//! right, each arrow one plain type, and the modules below stand in its order:
//!
//! ```text
//! TOML --SearchSpace--> optimizer --point--> search space --Weights--> heuristic
//!   --tables--> player --GameResult--> statistics --Trial--> checkpoint --> report, export
//! ```
//!
//! # Words
//!
//! | word | meaning |
//! |---|---|
//! | rank | log2 of a tile, 0 = empty |
//! | score | game points |
//! | value | what a heuristic or a search says of a board |
//! | weights | named parameters of a heuristic |
//! | term | a part of a value, by the name of the weight that multiplies it |
//! | point | a vector in the unit cube |
//! | candidate | a point with its weights |
//! | evaluation | a candidate with the statistics of its games |
//! | objective | what a campaign maximises |
//! | fitness | what the optimizer minimises: the objective with its sign turned, and a penalty |
//! | reliability | the share of the variance between a generation's candidates that is no luck |
//! | pilot | the games before a search that its plan is made from |
//! | round | the games of a generation that are dealt before it is decided who stops |
//! | afterstate | the board after a move, before the spawn |
//! | depth | the number of spawns that a search looks past |
//!
//! # Example
//!
//! ```
//! use tune2048::evaluate::{GameEvaluator, Monitor};
//! use tune2048::game::{GameSeed, Stream};
//! use tune2048::presets::Preset;
//! use tune2048::player::PlayerSettings;
//! use tune2048::score_report::ScoreReport;
//!
//! let weights = Preset::find("2014").expect("it is built in").weights();
//! let evaluator = GameEvaluator::new(PlayerSettings::default(), None)?;
//! let seeds: Vec<_> = (0..10).map(|i| GameSeed::new(1, Stream::Evaluation, i)).collect();
//! let games = evaluator.play(&weights, &seeds, &Monitor::default())?;
//! assert!(ScoreReport::of(&games.results).mean > 5_000.0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![warn(clippy::print_stdout)]

pub mod diagnostics;
pub mod search_space;

pub mod optimizer;

pub mod expression;
pub mod game;
pub mod heuristic;
pub mod player;
pub mod presets;

pub mod evaluate;
pub mod evaluation;
pub mod score_report;
pub mod sequential;
pub mod statistics;

pub mod campaign;
pub mod checkpoint;
pub mod compare;
pub mod reliability;

pub mod duel;
pub mod protocol;

pub mod chart;
pub mod export;
pub mod landscape;
pub mod live;
pub mod report;
pub mod serve;
pub mod tournament;
pub mod weights_file;

pub mod explain;
pub mod watch;
