//! The lines and fields of a CSV with their spans in the text.

use std::ops::Range;

/// A line with its fields and their spans in the text.
pub(super) struct CsvLine {
    pub(super) span: Range<usize>,
    pub(super) fields: Vec<(String, Range<usize>)>,
}

/// Returns the lines of a CSV that are not blank. The separator is a comma, a
/// semicolon or a tab, whichever the first line contains.
pub(super) fn lines(text: &str) -> Vec<CsvLine> {
    let start = if text.starts_with('\u{feff}') { 3 } else { 0 };
    let header = text[start..].lines().next().unwrap_or("");
    let delimiter = [b',', b';', b'\t']
        .into_iter()
        .find(|&delimiter| header.as_bytes().contains(&delimiter))
        .unwrap_or(b',');
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .delimiter(delimiter)
        .trim(csv::Trim::All)
        .from_reader(&text.as_bytes()[start..]);
    let mut lines = Vec::new();
    // Reading cannot fail: the text is UTF-8, and rows may have any length.
    for record in reader.records().map_while(Result::ok) {
        let at = record.position().map_or(0, csv::Position::byte) as usize + start;
        lines.push(CsvLine::new(text, at, &record, delimiter));
    }
    lines
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
        let place = |index: usize| match is_plain {
            true => spans[index].clone(),
            false => span.clone(),
        };
        let fields = record.iter().enumerate();
        let fields = fields.map(|(index, field)| (field.to_owned(), place(index)));
        Self {
            fields: fields.collect(),
            span,
        }
    }
}
