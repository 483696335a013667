//! Explanations of how two players differ: terms of moves, samples of boards, summaries.

use rayon::ThreadPoolBuilder;
use tune2048_engine::evaluate::{BoardPlayer, Monitor};
use tune2048_engine::game::{Board, GameSeed, Move, MoveTables, Session, Stream};
use tune2048_engine::heuristic::{Tables, Weights};
use tune2048_engine::player::{
    self, Depth, ExpectimaxSettings, PlayerSettings, StaticValue, TerminalValue,
};
use tune2048_engine::presets::Preset;
use tune2048_tuner::studies::explain::{
    Explanation, GamePhase, MoveComparison, PlayerSource, Policy, Sample, SampleSettings,
    TermSearch, judge, sample,
};

fn weights(preset: &str) -> Weights {
    Preset::find(preset).expect("built in").weights()
}

fn expectimax(depth: u8, dead_value: TerminalValue) -> PlayerSettings {
    PlayerSettings::Expectimax(ExpectimaxSettings {
        depth: Depth::Fixed(depth),
        dead_value,
        ..ExpectimaxSettings::default()
    })
}

/// Returns every `step`-th position of a game with the weights of 2014; the last ones are close to its end.
fn positions(step: usize) -> Vec<Board> {
    let tables = Tables::new(&weights("2014"));
    let mut player = player::build(&PlayerSettings::default(), &tables);
    let mut session = Session::new(GameSeed::new(5, Stream::Evaluation, 0));
    let mut boards = Vec::new();
    while let Some(direction) = player.choose(session.board()) {
        boards.push(session.board());
        session.make(direction);
    }
    let last = boards.split_off(boards.len() - 5);
    boards.into_iter().step_by(step).chain(last).collect()
}

#[test]
fn terms_of_moves_add_up_to_the_values_of_the_player() {
    let dead = [
        TerminalValue::Number(0.0),
        TerminalValue::Number(-1e6),
        TerminalValue::Static(StaticValue::Static),
    ];
    for preset in ["2014", "2014-simple", "corner-published", "exponential-snake", "differences"] {
        let weights = weights(preset);
        let tables = Tables::new(&weights);
        for (depth, step) in [(1, 40), (2, 400), (3, 100_000)] {
            for dead in dead {
                let settings = expectimax(depth, dead);
                let search = TermSearch::new(&weights, &settings);
                let mut player = player::build(&settings, &tables);
                let boards = positions(step);
                let first = boards.len().saturating_sub(if depth == 3 { 1 } else { 1000 });
                for &board in &boards[first..] {
                    let found = search.moves(board).expect("the search is taken apart");
                    let of_board = search.of_board(board);
                    for (found, expected) in found.iter().zip(player.move_values(board)) {
                        let Some(found) = found else {
                            assert_eq!(expected, None);
                            continue;
                        };
                        let expected = expected.expect("a legal move");
                        assert_eq!(found.len(), search.names.len());
                        let sum: f64 = found.iter().sum();
                        // Players subtract a constant from their tables, which rounds the value of dead boards.
                        let terms = found.iter().chain(&of_board);
                        let size: f64 = terms.map(|term| term.abs()).sum();
                        let error = (sum - expected).abs();
                        let place = format!("{preset} depth {depth} {board}");
                        assert!(error <= 2e-6 * size, "{place}: {found:?}, {expected}");
                    }
                }
            }
        }
    }
}

#[test]
fn searches_that_are_not_sums_are_not_decomposed() {
    let board: Board = "a874764254314320".parse().expect("a board");
    let minimax = PlayerSettings::Minimax(player::MinimaxSettings::default());
    let deep = expectimax(4, TerminalValue::Number(0.0));
    for settings in [minimax, deep] {
        assert_eq!(TermSearch::new(&weights("2014"), &settings).moves(board), None);
    }
}

fn sampled(policies: [&Policy; 2], seed: u64, boards: usize, threads: usize) -> Sample {
    let pool = ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
    let settings = SampleSettings { seed, games: 40, boards };
    let sources = policies.map(|policy| policy as &dyn PlayerSource);
    sample(sources, settings, &pool, &Monitor::default()).expect("nobody stops it")
}

fn policies() -> [Policy; 2] {
    ["2014", "2014-simple"].map(|name| {
        Policy::new(BoardPlayer { settings: PlayerSettings::default(), weights: weights(name) })
    })
}

#[test]
fn boards_come_from_both_players_and_are_the_same_on_any_number_of_threads() {
    let policies = policies();
    let found = sampled(policies.each_ref(), 1, 10, 1);
    assert_eq!(found, sampled(policies.each_ref(), 1, 10, 3));
    assert_ne!(found, sampled(policies.each_ref(), 2, 10, 3));
    for stage in GamePhase::all().take(3) {
        for player in 0..2 {
            let own = found.iter().filter(|one| (one.stage, one.player) == (stage, player));
            assert_eq!(own.count(), 5, "{stage:?}");
        }
    }
    for one in &found {
        let largest = one.board.ranks().into_iter().max().map_or(0, |rank| 1_u32 << rank);
        let fits = largest == one.stage.largest_tile()
            || one.stage.is_first() && largest < one.stage.largest_tile();
        assert!(fits, "{} in {:?}", one.board, one.stage);
        let is_legal =
            |&direction: &Move| MoveTables::get().apply(one.board, direction) != one.board;
        assert!(Move::ALL.iter().filter(|direction| is_legal(direction)).count() >= 2);
    }
}

fn explained(policies: [&Policy; 2], sample: &Sample) -> (Explanation, Vec<MoveComparison>) {
    let pool = ThreadPoolBuilder::new().num_threads(2).build().expect("threads");
    let sources = policies.map(|policy| policy as &dyn PlayerSource);
    let opinions = judge(sources, sample, &pool, &Monitor::default()).expect("nobody stops it");
    (Explanation::new(&opinions), opinions)
}

#[test]
fn stages_have_the_mean_cost_of_the_other_move() {
    let policies = policies();
    let policies = policies.each_ref();
    let (found, opinions) = explained(policies, &sampled(policies, 1, 40, 2));
    for stage in &found.stages {
        let own = opinions.iter().filter(|on| on.sampled.stage == stage.stage && !on.agree());
        let own: Vec<&MoveComparison> = own.collect();
        for player in 0..2 {
            let cost = |on: &&MoveComparison| {
                let cost = on.cost_of_other(player) / on.spread(player).max(stage.spreads[player]);
                assert!((0.0..=1.0).contains(&cost), "{cost}");
                cost
            };
            let expected = own.iter().map(cost).sum::<f64>() / own.len() as f64;
            let mean = stage.costs[player].unwrap_or(f64::NAN);
            assert!((mean - expected).abs() < 1e-12 || own.is_empty(), "{mean}, {expected}");
        }
    }
    let agreed: u64 = found.stages.iter().map(|stage| stage.agreement.same).sum();
    assert_eq!(agreed, found.overall.same);
    assert!(0 < agreed && agreed < found.overall.boards);
}
