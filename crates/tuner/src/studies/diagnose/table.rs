//! Tables of any program: fields by the names of their columns, and what is wrong with one.

use std::ops::Range;
use std::str::FromStr;

use tune2048_files::toml_errors::Mistake;

/// The column of scores of a log of Nevergrad, which minimizes.
pub(super) const LOSS: &str = "#loss";

/// The names of a column of scores.
pub(super) const SCORES: [&str; 4] = ["score", "mean_score", "value", LOSS];

/// A table with the names of its columns.
pub(super) struct Table {
    pub(super) names: Vec<String>,
    /// The place of the line with the names.
    header: Range<usize>,
    pub(super) rows: Vec<Row>,
}

/// A row with its place in the text.
pub(super) struct Row {
    pub(super) span: Range<usize>,
    pub(super) fields: Vec<String>,
}

impl Table {
    /// Reads the lines that are not blank, after comments at the top, which begin with `#`. The separator is a comma,
    /// a semicolon or a tab, whichever the first line contains.
    pub(super) fn read(text: &str) -> Result<Self, Vec<Mistake>> {
        let start = text.len() - without_comments(text).len();
        let header = text[start..].lines().next().unwrap_or("");
        let separator = [b',', b';', b'\t'].into_iter().find(|one| header.as_bytes().contains(one));
        let mut reader = csv::ReaderBuilder::new()
            .has_headers(false)
            .flexible(true)
            .delimiter(separator.unwrap_or(b','))
            .trim(csv::Trim::All)
            .from_reader(&text.as_bytes()[start..]);
        // Reading cannot fail: the text is UTF-8, and rows may have any length.
        let records = reader.records().map_while(Result::ok);
        let mut rows = records.map(|record| {
            let at = record.position().map_or(0, csv::Position::byte) as usize + start;
            // The position of a record includes blank lines before it.
            let from = text.len() - text[at..].trim_start_matches(['\r', '\n']).len();
            let line = text[from..].split(['\r', '\n']).next().unwrap_or("");
            let fields = record.iter().map(str::to_owned).collect();
            Row { span: from..from + line.len(), fields }
        });
        let Some(Row { span: header, fields: names }) = rows.next() else {
            let label = "found nothing, expected a line with the names of columns";
            return Err(vec![Mistake::new(0..0, "there are no scores", label)]);
        };
        Ok(Self { names, header, rows: rows.collect() })
    }

    /// Finds a column.
    pub(super) fn find(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|found| found.eq_ignore_ascii_case(name))
    }

    /// Finds all columns whose name is of a kind.
    pub(super) fn all(&self, is: impl Fn(&str) -> bool) -> Vec<usize> {
        (0..self.names.len()).filter(|&place| is(&self.names[place])).collect()
    }

    /// A mistake of the columns.
    pub(super) fn mistake(&self, message: impl Into<String>, label: impl Into<String>) -> Mistake {
        Mistake::new(self.header.clone(), message, label)
    }

    /// Returns a field as a value.
    pub(super) fn parsed<T: FromStr>(
        &self,
        row: &Row,
        column: usize,
        expected: &str,
        is_valid: impl Fn(&T) -> bool,
    ) -> Result<T, Mistake> {
        let value = row.fields[column].parse().ok().filter(is_valid);
        value.ok_or_else(|| self.wrong(row, column, expected))
    }

    /// Returns a field that is not empty.
    pub(super) fn name(&self, row: &Row, column: usize) -> Result<String, Mistake> {
        self.parsed(row, column, "a name", |name: &String| !name.is_empty())
    }

    /// The mistake of a field that is not what is expected.
    pub(super) fn wrong(&self, row: &Row, column: usize, expected: &str) -> Mistake {
        let (found, name) = (&row.fields[column], self.names[column].escape_debug());
        let message = format!("column {}, `{name}`, cannot be used", column + 1);
        let label = format!("found {found:?}, expected {expected}");
        let mistake = Mistake::new(row.span.clone(), message, label);
        match found.contains(',') && found.replace(',', "").parse::<f64>().is_ok() {
            true => mistake.help("write numbers with a decimal point and without groups"),
            false => mistake,
        }
    }
}

fn without_comments(text: &str) -> &str {
    let mut rest = text.strip_prefix('\u{feff}').unwrap_or(text);
    // The header of a log of Nevergrad is no comment.
    while rest.starts_with('#') && !rest.lines().next().is_some_and(|line| line.contains(LOSS)) {
        rest = rest.split_once('\n').map_or("", |(_, rest)| rest);
    }
    rest
}
