//! The games that single precision costs: tables against formulas in double precision, on
//! the same seeds.
//!
//! The test takes about two minutes:
//! `cargo test -p tune2048-engine --test engine precision -- --ignored --nocapture`

use tune2048_engine::evaluate::{Evaluate, GameEvaluator};
use tune2048_engine::game::{Board, GameResult, GameSeed, Move, Player, Stream, play};
use tune2048_engine::heuristic::{HeuristicKind, Orientations, Weights};
use tune2048_engine::player::{ExpectimaxSettings, PlayerSettings, TerminalValue};

use super::reference::Reference;

const GAMES: u64 = 200;

/// Expectimax at depth 1 in double precision.
struct Textbook {
    reference: Reference,
    dead: f64,
}

impl Player for Textbook {
    fn start_game(&mut self) {}

    fn choose(&mut self, board: Board) -> Option<Move> {
        let mut best: Option<(Move, f64)> = None;
        for direction in Move::ALL {
            let found = self.reference.depth_1(board, direction, Some(self.dead));
            if let Some(found) = found
                && best.is_none_or(|(_, highest)| found.value > highest)
            {
                best = Some((direction, found.value));
            }
        }
        best.map(|(direction, _)| direction)
    }

    fn nodes(&self) -> u64 {
        0
    }
}

#[test]
#[ignore = "takes two minutes: cargo test -p tune2048-engine --test engine -- --ignored"]
fn single_precision_costs_the_path_games_and_no_other() {
    for (heuristic, dead, costs_games) in [
        (HeuristicKind::Path(Orientations::Eight), 0.0, true),
        (
            HeuristicKind::ExponentialSnake(Orientations::One),
            0.0,
            false,
        ),
        (
            HeuristicKind::ExponentialSnake(Orientations::Eight),
            0.0,
            false,
        ),
        (HeuristicKind::Differences, -1e20, false),
    ] {
        let weights = Weights::defaults(heuristic);
        let seeds: Vec<_> = (0..GAMES)
            .map(|index| GameSeed::new(1, Stream::Evaluation, index))
            .collect();
        let settings = PlayerSettings::Expectimax(ExpectimaxSettings {
            dead_value: TerminalValue::Number(dead),
            ..ExpectimaxSettings::default()
        });
        let evaluator = GameEvaluator::new(None).expect("threads");
        let single = evaluator.play(&settings, &weights, &seeds, &Default::default());
        let single = mean_interval(&single.expect("not stopped").results);
        let mut textbook = Textbook {
            reference: Reference::new(&weights).expect("a formula"),
            dead,
        };
        let double: Vec<_> = seeds
            .iter()
            .map(|&seed| play(&mut textbook, seed))
            .collect();
        let double = mean_interval(&double);
        println!(
            "{:?}: single precision {single:.0?}, double {double:.0?}",
            weights.heuristic
        );
        let (single_high, double_low) = (single[1], double[0]);
        assert_eq!(
            single_high < double_low,
            costs_games,
            "{:?}",
            weights.heuristic
        );
    }
}

/// The 95 % interval of the mean score, by the normal distribution.
fn mean_interval(games: &[GameResult]) -> [f64; 2] {
    let count = games.len() as f64;
    let scores = games.iter().map(|game| game.score as f64);
    let mean = scores.clone().sum::<f64>() / count;
    let squares: f64 = scores.map(|score| (score - mean).powi(2)).sum();
    let margin = 1.96 * (squares / (count - 1.0) / count).sqrt();
    [mean - margin, mean + margin]
}
