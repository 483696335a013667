//! Expectimax by a number of nodes.

use tune2048_engine::game::{Board, GameSeed, Move, Session, Stream, play};
use tune2048_engine::heuristic::Tables;
use tune2048_engine::player::{
    self, Depth, DepthRule, ExpectimaxSettings, NodeBudget, NodesOf, PlayerSettings,
};

use crate::preset;

fn tables() -> Tables {
    Tables::new(&preset("2014"))
}

fn expectimax(depth: Depth, probability_cut: f64) -> PlayerSettings {
    PlayerSettings::Expectimax(ExpectimaxSettings {
        depth,
        probability_cut,
        ..ExpectimaxSettings::default()
    })
}

fn budget(nodes: u64, of: NodesOf, at_least: u8) -> Depth {
    Depth::Nodes(NodeBudget { nodes, of, at_least })
}

/// Positions of a game in which the first legal move is made.
pub(crate) fn positions() -> Vec<Board> {
    let mut session = Session::new(GameSeed::new(3, Stream::Evaluation, 0));
    let mut boards = vec![session.board()];
    let order = [Move::Left, Move::Up, Move::Right, Move::Down];
    while order.into_iter().any(|direction| session.make(direction)) {
        boards.push(session.board());
    }
    boards
}

/// The boards of budgets in whole games. Clear moves end earlier, others have a quarter more.
#[test]
fn about_the_budget_is_spent() {
    let tables = tables();
    for nodes in [2_000, 8_000] {
        let settings = expectimax(budget(nodes, NodesOf::Move, 1), 1e-4);
        let mut player = player::build(&settings, &tables);
        let game = play(&mut *player, GameSeed::new(1, Stream::Evaluation, 0));
        let spent = game.nodes as f64 / f64::from(game.moves);
        let share = spent / nodes as f64;
        assert!((0.75..1.33).contains(&share), "{nodes}: {spent} a move");
    }
}

#[test]
fn no_move_spends_much_more_than_the_budget() {
    let tables = tables();
    // A move's own boards, and those of the children of one chance node.
    let overhead = 3_000;
    for nodes in [1, 500, 5_000, 50_000] {
        let settings = expectimax(budget(nodes, NodesOf::Move, 1), 1e-4);
        let mut player = player::build(&settings, &tables);
        for board in positions() {
            let before = player.nodes();
            player.choose(board);
            let spent = player.nodes() - before;
            assert!(spent <= nodes + nodes / 4 + overhead, "{board}: {spent}");
        }
    }
}

/// A move that only a look at further spawns finds: with more boards it is found.
#[test]
fn larger_budgets_search_further() {
    let tables = tables();
    let chosen = |nodes, board| {
        let settings = expectimax(budget(nodes, NodesOf::Move, 1), 1e-4);
        player::build(&settings, &tables).choose(board)
    };
    let deep = |board| {
        let settings = expectimax(Depth::Fixed(5), 1e-3);
        player::build(&settings, &tables).choose(board)
    };
    let boards = positions();
    let agreeing = |nodes| {
        let agree = |board: &&Board| chosen(nodes, **board) == deep(**board);
        boards.iter().filter(agree).count()
    };
    let [few, many] = [1, 20_000].map(agreeing);
    assert!(many > few, "{few}, then {many} of {}", boards.len());
    assert!(2 * boards.len() < 3 * many, "{many} of {}", boards.len());
}

#[test]
fn a_budget_of_searches_spends_at_least_that_of_moves() {
    let tables = tables();
    let spent = |of| {
        let settings = expectimax(budget(3_000, of, 1), 1e-4);
        let mut player = player::build(&settings, &tables);
        positions().into_iter().for_each(|board| {
            player.choose(board);
        });
        player.nodes()
    };
    let [of_moves, of_searches] = [NodesOf::Move, NodesOf::Search].map(spent);
    assert!(of_searches > of_moves, "{of_searches} and {of_moves}");
}

#[test]
fn free_cells_set_the_depth() {
    let settings = expectimax(Depth::Rule(DepthRule::FreeCells), 1e-4);
    for (board, depth) in [
        ("1234123400000000", 1),
        ("1234123410000000", 2),
        ("1234123412340000", 3),
        ("1234123412300000", 2),
        ("1234123412341234", 3),
    ] {
        let board: Board = board.parse().unwrap();
        assert_eq!(settings.depth_from(board), Some(depth), "{board}");
    }
}
