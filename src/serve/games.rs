//! Games for the boards of the pages, played a few moves at a time beside the campaign.
//!
//! A game depends on its player and its seed alone, so that any part of it can be asked for at
//! any time. One game at a time uses the processor, at the lowest priority and for at most half
//! of the time of one core, and none plays further than a chunk beyond what was asked for.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tune2048_engine::game::{GameSeed, Session, Stream};
use tune2048_engine::heuristic::Tables;
use tune2048_engine::player;

use super::players::ShownPlayer;

/// Largest number of positions in an answer.
const CHUNK: usize = 256;

/// Number of games that are kept; each has the tables of its weights.
const MAX_GAMES: usize = 4;

/// Time after which a game pauses for as long.
const SLICE: Duration = Duration::from_millis(20);

/// Time in which another game can take its turn.
const HANDOVER: Duration = Duration::from_millis(1);

/// Time that an answer waits for a position.
const PATIENCE: Duration = Duration::from_secs(1);

/// Time of a move beyond which a game is given up.
const MAX_MOVE_TIME: Duration = Duration::from_secs(10);

/// What a game depends on, and the campaign that it is played for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct GameKey {
    pub(super) campaign: String,
    /// Id of the player.
    pub(super) player: String,
    pub(super) seed: u64,
}

/// The games that were asked for last.
#[derive(Debug, Default)]
pub(super) struct Games {
    /// The one that was asked for last comes last.
    games: Mutex<VecDeque<(GameKey, Arc<SharedGame>)>>,
    /// Held by the game that plays or pauses.
    turn: Arc<Mutex<()>>,
}

impl Games {
    /// Returns a part of a game as JSON; `find` finds its player if the game is not known.
    ///
    /// The part may be shorter than there are moves, or empty where they take long: the game is
    /// played on meanwhile.
    ///
    /// # Errors
    /// The reason, if `find` fails or the game had to be given up.
    pub(super) fn part(
        &self,
        key: GameKey,
        from: usize,
        find: impl FnOnce(&GameKey) -> Result<ShownPlayer, String>,
    ) -> Result<Value, String> {
        self.game(&key, find)?.part(from)
    }

    fn game(
        &self,
        key: &GameKey,
        find: impl FnOnce(&GameKey) -> Result<ShownPlayer, String>,
    ) -> Result<Arc<SharedGame>, String> {
        // The lock is held while files are read, so that they are read for one game at a time.
        let mut games = lock(&self.games);
        let known = games.iter().position(|(other, _)| other == key);
        let entry = match known.and_then(|place| games.remove(place)) {
            Some(entry) => entry,
            None => (key.clone(), self.start(find(key)?, key.seed)?),
        };
        let game = Arc::clone(&entry.1);
        games.push_back(entry);
        if games.len() > MAX_GAMES
            && let Some((_, oldest)) = games.pop_front()
        {
            oldest.change(|state| state.is_abandoned = true);
        }
        Ok(game)
    }

    fn start(&self, player: ShownPlayer, seed: u64) -> Result<Arc<SharedGame>, String> {
        let game = Arc::new(SharedGame::default());
        let (own, turn) = (Arc::clone(&game), Arc::clone(&self.turn));
        let thread = thread::Builder::new().spawn(move || play(&player, seed, &own, &turn));
        thread.map_err(|cause| format!("the game cannot be played: {cause}"))?;
        Ok(game)
    }
}

#[derive(Debug, Default)]
struct GameState {
    /// Each with its board, its score, the move that the player chooses, and the value of each
    /// move in the order of [`Move::ALL`](tune2048_engine::game::Move::ALL): as the script reads it.
    positions: Vec<Value>,
    /// Number of positions that are to be played.
    wanted: usize,
    is_over: bool,
    is_abandoned: bool,
    problem: Option<String>,
}

impl GameState {
    fn is_wanted(&self) -> bool {
        self.positions.len() < self.wanted && !self.is_ended()
    }

    fn is_ended(&self) -> bool {
        self.is_over || self.is_abandoned || self.problem.is_some()
    }
}

/// A game that a thread plays and requests read.
#[derive(Debug, Default)]
struct SharedGame {
    state: Mutex<GameState>,
    changed: Condvar,
}

impl SharedGame {
    fn change(&self, change: impl FnOnce(&mut GameState)) {
        change(&mut lock(&self.state));
        self.changed.notify_all();
    }

    fn is_wanted(&self) -> bool {
        lock(&self.state).is_wanted()
    }

    /// Waits until positions are wanted; false if they never will be.
    fn wait(&self) -> bool {
        let idle = |state: &mut GameState| !state.is_wanted() && !state.is_ended();
        let state = self.changed.wait_while(lock(&self.state), idle);
        state.unwrap_or_else(PoisonError::into_inner).is_wanted()
    }

    fn part(&self, from: usize) -> Result<Value, String> {
        self.change(|state| {
            let next = from.min(state.positions.len());
            state.wanted = state.wanted.max(next + CHUNK);
        });
        let missing = |state: &mut GameState| state.positions.len() <= from && !state.is_ended();
        let waited = self.changed.wait_timeout_while(lock(&self.state), PATIENCE, missing);
        let (state, _) = waited.unwrap_or_else(PoisonError::into_inner);
        if let Some(problem) = &state.problem {
            return Err(problem.clone());
        }
        let rest = state.positions.get(from..).unwrap_or_default();
        Ok(json!({
            "from": from,
            "known": state.positions.len(),
            "over": state.is_over,
            "positions": rest[..rest.len().min(CHUNK)],
        }))
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Plays a game as far as positions are wanted, until it is over or abandoned.
fn play(shown: &ShownPlayer, seed: u64, game: &SharedGame, turn: &Mutex<()>) {
    yield_to_campaigns();
    let tables = {
        let _turn = lock(turn);
        Tables::new(&shown.player.weights)
    };
    let mut player = player::build(&shown.player.settings, &tables);
    player.start_game();
    // The first game of `evaluate` and the game of `play` with this seed.
    let mut session = Session::new(GameSeed::new(seed, Stream::Evaluation, 0));
    while game.wait() {
        let own_turn = lock(turn);
        let start = Instant::now();
        while game.is_wanted() && start.elapsed() < SLICE {
            let before = Instant::now();
            let values = player.move_values(session.board());
            let choice = player::first_best(values);
            let chosen = choice.map(|choice| choice as usize);
            let position = json!([session.board().to_string(), session.score(), chosen, values]);
            let took = before.elapsed();
            game.change(|state| {
                state.positions.push(position);
                state.is_over = choice.is_none();
                if took > MAX_MOVE_TIME {
                    state.problem = Some(too_slow(shown, took));
                }
            });
            if let Some(direction) = choice {
                session.make(direction);
            }
        }
        thread::sleep(start.elapsed());
        drop(own_turn);
        // The next game waits for the lock, which is not handed on in order.
        thread::sleep(HANDOVER);
    }
}

fn too_slow(shown: &ShownPlayer, took: Duration) -> String {
    format!(
        "{}: a move took {:.0} s, more than the {} s that a page waits for: watch the game with \
         `tune2048 play`",
        shown.player.settings,
        took.as_secs_f64(),
        MAX_MOVE_TIME.as_secs()
    )
}

/// Lets every other thread of the machine go first, where the system can.
fn yield_to_campaigns() {
    // Elsewhere the whole process would be meant.
    #[cfg(target_os = "linux")]
    let _ = rustix::process::nice(19);
}
