//! Rows, fields and lines of journals as text.

/// The lines of a text, each with its line end.
pub fn lines(text: &str) -> Vec<String> {
    text.split_inclusive('\n').map(str::to_owned).collect()
}

/// The texts are the same; if not, the first line that differs is shown.
#[track_caller]
pub fn assert_same_lines(found: &str, expected: &str, place: &str) {
    for (number, (found, expected)) in found.lines().zip(expected.lines()).enumerate() {
        assert_eq!(found, expected, "{place}, line {}", number + 1);
    }
    assert_eq!(found, expected, "{place}");
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

#[track_caller]
pub fn field<'a>(header: &str, row: &'a str, column: &str) -> &'a str {
    let place = header.trim_end().split(',').position(|name| name == column);
    let mut fields = row.trim_end().split(',');
    fields.nth(place.expect("a column")).expect("a field")
}

/// The row with one field replaced; its checksum stays.
#[track_caller]
pub fn with_field(header: &str, row: &str, column: &str, value: &str) -> String {
    let place = header.trim_end().split(',').position(|name| name == column);
    let mut fields: Vec<&str> = row.trim_end().split(',').collect();
    fields[place.expect("a column")] = value;
    fields.join(",") + "\n"
}

/// The row with a number changed to the next larger one; its checksum stays.
#[track_caller]
pub fn with_next_number(header: &str, row: &str, column: &str) -> String {
    let number: f64 = field(header, row, column).parse().expect("a number");
    with_field(header, row, column, &number.next_up().to_string())
}

/// The rows of a campaign's file with their header and all checksums corrected.
#[track_caller]
pub fn rechained(lines: &[String]) -> String {
    let (fixed, _) = lines[0].split_once(",crc32").expect("a column of checksums");
    let place = fixed.split(',').count();
    let sum = |before: &str, text: &str| {
        format!("{:08x}", crc32fast::hash(format!("{before}{text}").as_bytes()))
    };
    let mut last = sum("", lines[0].trim_end());
    let mut text = lines[0].clone();
    for row in &lines[1..] {
        let mut fields: Vec<&str> = row.trim_end().split(',').collect();
        last = sum(&last, &fields[..place].join(","));
        fields[place] = &last;
        text += &(fields.join(",") + "\n");
    }
    text
}

#[track_caller]
pub fn event(line: &str) -> serde_json::Value {
    serde_json::from_str(line).unwrap_or_else(|error| panic!("{line:?}: {error}"))
}

/// The lines of a log without their times, which are last.
pub fn without_times_of_log(log: &str) -> String {
    let cut = |line: &str| line.split(",\"times\":").next().unwrap_or_default().to_owned() + "\n";
    log.lines().map(cut).collect()
}

/// The lines of a log with all checksums corrected.
#[track_caller]
pub fn rechained_log(lines: &[String]) -> String {
    let mut last = String::new();
    let mut text = String::new();
    for line in lines {
        let at = line.rfind(",\"crc32\":\"").expect("a checksum");
        let (head, tail) = (&line[..at], &line[at + 18..]);
        last = format!("{:08x}", crc32fast::hash(format!("{last}{head}").as_bytes()));
        text += &format!("{head},\"crc32\":\"{last}{tail}");
    }
    text
}
