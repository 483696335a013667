//! Campaigns that tune the weights of players of 2048.
//!
//! A *campaign* is one TOML file. An optimizer proposes weights, seeded games
//! measure them, and the scores decide the next proposals. Every evaluation is
//! appended to a journal, from which an interrupted campaign continues.
//!
//! # Data flow
//!
//! Each arrow is one plain type.
//!
//! ```text
//! TOML --CampaignSpec--> optimizer --point--> search space --Weights--> player
//!   --GameResult--> statistics --Trial--> record --> campaign --WeightsFile--> export
//! ```
//!
//! # Modules
//!
//! | module | contents |
//! |---|---|
//! | [`subject`] | what is tuned and measured, and the games that it plays |
//! | [`baselines`] | stored means of presets, so that comparisons need not play them |
//! | [`space`] | the campaign file: its schema, its checks, and the search space that it defines |
//! | [`statistics`] | means, intervals, tests, confidence sequences, statistics of a batch of games |
//! | [`weights`] | weights files, evidence, exports |
//! | [`record`] | the folder of a campaign and its journals |
//! | [`campaign`] | the loop of a campaign, its final race and its verdict |
//! | [`studies`] | comparisons, tournaments, explanations, diagnoses |
//! | [`words`] | the wording of verdicts, intervals and progress |
//!
//! # Words
//!
//! | word | meaning |
//! |---|---|
//! | score | game points |
//! | value | a number that a heuristic or a search assigns to a board |
//! | weights | named parameters of a heuristic |
//! | search space | the weights that are tuned, with their ranges |
//! | point | a vector in the unit cube that stands for weights of the search space |
//! | candidate | a point with its weights |
//! | trial | a candidate with the statistics of its games |
//! | objective | the statistic that a campaign maximises |
//! | fitness | the number that an optimizer minimises: minus the objective, plus a penalty outside the ranges |
//! | generation | the candidates that an optimizer proposes at once; all play the same seeds |
//! | round | the games of a generation that are played before some candidates stop early |
//! | reliability | the share of the variance between the measured means of candidates that is not noise |
//! | pilot | games before a search, from which its plan is made |
//! | finalists | the candidates of the final race, which decides the recommendation |
//! | validation | new games of the winner and of the starting weights |
//!
//! # Example
//!
//! Weights from a search space, measured on ten games:
//!
//! ```
//! use std::path::Path;
//! use tune2048_engine::evaluate::{GameEvaluator, Monitor};
//! use tune2048_engine::game::{GameSeed, Stream};
//! use tune2048_tuner::{space::CampaignSpec, statistics::scores::ScoreReport, subject::Evaluate};
//!
//! let text = "name = 'x'\nseed = 1\nheuristic.rows.empty = 'tune'\nobjective.games-per-candidate = 10\nbudget.games = 100";
//! let spec = CampaignSpec::parse(Path::new("x.toml"), text)?;
//! let weights = spec.decode(&[0.25]); // a quarter of the way through the range of `empty`
//! assert_eq!(weights.get("empty"), Some(500.0));
//! let seeds: Vec<_> = (0..10).map(|game| GameSeed::new(spec.seed, Stream::Search, game)).collect();
//! let evaluator = GameEvaluator::new(None)?; // one thread per core
//! let games = evaluator.play(&weights, &seeds, &Monitor::default())?;
//! assert!(ScoreReport::of(&games.results).mean > 5_000.0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![warn(clippy::print_stdout)]

pub mod baselines;
pub mod campaign;
pub mod record;
pub mod space;
pub mod statistics;
pub mod studies;
pub mod subject;
pub mod weights;
pub mod words;

/// Compiles and runs the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
