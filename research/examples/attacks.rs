//! Kills at random instants and files altered at random, many of both: the same bytes, or a refusal.
//!
//! `cargo run --release -p tune2048-research --example attacks -- killed 150`, or `altered 580`: so many of each kind of
//! work. `cargo build --release` makes the program that they run.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use tune2048_testkit::csv_text::{without_times, without_times_of_log};
use tune2048_testkit::program::{Run, Scratch, is_installed, random, replaced};
use tune2048_testkit::spaces::{PLAYER, PROGRAM, TINY};

/// Work that goes on in the folder `out` after a kill.
struct Work {
    name: &'static str,
    /// What begins it.
    start: &'static str,
    /// What goes on with it, once there is something.
    go_on: &'static [&'static str],
    /// What is there before it begins: a command.
    before: Option<&'static str>,
    /// What is read of it in the end.
    reads: &'static [&'static str],
}

const SAME: &[&str] = &[];
const READ: &[&str] = &["export out", "status out", "report out --markdown"];
const RESUME: &[&str] = &["resume out --threads 1"];

const WORKS: [Work; 6] = [
    Work {
        name: "campaigns",
        start: "run short.toml --out out",
        go_on: RESUME,
        before: None,
        reads: READ,
    },
    Work {
        name: "learning",
        start: "learn learning.toml --out out --threads 1",
        go_on: RESUME,
        before: None,
        reads: &["status out", "inspect out a874764254314320"],
    },
    Work {
        name: "comparisons",
        start: "compare 2014 near.toml --games 300 --out out/games.csv",
        go_on: SAME,
        before: None,
        reads: SAME,
    },
    Work {
        name: "tournaments",
        start: "tournament two.toml --out out",
        go_on: SAME,
        before: None,
        reads: SAME,
    },
    Work {
        name: "larger budgets",
        start: "resume out --generations 12",
        go_on: &["resume out --generations 12"],
        before: Some("run tiny.toml --out out"),
        reads: READ,
    },
    Work {
        name: "programs",
        start: "run space.toml --out out",
        go_on: RESUME,
        before: None,
        reads: READ,
    },
];

type Files = BTreeMap<PathBuf, Vec<u8>>;

/// A folder with what the works need.
fn scratch(seed: u32) -> Scratch {
    let scratch = Scratch::new();
    let tiny = replaced(TINY, "seed = 7", &format!("seed = {seed}"));
    let short = replaced(&tiny, "generations = 4", "generations = 24");
    let short = replaced(&short, "games = 10", "games = 60");
    let learning = "games = 1500\ntuples = 'lines'\ncurve = 60\ntest-games = 20\n";
    let two = "games = 60\n[[players]]\nweights = '2014'\n[[players]]\n\
               weights = 'near.toml'\n";
    for (name, text) in [
        ("tiny.toml", tiny),
        ("short.toml", short),
        ("learning.toml", format!("seed = {seed}\n{learning}")),
        ("near.toml", "[heuristic.rows]\nempty = 330\n".to_owned()),
        ("two.toml", format!("name = 'two'\nseed = {seed}\n{two}")),
        ("player.py", PLAYER.to_owned()),
        ("space.toml", replaced(PROGRAM, "seed = 5", &format!("seed = {seed}"))),
    ] {
        scratch.write(name, text);
    }
    scratch
}

impl Work {
    fn works() -> impl Iterator<Item = &'static Self> {
        let has_python = is_installed("python3");
        WORKS.iter().filter(move |work| has_python || work.name != "programs")
    }

    fn begin(&self, scratch: &Scratch) {
        let _ = fs::remove_dir_all(scratch.path("out"));
        if let Some(before) = self.before {
            scratch.tune2048(before).succeeds();
        }
    }

    /// The commands that end the work, whatever there is.
    fn commands(&self, scratch: &Scratch) -> Vec<&'static str> {
        let is_written =
            |file| fs::metadata(scratch.path("out").join(file)).is_ok_and(|file| file.len() > 0);
        let has_begun = ["log.jsonl", "trials.csv", "learning.json"].into_iter().any(is_written);
        if has_begun && !self.go_on.is_empty() { self.go_on.to_vec() } else { vec![self.start] }
    }

    /// Goes on to the end, or to a refusal.
    fn finish(&self, scratch: &Scratch) -> Run {
        let mut last = None;
        for command in self.commands(scratch) {
            let mut run = scratch.tune2048(command);
            if is_nothing_there(&run) && self.before.is_none() {
                run = scratch.tune2048(self.start);
            }
            let is_over = run.code != Some(0);
            last = Some(run);
            if is_over {
                break;
            }
        }
        last.expect("every work has a command")
    }

    /// What is read of it; nothing where that is refused.
    fn answers(&self, scratch: &Scratch) -> Vec<Option<String>> {
        let reads = self.reads.iter().map(|command| scratch.tune2048(command));
        let text =
            |run: &Run| without(&without(run.text(), "  search time "), "| time of the search ");
        reads.map(|run| (run.code == Some(0)).then(|| text(&run))).collect()
    }

    /// The bytes of the whole work, undisturbed, and how long it takes.
    fn whole(&self, scratch: &Scratch) -> (BTreeMap<PathBuf, String>, Duration) {
        self.begin(scratch);
        let start = Instant::now();
        self.finish(scratch).succeeds();
        (record(scratch), start.elapsed())
    }
}

/// A kill came before there was anything to go on with.
fn is_nothing_there(run: &Run) -> bool {
    run.stderr.contains("no campaign here") || run.stderr.contains("no learning run here")
}

/// A text without the lines that begin so.
fn without(text: &str, beginning: &str) -> String {
    text.split_inclusive('\n').filter(|line| !line.starts_with(beginning)).collect()
}

/// Everything on record, without times and what depends on them.
fn record(scratch: &Scratch) -> BTreeMap<PathBuf, String> {
    let is_timed = |path: &Path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        name == "lock" || name.starts_with("table.") || name.starts_with("report.")
    };
    let files = scratch.files("out").into_iter().filter(|(path, _)| !is_timed(path));
    let text = |(path, bytes): (PathBuf, Vec<u8>)| {
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let has_times = text.lines().next().is_some_and(|header| header.contains(",time_"));
        let path = path.strip_prefix(scratch.root()).expect("a file below it").to_owned();
        let text = match path.extension().is_some_and(|extension| extension == "jsonl") {
            true => without_times_of_log(&text),
            false if has_times => without_times(&text),
            false => without(&text, "  \"version\""),
        };
        (path, text)
    };
    files.map(text).collect()
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let kind = arguments.next().unwrap_or_default();
    let number = arguments.next().and_then(|text| text.parse().ok());
    match (kind.as_str(), number) {
        ("killed", Some(kills)) => killed_works_end_with_the_same_bytes(kills),
        ("altered", Some(alterations)) => altered_files_are_refused_or_change_nothing(alterations),
        _ => panic!("expected `killed` or `altered`, and a number"),
    }
}

fn killed_works_end_with_the_same_bytes(kills: u64) {
    for work in Work::works() {
        let scratch = scratch(7);
        let (whole, time) = work.whole(&scratch);
        let mut random = random(41);
        let (mut landed, mut ended) = (0, 0);
        while landed < kills {
            work.begin(&scratch);
            // Some kills early, some late: each life has its own pace.
            let pace = 1 + random(6);
            for _ in 0..12 {
                let commands = work.commands(&scratch);
                let command = commands[random(commands.len() as u64) as usize];
                let running = scratch.start(command);
                thread::sleep(Duration::from_micros(random(time.as_micros() as u64 / pace)));
                landed += u64::from(running.kill());
            }
            work.finish(&scratch).succeeds();
            let found = record(&scratch);
            let differs =
                whole.keys().chain(found.keys()).find(|file| whole.get(*file) != found.get(*file));
            assert_eq!(differs, None, "{} after {landed} kills", work.name);
            ended += 1;
        }
        eprintln!("| {} | {landed} kills | {ended} works | same bytes |", work.name);
    }
}

fn altered_files_are_refused_or_change_nothing(alterations: u64) {
    let mut failures = Vec::new();
    for work in Work::works() {
        let scratch = scratch(7);
        let (whole, time) = work.whole(&scratch);
        let answers = work.answers(&scratch);
        let finished = scratch.files("out");
        let mut random = random(43);
        let half = loop {
            work.begin(&scratch);
            let commands = work.commands(&scratch);
            let (last, first) = commands.split_last().expect("every work has a command");
            first.iter().for_each(|command| drop(scratch.tune2048(command)));
            let running = scratch.start(last);
            thread::sleep(time.mul_f64(0.3 + 0.1 * random(5) as f64));
            if running.kill() {
                break scratch.files("out");
            }
        };
        let foreign = {
            let other = self::scratch(8);
            work.whole(&other);
            let files = other.files("out").into_iter();
            files
                .map(|(path, bytes)| (path.strip_prefix(other.root()).unwrap().to_owned(), bytes))
                .collect()
        };
        let (mut same, mut refused) = (0, 0);
        for number in 0..alterations {
            let mut files = if number % 2 == 0 { finished.clone() } else { half.clone() };
            let (path, altered) = alter(&mut files, &foreign, scratch.root(), &mut random);
            let _ = fs::remove_dir_all(scratch.path("out"));
            for (path, bytes) in &files {
                scratch.write(&path.to_string_lossy(), bytes);
            }
            let run = work.finish(&scratch);
            // An altered file may stay as it is where nothing is read from it.
            let is_as_before = || {
                let mut found = record(&scratch);
                let name = path.strip_prefix(scratch.root()).expect("a file below it");
                let expected = whole.get(name).cloned().unwrap_or_default();
                let stays = scratch.files("out").get(&path) == files.get(&path);
                if stays || found.get(name).is_some_and(|text| has_same_rows(text, &expected)) {
                    found.insert(name.to_owned(), expected);
                }
                let read = work.answers(&scratch);
                let is_same = |(found, expected): (&Option<String>, &Option<String>)| {
                    let text = |text: &Option<String>| text.clone().unwrap_or_default();
                    found.is_none() || has_same_rows(&text(found), &text(expected))
                };
                found == whole && read.iter().zip(&answers).all(is_same)
            };
            // Another number of test games is what the user asks for.
            let is_a_wish = work.name == "learning" && path.ends_with("learning.toml");
            let mut fail = |failure: String| {
                let failure = format!("{}, {number}: {failure}", work.name);
                eprintln!("{failure}");
                failures.push(failure);
            };
            match run.code {
                Some(0) if is_a_wish || is_as_before() => same += 1,
                Some(1 | 2) if work.reads == READ => match unnamed(&scratch, &path) {
                    None => refused += 1,
                    Some(problem) => fail(format!("{altered}: {problem}")),
                },
                Some(1 | 2) => refused += 1,
                code => fail(format!("{altered}: {code:?}")),
            }
        }
        eprintln!(
            "| {} | {alterations} altered | {same} same bytes | {refused} refused |",
            work.name
        );
    }
    assert!(failures.is_empty(), "{} changed in silence:\n{}", failures.len(), failures.join("\n"));
}

/// What every command that reads a damaged campaign says of a file, where one says nothing of it.
fn unnamed(scratch: &Scratch, path: &Path) -> Option<String> {
    let name = path.file_name()?.to_str()?;
    let is_line =
        |text: &str| text.contains(&format!("{name} line ")) || name == "search-space.toml";
    let commands = [
        "resume out",
        "status out",
        "report out",
        "export out",
        "evaluate out --games 2",
        "compare out 2014 --games 2",
    ];
    let silent = commands.into_iter().find(|command| {
        let run = scratch.tune2048(command);
        !matches!(run.code, Some(1 | 2)) || !run.stderr.contains(name) || !is_line(&run.stderr)
    });
    let list = scratch.tune2048("list .");
    silent.map(|command| format!("not named by `{command}`")).or_else(|| {
        (!list.text().contains("damaged")).then(|| format!("not called damaged: {}", list.text()))
    })
}

/// Whether the rows of a file are the same in another order.
fn has_same_rows(text: &str, expected: &str) -> bool {
    fn sorted(text: &str) -> Vec<&str> {
        let mut rows: Vec<&str> = text.lines().map(|row| row.trim_end_matches(',')).collect();
        rows.retain(|row| !row.is_empty());
        rows.sort_unstable();
        rows
    }
    sorted(text) == sorted(expected)
}

/// Alters one of the files; returns its path, and tells how.
fn alter(
    files: &mut Files,
    foreign: &Files,
    root: &Path,
    random: &mut impl FnMut(u64) -> u64,
) -> (PathBuf, String) {
    let place = random(files.len() as u64) as usize;
    let path = files.keys().nth(place).expect("a file").clone();
    let name = path.strip_prefix(root).expect("a file below it").to_owned();
    let bytes = files.get_mut(&path).expect("a file");
    let at = random(bytes.len().max(1) as u64) as usize;
    let mut lines: Vec<Vec<u8>> =
        bytes.split_inclusive(|&byte| byte == b'\n').map(<[u8]>::to_vec).collect();
    let line = random(lines.len().max(1) as u64) as usize;
    // A blank line means nothing.
    let is_blank = |line: &usize| lines.get(*line).is_some_and(|line| line.trim_ascii().is_empty());
    let line =
        (line..).find(|line| !is_blank(line)).unwrap_or_default().min(lines.len().max(1) - 1);
    let how = [
        "bit",
        "digit",
        "byte gone",
        "cut",
        "line gone",
        "line twice",
        "lines swapped",
        "empty",
        "foreign",
        "gone",
        "mark",
        "line ends",
    ];
    let how = how[random(how.len() as u64) as usize];
    match how {
        _ if bytes.is_empty() => {}
        "bit" => bytes[at] ^= 1 << random(8),
        "digit" => {
            let digit =
                bytes.iter().cycle().skip(at).take(bytes.len()).position(u8::is_ascii_digit);
            let digit = digit.map(|found| (at + found) % bytes.len());
            if let Some(digit) = digit {
                bytes[digit] = b'0' + (bytes[digit] - b'0' + 1) % 10;
            }
        }
        "byte gone" => drop(bytes.remove(at)),
        "cut" => bytes.truncate(at),
        "line gone" => drop(lines.remove(line)),
        "line twice" => lines.insert(line, lines[line].clone()),
        "lines swapped" => {
            let other = (line + 1) % lines.len();
            lines.swap(line, other);
        }
        "empty" => bytes.clear(),
        "mark" => drop(bytes.splice(..0, *b"\xef\xbb\xbf")),
        "line ends" => {
            for line in &mut lines {
                if line.ends_with(b"\n") {
                    line.splice(line.len() - 1.., *b"\r\n");
                }
            }
        }
        "foreign" => bytes.clone_from(foreign.get(&name).unwrap_or(&Vec::new())),
        _ => drop(files.remove(&path)),
    }
    if how.starts_with("line") {
        files.insert(path.clone(), lines.concat());
    }
    let place = if how.starts_with("line") { line } else { at };
    (path, format!("{}: {how} at {place}", name.display()))
}
