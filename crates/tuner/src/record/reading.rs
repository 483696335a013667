//! Reading the record of a campaign into one state.

use super::error::{CheckpointError, Result};
use super::event::{After, Began, LogEvent, RecordEvent, parsed};
use super::folder::Folder;
use super::state::{CampaignState, Change};
use super::trial::{FinalGame, RowLayout, Trial};
use super::{BEST, GAMES, LOG, SEARCH_SPACE, TRIALS};
use tune2048_files::FileError;
use tune2048_files::journal::{LogReader, Shape};
use tune2048_files::record::Record;
use tune2048_files::rows::Rows;

/// The files of a record while they are read.
pub(super) struct Reading<'f> {
    folder: &'f Folder,
    pub(super) log: LogReader,
    began: Began,
    /// Whether the rows count.
    with_rows: bool,
    /// None before the second line of the log is read, and where rows do not count.
    pub(super) rows: Option<(RowsReader<Trial>, RowsReader<FinalGame>)>,
    /// The lines and rows that the state has taken up.
    sound: Sound,
}

/// A file of rows while it is read.
pub(super) type RowsReader<T> = (LogReader, Rows<T>);

/// How many lines of the log, rows of candidates and rows of games are sound.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sound {
    pub(super) lines: u64,
    pub(super) after: After,
}

/// What follows each part of a record.
pub(crate) type Follow<'a, E> = dyn FnMut(&CampaignState, Change, u64) -> Result<(), E> + 'a;

impl<'f> Reading<'f> {
    /// Reads how the campaign began.
    pub(super) fn open(folder: &'f Folder) -> Result<Self> {
        let path = folder.file(LOG);
        if !path.is_file() {
            return Err(match [TRIALS, BEST].map(|name| folder.file(name).is_file()) {
                [true, _] => {
                    let problem = format!("found no file, but {TRIALS} is there");
                    let error = FileError::damaged(&path, 1, problem);
                    CheckpointError::damaged_after(error, folder.path(), Sound::default())
                }
                [_, true] => CheckpointError::WeightsOnly(folder.path().to_owned()),
                _ => CheckpointError::no_campaign(folder.path()),
            });
        }
        let mut log = LogReader::open(&path, Shape::Json, None)?;
        let lost = |error| CheckpointError::damaged_after(error, folder.path(), Sound::default());
        let Some((head, tail)) = log.next_line().map_err(lost)? else {
            let is_empty = [TRIALS, GAMES].iter().all(|name| !folder.file(name).exists());
            return Err(match is_empty {
                true => CheckpointError::NotBegun(folder.path().to_owned()),
                false => lost(log.damaged("found the end, expected how the campaign began")),
            });
        };
        let (event, after) = of_line(&log, &head, &tail).map_err(lost)?;
        match event {
            LogEvent::Began(began) if after == After::default() => {
                let sound = Sound { lines: 1, after };
                Ok(Self { folder, log, began, with_rows: true, rows: None, sound })
            }
            _ => Err(lost(log.damaged_last("expected how the campaign began"))),
        }
    }

    /// Reads the log alone.
    pub(super) fn log_alone(self) -> Self {
        Self { with_rows: false, ..self }
    }

    /// Whether the rows of candidates and of games are left out.
    pub(super) fn lacks_rows(&self) -> bool {
        let is_gone = |name: &&str| !self.folder.file(name).exists();
        self.folder.file(BEST).is_file() && [TRIALS, GAMES].iter().all(is_gone)
    }

    /// Folds the record into one state.
    pub(super) fn fold<E: From<CheckpointError>>(
        mut self,
        with_history: bool,
        follow: &mut Follow<'_, E>,
    ) -> Result<(CampaignState, Self), E> {
        let path = self.folder.file(SEARCH_SPACE);
        let state = CampaignState::begin(&path, self.began.clone());
        let mut state = state.map_err(|mistakes| E::from(mistakes.into()))?;
        if with_history {
            state = state.with_history();
        }
        if !self.with_rows {
            state = state.without_rows();
        } else {
            let (layout, campaign) = (state.row_layout(), Some(&*self.began.fingerprint));
            let trials: Rows<Trial> = Rows::new(layout.clone(), campaign);
            let games: Rows<FinalGame> = Rows::new(layout, campaign);
            let checked = |error: FileError| E::from(error.into());
            let read = trials.reader(&self.folder.file(TRIALS)).map_err(checked)?;
            let read_games = games.reader(&self.folder.file(GAMES)).map_err(checked)?;
            self.rows = Some(((read, trials), (read_games, games)));
        }
        follow(&state, Change::Restarted, 1)?;
        loop {
            let line = self.next_line()?;
            if let Some((trials, games)) = &mut self.rows {
                let before = |count: fn(&After) -> u64| {
                    line.as_ref().map(|(_, after)| (count(after), self.log.place.lines))
                };
                let (sound, of_games) = (&mut self.sound, before(|after| after.games));
                let taken =
                    take_rows(&mut state, trials, before(|after| after.trials), sound, follow)
                        .and_then(|()| take_rows(&mut state, games, of_games, sound, follow));
                taken.map_err(|refused| match refused {
                    Refused::Damaged(error) => E::from(self.refused(error)),
                    Refused::Other(error) => error,
                })?;
            }
            let Some((event, _)) = line else { break };
            self.check_last_rows(&event)?;
            let number = self.log.place.lines;
            let change = state.apply(RecordEvent::Line(Box::new(event)));
            let change = change.map_err(|problem| self.refused(self.log.damaged_last(problem)))?;
            self.sound.lines += 1;
            follow(&state, change, number)?;
        }
        let checked = self.folder.check_derived(&state, self.log.place.lines);
        if checked.is_err() && self.log.is_torn() {
            // Weights follow a whole line.
            let error = self.log.damaged(format!("it has no end, but {BEST} follows from it"));
            return Err(self.refused(error).into());
        }
        checked?;
        Ok((state, self))
    }

    fn next_line(&mut self) -> Result<Option<(LogEvent, After)>> {
        let line = self.log.next_line().map_err(|error| self.refused(error))?;
        let Some((head, tail)) = line else { return Ok(None) };
        let line = of_line(&self.log, &head, &tail).map_err(|error| self.refused(error))?;
        let (After { trials, games }, after) = (self.sound.after, line.1);
        if self.rows.is_some() && (after.trials < trials || after.games < games) {
            let problem = format!(
                "after: found {} trials and {} games, expected at least {trials} and {games}",
                after.trials, after.games
            );
            return Err(self.refused(self.log.damaged_last(problem)));
        }
        Ok(Some(line))
    }

    /// Checks that a conclusion names the last rows.
    fn check_last_rows(&self, event: &LogEvent) -> Result<()> {
        let LogEvent::Concluded(concluded) = event else { return Ok(()) };
        let Some((trials, games)) = &self.rows else { return Ok(()) };
        let files = [(&trials.0, &concluded.last_trial), (&games.0, &concluded.last_game)];
        match files.into_iter().find(|(rows, expected)| rows.place.last != **expected) {
            None => Ok(()),
            Some((rows, expected)) => Err(self.refused(rows.damaged_last(format!(
                "found a row with the checksum {}, but line {} of {LOG} names {expected} as the \
                 last one",
                rows.place.last, self.log.place.lines
            )))),
        }
    }

    /// The error of a line, with what can be kept of the record.
    fn refused(&self, error: FileError) -> CheckpointError {
        CheckpointError::damaged_after(error, self.folder.path(), self.sound)
    }
}

/// Why rows are not taken up.
enum Refused<E> {
    Damaged(FileError),
    Other(E),
}

/// Takes up the rows before a line of the log, given how many it follows on and its number; without
/// one all rows that are left.
fn take_rows<T: RecordedRow, E>(
    state: &mut CampaignState,
    (reader, rows): &mut RowsReader<T>,
    before: Option<(u64, u64)>,
    sound: &mut Sound,
    follow: &mut Follow<'_, E>,
) -> Result<(), Refused<E>> {
    while before.is_none_or(|(count, _)| reader.place.lines < count) {
        let read = reader.next_line().map_err(Refused::Damaged)?;
        let Some((head, tail)) = read else {
            let Some((count, line)) = before else { return Ok(()) };
            let found = match (reader.is_torn(), reader.place.end) {
                (true, _) => "found a line that was cut short".to_owned(),
                (false, 0) => "found no file, or an empty one".to_owned(),
                (false, _) => format!("found the end after {} rows", reader.place.lines),
            };
            let problem = format!("{found}, but line {line} of {LOG} follows on {count}");
            return Err(Refused::Damaged(reader.damaged(problem)));
        };
        let row = rows.read(&head, &tail).and_then(|row| state.apply(T::EVENT(row)));
        // Which of the files is damaged, nobody knows.
        let damaged = |problem| {
            let problem = format!("{problem}, after {LOG} line {}", sound.lines);
            Refused::Damaged(reader.damaged_last(problem))
        };
        let change = row.map_err(damaged)?;
        *T::count(&mut sound.after) += 1;
        follow(state, change, sound.lines).map_err(Refused::Other)?;
    }
    Ok(())
}

/// A row of the record.
pub(super) trait RecordedRow: Record<Layout = RowLayout> {
    /// The row as a part of the record.
    const EVENT: fn(Self) -> RecordEvent;

    /// The number of these rows, among those of both files.
    fn count(rows: &mut After) -> &mut u64;
}

impl RecordedRow for Trial {
    const EVENT: fn(Self) -> RecordEvent = RecordEvent::Trial;

    fn count(rows: &mut After) -> &mut u64 {
        &mut rows.trials
    }
}

impl RecordedRow for FinalGame {
    const EVENT: fn(Self) -> RecordEvent = RecordEvent::Game;

    fn count(rows: &mut After) -> &mut u64 {
        &mut rows.games
    }
}

/// The event of the line that was read last, and the rows that it follows.
pub(super) fn of_line(
    log: &LogReader,
    head: &str,
    tail: &str,
) -> Result<(LogEvent, After), FileError> {
    parsed(head, tail).map_err(|error| log.damaged_last(error.to_string()))
}
