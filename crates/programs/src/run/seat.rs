//! A place at which games are played, by one process after the other.

use std::sync::mpsc::Sender;
use std::thread;
use std::time::Duration;

use tune2048_engine::evaluate::PlayedGame;
use tune2048_engine::{EvaluateError, GameResult, Score};
use tune2048_tuner::subject::{Configuration, ProgramGame, RequiredMetrics};

use super::Run;
use super::boards::Playing;
use super::connection::Connection;
use super::games::Next;
use crate::failure::Fault;
use crate::protocol::json_line::shown;
use crate::protocol::request::Game;

/// The pause of a seat without games while others play.
const PAUSE: Duration = Duration::from_millis(2);

/// The largest number of boards of a request without a setting.
const BOARDS_PER_REQUEST: usize = 64;

/// A place at which games are played.
pub(super) struct Seat<'r, 'a> {
    pub(super) run: &'r Run<'a>,
    pub(super) connection: Connection<'r, 'a>,
    ended: Sender<PlayedGame<ProgramGame>>,
    /// The candidate that is played, or was last.
    candidate: Option<usize>,
    /// A game that failed and is the first that a fresh process plays.
    again: Option<Game>,
    /// The games whose moves the process answers.
    pub(super) boards: Vec<Playing>,
    /// Whether the game is one that is played by itself.
    is_alone: bool,
    /// The candidate whose weights the process has, by its number.
    pub(super) sent: Option<(u64, usize)>,
}

impl<'r, 'a> Seat<'r, 'a> {
    pub(super) fn new(run: &'r Run<'a>, ended: Sender<PlayedGame<ProgramGame>>) -> Self {
        Self {
            run,
            connection: Connection::new(run),
            ended,
            candidate: None,
            again: None,
            boards: Vec::new(),
            is_alone: false,
            sent: None,
        }
    }

    /// Plays games until none is left.
    pub(super) fn play(mut self) -> Result<(), EvaluateError> {
        while self.again.is_some() || !self.boards.is_empty() || !self.run.state().games.are_over()
        {
            self.run.check_stop()?;
            let games = self.next_games()?;
            if self.run.settings.plays.is_some() {
                games.into_iter().for_each(|game| self.sit_down(game));
                self.move_on()?;
            } else if let Some(&game) = games.first() {
                match self.run.settings.is_started_for_each_game() {
                    true => self.play_once(game)?,
                    false => self.play_whole(games)?,
                }
            }
        }
        self.connection.put_back();
        Ok(())
    }

    /// The games that the process is given next; none if it goes on with those that it has, or after a
    /// pause.
    fn next_games(&mut self) -> Result<Vec<Game>, EvaluateError> {
        if !self.boards.is_empty() {
            let mut state = self.run.state();
            let more = self.wanted(&state).saturating_sub(self.boards.len());
            // Weights do not change below games.
            let candidate = self.candidate.filter(|_| more > 0 && !self.is_alone);
            let take = |candidate| state.games.take(candidate, more);
            return Ok(candidate.map_or(Vec::new(), take));
        }
        let next = if let Some(game) = self.again.take() {
            self.connection.prepare(true)?;
            Next::alone(game, None)
        } else if self.run.state().games.wait() {
            self.connection.prepare(false)?;
            let number = self.connection.process.as_ref().map(|process| process.number);
            let mut state = self.run.state();
            let most = self.wanted(&state);
            state.games.next(number, self.candidate, most)
        } else {
            Next::default()
        };
        if let Some(player) = next.player {
            self.connection.replace(player)?;
        }
        self.is_alone = next.is_alone;
        if let Some(game) = next.games.first() {
            self.candidate = Some(game.index / self.run.job.seeds.len());
        } else {
            // Meanwhile another job may play.
            self.connection.put_back();
            thread::sleep(PAUSE);
        }
        Ok(next.games)
    }

    /// The number of games that the process should have.
    fn wanted(&self, state: &super::State<'_>) -> usize {
        let Run { settings, processes, .. } = self.run;
        if settings.plays.is_some() {
            let most = settings.boards_per_request.map_or(BOARDS_PER_REQUEST, |most| most as usize);
            state.games.share(*processes, most)
        } else {
            state.pace.size(state.games.left())
        }
    }

    /// The candidate that is played; a job without games has but one.
    pub(super) fn candidate(&self) -> usize {
        self.candidate.unwrap_or(0)
    }

    /// Its weights.
    pub(super) fn weights(&self) -> Configuration {
        self.run.job.candidate(self.candidate())
    }

    /// Takes the result of a game.
    pub(super) fn finish(
        &mut self,
        game: Game,
        played: ProgramGame,
        seconds: f64,
    ) -> Result<(), EvaluateError> {
        let result = played.result;
        if let Err(missing) = self.run.job.needs.check(&result) {
            return Err(self.failed(game, Fault::new(missing, RequiredMetrics::ADVICE)));
        }
        let number = self.connection.running().number;
        let mut state = self.run.state();
        state.games.end();
        let repeats = &mut state.games.repeats;
        if game.is_repeat {
            let compared = repeats.compare(game.index, result.score);
            self.note_check(&state);
            drop(state);
            return compared.map_err(|first| self.not_deterministic(game, first, result.score));
        }
        repeats.played(game.index, result.score, number);
        let trouble = state.trouble(game, false);
        drop(state);
        self.count(game, ProgramGame { trouble, ..played }, seconds)
    }

    /// Notes that the program is deterministic, once all repeated games have their first scores.
    fn note_check(&self, state: &super::State<'_>) {
        if state.games.repeats.are_equal() {
            self.run.players.pool.set_checked(&self.run.program);
        }
    }

    fn count(&self, game: Game, result: ProgramGame, seconds: f64) -> Result<(), EvaluateError> {
        self.run.monitor.game_played();
        let sent = self.ended.send(PlayedGame { index: game.index, result, seconds });
        // Without a receiver, the caller has panicked.
        sent.map_err(|_| EvaluateError::Interrupted)
    }

    /// Sees to what ended a request, to whose `open` games the process owes answers.
    pub(super) fn settle(
        &mut self,
        fault: Fault,
        mut open: Vec<Game>,
    ) -> Result<(), EvaluateError> {
        let blamed = open.iter().position(|game| Some(game.seed) == fault.seed);
        let game = open.remove(blamed.unwrap_or(0));
        self.run.state().games.put_back(open);
        self.fail(game, fault, true)
    }

    /// Plays a game that failed once more; after that it has the score of failures, or ends the job.
    /// Its process may have to end.
    pub(super) fn fail(
        &mut self,
        game: Game,
        fault: Fault,
        is_fatal: bool,
    ) -> Result<(), EvaluateError> {
        let earlier = self.run.state().first_tries.get(&game).cloned();
        let failure_score = self.run.settings.failure_score;
        if let (Some(earlier), None) = (&earlier, failure_score) {
            let summary = format!("the program failed twice in the game with seed {}", game.seed);
            let mut fault = fault.meaning(&summary);
            fault.what += &format!("\n  first try: {earlier}");
            return Err(self.failed(game, fault));
        }
        let mut what = fault.what;
        if is_fatal && let Some(line) = self.connection.kill().iter().flatten().last() {
            what += &format!("; {}", shown(line));
        }
        let mut state = self.run.state();
        if let (Some(_), Some(score)) = (earlier, failure_score) {
            state.games.end();
            state.games.repeats.give_up(game.index, game.is_repeat);
            self.note_check(&state);
            let trouble = state.trouble(game, true);
            drop(state);
            let result = GameResult { score, ..GameResult::default() };
            let played = ProgramGame { result, extras: Vec::new(), trouble };
            return if game.is_repeat { Ok(()) } else { self.count(game, played, 0.0) };
        }
        state.first_tries.insert(game, what);
        if is_fatal {
            self.again = Some(game);
        } else {
            state.games.put_back([game]);
        }
        Ok(())
    }

    /// The error that stops the job, with what repeats the request for a game.
    pub(super) fn failed(&mut self, game: Game, fault: Fault) -> EvaluateError {
        let request = (!self.run.settings.is_started_for_each_game()).then(|| {
            let id = self.connection.process.as_ref().map_or(0, |process| process.requests);
            match self.boards.iter().find(|playing| playing.game == game) {
                Some(playing) => self.boards_request(&playing.board),
                None => self.request_line(id, &[game]),
            }
        });
        self.connection.error(fault, request)
    }

    fn not_deterministic(&mut self, game: Game, first: Score, second: Score) -> EvaluateError {
        let advice = "let a game depend on nothing but the weights and what it is asked with: take all random \
             numbers from a generator that each game seeds with `seed`, and carry nothing over from game to \
             game; or set deterministic = false in [player.command]";
        let what = format!(
            "the program is not deterministic: with the same weights the game with seed {} \
             gave the score {first}, and {second} in another process",
            game.seed
        );
        self.failed(game, Fault::new(what, advice))
    }
}
