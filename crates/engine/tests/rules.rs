//! The rules of the game once more, slowly, on lists of ranks.

use tune2048_engine::game::{Board, Move};

/// The board after a move and its points, if it is legal.
pub(crate) fn make(board: Board, direction: Move) -> Option<(Board, u64)> {
    let cell = |line: usize, place: usize| match direction {
        Move::Up => 4 * place + line,
        Move::Down => 4 * (3 - place) + line,
        Move::Left => 4 * line + place,
        Move::Right => 4 * line + 3 - place,
    };
    let mut ranks = [0; 16];
    let mut points = 0;
    for line in 0..4 {
        let tiles: Vec<u8> =
            (0..4).map(|place| board.rank(cell(line, place))).filter(|&rank| rank > 0).collect();
        let (mut next, mut place) = (0, 0);
        while next < tiles.len() {
            let merges = tiles.get(next + 1) == Some(&tiles[next]);
            let rank = tiles[next] + u8::from(merges);
            points += if merges { 1 << rank } else { 0 };
            ranks[cell(line, place)] = rank.min(15);
            next += 1 + usize::from(merges);
            place += 1;
        }
    }
    let after = Board::from_ranks(ranks).unwrap();
    (after != board).then_some((after, points))
}

/// The boards after each spawn on an afterstate, with their probabilities.
pub(crate) fn spawns(after: Board) -> Vec<(Board, f64)> {
    let empty: Vec<usize> = (0..16).filter(|&cell| after.rank(cell) == 0).collect();
    let with = |cell: usize, rank: u8| {
        let mut ranks = after.ranks();
        ranks[cell] = rank;
        Board::from_ranks(ranks).unwrap()
    };
    let share = 1.0 / empty.len() as f64;
    empty
        .iter()
        .flat_map(|&cell| [(with(cell, 1), 0.9 * share), (with(cell, 2), 0.1 * share)])
        .collect()
}
