//! Appending to the record of a campaign.
//!
//! | what | when it is on the disk |
//! |---|---|
//! | a row of `trials.csv`, the line of a distribution | written at once, synced within a tenth of a second |
//! | the games of a finalist | synced together |
//! | any other line | synced, and before it all rows and lines that it follows on |
//!
//! A killed process loses nothing that is written, a power cut the candidates of the last tenth of a second.

use std::fs::File;
use std::time::{Duration, Instant};

use super::{
    BEST, CampaignError, CampaignState, FinalGame, Folder, GAMES, LOG, LogEvent, NOW, Reading,
    RecordEvent, Result, SEARCH_SPACE, TRIALS, Trial, parsed, to_line,
};
use tune2048_files::atomic;
use tune2048_files::journal::{LogReader, LogWriter, TORN};
use tune2048_files::table::Rows;

/// How long a row or the line of a distribution may wait for its sync.
const SYNC_INTERVAL: Duration = Duration::from_millis(100);

/// The record of a campaign, open for appending and closed to other processes.
#[derive(Debug)]
pub(crate) struct Recorder {
    pub(crate) folder: Folder,
    pub(crate) log: LogWriter,
    trials: (LogWriter, Rows<Trial>),
    games: (LogWriter, Rows<FinalGame>),
    synced: Instant,
    /// What a user must be told of its files.
    pub(crate) warning: Option<&'static str>,
}

impl Recorder {
    /// Goes on after a whole record, and cuts off lines that were cut short. No other process can go
    /// on with it before this is dropped.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub(crate) fn after(held: File, reading: Reading<'_>) -> Result<(CampaignState, Self)> {
        let Reading { folder, state, log, rows, .. } = reading;
        let rows = rows.expect("rows are there");
        let is_torn = log.is_torn() || rows.readers.iter().any(LogReader::is_torn);
        let open = |name, rows| LogWriter::after(LogWriter::open_file(&folder.file(name))?, rows);
        let [trials, games] = rows.readers;
        let recorder = Self {
            log: LogWriter::after(held, log)?,
            trials: (open(TRIALS, trials)?, rows.trials),
            games: (open(GAMES, games)?, rows.games),
            folder: folder.clone(),
            synced: Instant::now(),
            warning: is_torn.then_some(TORN),
        };
        atomic::remove_temporary(folder.path(), &[SEARCH_SPACE, BEST, NOW])?;
        Ok((state, recorder))
    }

    /// Appends what happened; returns it as it was written. Lines are on the disk when this returns, with
    /// everything before them, but for distributions; these and rows wait for [`Self::sync`].
    ///
    /// # Errors
    /// If it cannot be written.
    pub(crate) fn append(&mut self, event: RecordEvent) -> Result<RecordEvent> {
        let event = match event {
            RecordEvent::Trial(trial) => {
                let (log, rows) = &mut self.trials;
                RecordEvent::Trial(rows.append(log, trial)?)
            }
            RecordEvent::Game(game) => {
                let (log, rows) = &mut self.games;
                return Ok(RecordEvent::Game(rows.append(log, game)?));
            }
            RecordEvent::Line(event) => {
                let is_soon = matches!(*event, LogEvent::Distribution(_));
                if !is_soon {
                    self.sync()?;
                }
                let after = [&self.trials.0, &self.games.0].map(|rows| rows.place.lines);
                let (head, tail) = to_line(&event, after);
                let (written, _) = parsed(&head, &tail).map_err(|error| {
                    let problem = "cannot record what would be read otherwise";
                    CampaignError::Failed(format!("{LOG}: {problem}: {error}"))
                })?;
                self.log.append(&head, &tail)?;
                if !is_soon {
                    self.log.sync()?;
                }
                written.into()
            }
        };
        if self.synced.elapsed() >= SYNC_INTERVAL {
            self.sync()?;
        }
        Ok(event)
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
