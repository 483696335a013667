//! The lines of a journal: columns, fields, and the checksum of a row.

use std::collections::BTreeMap;

/// The name of the column that contains the checksum.
const CHECKSUM: &str = "crc32";

/// The name of the column that contains the fingerprint of the campaign.
const CAMPAIGN: &str = "campaign";

/// The columns of a journal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Columns {
    /// The names of the columns that a repeated run repeats; the checksum covers them.
    pub fixed: Vec<String>,
    /// The names of the columns that contain times; they stand at the end.
    pub times: Vec<String>,
    /// The fingerprint of the campaign that the rows belong to. Every row carries it in a column
    /// of its own after the fixed ones, which the checksum covers, too.
    pub campaign: Option<String>,
    /// The fixed columns, by their places, that files of earlier builds may lack, each with the field
    /// that their rows are read with. Of a file: those that it lacks.
    pub newer: BTreeMap<usize, String>,
}

impl Columns {
    /// Returns the columns for the rows of the campaign with this fingerprint, if it has one.
    pub fn of_campaign(self, fingerprint: Option<&str>) -> Self {
        Self { campaign: fingerprint.map(str::to_owned), ..self }
    }

    /// The columns that a header line names, if it is the header of a journal.
    pub fn of_header(line: &str) -> Option<Self> {
        let mut names = line.split(',').map(str::to_owned);
        let fixed = names.by_ref().take_while(|name| name != CHECKSUM).collect();
        let times = names.collect();
        let columns = Self { fixed, times, ..Self::default() };
        (columns.header() == format!("{line}\n").into_bytes()).then_some(columns)
    }

    /// The columns of a file that is made now.
    pub(super) fn of_new_file(&self) -> Self {
        Self { newer: BTreeMap::new(), ..self.clone() }
    }

    /// The columns of a file with this header line.
    pub(super) fn of_file(&self, header: &[u8]) -> Self {
        let header = String::from_utf8_lossy(header);
        let names: Vec<&str> = header.trim_end().split(',').collect();
        let mut columns = self.clone();
        columns.newer.retain(|place, _| !names.contains(&self.fixed[*place].as_str()));
        columns
    }

    /// The header line with its end.
    pub(crate) fn header(&self) -> Vec<u8> {
        let campaign = self.campaign.as_ref().map(|_| CAMPAIGN);
        let after = campaign.into_iter().chain([CHECKSUM]);
        let times = self.times.iter().map(String::as_str);
        line(self.in_file(&self.fixed).chain(after).chain(times))
    }

    /// The fixed fields that the file has.
    fn in_file<'a>(&'a self, fixed: &'a [String]) -> impl Iterator<Item = &'a str> {
        let fields = fixed.iter().enumerate();
        let fields = fields.filter(|(place, _)| !self.newer.contains_key(place));
        fields.map(|(_, field)| field.as_str())
    }
}

/// A row: its fields in the order of the columns.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Row {
    /// The fields of [`Columns::fixed`].
    pub fixed: Vec<String>,
    /// The fields of [`Columns::times`].
    pub times: Vec<String>,
}

impl Row {
    /// The line of the row with its end, in a journal with these columns.
    pub(crate) fn to_line(&self, columns: &Columns) -> Vec<u8> {
        let campaign = columns.campaign.as_deref();
        let mut bytes = line(columns.in_file(&self.fixed).chain(campaign));
        bytes.pop();
        let checksum = format!("{:08x}", crc32fast::hash(&bytes));
        bytes.push(b',');
        let times = self.times.iter().map(String::as_str);
        bytes.extend(line(std::iter::once(checksum.as_str()).chain(times)));
        bytes
    }

    /// The row of a line with its end.
    ///
    /// # Errors
    /// What was found and what was expected, if the line is not one of a
    /// journal with these columns, or its checksum is wrong.
    pub(super) fn parse(line: &[u8], columns: &Columns) -> Result<Self, String> {
        let text =
            std::str::from_utf8(line).map_err(|_| "found bytes that are not text".to_owned())?;
        let text = text.trim_end_matches('\n');
        let tail = columns.times.len() + 1;
        let mut parts: Vec<&str> = text.rsplitn(tail + 1, ',').collect();
        parts.reverse();
        if parts.len() <= tail {
            return Err("found too few fields".to_owned());
        }
        let (fixed, checksum, times) = (parts[0], parts[1], &parts[2..]);
        let expected = format!("{:08x}", crc32fast::hash(fixed.as_bytes()));
        if checksum != expected {
            return Err(format!(
                "the row is not as it was written: found checksum {checksum:?}, \
                 expected {expected:?}"
            ));
        }
        let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(fixed.as_bytes());
        let record = reader.records().next().and_then(Result::ok).unwrap_or_default();
        let count = columns.fixed.len() - columns.newer.len();
        let count = count + usize::from(columns.campaign.is_some());
        if record.len() != count {
            return Err(format!("found {} fields, expected {}", record.len() + tail, count + tail));
        }
        let mut record = record.iter();
        let newer = |place: &usize| columns.newer.get(place).map(String::as_str);
        let field = |place| newer(&place).or_else(|| record.next());
        let fixed = (0..columns.fixed.len()).filter_map(field).map(str::to_owned).collect();
        if let (Some(found), Some(expected)) = (record.next(), &columns.campaign)
            && found != expected
        {
            return Err(format!(
                "{CAMPAIGN}: found a row of campaign {found}, expected one of this campaign, \
                 {expected}"
            ));
        }
        Ok(Self { fixed, times: times.iter().map(|&time| time.to_owned()).collect() })
    }
}

/// Fields as a line of CSV with its end.
fn line<'a>(fields: impl Iterator<Item = &'a str>) -> Vec<u8> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let written = writer.write_record(fields);
    written.expect("writing to memory does not fail");
    writer.into_inner().expect("writing to memory does not fail")
}
