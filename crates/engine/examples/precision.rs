//! The games that single precision costs: mean scores at depth 1 by tables and by formulas in double
//! precision, with 95 % intervals. Takes two minutes.

use tune2048_engine::game::{Board, GameSeed, Move, MoveTables, Player, Stream, play};
use tune2048_engine::heuristic::{HeuristicKind, Orientations, Tables, Weights};
use tune2048_engine::player::{self, PlayerSettings};

const GAMES: u64 = 200;

/// Expectimax at depth 1 in double precision; a dead board has the value 0.
struct InDoublePrecision<'t>(&'t Tables);

impl InDoublePrecision<'_> {
    fn afterstate(&self, after: Board) -> f64 {
        let cells: Vec<_> = (0..16).filter(|&cell| after.rank(cell) == 0).collect();
        let best = |board| {
            let moved = Move::ALL.map(|direction| MoveTables::get().apply(board, direction));
            let legal = moved.into_iter().filter(|&moved| moved != board);
            legal.map(|moved| self.0.static_value(moved)).reduce(f64::max).unwrap_or(0.0)
        };
        let of_cell = |&cell: &usize| {
            let spawned = |rank: u64| best(Board(after.0 | rank << (4 * cell)));
            0.9 * spawned(1) + 0.1 * spawned(2)
        };
        cells.iter().map(of_cell).sum::<f64>() / cells.len() as f64
    }
}

impl Player for InDoublePrecision<'_> {
    fn move_values(&mut self, board: Board) -> [Option<f64>; 4] {
        Move::ALL.map(|direction| {
            let after = MoveTables::get().apply(board, direction);
            (after != board).then(|| self.afterstate(after))
        })
    }

    fn nodes(&self) -> u64 {
        0
    }
}

/// The mean score of the games of a player, and half of its interval by the normal distribution.
fn mean(player: &mut dyn Player) -> (f64, f64) {
    let seeds = (0..GAMES).map(|index| GameSeed::new(1, Stream::Evaluation, index));
    let scores: Vec<f64> = seeds.map(|seed| play(player, seed).score.get()).collect();
    let mean = scores.iter().sum::<f64>() / GAMES as f64;
    let squares: f64 = scores.iter().map(|score| (score - mean).powi(2)).sum();
    (mean, 1.96 * (squares / (GAMES - 1) as f64 / GAMES as f64).sqrt())
}

fn main() {
    for heuristic in [
        HeuristicKind::Path(Orientations::Eight),
        HeuristicKind::ExponentialSnake(Orientations::One),
        HeuristicKind::ExponentialSnake(Orientations::Eight),
    ] {
        let tables = Tables::new(&Weights::defaults(heuristic.clone()));
        let mut by_tables = player::build(&PlayerSettings::default(), &tables);
        for (precision, (mean, margin)) in
            [("single", mean(&mut *by_tables)), ("double", mean(&mut InDoublePrecision(&tables)))]
        {
            println!("{heuristic:?}, {precision}: {mean:.0} ± {margin:.0}");
        }
    }
}
