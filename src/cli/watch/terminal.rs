//! The loop that shows games on a terminal: frames, keys and the clock.

use std::io::{self, IsTerminal};
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::cli::terminal::screen::Screen;
use crate::cli::terminal::{BadInput, TerminalStyle, interrupt, last_board, print, suspend};
use crate::cli::watch::{self, Advisor, WatchedGames, WatchedPlayer};
use ratatui::crossterm::event::{self, Event, KeyCode, KeyEvent, KeyModifiers};
use tune2048_engine::evaluate::EvaluateError;
use tune2048_engine::game::Session;
use tune2048_tuner::studies::explain::Policy;
use tune2048_tuner::weights::file::WeightsFile;

/// Shortest time between two frames.
const FRAME: Duration = Duration::from_millis(33);

/// Time to wait for a key while an analysis is expected.
const POLL: Duration = Duration::from_millis(2);

/// Time to wait for a key while nothing else can happen.
const IDLE: Duration = Duration::from_millis(200);

/// Whether there is a terminal to show a game on and to read keys from.
pub(crate) fn is_possible() -> bool {
    io::stdout().is_terminal() && io::stdin().is_terminal() && Screen::is_possible()
}

/// Shows a game of each file's player until the user leaves, and prints the last boards.
pub(crate) fn play(
    files: Vec<(String, WeightsFile)>,
    session: &Session,
    seed: u64,
    delay: Duration,
) -> anyhow::Result<()> {
    let (mut players, mut advisors) = (Vec::new(), Vec::new());
    for (name, file) in files {
        let player = file.board_player(&name).map_err(BadInput)?;
        let policy = Arc::new(Policy::new(player));
        players.push(WatchedPlayer {
            name,
            settings: file.weights.subject.to_string(),
            terms: policy.terms.names.clone(),
            session: session.clone(),
            advice: None,
        });
        advisors.push(Advisor::new(policy));
    }
    interrupt::on_signal(|| interrupt::exit())?;
    let mut games = WatchedGames::new(players, seed, delay);
    let ending = watch(&mut games, &advisors)?;
    let is_named = games.players.len() > 1;
    let last = |player: &WatchedPlayer| {
        last_board(&player.name, is_named, &player.session, player.is_over())
    };
    print(&games.players.iter().map(last).collect::<String>())?;
    Ok(ending?)
}

/// Shows the games until the user leaves or interrupts them.
fn watch(games: &mut WatchedGames, advisors: &[Advisor]) -> io::Result<Result<(), EvaluateError>> {
    // The games are drawn in ASCII only.
    let style = TerminalStyle { unicode: false, ..TerminalStyle::of_stderr() };
    let mut screen = Screen::enter()?;
    let mut moved = Instant::now();
    let mut drawn: Option<Instant> = None;
    let mut is_changed = true;
    loop {
        is_changed |= listen(games, advisors);
        let is_due = games.is_playing() && moved.elapsed() >= games.delay;
        if (is_due || games.has_steps()) && games.step() {
            moved = Instant::now();
            listen(games, advisors);
            is_changed = true;
        }
        if is_changed && drawn.is_none_or(|drawn| drawn.elapsed() >= FRAME) {
            screen.draw(|frame| watch::draw(frame, games, style))?;
            drawn = Some(Instant::now());
            is_changed = false;
        }
        if !event::poll(patience(games, moved, is_changed))? {
            continue;
        }
        match event::read()? {
            Event::Key(key) if is_control(key, 'c') => return Ok(Err(EvaluateError::Interrupted)),
            Event::Key(key) if is_control(key, 'z') => {
                drop(screen);
                suspend();
                screen = Screen::enter()?;
            }
            Event::Key(key) if key.code == KeyCode::Char('q') && !key.is_release() => {
                return Ok(Ok(()));
            }
            Event::Key(key) => games.press(key),
            _ => {}
        }
        is_changed = true;
    }
}

/// Requests missing analyses and takes answers; returns whether there were any.
fn listen(games: &mut WatchedGames, advisors: &[Advisor]) -> bool {
    let mut is_changed = false;
    for (player, advisor) in advisors.iter().enumerate() {
        while let Some(advice) = advisor.answer() {
            games.advise(player, advice);
            is_changed = true;
        }
    }
    for (player, board) in games.open_questions() {
        advisors[player].ask(board);
    }
    is_changed
}

/// Returns how long to wait for a key.
fn patience(games: &WatchedGames, moved: Instant, is_changed: bool) -> Duration {
    let thinks = games.open_questions().next().is_some();
    if is_changed || thinks || games.has_steps() {
        return POLL;
    }
    if games.is_playing() { games.delay.saturating_sub(moved.elapsed()) } else { IDLE }
}

fn is_control(key: KeyEvent, character: char) -> bool {
    !key.is_release()
        && key.code == KeyCode::Char(character)
        && key.modifiers.contains(KeyModifiers::CONTROL)
}
