//! A search finds what the full one finds, whatever it remembers and leaves out.

use proptest::prelude::*;
use tune2048_engine::game::{Board, GameSeed, Session, Stream, first_best};
use tune2048_engine::heuristic::{HeuristicKind, Tables, Weights};
use tune2048_engine::player::{
    Depth, DepthRule, ExpectimaxSettings, PlayerSettings, StaticValue, TerminalValue, build,
};

use crate::preset;

const RULE: Depth = Depth::Rule(DepthRule::DistinctTiles);

/// Boards on which few cells are free, so that paths of many probabilities meet.
const CROWDED: [&str; 8] = [
    "01112225246935ad",
    "24112378239c34ad",
    "dcbaa54335211121",
    "db70a94175204312",
    "ea23986108620122",
    "24330147016b005e",
    "01350416157b18ce",
    "1213454376891210",
];

fn rows(values: [f64; 8]) -> Weights {
    Weights { heuristic: HeuristicKind::Rows, values: values.to_vec() }
}

/// Heuristics whose upper bound is tight, loose, and useless.
fn heuristics() -> [Weights; 6] {
    [
        preset("2014"),
        preset("tuned-depth1"),
        preset("tuned-depth2"),
        rows([0.0, -300.0, -700.0, 47.0, 2.0, -11.0, 3.5, 9e4]),
        rows([0.0; 8]),
        preset("corner-published"),
    ]
}

fn settings(depth: Depth, probability_cut: f64) -> ExpectimaxSettings {
    ExpectimaxSettings { depth, probability_cut, ..ExpectimaxSettings::default() }
}

/// Every `step`-th position of a game at depth 1.
fn positions(step: usize) -> Vec<Board> {
    let tables = Tables::new(&preset("2014"));
    let mut player = build(&PlayerSettings::default(), &tables);
    let mut session = Session::new(GameSeed::new(5, Stream::Evaluation, 0));
    let mut boards = vec![session.board()];
    while session.make_choice(&mut *player) {
        boards.push(session.board());
    }
    boards.into_iter().step_by(step).collect()
}

fn crowded() -> Vec<Board> {
    CROWDED.map(|board| board.parse().unwrap()).to_vec()
}

/// Asserts that tables of any size change no value, and that the chosen move is the first best of
/// the full search. Returns the share of its boards that were valued to choose.
fn assert_finds_the_best(weights: &Weights, settings: ExpectimaxSettings, boards: &[Board]) -> f64 {
    let tables = Tables::new(weights);
    let with_slots = |transposition_slots| {
        let settings = ExpectimaxSettings { transposition_slots, ..settings };
        build(&PlayerSettings::Expectimax(settings), &tables)
    };
    let mut full = with_slots(0);
    let mut analysts = [64, 65_536].map(with_slots);
    let mut choosers = [0, 64, 65_536].map(with_slots);
    for &board in boards {
        let values = full.move_values(board);
        for analyst in &mut analysts {
            assert_eq!(analyst.move_values(board), values, "{board} {settings}");
        }
        for player in &mut choosers {
            assert_eq!(player.choose(board), first_best(values), "{board} {settings}");
        }
    }
    choosers[2].nodes() as f64 / full.nodes() as f64
}

#[test]
fn the_first_best_move_is_played_at_every_depth() {
    for weights in heuristics() {
        for (depth, cut, step) in [
            (Depth::Fixed(1), 1e-4, 40),
            (Depth::Fixed(2), 1e-4, 7),
            (Depth::Fixed(3), 1e-2, 60),
            (Depth::Fixed(3), 1e-4, 90),
            (RULE, 1e-2, 150),
        ] {
            let settings = settings(depth, cut);
            let share = assert_finds_the_best(&weights, settings, &positions(step));
            // Ordering the moves costs a few boards, even if it does not help.
            assert!(share <= 1.1, "{settings}: {share}");
        }
    }
}

/// In deep searches a value depends on the path to it, by the cut.
#[test]
fn deep_searches_remember_only_what_holds() {
    for preset in ["2014", "tuned-depth2"].map(preset) {
        for (depth, cut) in [(RULE, 3e-3), (RULE, 1e-3), (Depth::Fixed(4), 2e-3)] {
            let share = assert_finds_the_best(&preset, settings(depth, cut), &crowded());
            assert!(share < 1.0, "{share}");
        }
    }
    let matrix = preset("corner-published");
    assert_finds_the_best(&matrix, settings(Depth::Fixed(5), 3e-3), &crowded());
}

#[test]
fn any_cut_and_terminal_value_leaves_the_best_move() {
    for (dead_value, cut) in [
        (TerminalValue::Number(-1e9), 0.0),
        (TerminalValue::Number(3e6), 0.01),
        (TerminalValue::Static(StaticValue::Static), 0.003),
    ] {
        let settings = ExpectimaxSettings { dead_value, ..settings(Depth::Fixed(3), cut) };
        for weights in heuristics() {
            assert_finds_the_best(&weights, settings, &positions(200));
        }
    }
}

#[test]
fn a_third_of_the_boards_is_not_valued() {
    let settings = settings(Depth::Fixed(3), 1e-4);
    let share = assert_finds_the_best(&preset("2014"), settings, &positions(60));
    assert!(share < 2.0 / 3.0, "{share}");
}

proptest! {
    #[test]
    fn the_best_move_is_found_on_crowded_boards(
        mut ranks in prop::array::uniform16(prop_oneof![1_u8..4, 1_u8..12]),
        empty in prop::collection::vec(0..16_usize, 0..4),
    ) {
        for cell in empty {
            ranks[cell] = 0;
        }
        let board = Board::from_ranks(ranks).unwrap();
        for weights in heuristics() {
            for depth in [Depth::Fixed(2), Depth::Fixed(3)] {
                assert_finds_the_best(&weights, settings(depth, 1e-4), &[board]);
            }
        }
    }
}
