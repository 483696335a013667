//! The lines and fields of a table with their spans in the text.

use std::ops::Range;

use crate::studies::diagnose::columns::LOSS;

/// A line with its fields and their spans in the text.
pub(super) struct CsvLine {
    pub(super) span: Range<usize>,
    pub(super) fields: Vec<(String, Range<usize>)>,
}

/// Returns the lines of a table that are not blank, without the comments before
/// the first of them, which begin with `#` or `%`, and the line `sep=` of spreadsheets.
/// The separator is a comma, a semicolon or a tab, whichever the first line contains, and
/// otherwise blanks. Where it is no comma, commas of numbers are decimal or group thousands.
pub(super) fn lines(text: &str) -> Vec<CsvLine> {
    let start = text.len() - without_comments(text).len();
    let header = text[start..].lines().next().unwrap_or("");
    let delimiter =
        [b',', b';', b'\t'].into_iter().find(|&delimiter| header.as_bytes().contains(&delimiter));
    let mut lines = match delimiter {
        None if header.trim().contains(' ') => separated_by_blanks(text, start),
        _ => separated(text, start, delimiter.unwrap_or(b',')),
    };
    if delimiter != Some(b',') {
        let columns = lines.iter().map(|line| line.fields.len()).max().unwrap_or(0);
        (0..columns).for_each(|column| settle_commas(&mut lines, column));
    }
    lines
}

fn without_comments(text: &str) -> &str {
    let mut rest = text.strip_prefix('\u{feff}').unwrap_or(text);
    // The header of a log of Nevergrad is no comment.
    let is_header = |rest: &str| {
        let line = rest.lines().next().unwrap_or("");
        line.split([',', ';', '\t']).any(|field| field.trim() == LOSS)
    };
    while rest.starts_with(['#', '%']) && !is_header(rest) || rest.starts_with("sep=") {
        rest = rest.split_once('\n').map_or("", |(_, rest)| rest);
    }
    rest
}

fn separated(text: &str, start: usize, delimiter: u8) -> Vec<CsvLine> {
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .delimiter(delimiter)
        .trim(csv::Trim::All)
        .from_reader(&text.as_bytes()[start..]);
    // Reading cannot fail: the text is UTF-8, and rows may have any length.
    let records = reader.records().map_while(Result::ok);
    let line = |record: csv::StringRecord| {
        let at = record.position().map_or(0, csv::Position::byte) as usize + start;
        CsvLine::new(text, at, &record, delimiter)
    };
    records.map(line).collect()
}

fn separated_by_blanks(text: &str, start: usize) -> Vec<CsvLine> {
    let mut at = start;
    let mut lines = Vec::new();
    for line in text[start..].split_inclusive('\n') {
        let field = |word: &str| {
            let from = at + (word.as_ptr() as usize - line.as_ptr() as usize);
            (word.to_owned(), from..from + word.len())
        };
        let fields: Vec<_> = line.split_whitespace().map(field).collect();
        if !fields.is_empty() {
            lines.push(CsvLine { span: at..at + line.trim_end().len(), fields });
        }
        at += line.len();
    }
    lines
}

/// Replaces the comma of each number of a column by a point, or leaves it out where commas group
/// thousands. Where each number has a comma before three digits, nobody can tell, and all stay.
fn settle_commas(lines: &mut [CsvLine], column: usize) {
    let fields = || lines.iter().filter_map(|line| Some(line.fields.get(column)?.0.as_str()));
    let is_number = |field: &&str| field.replace(',', "").parse::<f64>().is_ok();
    let (with, without): (Vec<&str>, Vec<&str>) =
        fields().filter(is_number).partition(|field| field.contains(','));
    let groups = with.iter().all(|field| are_thousands(field));
    let is_whole = |field: &&str| field.parse::<i64>().is_ok();
    let is_sure = with.iter().any(|field| field.matches(',').count() > 1)
        || !without.is_empty() && without.iter().all(is_whole);
    if with.is_empty() || groups && !is_sure {
        return;
    }
    for field in lines.iter_mut().filter_map(|line| line.fields.get_mut(column)) {
        let number = if groups { field.0.replace(',', "") } else { field.0.replacen(',', ".", 1) };
        if number.parse::<f64>().is_ok() {
            field.0 = number;
        }
    }
}

/// Whether the commas of a number stand as those of 1,351 and 12,004,000.
fn are_thousands(field: &str) -> bool {
    let digits = field.strip_prefix('-').unwrap_or(field);
    let mut groups = digits.split(',');
    let first = groups.next().unwrap_or("");
    (1..=3).contains(&first.len())
        && !first.starts_with('0')
        && std::iter::once(first).all(|group| group.bytes().all(|b| b.is_ascii_digit()))
        && groups.all(|group| group.len() == 3 && group.bytes().all(|b| b.is_ascii_digit()))
}

impl CsvLine {
    fn new(text: &str, at: usize, record: &csv::StringRecord, delimiter: u8) -> Self {
        // The position of a record includes blank lines before it.
        let start = at + text[at..].len() - text[at..].trim_start_matches(['\r', '\n']).len();
        let line = text[start..].split(['\r', '\n']).next().unwrap_or("");
        let span = start..start + line.len();
        let mut end = start;
        let mut spans: Vec<Range<usize>> = Vec::new();
        for part in line.split(char::from(delimiter)) {
            spans.push(end..end + part.len());
            end += part.len() + 1;
        }
        // A line with quoted delimiters is located as a whole.
        let is_plain = spans.len() == record.len();
        let place = |index: usize| if is_plain { &spans[index] } else { &span }.clone();
        let fields = record.iter().enumerate();
        let fields = fields.map(|(index, field)| (field.to_owned(), place(index)));
        Self { fields: fields.collect(), span }
    }
}
