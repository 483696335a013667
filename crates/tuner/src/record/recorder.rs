//! Appending to the record of a campaign.
//!
//! | what | when it is on the disk |
//! |---|---|
//! | a row of `trials.csv`, the line of a distribution | written at once, synced within a tenth of a second |
//! | the games of a finalist | synced together |
//! | any other line | synced, and before it all rows and lines that it follows on |
//!
//! A killed process loses nothing that is written, a power cut the candidates of the last tenth of a second.

use std::time::{Duration, Instant};

use super::{
    BEST, CampaignError, CampaignState, FinalGame, Folder, GAMES, LOG, LogEvent, NOW, Reading,
    RecordEvent, Result, SEARCH_SPACE, TRIALS, Trial, parsed, to_line,
};
use tune2048_files::atomic;
use tune2048_files::journal::{LogReader, LogWriter, warnings};
use tune2048_files::lock::Held;
use tune2048_files::table::Rows;

/// How long a row or the line of a distribution may wait for its sync.
const SYNC_INTERVAL: Duration = Duration::from_millis(100);

/// The record of a campaign, open for appending and closed to other processes.
#[derive(Debug)]
pub(crate) struct Recorder {
    pub(crate) folder: Folder,
    log: LogWriter,
    trials: (LogWriter, Rows<Trial>),
    games: (LogWriter, Rows<FinalGame>),
    synced: Instant,
    /// What a user must be told of its files.
    pub(crate) warnings: Vec<&'static str>,
}

impl Recorder {
    /// Goes on after a whole record, and cuts off lines that were cut short. No other process can go
    /// on with it before this is dropped.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub(crate) fn after(held: Held, reading: Reading<'_>) -> Result<(CampaignState, Self)> {
        let Reading { folder, state, log, rows, .. } = reading;
        let rows = rows.expect("rows are there");
        let is_torn = log.is_torn() || rows.readers.iter().any(LogReader::is_torn);
        let open = |name, rows| LogWriter::after(LogWriter::open_file(&folder.file(name))?, rows);
        let [trials, games] = rows.readers;
        let recorder = Self {
            log: LogWriter::after(held.file, log)?,
            trials: (open(TRIALS, trials)?, rows.trials),
            games: (open(GAMES, games)?, rows.games),
            folder: folder.clone(),
            synced: Instant::now(),
            warnings: warnings(is_torn, held.is_locked),
        };
        atomic::remove_temporary(folder.path(), &[SEARCH_SPACE, BEST, NOW])?;
        Ok((state, recorder))
    }

    /// Appends a candidate; returns it as it was written.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(crate) fn trial(&mut self, trial: Trial) -> Result<RecordEvent> {
        let (log, rows) = &mut self.trials;
        let written = rows.append(log, vec![trial])?.remove(0);
        self.sync_soon()?;
        Ok(RecordEvent::Trial(written))
    }

    /// Appends games in one write, and waits until they are on the disk.
    ///
    /// # Errors
    /// If they cannot be written.
    pub(crate) fn games(&mut self, games: Vec<FinalGame>) -> Result<Vec<RecordEvent>> {
        let (log, rows) = &mut self.games;
        let games = rows.append(log, games)?;
        log.sync()?;
        Ok(games.into_iter().map(RecordEvent::Game).collect())
    }

    /// Appends a line to the log; returns it as it was written. All but distributions are on the
    /// disk when this returns, with everything before them.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(crate) fn line(&mut self, event: &LogEvent) -> Result<RecordEvent> {
        let is_soon = matches!(event, LogEvent::Distribution(_));
        if !is_soon {
            self.sync()?;
        }
        let line = to_line(event, [&self.trials.0, &self.games.0].map(|rows| rows.place.lines));
        let written = parsed(&line.0, &line.1);
        let (written, _) = written.map_err(|error| {
            let problem = "cannot record what would be read otherwise";
            CampaignError::Failed(format!("{LOG}: {problem}: {error}"))
        })?;
        self.log.append(&[line])?;
        if is_soon {
            self.sync_soon()?;
        } else {
            self.log.sync()?;
        }
        Ok(RecordEvent::Line(Box::new(written)))
    }

    fn sync_soon(&mut self) -> Result<()> {
        if self.synced.elapsed() < SYNC_INTERVAL { Ok(()) } else { self.sync() }
    }

    /// Waits until everything is on the disk: rows before the lines that follow on them.
    ///
    /// # Errors
    /// If something cannot be written.
    pub(crate) fn sync(&mut self) -> Result<()> {
        self.synced = Instant::now();
        self.trials.0.sync()?;
        self.games.0.sync()?;
        Ok(self.log.sync()?)
    }

    /// The checksums of the last rows of candidates and of games.
    pub(crate) fn last_rows(&self) -> [String; 2] {
        [&self.trials.0, &self.games.0].map(|rows| rows.place.last.clone())
    }
}
