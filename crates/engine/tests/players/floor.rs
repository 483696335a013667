//! Greedy merging and random play.

use tune2048_engine::game::{Board, Move, Player};
use tune2048_engine::player::{self, GreedyMergesSettings, PlayerSettings, RandomSettings};

use super::{no_tables, positions};
use crate::rules;

#[test]
fn greedy_merging_counts_merges() {
    let tables = no_tables();
    let settings = PlayerSettings::GreedyMerges(GreedyMergesSettings::default());
    let mut player = player::build(&settings, &tables);
    let tiles = |board: Board| board.ranks().into_iter().filter(|&rank| rank > 0).count();
    for board in positions(3) {
        let merges = Move::ALL.map(|direction| {
            let (after, _) = rules::make(board, direction)?;
            Some((tiles(board) - tiles(after)) as f64)
        });
        assert_eq!(player.move_values(board), merges, "{board}");
    }
    // Three merges upwards and one to the left, none upwards and two to the left,
    // and of four equal moves the first.
    let choose = |player: &mut dyn Player, text: &str| player.choose(text.parse().unwrap());
    assert_eq!(choose(&mut *player, "1233123400000000"), Some(Move::Up));
    assert_eq!(choose(&mut *player, "1122345600000000"), Some(Move::Left));
    assert_eq!(choose(&mut *player, "0000010000000000"), Some(Move::Up));
}

#[test]
fn random_play_is_uniform() {
    let tables = no_tables();
    // Up, left and right are legal.
    let board: Board = "0000000000001010".parse().unwrap();
    let mut counts = [0_u32; 4];
    const N: u32 = 9_000;
    for seed in 0..u64::from(N) {
        let settings = PlayerSettings::Random(RandomSettings { seed });
        let direction = player::build(&settings, &tables).choose(board).unwrap();
        counts[direction as usize] += 1;
    }
    assert_eq!(counts[Move::Down as usize], 0);
    for direction in [Move::Up, Move::Left, Move::Right] {
        // Five standard deviations of a binomial count.
        assert!(counts[direction as usize].abs_diff(N / 3) < 224, "{counts:?}");
    }
}
