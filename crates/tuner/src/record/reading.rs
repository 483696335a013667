//! Reading the record of a campaign into one state.

use super::{
    After, BEST, CampaignError, CampaignState, Change, FinalGame, Folder, GAMES, LOG, LogEvent,
    RecordEvent, Result, RowLayout, SEARCH_SPACE, TRIALS, Trial, parsed,
};
use tune2048_files::FileError;
use tune2048_files::journal::{LogReader, Shape};
use tune2048_files::shell::quoted;
use tune2048_files::table::Rows;

/// A record while it is read, step by step.
pub(crate) struct Reading<'f> {
    pub(super) folder: &'f Folder,
    /// What follows from all that was read.
    pub(crate) state: CampaignState,
    pub(super) log: LogReader,
    /// The files of candidates and of games; none where rows do not count.
    pub(super) rows: Option<RowFiles>,
    /// The line of the log that is taken up after the rows that it follows on.
    line: Option<(LogEvent, After)>,
    is_past_log: bool,
    /// The lines of the log that the state has taken up, and the rows.
    pub(crate) lines: u64,
    taken: After,
    /// The rows that the last of these lines follows on.
    followed: After,
}

/// The files of candidates and of games while they are read.
pub(super) struct RowFiles {
    pub(super) readers: [LogReader; 2],
    pub(super) trials: Rows<Trial>,
    pub(super) games: Rows<FinalGame>,
}

impl RowFiles {
    fn open(folder: &Folder, state: &CampaignState) -> Result<Self> {
        let layout = RowLayout::of(&state.spec, &state.began.fingerprint);
        let (trials, games) = (Rows::new(layout.clone()), Rows::new(layout));
        let readers = [trials.reader(&folder.file(TRIALS))?, games.reader(&folder.file(GAMES))?];
        Ok(Self { readers, trials, games })
    }
}

impl<'f> Reading<'f> {
    /// Reads how the campaign began. Without rows the log alone counts.
    pub(crate) fn open(folder: &'f Folder, with_rows: bool) -> Result<Self> {
        let path = folder.file(LOG);
        if !path.exists() {
            return Err(without_log(folder));
        }
        let mut log = LogReader::open(&path, Shape::Json, None)?;
        let Some((head, tail)) = log.next_line()? else {
            let is_empty = [TRIALS, GAMES].iter().all(|name| !folder.file(name).exists());
            return Err(match is_empty {
                true => CampaignError::NotBegun(folder.path().to_owned()),
                false => log.damaged("found the end, expected how the campaign began").into(),
            });
        };
        let (event, after) = of_line(&log, &head, &tail)?;
        let began = match event {
            LogEvent::Began(began) if after == [0, 0] => began,
            _ => return Err(log.damaged_last("expected how the campaign began").into()),
        };
        if with_rows && folder.lacks_rows() {
            return Err(CampaignError::WeightsOnly(folder.path().to_owned()));
        }
        let state = CampaignState::begin(&folder.file(SEARCH_SPACE), began, with_rows)?;
        let rows = if with_rows { Some(RowFiles::open(folder, &state)?) } else { None };
        Ok(Self {
            folder,
            state,
            log,
            rows,
            line: None,
            is_past_log: false,
            lines: 1,
            taken: after,
            followed: after,
        })
    }

    /// Takes up what was recorded next, and returns what it did; `None` at the end. The rows of
    /// candidates that a line of the log follows on come before those of games, and both before it.
    pub(crate) fn step(&mut self) -> Result<Option<Change>> {
        let change = self.take_up().map_err(|error| self.refused(error))?;
        if change.is_none() {
            self.check_derived()?;
        }
        Ok(change)
    }

    fn take_up(&mut self) -> Result<Option<Change>, FileError> {
        if self.line.is_none() && !self.is_past_log {
            self.line = self.next_line()?;
            self.is_past_log = self.line.is_none();
        }
        for kind in 0..2 {
            if let Some(change) = self.take_row(kind)? {
                return Ok(Some(change));
            }
        }
        let Some((event, after)) = self.line.take() else { return Ok(None) };
        self.check_last_rows(&event)?;
        let change = self.state.apply(event.into());
        let change = change.map_err(|problem| self.log.damaged_last(problem))?;
        self.lines += 1;
        self.followed = after;
        Ok(Some(change))
    }

    /// Takes up the next row of a file, if the line of the log follows on it; without a line any that is left.
    fn take_row(&mut self, kind: usize) -> Result<Option<Change>, FileError> {
        let due = self.line.as_ref().map(|(_, after)| after[kind]);
        let Some(RowFiles { readers, trials, games }) = &mut self.rows else { return Ok(None) };
        let reader = &mut readers[kind];
        if due.is_some_and(|rows| reader.place.lines >= rows) {
            return Ok(None);
        }
        let Some((head, tail)) = reader.next_line()? else {
            let Some(expected) = due else { return Ok(None) };
            let found = match (reader.is_torn(), reader.place.end) {
                (true, _) => "found a line that was cut short".to_owned(),
                (false, 0) => "found no file, or an empty one".to_owned(),
                (false, _) => format!("found the end after {} rows", reader.place.lines),
            };
            let line = self.log.place.lines;
            let problem = format!("{found}, but {LOG} line {line} follows on {expected}");
            return Err(reader.damaged(problem));
        };
        let event = match kind {
            0 => trials.read(&head, &tail).map(RecordEvent::Trial),
            _ => games.read(&head, &tail).map(RecordEvent::Game),
        };
        let change = event.and_then(|event| self.state.apply(event));
        // Which of the files is damaged, nobody knows.
        let lines = self.lines;
        let damaged = |problem| reader.damaged_last(format!("{problem}, after {LOG} line {lines}"));
        let change = change.map_err(damaged).inspect_err(|_| self.taken = self.followed)?;
        self.taken[kind] += 1;
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
            let problem = format!("it has no end, but {BEST} follows from it");
            return Err(self.refused(self.log.damaged(problem)));
        }
        checked
    }

    fn next_line(&mut self) -> Result<Option<(LogEvent, After)>, FileError> {
        let Some((head, tail)) = self.log.next_line()? else { return Ok(None) };
        Ok(Some(of_line(&self.log, &head, &tail)?))
    }

    /// Checks that a conclusion names the last rows.
    fn check_last_rows(&self, event: &LogEvent) -> Result<(), FileError> {
        let LogEvent::Concluded(concluded) = event else { return Ok(()) };
        let last = [&concluded.last_trial, &concluded.last_game];
        let readers = self.rows.iter().flat_map(|files| &files.readers);
        for (reader, expected) in readers.zip(last) {
            let found = &reader.place.last;
            if found != expected {
                return Err(reader.damaged_last(format!(
                    "found a row with the checksum {found}, but {LOG} line {} names {expected} as \
                     the last one",
                    self.log.place.lines
                )));
            }
        }
        Ok(())
    }

    /// The error of a line, with what can be kept of the record.
    fn refused(&self, error: FileError) -> CampaignError {
        if !error.is_damaged() {
            return error.into();
        }
        let advice = error.advised();
        // What follows from the lines that are gone.
        let has_best = self.folder.file(BEST).exists();
        let best = if has_best { format!(", remove {BEST}") } else { String::new() };
        let sound = |kind: usize| {
            let reader = self.rows.as_ref().map(|files| &files.readers[kind]);
            let has_header = reader.is_none_or(|reader| reader.place.end > 0);
            self.taken[kind] + u64::from(has_header)
        };
        let [trials, games] = [0, 1].map(sound);
        CampaignError::BadInput(format!(
            "{advice}; or keep what is sound, the first {} lines of {LOG}, {trials} of {TRIALS} and {games} of \
             {GAMES}{best}, and go on with `tune2048 resume {}`",
            self.lines,
            quoted(self.folder.path())
        ))
    }
}

/// The error of a folder without a log.
pub(super) fn without_log(folder: &Folder) -> CampaignError {
    match [TRIALS, BEST].map(|name| folder.file(name).is_file()) {
        [true, _] => {
            let problem = format!("found no file, but {TRIALS} is there");
            FileError::damaged(&folder.file(LOG), 1, problem).into()
        }
        [_, true] => CampaignError::WeightsOnly(folder.path().to_owned()),
        _ => CampaignError::no_campaign(folder.path()),
    }
}

/// The event of the line that was read last, and the rows that it follows.
fn of_line(log: &LogReader, head: &str, tail: &str) -> Result<(LogEvent, After), FileError> {
    parsed(head, tail).map_err(|error| log.damaged_last(error.to_string()))
}
