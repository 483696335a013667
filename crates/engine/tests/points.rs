//! Expectimax over values that are points still to come, beside a textbook's.

use tune2048_engine::game::{Board, GameSeed, Move, MoveTables, Player, Session, Stream};
use tune2048_engine::heuristic::row_tables::RowTables;
use tune2048_engine::heuristic::{ValueFunction, rows};
use tune2048_engine::player::{
    AnalysingPlayer, BudgetedExpectimax, Depth, Expectimax, ExpectimaxSettings, NodeBudget,
};
use tune2048_engine::presets::Preset;

/// A hundredth of the values of rows, as points still to come.
struct Points {
    rows: RowTables,
    factor: f32,
    is_bounded: bool,
}

impl Points {
    fn new(factor: f32, is_bounded: bool) -> Self {
        let rows = rows::tables(&Preset::find("2014").unwrap().weights().values);
        Self {
            rows,
            factor,
            is_bounded,
        }
    }
}

impl ValueFunction for Points {
    fn value(&self, board: Board) -> f32 {
        self.factor * self.rows.value(board)
    }

    fn counts_points(&self) -> bool {
        true
    }

    /// The points of one tile that all others merge into, less those of the tiles.
    fn upper_bound(&self, position: Board, spawns: u32) -> f32 {
        if !self.is_bounded {
            return f32::INFINITY;
        }
        let of_tile = |tile: f64| tile * (tile.log2() - 1.0);
        let tiles = position.ranks().into_iter().filter(|&rank| rank > 0);
        let tiles: Vec<_> = tiles.map(|rank| f64::from(1 << u32::from(rank))).collect();
        let all = tiles.iter().sum::<f64>() + 4.0 * f64::from(spawns);
        let scored = tiles.into_iter().map(of_tile).sum::<f64>();
        (of_tile(all) - scored) as f32 + self.factor * self.rows.upper_bound(position, spawns)
    }
}

/// The values of the moves as the textbook has them: every spawn in every cell, and for each
/// of its moves the points and what follows; a dead board is worth 0.
fn textbook(tables: &Points, board: Board, depth: u32) -> [Option<f64>; 4] {
    let moves = MoveTables::get();
    Move::ALL.map(|direction| {
        let after = moves.apply(board, direction);
        (after != board)
            .then(|| f64::from(moves.points(board, direction)) + afterstate(tables, after, depth))
    })
}

fn afterstate(tables: &Points, after: Board, depth: u32) -> f64 {
    if depth == 0 {
        return f64::from(tables.value(after));
    }
    let cells: Vec<_> = (0..16).filter(|&cell| after.rank(cell) == 0).collect();
    let mut sum = 0.0;
    for &cell in &cells {
        for (rank, share) in [(1, 0.9), (2, 0.1)] {
            let board = Board(after.0 | rank << (4 * cell));
            let values = textbook(tables, board, depth - 1).into_iter().flatten();
            sum += share * values.reduce(f64::max).unwrap_or(0.0);
        }
    }
    sum / cells.len() as f64
}

fn settings(depth: Depth) -> ExpectimaxSettings {
    ExpectimaxSettings {
        depth,
        probability_cut: 0.0,
        ..ExpectimaxSettings::default()
    }
}

/// Crowded boards, on which a textbook is quick, with merges in all directions and near their end.
fn boards() -> Vec<Board> {
    let mut boards: Vec<Board> = [
        "1223344556677889",
        "8765123112323210",
        "1212212112122120",
        "4321567812348760",
        "9911552266330044",
        "1234234134124120",
    ]
    .map(|board| board.parse().unwrap())
    .into();
    let mut session = Session::new(GameSeed::new(3, Stream::Evaluation, 0));
    let order = [Move::Left, Move::Up, Move::Right, Move::Down];
    while order.into_iter().any(|direction| session.make(direction)) {
        if session.board().empty_cells() < 4 {
            boards.push(session.board());
        }
    }
    boards
}

fn assert_close(found: [Option<f64>; 4], expected: [Option<f64>; 4], what: &str) {
    for (found, expected) in found.into_iter().zip(expected) {
        assert_eq!(found.is_some(), expected.is_some(), "{what}");
        let (found, expected) = (found.unwrap_or(0.0), expected.unwrap_or(0.0));
        let error = (found - expected).abs();
        assert!(
            error <= 1e-5 * expected.abs().max(100.0),
            "{what}: {found}, not {expected}"
        );
    }
}

#[test]
fn fixed_depths_have_the_values_of_the_textbook() {
    let tables = Points::new(0.01, false);
    for (depth, step) in [(0, 1), (1, 1), (2, 2), (3, 9)] {
        let mut player = Expectimax::new(&tables, &settings(Depth::Fixed(depth)));
        for board in boards().into_iter().step_by(step) {
            let found = player.move_values(board);
            let expected = textbook(&tables, board, u32::from(depth));
            assert_close(found, expected, &format!("depth {depth}, {board}"));
        }
    }
}

#[test]
fn a_budget_has_the_values_of_the_textbook() {
    let tables = Points::new(0.01, false);
    let budget = NodeBudget::default();
    let search = Expectimax::new(&tables, &settings(Depth::Nodes(budget)));
    let mut player = BudgetedExpectimax::new(search, budget);
    for board in boards() {
        let expected = textbook(&tables, board, 1);
        assert_close(player.move_values(board), expected, &board.to_string());
    }
}

#[test]
fn a_cut_ends_with_the_points_of_the_moves_before_it() {
    let tables = Points::new(0.01, false);
    let settings = ExpectimaxSettings {
        probability_cut: 1.0,
        ..settings(Depth::Fixed(3))
    };
    let mut player = Expectimax::new(&tables, &settings);
    for board in boards() {
        let found = player.move_values(board);
        assert_close(found, textbook(&tables, board, 1), &board.to_string());
    }
}

#[test]
fn moves_with_points_are_the_best_by_the_textbook() {
    for (factor, is_bounded) in [(0.01, false), (0.0, true), (0.01, true)] {
        let tables = Points::new(factor, is_bounded);
        for depth in 1..=2 {
            let mut player = Expectimax::new(&tables, &settings(Depth::Fixed(depth)));
            for board in boards().into_iter().step_by(1 + 2 * usize::from(depth - 1)) {
                let values = textbook(&tables, board, u32::from(depth));
                let best = values.into_iter().flatten().reduce(f64::max);
                let chosen = player.choose(board).map(|chosen| chosen as usize);
                let chosen = chosen.and_then(|chosen| values[chosen]);
                assert_eq!(chosen.is_some(), best.is_some(), "{board}");
                let (chosen, best) = (chosen.unwrap_or(0.0), best.unwrap_or(0.0));
                assert!(best - chosen < 1e-5 * best.abs().max(100.0), "{board}");
            }
        }
    }
}

/// Moves that are made many at once have points too.
#[test]
fn games_at_depth_1_count_points() {
    let tables = Points::new(0.01, false);
    let mut player = Expectimax::new(&tables, &settings(Depth::Fixed(1)));
    let mut analyst = Expectimax::new(&tables, &settings(Depth::Fixed(1)));
    let seed = GameSeed::new(4, Stream::Evaluation, 0);
    let (mut played, mut expected) = (Session::new(seed), Session::new(seed));
    while player.play_on(&mut played) {
        while expected.moves() < played.moves() {
            let values = analyst.move_values(expected.board());
            let best = tune2048_engine::player::first_best(values);
            assert!(expected.make(best.unwrap()));
        }
        assert_eq!(played.board(), expected.board());
    }
    assert!(played.moves() > 100);
}
