//! Rows of CSV files, each with the fingerprint of its campaign.

use std::marker::PhantomData;
use std::path::Path;

use tune2048_files::FileError;
use tune2048_files::journal::{Columns, Row};
use tune2048_files::record::{Record, Visitor};

use super::error::{CheckpointError, Result};
use super::event::{After, RecordEvent};
use super::trial::{FinalGame, RowLayout, Trial};

use super::log::{LogReader, Shape};
use super::{GAMES, TRIALS};

/// The columns of the fingerprint and of the checksum, which come before the times.
const AFTER: [&str; 2] = ["campaign", "crc32"];

/// A row of the record.
pub(super) trait RecordedRow: Record<Layout = RowLayout> {
    /// The name of its file.
    const FILE: &'static str;
    /// The row as a part of the record.
    const EVENT: fn(Self) -> RecordEvent;

    /// The number of these rows, among those of both files.
    fn count(rows: &mut After) -> &mut u64;
}

impl RecordedRow for Trial {
    const FILE: &'static str = TRIALS;
    const EVENT: fn(Self) -> RecordEvent = RecordEvent::Trial;

    fn count(rows: &mut After) -> &mut u64 {
        &mut rows.trials
    }
}

impl RecordedRow for FinalGame {
    const FILE: &'static str = GAMES;
    const EVENT: fn(Self) -> RecordEvent = RecordEvent::Game;

    fn count(rows: &mut After) -> &mut u64 {
        &mut rows.games
    }
}

/// How rows are written in a campaign's file.
#[derive(Debug)]
pub(super) struct Rows<T> {
    layout: RowLayout,
    campaign: String,
    columns: Columns,
    of: PhantomData<fn() -> T>,
}

impl<T: RecordedRow> Rows<T> {
    pub(super) fn new(layout: RowLayout, campaign: &str) -> Self {
        let mut columns = Columns::default();
        let named = T::default().columns(&layout, &mut Visitor::Name(&mut columns));
        named.expect("nothing is read");
        Self { layout, campaign: campaign.to_owned(), columns, of: PhantomData }
    }

    /// Opens the file in a folder.
    pub(super) fn reader(&self, folder: &Path) -> Result<LogReader, FileError> {
        let Columns { fixed, times, .. } = &self.columns;
        let names = fixed.iter().map(String::as_str).chain(AFTER);
        let header = line(names.chain(times.iter().map(String::as_str)));
        LogReader::open(&folder.join(T::FILE), Shape::Rows(times.len()), Some(header))
    }

    /// The line of a row up to its checksum, and its times; and the row as it will be read.
    pub(super) fn written(&self, mut row: T) -> Result<((String, String), T)> {
        let mut fields = Row::default();
        row.columns(&self.layout, &mut Visitor::Write(&mut fields)).expect("nothing is read");
        let mut head = line(fields.fixed.iter().map(String::as_str).chain([&*self.campaign]));
        head.pop();
        let tail: String = fields.times.iter().map(|time| format!(",{time}")).collect();
        let read = self.read(&head, &tail);
        let read = read.map_err(|problem| CheckpointError::unwritable(T::FILE, &problem))?;
        Ok(((head, tail), read))
    }

    /// Reads a row from its line up to its checksum, and its times.
    ///
    /// # Errors
    /// What was found and what was expected.
    pub(super) fn read(&self, head: &str, tail: &str) -> Result<T, String> {
        let mut fields = fields(head);
        let times: Vec<String> = tail.split(',').skip(1).map(str::to_owned).collect();
        let (found, expected) = (fields.len() + times.len(), self.columns.fixed.len() + 1);
        let expected = expected + self.columns.times.len();
        if found != expected {
            return Err(format!("found {found} fields beside the checksum, expected {expected}"));
        }
        let (found, expected) = (fields.pop().unwrap_or_default(), &self.campaign);
        if found != *expected {
            return Err(format!(
                "campaign: found a row of campaign {found}, expected one of this campaign, \
                 {expected}"
            ));
        }
        let mut row = T::default();
        row.columns(&self.layout, &mut Visitor::Read(fields.iter(), times.iter()))?;
        Ok(row)
    }
}

/// The fields of a line.
fn fields(line: &str) -> Vec<String> {
    if !line.contains('"') {
        return line.split(',').map(str::to_owned).collect();
    }
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(line.as_bytes());
    let record = reader.records().next().and_then(std::result::Result::ok).unwrap_or_default();
    record.iter().map(str::to_owned).collect()
}

/// Fields as a line of CSV with its end.
fn line<'a>(fields: impl Iterator<Item = &'a str>) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(fields).expect("writing to memory does not fail");
    let bytes = writer.into_inner().expect("writing to memory does not fail");
    String::from_utf8(bytes).expect("fields are text")
}
