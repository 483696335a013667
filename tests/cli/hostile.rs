//! Texts that a file or a program fills, with all that a terminal, a page, a table or a language acts on.

use std::fs;
use std::process::Command;
use std::time::{SystemTime, UNIX_EPOCH};

use serde_json::Value;

use super::live_server::LiveServer;
use tune2048_files::shown::is_hidden;
use tune2048_testkit::csv_text::{event, lines, rechained, rechained_log};
use tune2048_testkit::program::{Run, Scratch, is_installed, replaced};
use tune2048_testkit::spaces::TINY;

/// Controls, an operating system command, C1, directions, HTML, Markdown, quotes, a trigraph, comments.
const HOSTILE: &str =
    "\u{1b}]0;x\u{7}\u{9b}2J\u{202e}\u{2028}</script><img src=x>*|`$(x)\"'\\??/\"*/ // #{}";

/// The text as TOML.
fn quoted() -> String {
    toml::Value::from(HOSTILE).to_string()
}

/// What a tool does in the folder.
fn tool(scratch: &Scratch, name: &str, arguments: &[&str]) -> String {
    let name = name.strip_prefix("./").map_or(name.into(), |name| scratch.path(name));
    let output = Command::new(name).args(arguments).current_dir(scratch.root()).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap().trim().to_owned()
}

/// Whether nothing but line ends would be acted on.
#[track_caller]
fn assert_plain(what: &str, text: &str) {
    let hidden = |c: char| {
        (c.is_control() && c != '\n' && c != '\t')
            || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    let found = text.char_indices().find(|(_, c)| hidden(*c));
    assert_eq!(found, None, "{what}: {text}");
}

#[track_caller]
fn assert_run_is_plain(what: &str, run: &Run) {
    assert_plain(what, run.text());
    assert_plain(what, &run.stderr);
}

/// A program whose parameters, words, numbers, errors and standard error are hostile.
fn hostile_campaign() -> Scratch {
    let scratch = Scratch::new();
    let text = quoted();
    // A choice has nothing hidden.
    let choice = toml::Value::from(HOSTILE.replace(is_hidden, "")).to_string();
    scratch.write("hostile.txt", HOSTILE);
    let program = r#"
import json, sys
hostile = open("hostile.txt").read()
print(json.dumps({"protocol": 1, "name": hostile, "version": hostile}), flush=True)
failed = False
for line in sys.stdin:
    request = json.loads(line)
    for seed in request["seeds"]:
        print(hostile, file=sys.stderr, flush=True)
        answer = {"id": request["id"], "seed": seed, "score": request["weights"]["x"] * 10 + seed % 7, hostile: 1}
        print(json.dumps(answer), flush=True)
"#;
    scratch.write("program.py", program);
    let space = format!(
        "name = \"hostile\"\nseed = 1\n[player.command]\nprogram = [\"python3\", \"program.py\", {text}]\n\
         environment = {{ WORD = {text} }}\n[heuristic.command]\nx = {{ start = 1, low = 0, high = 9 }}\n\
         word = {choice}\nchoice = {{ start = {choice}, choices = [{choice}, \"b\"] }}\n\
         [optimizer.cma-es]\npopulation = 4\n[budget]\ngenerations = 2\n[pilot]\nshare = 0\n\
         [validation]\ngames = 12\n"
    );
    scratch.write("space.toml", space);
    scratch
}

#[test]
fn programs_and_their_files_are_shown_as_they_are_and_do_nothing() {
    if !is_installed("python3") {
        return;
    }
    let scratch = hostile_campaign();
    for command in [
        "check space.toml",
        "plan space.toml",
        "run space.toml --out out --plain",
        "status out",
        "status out --json",
        "list .",
        "list . --json",
        "report out",
        "report out --markdown",
        "evaluate out --games 3",
        "evaluate out --games 3 --json",
    ] {
        let run = scratch.tune2048(command);
        assert!(matches!(run.code, Some(0)), "{command}: {run}");
        assert_run_is_plain(command, &run);
    }
    for file in ["report.html", "trials.csv"] {
        assert_plain(file, &scratch.read(&format!("out/{file}")));
    }
    assert!(!scratch.read("out/report.html").contains("<img"));
    let served = LiveServer::start(&scratch, ". --port 0");
    for address in ["/", "/json", "/report/out", "/json/out"] {
        let answer = served.get(address);
        assert!(answer.starts_with("HTTP/1.1 200 "), "{address}: {answer}");
        assert_plain(address, &answer.replace("\r\n", "\n"));
        let is_page = !address.starts_with("/json");
        assert!(!is_page || !answer.contains("<img"), "{address}: {answer}");
    }
    served.end("INT");
    let best = scratch.read("out/best.toml");
    for (name, x) in [("a.toml", 2), ("b.toml", 5)] {
        let other = best.lines().map(|line| match line.starts_with("x = ") {
            true => format!("x = {x}\n"),
            false => line.to_owned() + "\n",
        });
        scratch.write(name, other.collect::<String>());
    }
    for command in ["compare a.toml b.toml --games 100", "compare a.toml b.toml --games 100 --json"]
    {
        assert_run_is_plain(command, &scratch.tune2048(command).succeeds());
    }
    for format in ["json", "c", "rust", "js", "python"] {
        let run = scratch.tune2048(&format!("export out --format {format}")).succeeds();
        assert_run_is_plain(format, &run);
    }
    // A failure tells all of it.
    let space = scratch.read("space.toml");
    let failing = "import sys\nsys.exit(open('hostile.txt').read())\n";
    scratch.write("program.py", failing);
    scratch.write("failing.toml", replaced(&space, "\"hostile\"", "\"failing\""));
    let run = scratch.tune2048("run failing.toml --plain");
    assert_eq!(run.code, Some(1), "{run}");
    assert_run_is_plain("a failure", &run);
}

#[test]
fn exported_texts_end_no_literal_of_their_language() {
    let scratch = Scratch::with(
        "w.toml",
        format!("player.command.program = [\"x\"]\n[heuristic.command]\nword = {}\n", quoted()),
    );
    let export =
        |name: &str| drop(scratch.tune2048(&format!("export w.toml --out {name}")).succeeds());
    let expected: Vec<String> = HOSTILE.bytes().map(|byte| byte.to_string()).collect();
    let expected = expected.join(" ");
    if is_installed("cc") {
        export("w.h");
        scratch.write("w.c", "#include <stdio.h>\n#include \"w.h\"\nint main(void) { const char *c; for (c = word; *c; c++) printf(\"%d \", (unsigned char) *c); return 0; }\n");
        for standard in ["c89", "c99", "c17"] {
            tool(&scratch, "cc", &[&format!("-std={standard}"), "w.c", "-o", "w"]);
            assert_eq!(tool(&scratch, "./w", &[]), expected, "{standard}");
        }
    }
    if is_installed("node") {
        export("w.mjs");
        scratch.write("print.mjs", "import { weights } from './w.mjs'; console.log([...Buffer.from(weights.word)].join(' '));\n");
        assert_eq!(tool(&scratch, "node", &["print.mjs"]), expected);
    }
    if is_installed("python3") {
        export("w.py");
        let printed = tool(&scratch, "python3", &["-c", "import w; print(*w.word.encode())"]);
        assert_eq!(printed, expected);
    }
    if is_installed("rustc") {
        export("w.rs");
        let main = "fn main() { for byte in w::WORD.bytes() { print!(\"{byte} \"); } }\n";
        scratch.write("print.rs", format!("mod w;\n{main}"));
        tool(&scratch, "rustc", &["print.rs", "-o", "print"]);
        assert_eq!(tool(&scratch, "./print", &[]), expected);
    }
}

#[test]
fn files_of_others_are_shown_as_they_are() {
    let scratch = Scratch::finished("tiny.toml", TINY);
    scratch.write("broken.toml", format!("name = {HOSTILE}\n"));
    scratch.write("comment.toml", format!("seed = \"x\" # {}\n", HOSTILE.replace('\u{2028}', "")));
    scratch.write(&format!("{}.toml", HOSTILE.replace('/', "")), "seed = x\n");
    for option in
        [["--games", HOSTILE], ["--threads", HOSTILE], [HOSTILE, "--x"], ["--seed", HOSTILE]]
    {
        let output = scratch.command(["run", "tiny.toml", option[0], option[1]]).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{option:?}");
        assert_plain(option[0], &String::from_utf8(output.stderr).unwrap());
    }
    for file in ["broken", "comment", &HOSTILE.replace('/', "")] {
        let output = scratch.command(["check", &format!("{file}.toml")]).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{file}");
        assert_plain(file, &String::from_utf8(output.stderr).unwrap());
    }
    let header = serde_json::json!({"__metadata__": {"format": HOSTILE}}).to_string();
    let length = (header.len() as u64).to_le_bytes();
    scratch.write("net.safetensors", [&length, header.as_bytes()].concat());
    for command in ["inspect net.safetensors a874764254314320", "evaluate net.safetensors"] {
        let run = scratch.refuses(command, &["net.safetensors"]);
        assert_run_is_plain(command, &run);
    }
    // The evidence of weights that somebody else has written.
    let best = scratch.read("out/best.toml");
    let mut best: toml::Table = best.parse().unwrap();
    for (_, value) in best["evidence"].as_table_mut().unwrap() {
        if value.is_str() {
            *value = HOSTILE.into();
        }
    }
    scratch.write("best.toml", toml::to_string(&best).unwrap());
    for command in [
        "evaluate best.toml --games 2",
        "export best.toml -f c",
        "export best.toml -f json",
        "export best.toml -f html",
    ] {
        assert_run_is_plain(command, &scratch.tune2048(command));
    }
}

/// Each document that differs from this one in one place, which has the hostile text: a value, or the
/// name of a key. Of a list the first two places are taken.
fn spoiled(document: &Value) -> Vec<Value> {
    let text = || Value::from(HOSTILE);
    match document {
        Value::Object(entries) => {
            let of_key = |(key, value): (&String, &Value)| {
                let with = |name: &str, value: Value| {
                    let mut entries = entries.clone();
                    entries.remove(key);
                    entries.insert(name.to_owned(), value);
                    Value::Object(entries)
                };
                let mut found: Vec<_> =
                    spoiled(value).into_iter().map(|value| with(key, value)).collect();
                found.push(with(HOSTILE, value.clone()));
                found
            };
            entries.iter().flat_map(of_key).collect()
        }
        Value::Array(items) => {
            let of_item = |place: usize| {
                let with = move |value| {
                    let mut items = items.clone();
                    items[place] = value;
                    Value::Array(items)
                };
                spoiled(&items[place]).into_iter().map(with)
            };
            (0..items.len().min(2)).flat_map(of_item).chain([text()]).collect()
        }
        _ => vec![text()],
    }
}

#[test]
fn every_place_of_a_file_may_hold_anything() {
    let scratch = Scratch::new();
    let read = |text: &str| -> Value { toml::from_str(text).unwrap() };
    let spaces = [
        TINY,
        "seed = 1\n[heuristic.expressions.a]\nexpression = 'r0 ** power'\n\
         weight = { start = 1, low = 0, high = 2 }\nparameters.power = { start = 4, low = 1, high = 6 }\n\
         [budget]\ngenerations = 1\n",
        "[player.command]\nprogram = ['x']\nenvironment = { A = 'b' }\n\
         [heuristic.command]\na = { start = 1, low = 0, high = 2, when = 'b = 1' }\n\
         b = { start = 'c', choices = ['c', 'd'] }\n[budget]\ngenerations = 1\n",
        "games = 9\ntuples = ['01', 'lines']\ncurve = 3\n[method]\nkind = 'tc'\nlambda = 0.5\n",
    ];
    for space in spaces {
        for file in spoiled(&read(space)) {
            let file = toml::to_string(&file).unwrap();
            scratch.write("file.toml", &file);
            let run = scratch.tune2048("check file.toml");
            assert!(matches!(run.code, Some(0 | 2)), "{file}\n{run}");
            assert_run_is_plain(&file, &run);
        }
    }
    let tournament = "name = 'two'\ngames = 2\n[[players]]\nname = 'a'\nweights = '2014'\n\
                      note = 'b'\n[[players]]\nweights = '2014-simple'\n";
    for (number, file) in spoiled(&read(tournament)).into_iter().enumerate() {
        let file = toml::to_string(&file).unwrap();
        scratch.write("file.toml", &file);
        let run = scratch.tune2048(&format!("tournament file.toml --out t{number}"));
        assert!(matches!(run.code, Some(0 | 2)), "{file}\n{run}");
        assert_run_is_plain(&file, &run);
        for name in ["table.md", "table.json"] {
            let name = format!("t{number}/{name}");
            if scratch.path(&name).exists() && !name.ends_with("csv") {
                assert_plain(&file, &scratch.read(&name));
            }
        }
    }
}

/// A place of a record may lie although its checksums are right.
#[test]
fn every_place_of_a_record_may_hold_anything() {
    let scratch = Scratch::finished("tiny.toml", TINY);
    // Every command reads a record in the same way: each place is read by the next one.
    let commands = ["status out", "list . --json", "report out --markdown", "status out --json"];
    let mut commands = commands.iter().cycle();
    let mut assert_told = |name: &str, text: &str| {
        scratch.write(&format!("out/{name}"), text);
        let command = commands.next().unwrap();
        let run = scratch.tune2048(command);
        assert!(matches!(run.code, Some(0..=2)), "{command}: {text}\n{run}");
        assert_run_is_plain(text, &run);
    };
    let log = lines(&scratch.read("out/log.jsonl"));
    let mut kinds = Vec::new();
    for (number, line) in log.iter().enumerate() {
        let (head, tail) = line.split_at(line.rfind(",\"crc32\"").unwrap());
        let entry = event(&format!("{head}}}"));
        // One line of each kind is enough.
        if kinds.contains(&entry["event"]) {
            continue;
        }
        kinds.push(entry["event"].clone());
        for spoiled in spoiled(&entry) {
            let mut log = log.clone();
            let spoiled = spoiled.to_string();
            log[number] = format!("{}{tail}", spoiled.strip_suffix('}').unwrap());
            assert_told("log.jsonl", &rechained_log(&log));
        }
    }
    scratch.write("out/log.jsonl", log.concat());
    for name in ["trials.csv", "games.csv"] {
        let table = lines(&scratch.read(&format!("out/{name}")));
        let hostile = format!("\"{}\"", HOSTILE.replace('"', "\"\""));
        for cell in 0..table[1].split(',').count() {
            let mut table = table.clone();
            let mut cells: Vec<&str> = table[1].trim_end().split(',').collect();
            cells[cell] = &hostile;
            table[1] = cells.join(",") + "\n";
            assert_told(name, &rechained(&table));
        }
        scratch.write(&format!("out/{name}"), table.concat());
    }
    let best: Value = toml::from_str(&scratch.read("out/best.toml")).unwrap();
    for best in spoiled(&best) {
        assert_told("best.toml", &toml::to_string(&best).unwrap());
    }
    // What is volatile stands beside the record of a campaign under way, without checksums.
    let is_end = |line: &String| event(line)["event"] == "concluded";
    let begun: String = log.iter().filter(|line| !is_end(line)).cloned().collect();
    scratch.write("out/log.jsonl", begun);
    fs::remove_file(scratch.path("out/best.toml")).unwrap();
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs();
    let now = serde_json::json!({
        "failures": {"games": 9, "failed": 2, "replayed": 1, "first": HOSTILE},
        "workers": [{
            "worker": HOSTILE, "host": HOSTILE, "cores": 1, "games": 1, "games_per_second": 1.0,
            "given_back": 1, "last_seen": seconds, "here": true,
        }],
    });
    for now in spoiled(&now).iter().chain([&now]) {
        assert_told("now.json", &now.to_string());
    }
    scratch.prints("status out", &["2 of 9 games", "\\u{1b}]0;x\\u{7}"]);
}

#[test]
fn thousands_of_mistakes_are_counted() {
    let keys: String = (0..50_000).map(|number| format!("key{number} = 1\n")).collect();
    let scratch = Scratch::with("many.toml", format!("{keys}{TINY}"));
    scratch.refuses("check many.toml", &["unknown key `key0`", "and 49900 more mistakes"]);
}
