//! Rows and fields of journals as text.

/// The lines of a text, each with its line end.
pub fn lines(text: &str) -> Vec<String> {
    text.split_inclusive('\n').map(str::to_owned).collect()
}

/// The texts are the same; if not, the first line that differs is shown.
#[track_caller]
pub fn assert_same_lines(found: &str, expected: &str) {
    for (number, (found, expected)) in found.lines().zip(expected.lines()).enumerate() {
        assert_eq!(found, expected, "line {}", number + 1);
    }
    assert_eq!(found.lines().count(), expected.lines().count(), "lines");
    assert_eq!(found, expected);
}

/// The columns of a CSV text except for those named as times, which are the last ones.
#[track_caller]
pub fn without_times(csv: &str) -> String {
    let header: Vec<&str> = csv.lines().next().unwrap_or_default().split(',').collect();
    let is_time = |name: &&str| name.starts_with("time_");
    let kept = header.iter().take_while(|name| !is_time(name)).count();
    assert!(kept < header.len(), "no times in {header:?}");
    assert!(header[kept..].iter().all(is_time), "times are not last in {header:?}");
    let cut = |line: &str| line.split(',').take(kept).collect::<Vec<_>>().join(",") + "\n";
    csv.lines().map(cut).collect()
}

/// The text of a field.
#[track_caller]
pub fn field<'a>(header: &str, row: &'a str, column: &str) -> &'a str {
    let place = header.trim_end().split(',').position(|name| name == column);
    let mut fields = row.trim_end().split(',');
    fields.nth(place.expect("a column")).expect("a field")
}

/// The row with one field replaced and its checksum corrected.
#[track_caller]
pub fn with_field(header: &str, row: &str, column: &str, value: &str) -> String {
    let names: Vec<&str> = header.trim_end().split(',').collect();
    let place = |name: &str| names.iter().position(|other| *other == name);
    let mut fields: Vec<&str> = row.trim_end().split(',').collect();
    fields[place(column).expect("a column")] = value;
    let checksum = place("crc32").expect("a column of checksums");
    let text = fields[..checksum].join(",");
    let sum = format!("{:08x}", crc32fast::hash(text.as_bytes()));
    fields[checksum] = &sum;
    fields.join(",") + "\n"
}

/// The row with a number changed to the next larger one, and its checksum corrected.
#[track_caller]
pub fn with_next_number(header: &str, row: &str, column: &str) -> String {
    let number: f64 = field(header, row, column).parse().expect("a number");
    with_field(header, row, column, &number.next_up().to_string())
}
