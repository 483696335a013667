//! Reading the record of a campaign into one state.

use super::error::{CampaignError, Result};
use super::event::{After, LogEvent, RecordEvent, parsed};
use super::folder::Folder;
use super::state::{CampaignState, Change};
use super::trial::{FinalGame, RowLayout, Trial};
use super::{BEST, GAMES, LOG, SEARCH_SPACE, TRIALS};
use tune2048_files::FileError;
use tune2048_files::journal::{LogReader, Shape};
use tune2048_files::record::Record;
use tune2048_files::rows::Rows;

/// A record while it is read, step by step.
pub(crate) struct Reading<'f> {
    pub(super) folder: &'f Folder,
    /// What follows from all that was read.
    pub(crate) state: CampaignState,
    pub(super) log: LogReader,
    /// None where rows do not count.
    pub(super) rows: Option<(RowsReader<Trial>, RowsReader<FinalGame>)>,
    /// The line of the log that is taken up after the rows that it follows on.
    line: Option<(LogEvent, After)>,
    is_past_log: bool,
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

impl<'f> Reading<'f> {
    /// Reads how the campaign began. Without rows the log alone counts.
    pub(crate) fn open(folder: &'f Folder, with_rows: bool) -> Result<Self> {
        let path = folder.file(LOG);
        if !path.is_file() {
            return Err(without_log(folder));
        }
        let mut log = LogReader::open(&path, Shape::Json, None)?;
        let lost = |error| CampaignError::damaged_after(error, folder.path(), Sound::default());
        let Some((head, tail)) = log.next_line().map_err(lost)? else {
            let is_empty = [TRIALS, GAMES].iter().all(|name| !folder.file(name).exists());
            return Err(match is_empty {
                true => CampaignError::NotBegun(folder.path().to_owned()),
                false => lost(log.damaged("found the end, expected how the campaign began")),
            });
        };
        let (event, after) = of_line(&log, &head, &tail).map_err(lost)?;
        let began = match event {
            LogEvent::Began(began) if after == After::default() => began,
            _ => return Err(lost(log.damaged_last("expected how the campaign began"))),
        };
        if with_rows && folder.lacks_rows() {
            return Err(CampaignError::WeightsOnly(folder.path().to_owned()));
        }
        let state = CampaignState::begin(&folder.file(SEARCH_SPACE), began, with_rows)?;
        let rows = with_rows.then(|| {
            let (layout, campaign) = (RowLayout::of(&state.spec), Some(&*state.began.fingerprint));
            let trials: Rows<Trial> = Rows::new(layout.clone(), campaign);
            let games: Rows<FinalGame> = Rows::new(layout, campaign);
            let of_trials = trials.reader(&folder.file(TRIALS))?;
            let of_games = games.reader(&folder.file(GAMES))?;
            Ok::<_, FileError>(((of_trials, trials), (of_games, games)))
        });
        let sound = Sound { lines: 1, after };
        let rows = rows.transpose()?;
        Ok(Self { folder, state, log, rows, line: None, is_past_log: false, sound })
    }

    /// The number of lines of the log that the state has taken up.
    pub(crate) fn lines(&self) -> u64 {
        self.sound.lines
    }

    /// Takes up what was recorded next, and returns what it did; `None` at the end. The rows of
    /// candidates that a line of the log follows on come before those of games, and both before it.
    pub(crate) fn step(&mut self) -> Result<Option<Change>> {
        if self.line.is_none() && !self.is_past_log {
            self.line = self.next_line()?;
            self.is_past_log = self.line.is_none();
        }
        if let Some((trials, games)) = &mut self.rows {
            let line = self.line.as_ref().map(|(_, after)| (*after, self.log.place.lines));
            let (state, sound) = (&mut self.state, &mut self.sound);
            let taken = match take_row(state, trials, RecordEvent::Trial, line, sound, |after| {
                &mut after.trials
            }) {
                Ok(None) => {
                    take_row(state, games, RecordEvent::Game, line, sound, |after| &mut after.games)
                }
                taken => taken,
            };
            let taken = taken.map_err(|error| self.refused(error))?;
            if taken.is_some() {
                return Ok(taken);
            }
        }
        let Some((event, _)) = self.line.take() else {
            return self.check_derived().map(|()| None);
        };
        self.check_last_rows(&event)?;
        let change = self.state.apply(RecordEvent::Line(Box::new(event)));
        let change = change.map_err(|problem| self.refused(self.log.damaged_last(problem)))?;
        self.sound.lines += 1;
        Ok(Some(change))
    }

    /// Takes up all that is left.
    pub(crate) fn finished(mut self) -> Result<Self> {
        while self.step()?.is_some() {}
        Ok(self)
    }

    /// Checks the files that follow from the record.
    fn check_derived(&self) -> Result<()> {
        let checked = self.folder.check_derived(&self.state, self.log.place.lines);
        if checked.is_err() && self.log.is_torn() {
            // Weights follow a whole line.
            let error = self.log.damaged(format!("it has no end, but {BEST} follows from it"));
            return Err(self.refused(error));
        }
        checked
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
    fn refused(&self, error: FileError) -> CampaignError {
        CampaignError::damaged_after(error, self.folder.path(), self.sound)
    }
}

/// Takes up the next row, if it comes before a line of the log, given what that follows on and its
/// number; without one any that is left.
fn take_row<T: Record<Layout = RowLayout>>(
    state: &mut CampaignState,
    (reader, rows): &mut RowsReader<T>,
    event: fn(T) -> RecordEvent,
    line: Option<(After, u64)>,
    sound: &mut Sound,
    count: fn(&mut After) -> &mut u64,
) -> Result<Option<Change>, FileError> {
    let before = line.map(|(mut after, line)| (*count(&mut after), line));
    if before.is_some_and(|(rows, _)| reader.place.lines >= rows) {
        return Ok(None);
    }
    let Some((head, tail)) = reader.next_line()? else {
        let Some((expected, line)) = before else { return Ok(None) };
        let found = match (reader.is_torn(), reader.place.end) {
            (true, _) => "found a line that was cut short".to_owned(),
            (false, 0) => "found no file, or an empty one".to_owned(),
            (false, _) => format!("found the end after {} rows", reader.place.lines),
        };
        let problem = format!("{found}, but line {line} of {LOG} follows on {expected}");
        return Err(reader.damaged(problem));
    };
    let change = rows.read(&head, &tail).and_then(|row| state.apply(event(row)));
    // Which of the files is damaged, nobody knows.
    let damaged =
        |problem| reader.damaged_last(format!("{problem}, after {LOG} line {}", sound.lines));
    let change = change.map_err(damaged)?;
    *count(&mut sound.after) += 1;
    Ok(Some(change))
}

/// The error of a folder without a log.
pub(super) fn without_log(folder: &Folder) -> CampaignError {
    match [TRIALS, BEST].map(|name| folder.file(name).is_file()) {
        [true, _] => {
            let problem = format!("found no file, but {TRIALS} is there");
            let error = FileError::damaged(&folder.file(LOG), 1, problem);
            CampaignError::damaged_after(error, folder.path(), Sound::default())
        }
        [_, true] => CampaignError::WeightsOnly(folder.path().to_owned()),
        _ => CampaignError::no_campaign(folder.path()),
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
