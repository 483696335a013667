//! Whether single precision costs games: the tables against the formulas in
//! double precision, on the same seeds.
//!
//! Takes about two minutes:
//! `cargo test --test heuristics -- --ignored --nocapture precision`

use tune2048::evaluate::GameEvaluator;
use tune2048::game::{Board, GameSeed, Move, Player, Stream, play};
use tune2048::heuristic::{HeuristicKind, Orientations, Weights};
use tune2048::player::{DeadValue, ExpectimaxSettings, PlayerSettings};
use tune2048::score_report::ScoreReport;

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
#[ignore = "takes two minutes"]
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
            dead_value: DeadValue::Number(dead),
            ..ExpectimaxSettings::default()
        });
        let evaluator = GameEvaluator::new(settings, None).expect("threads");
        let single = evaluator.play(&weights, &seeds, &Default::default());
        let single = ScoreReport::of(&single.expect("not stopped").results);
        let mut textbook = Textbook {
            reference: Reference::new(&weights).expect("a formula"),
            dead,
        };
        let double: Vec<_> = seeds
            .iter()
            .map(|&seed| play(&mut textbook, seed))
            .collect();
        let double = ScoreReport::of(&double);
        let interval = |report: &ScoreReport| report.mean_ci95.expect("several games");
        let (low, high) = (interval(&single), interval(&double));
        println!(
            "{:?}: single precision {:.0} ({:.0} to {:.0}), double {:.0} ({:.0} to {:.0})",
            weights.heuristic, single.mean, low.low, low.high, double.mean, high.low, high.high
        );
        assert_eq!(low.high < high.low, costs_games, "{:?}", weights.heuristic);
    }
}
