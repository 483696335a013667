//! Folders of campaigns that were edited: an edit a line.
//!
//! | edit | meaning |
//! |---|---|
//! | `trials.csv 3 fitness NaN` | another text in a field of a row, under a sound checksum |
//! | `trials.csv rows 9` | the first lines only |
//! | `log.jsonl put 40 }` | a text in place of the byte there |
//! | `log.jsonl swap "look":1 "look":2` | a text in place of another one, under sound checksums |
//! | `best.toml cut 40` | the first bytes only |
//! | `games.csv gone` | no file |

use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use tune2048_testkit::campaigns::{FILES, Fake, Scratch, go_on, resume, space};
use tune2048_testkit::csv_text::{lines, rechained, rechained_log, with_field};

static WHOLE: LazyLock<Scratch> = LazyLock::new(|| {
    let scratch = Scratch::in_memory();
    scratch.run("whole", &space("cma-es", "generations = 4"));
    scratch
});

/// Edits a finished campaign, then reads it, reports it and goes on with it.
pub fn journals(data: &[u8]) {
    let Ok(script) = std::str::from_utf8(data) else { return };
    let scratch = Scratch::in_memory();
    let folder = scratch.path("out");
    fs::create_dir(&folder).expect("a folder");
    for file in FILES {
        fs::copy(WHOLE.path("whole").join(file), folder.join(file)).expect("a copy");
    }
    for edit in script.lines().take(8) {
        let words: Vec<&str> = edit.splitn(4, ' ').collect();
        if FILES.contains(&words[0]) {
            apply(&folder.join(words[0]), &words[1..]);
        }
    }
    let _ = tune2048::view::report::markdown(&folder);
    let _ = tune2048::view::report::page(&folder);
    if let Ok(mut campaign) = resume(&folder) {
        let _ = go_on(&mut campaign, &Fake::stopping_after(30));
    }
}

fn apply(path: &Path, edit: &[&str]) {
    let text = fs::read(path).unwrap_or_default();
    let place = |text: &str| text.parse::<usize>().ok();
    let changed = match edit {
        ["gone"] => return drop(fs::remove_file(path)),
        ["rows", count] => {
            let text = String::from_utf8_lossy(&text).into_owned();
            place(count)
                .map(|count| lines(&text).into_iter().take(count).collect::<String>().into())
        }
        ["cut", at] => place(at).and_then(|at| text.get(..at)).map(<[u8]>::to_vec),
        ["put", at, new] => place(at).filter(|at| *at < text.len()).map(|at| {
            let mut text = text;
            text.splice(at..=at, new.bytes());
            text
        }),
        ["swap", from, to] => std::str::from_utf8(&text)
            .ok()
            .filter(|text| is_log(text))
            .map(|text| rechained_log(&lines(&text.replacen(from, to, 1))).into_bytes()),
        [row, column, value] => place(row).and_then(|row| with_value(&text, row, column, value)),
        _ => None,
    };
    if let Some(changed) = changed {
        fs::write(path, changed).expect("a file of ours");
    }
}

fn with_value(text: &[u8], row: usize, column: &str, value: &str) -> Option<Vec<u8>> {
    let mut rows = lines(std::str::from_utf8(text).ok()?);
    let (header, line) = (rows.first()?.clone(), rows.get(row).filter(|_| row > 0)?);
    let names: Vec<&str> = header.trim_end().split(',').collect();
    let is_whole = line.trim_end().split(',').count() == names.len() && !value.contains(',');
    if !is_whole || !names.contains(&column) || !names.contains(&"crc32") {
        return None;
    }
    rows[row] = with_field(&header, line, column, value);
    Some(rechained(&rows).into_bytes())
}

fn is_log(text: &str) -> bool {
    text.lines().all(|line| line.rfind(",\"crc32\":\"").is_some_and(|at| line.len() >= at + 18))
}
