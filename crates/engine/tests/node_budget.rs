//! Expectimax by a number of nodes.

use tune2048_engine::game::{Board, GameSeed, Move, Session, Stream, play};
use tune2048_engine::heuristic::Tables;
use tune2048_engine::player::{
    self, AnalysingPlayer, Depth, DepthRule, ExpectimaxSettings, NodeBudget, NodesOf,
    PlayerSettings,
};
use tune2048_engine::presets::Preset;

fn tables() -> Tables {
    Tables::new(&Preset::find("2014").unwrap().weights())
}

fn expectimax(depth: Depth, probability_cut: f64) -> PlayerSettings {
    PlayerSettings::Expectimax(ExpectimaxSettings {
        depth,
        probability_cut,
        ..ExpectimaxSettings::default()
    })
}

fn without_table(depth: Depth) -> PlayerSettings {
    PlayerSettings::Expectimax(ExpectimaxSettings {
        depth,
        probability_cut: 0.0,
        transposition_slots: 0,
        ..ExpectimaxSettings::default()
    })
}

fn budget(nodes: u64, of: NodesOf, at_least: u8) -> Depth {
    Depth::Nodes(NodeBudget {
        nodes,
        of,
        at_least,
    })
}

/// Positions of a game in which the first legal move is made.
fn positions() -> Vec<Board> {
    let mut session = Session::new(GameSeed::new(3, Stream::Evaluation, 0));
    let mut boards = vec![session.board()];
    let order = [Move::Left, Move::Up, Move::Right, Move::Down];
    while order.into_iter().any(|direction| session.make(direction)) {
        boards.push(session.board());
    }
    boards
}

fn agree(one: &mut dyn AnalysingPlayer, other: &mut dyn AnalysingPlayer) {
    for board in positions() {
        assert_eq!(one.move_values(board), other.move_values(board), "{board}");
        assert_eq!(one.choose(board), other.choose(board), "{board}");
    }
}

#[test]
fn a_budget_of_one_node_is_spent_by_the_first_search() {
    let tables = tables();
    for of in [NodesOf::Move, NodesOf::Search] {
        for depth in 1..=2 {
            let budgeted = expectimax(budget(1, of, depth), 1e-4);
            let fixed = expectimax(Depth::Fixed(depth), 1e-4);
            agree(
                &mut *player::build(&budgeted, &tables),
                &mut *player::build(&fixed, &tables),
            );
        }
    }
}

#[test]
fn about_the_budget_is_spent() {
    let tables = tables();
    for nodes in [2_000, 8_000] {
        let settings = expectimax(budget(nodes, NodesOf::Move, 1), 1e-4);
        let mut player = player::build(&settings, &tables);
        let game = play(&mut *player, GameSeed::new(1, Stream::Evaluation, 0));
        let spent = game.nodes as f64 / f64::from(game.moves);
        let share = spent / nodes as f64;
        assert!((0.4..2.5).contains(&share), "{nodes}: {spent} a move");
    }
}

#[test]
fn searches_go_deeper_until_their_nodes_are_spent() {
    let tables = tables();
    for of in [NodesOf::Move, NodesOf::Search] {
        // Without a table, whose size is another for a fixed depth.
        let settings = without_table(budget(1_000, of, 1));
        let mut budgeted = player::build(&settings, &tables);
        for board in positions().into_iter().step_by(5) {
            let (mut spent, mut before_last, mut depth) = (0, 0, 1);
            let expected = loop {
                let fixed = without_table(Depth::Fixed(depth));
                let mut player = player::build(&fixed, &tables);
                let values = player.move_values(board);
                let last = player.nodes();
                spent += last;
                let is_spent = match of {
                    NodesOf::Move => spent >= 200,
                    NodesOf::Search => last >= 1_000,
                };
                if is_spent || last <= before_last || depth == 8 {
                    break values;
                }
                before_last = last;
                depth += 1;
            };
            assert_eq!(budgeted.move_values(board), expected, "{board}");
        }
    }
}

#[test]
fn free_cells_set_the_depth() {
    let tables = tables();
    let settings = expectimax(Depth::Rule(DepthRule::FreeCells), 1e-4);
    let player = player::build(&settings, &tables);
    for (board, depth) in [
        ("1234123400000000", 1),
        ("1234123410000000", 2),
        ("1234123412340000", 3),
        ("1234123412300000", 2),
        ("1234123412341234", 3),
    ] {
        let board: Board = board.parse().unwrap();
        assert_eq!(player.depth_for(board), Some(depth), "{board}");
    }
}
