//! What a folder with a campaign refuses, and what it says then.

use tune2048_testkit::program::{LONG, Scratch, TINY, replaced};

#[test]
fn a_second_process_is_refused_while_the_first_runs() {
    let long = replaced(LONG, "generations = 40", "generations = 9999");
    let scratch = Scratch::with("long.toml", &long);
    let mut first = scratch.start("run long.toml --out out --threads 1");
    assert!(first.wait_until(|| scratch.rows("out/trials.csv") >= 2));
    let second = scratch.tune2048("resume out --threads 1");
    assert!(matches!(second.code, Some(1 | 2)), "{second}");
    let second =
        second.says("out: the campaign is running: another process plays it - wait for it");
    assert_eq!(second.stderr.matches("another process").count(), 1);
    let words = ["out: there is a campaign here already", "tune2048 resume out", "--out"];
    scratch.refuses("run long.toml --out out", &words);
    // A larger budget from aside changes nothing either.
    scratch.tune2048("resume out --generations 10000").says("another process");
    assert_eq!(scratch.read("out/search-space.toml"), long);
    // Looking is free.
    scratch.tune2048("status out").succeeds();
    scratch.tune2048("report out").succeeds();
    assert!(!first.has_ended(), "the test has nothing to see");
    first.kill();
}

#[test]
fn a_changed_file_is_refused_beside_the_folder_and_within_it() {
    let scratch = Scratch::finished("tiny.toml", TINY);
    scratch.write("changed.toml", replaced(TINY, "seed = 7", "seed = 8"));
    let words = ["changed.toml: the search space is not the one", "seed: recorded 7, found 8"];
    scratch.refuses("resume changed.toml --out out", &words);
    assert_eq!(scratch.read("out/search-space.toml"), TINY);
    // Lost lines are no wish for another budget, even beside an option that asks for one.
    scratch.write("out/search-space.toml", replaced(TINY, "[selection]\ngames = 30\n", ""));
    let words = ["out/search-space.toml: the search space", "selection.games", "remove the file"];
    scratch.refuses("resume out --generations 9", &words);
    // Mistakes in it are shown as in any other.
    scratch.write("out/search-space.toml", replaced(TINY, "seed = 7", "sead = 7"));
    for command in ["resume out", "status out", "report out", "resume out --generations 9"] {
        scratch.refuses(command, &["out/search-space.toml", "sead"]);
    }
}

#[test]
fn a_wrong_option_is_named_with_what_was_expected() {
    let scratch = Scratch::finished("tiny.toml", TINY);
    for (command, words) in [
        ("run tiny.toml --minutes 10s", &["'10s' for '--minutes <M>': expected a number"][..]),
        ("evaluate 2014 --games -5", &["'-5' for '--games <N>': expected 1 to "]),
        ("compare 2014 2014-simple --threads 100000", &["--threads", "expected 1 to "]),
        ("evaluate 2014 --seed -1", &["'-1' for '--seed <S>': expected a whole number"]),
        ("serve --port 99999", &["expected a whole number from 0 to 65535"]),
        ("run tiny.toml --out=", &["found an empty argument, expected a value"]),
        ("evalute 2014", &["'evalute'", "similar subcommand", "'evaluate'"]),
        // A folder in place of a file.
        ("run .", &[".: found a folder, expected a search space"]),
        ("plan out", &["out: found a folder", "`tune2048 resume out`"]),
        ("learn short --out out", &["out: there is a learning run or a campaign here already"]),
        ("check results/x", &["results/x: cannot read", "expected a search space file"]),
        ("tournament .", &[".: found a folder, expected a tournament"]),
        ("diagnose nothing", &["nothing: cannot read", "a campaign's folder or name"]),
    ] {
        let run = scratch.refuses(command, words);
        assert!(!run.stderr.contains(" --> "), "{run}");
    }
    // Options stand beside the file whose lines they replace.
    let words = ["tiny.toml with --minutes -1:", "a number above 0"];
    scratch.refuses("run tiny.toml --minutes -1", &words);
    let words = ["search-space.toml with --validation-games 0:", "from 2 to"];
    scratch.refuses("resume out --validation-games 0", &words);
}

#[test]
#[cfg(unix)]
fn a_name_that_is_no_text_is_refused_before_anything_is_written() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    let scratch = Scratch::finished("tiny.toml", TINY);
    let before = scratch.files("");
    for command in [
        "init new",
        "run tiny.toml",
        "learn lines",
        "export 2014",
        "report out",
        "tournament tiny.toml",
        "compare 2014 2014-simple",
        "serve-evaluations tiny.toml",
    ] {
        let name = OsStr::from_bytes(b"n\xff");
        let words = command.split(' ').chain(["--out"]).map(OsStr::new).chain([name]);
        let output = scratch.command(words).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{command}: {said}");
        assert!(said.contains("expected a path in UTF-8"), "{command}: {said}");
    }
    assert_eq!(scratch.files(""), before);
}
