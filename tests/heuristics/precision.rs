//! Whether single precision costs games.

use tune2048::game::{Board, GameSeed, Move, Player, Stream, play};
use tune2048::heuristic::{HeuristicKind, Orientations, Tables, Weights};
use tune2048::player::{DeadValue, ExpectimaxSettings, PlayerSettings, build};

use super::reference::Reference;

struct Textbook(Reference, f64);

impl Player for Textbook {
    fn start_game(&mut self) {}
    fn choose(&mut self, board: Board) -> Option<Move> {
        let mut best: Option<(Move, f64)> = None;
        for direction in Move::ALL {
            if let Some(value) = self
                .0
                .depth_1(board, direction, Some(self.1))
                .map(|v| v.value)
                && best.is_none_or(|(_, highest)| value > highest)
            {
                best = Some((direction, value));
            }
        }
        best.map(|(direction, _)| direction)
    }
    fn nodes(&self) -> u64 {
        0
    }
}

#[test]
#[ignore]
fn games() {
    for (kind, dead, count) in [
        (HeuristicKind::Path(Orientations::Eight), 0.0, 200),
        (HeuristicKind::ExponentialSnake(Orientations::One), 0.0, 200),
        (
            HeuristicKind::ExponentialSnake(Orientations::Eight),
            0.0,
            200,
        ),
        (HeuristicKind::Differences, -1e20, 200),
    ] {
        let weights = Weights::defaults(kind);
        let tables = Tables::new(&weights);
        let settings = PlayerSettings::Expectimax(ExpectimaxSettings {
            dead_value: DeadValue::Number(dead),
            ..ExpectimaxSettings::default()
        });
        let mut fast = build(&settings, &tables);
        let mut slow = Textbook(Reference::new(&weights).unwrap(), dead);
        let stat = |scores: Vec<f64>| {
            let n = scores.len() as f64;
            let mean = scores.iter().sum::<f64>() / n;
            let sd = (scores.iter().map(|s| (s - mean).powi(2)).sum::<f64>() / (n - 1.0)).sqrt();
            (mean, 1.96 * sd / n.sqrt())
        };
        let f = stat(
            (0..count)
                .map(|i| play(&mut *fast, GameSeed::new(1, Stream::Evaluation, i)).score as f64)
                .collect(),
        );
        let s = stat(
            (0..count)
                .map(|i| play(&mut slow, GameSeed::new(1, Stream::Evaluation, i)).score as f64)
                .collect(),
        );
        println!("{:?}: single {:?} double {:?}", weights.heuristic, f, s);
    }
}
