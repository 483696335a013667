//! What a search may not depend on, and games held to the last point.

use tune2048_engine::game::{Board, GameSeed, Move, MoveTables, Player, Session, Stream, play};
use tune2048_engine::heuristic::{CellValue, ValueFunction, Weights, corner_matrix, rows};
use tune2048_engine::player::{AnalysingPlayer, Depth, DepthRule, Expectimax, ExpectimaxSettings};
use tune2048_engine::presets::Preset;

fn weights(name: &str) -> Weights {
    Preset::find(name).unwrap().weights()
}

fn settings(depth: u8) -> ExpectimaxSettings {
    ExpectimaxSettings {
        depth: Depth::Fixed(depth),
        ..ExpectimaxSettings::default()
    }
}

/// Every `step`-th position of a game at depth 1.
fn positions(step: usize) -> Vec<Board> {
    let tables = rows::tables(&weights("2014").values);
    let mut player = Expectimax::new(&tables, &settings(1));
    let mut session = Session::new(GameSeed::new(5, Stream::Evaluation, 0));
    let mut boards = vec![session.board()];
    while let Some(direction) = player.choose(session.board()) {
        session.make(direction);
        boards.push(session.board());
    }
    boards.into_iter().step_by(step).collect()
}

fn first_best(values: [Option<f64>; 4]) -> Option<Move> {
    let mut best: Option<(Move, f64)> = None;
    for (direction, value) in Move::ALL.into_iter().zip(values) {
        if let Some(value) = value
            && best.is_none_or(|(_, highest)| value > highest)
        {
            best = Some((direction, value));
        }
    }
    best.map(|(direction, _)| direction)
}

#[test]
fn the_first_best_move_is_played() {
    let (rows, matrix) = (
        rows::tables(&weights("2014").values),
        corner_matrix::tables(CellValue::Face, &weights("corner-published").values),
    );
    for depth in 1..=2 {
        let mut by_rows = Expectimax::new(&rows, &settings(depth));
        let mut by_matrix = Expectimax::new(&matrix, &settings(depth));
        for board in positions(40) {
            assert_eq!(
                by_rows.choose(board),
                first_best(by_rows.move_values(board)),
                "{board}"
            );
            assert_eq!(
                by_matrix.choose(board),
                first_best(by_matrix.move_values(board)),
                "{board}"
            );
        }
    }
}

/// Neither hits nor collisions in the table change a value, cut or not.
#[test]
fn the_transposition_table_changes_no_value() {
    let tables = rows::tables(&weights("2014").values);
    for depth in [
        Depth::Fixed(2),
        Depth::Fixed(3),
        Depth::Rule(DepthRule::DistinctTiles),
    ] {
        for probability_cut in [1e-2, 1e-3] {
            let with_slots = |transposition_slots| ExpectimaxSettings {
                depth,
                probability_cut,
                transposition_slots,
                ..ExpectimaxSettings::default()
            };
            let mut without = Expectimax::new(&tables, &with_slots(0));
            let mut small = Expectimax::new(&tables, &with_slots(64));
            let mut large = Expectimax::new(&tables, &with_slots(65_536));
            for board in positions(400) {
                let expected = without.move_values(board);
                assert_eq!(small.move_values(board), expected, "{board} {depth:?}");
                assert_eq!(large.move_values(board), expected, "{board} {depth:?}");
            }
        }
    }
}

/// Exact expectimax of depth 1 as the textbook has it, in double precision.
fn textbook<T: ValueFunction>(tables: &T, after: Board) -> f64 {
    let mut sum = 0.0;
    let empty: Vec<_> = (0..16).filter(|&cell| after.rank(cell) == 0).collect();
    for &cell in &empty {
        for (rank, share) in [(1_u64, 0.9), (2, 0.1)] {
            let board = Board(after.0 | rank << (4 * cell));
            let moves = Move::ALL.map(|direction| MoveTables::get().apply(board, direction));
            let values = moves.into_iter().filter(|&moved| moved != board);
            let best = values.map(|moved| f64::from(tables.value(moved)) + tables.offset());
            sum += share * best.reduce(f64::max).unwrap_or(0.0);
        }
    }
    sum / empty.len() as f64
}

/// Every move of a game is a best one, as far as single precision can tell.
#[test]
fn games_are_the_textbooks() {
    let tables = rows::tables(&weights("2014").values);
    let mut player = Expectimax::new(&tables, &settings(1));
    let mut session = Session::new(GameSeed::new(2048, Stream::Evaluation, 0));
    while let Some(direction) = player.choose(session.board()) {
        let value = |direction| {
            let after = MoveTables::get().apply(session.board(), direction);
            (after != session.board()).then(|| textbook(&tables, after))
        };
        let best = Move::ALL
            .into_iter()
            .filter_map(value)
            .reduce(f64::max)
            .unwrap();
        let chosen = value(direction).unwrap();
        assert!(
            best - chosen < 0.5,
            "{}: {direction} is {chosen}, not {best}",
            session.board()
        );
        session.make(direction);
    }
}

/// The recorded games of a seed: if they change, so do all campaigns.
#[test]
fn value_stability() {
    let rows = rows::tables(&weights("2014").values);
    let matrix = corner_matrix::tables(CellValue::Face, &weights("corner-published").values);
    let game = |index| GameSeed::new(2048, Stream::Evaluation, index);
    let mut found = Vec::new();
    for (depth, index) in [(1, 0), (1, 1), (2, 0)] {
        let by_rows = play(&mut Expectimax::new(&rows, &settings(depth)), game(index));
        let by_matrix = play(&mut Expectimax::new(&matrix, &settings(depth)), game(index));
        found.push([by_rows, by_matrix].map(|game| (game.score, game.moves)));
    }
    let mut player = Expectimax::new(&rows, &settings(3));
    let mut session = Session::new(game(0));
    while session.moves() < 300
        && let Some(direction) = player.choose(session.board())
    {
        session.make(direction);
    }
    assert_eq!((session.score(), session.moves()), (4548, 300));
    let expected = [
        [(14_656, 853), (52_424, 2423)],
        [(44_500, 2277), (36_424, 1884)],
        [(124_116, 5151), (80_464, 3730)],
    ];
    assert_eq!(
        found, expected,
        "rows and corner matrix at depths 1, 1 and 2"
    );
}
