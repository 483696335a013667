//! The option `--time`: a time for an average move in place of a depth.
//!
//! The search itself reads no clock: the time becomes a budget of boards, by measuring how long
//! this machine takes for boards of a game. With that budget the games can be repeated, with the
//! time they cannot, since the machine is never twice equally fast.

use std::hint::black_box;
use std::time::{Duration, Instant};

use tune2048_engine::game::{Board, GameSeed, Session, Stream};
use tune2048_engine::heuristic::Tables;
use tune2048_engine::player::{self, Depth, ExpectimaxSettings, NodeBudget, PlayerSettings};
use tune2048_tuner::weights::file::WeightsFile;

use crate::cli::terminal::failure::BadInput;
use crate::cli::terminal::output::{eprint_line, grouped};

/// The number of boards on which the speed is measured.
const BOARDS: usize = 24;

/// The number of times that the budget is corrected.
const STEPS: u32 = 4;

/// The least time of a measurement.
const MIN_MEASUREMENT: Duration = Duration::from_millis(60);

/// The shortest and the longest time that can be given.
const LIMITS: [Duration; 2] = [Duration::from_micros(1), Duration::from_secs(60)];

/// Parses a time such as `1ms`, `500us` or `0.2s`.
pub(crate) fn parse_time(text: &str) -> Result<Duration, String> {
    let expected = || "expected a number with us, ms or s, such as 1ms, from 1us to 60s".to_owned();
    let units = [("us", 1e-6), ("µs", 1e-6), ("ms", 1e-3), ("s", 1.0)];
    let found = units.iter().find_map(|(unit, seconds)| Some((text.strip_suffix(unit)?, seconds)));
    let (number, seconds) = found.ok_or_else(expected)?;
    let number: f64 = number.trim().parse().map_err(|_| expected())?;
    let time = Duration::try_from_secs_f64(number * seconds).map_err(|_| expected())?;
    let [low, high] = LIMITS;
    (low..=high).contains(&time).then_some(time).ok_or_else(expected)
}

/// The error of a command whose results must repeat.
pub(crate) fn refused(command: &str) -> BadInput {
    BadInput(format!(
        "--time: found a time per move, expected a budget of boards, since the results of \
         {command} must repeat, and a time gives other moves on each run - give --budget N; \
         `evaluate --time` prints the budget that a time stands for on this machine"
    ))
}

/// Gives an expectimax player the budget of boards that takes a time, and says so.
///
/// # Errors
/// If the player is another one.
pub(crate) fn apply(time: Duration, file: &mut WeightsFile) -> Result<(), BadInput> {
    let player = file.weights.board_player();
    let Some((PlayerSettings::Expectimax(settings), weights)) =
        player.map(|player| (player.settings, player.weights))
    else {
        return Err(BadInput(format!(
            "--time: found the player {}, expected expectimax - leave the option out",
            file.weights.subject
        )));
    };
    let nodes = boards_of(time, &settings, &Tables::new(&weights));
    let deep = file.weights.at_depth(budget(nodes), "--time");
    file.weights = deep.map_err(|error| BadInput(error.to_string()))?;
    eprint_line(&format!(
        "{time:?} a move is about {} boards on this machine now; it does not repeat: \
         --budget {nodes} does",
        grouped(nodes as f64)
    ));
    Ok(())
}

fn budget(nodes: u64) -> Depth {
    Depth::Nodes(NodeBudget { nodes, ..NodeBudget::default() })
}

/// The budget with which an average move takes a time.
fn boards_of(time: Duration, settings: &ExpectimaxSettings, tables: &Tables) -> u64 {
    let boards = sample(settings, tables);
    let mut nodes = 1000.0;
    for _ in 0..STEPS {
        let settings = ExpectimaxSettings { depth: budget(nodes as u64), ..*settings };
        let took = time_of_a_move(&settings, tables, &boards, time);
        // The time is not quite proportional to the budget: the next step corrects that.
        let factor = (time.as_secs_f64() / took.max(1e-9)).clamp(1e-3, 1e3);
        nodes = (nodes * factor).clamp(1.0, 1e11);
    }
    nodes.round() as u64
}

/// Boards from all stages of a game at depth 1.
fn sample(settings: &ExpectimaxSettings, tables: &Tables) -> Vec<Board> {
    let settings = ExpectimaxSettings { depth: Depth::Fixed(1), ..*settings };
    let mut player = player::build(&PlayerSettings::Expectimax(settings), tables);
    let mut session = Session::new(GameSeed::new(1, Stream::Pilot, 0));
    let mut boards = vec![session.board()];
    player.start_game();
    while let Some(direction) = player.choose(session.board()) {
        session.make(direction);
        boards.push(session.board());
    }
    let step = boards.len().div_ceil(BOARDS);
    boards.into_iter().step_by(step).collect()
}

/// The seconds of a move, on average over all boards; over as many as take three times the wanted
/// time each, if they take longer than that.
fn time_of_a_move(
    settings: &ExpectimaxSettings,
    tables: &Tables,
    boards: &[Board],
    wanted: Duration,
) -> f64 {
    let mut player = player::build(&PlayerSettings::Expectimax(*settings), tables);
    let most = wanted * 3 * boards.len() as u32;
    let start = Instant::now();
    let mut moves = 0_u32;
    loop {
        for &board in boards {
            black_box(player.choose(board));
            moves += 1;
            if start.elapsed() > most.max(MIN_MEASUREMENT) {
                return start.elapsed().as_secs_f64() / f64::from(moves);
            }
        }
        if start.elapsed() >= MIN_MEASUREMENT {
            return start.elapsed().as_secs_f64() / f64::from(moves);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_a_unit() {
        let parsed = |text: &str| parse_time(text).ok();
        assert_eq!(parsed("1ms"), Some(Duration::from_millis(1)));
        assert_eq!(parsed("0.25s"), Some(Duration::from_millis(250)));
        assert_eq!(parsed("500us"), Some(Duration::from_micros(500)));
        for wrong in ["1", "ms", "-1ms", "1h", "0ms", "2000s", "NaNs", "1e400s"] {
            assert_eq!(parsed(wrong), None, "{wrong}");
        }
    }
}
