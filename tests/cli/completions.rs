//! `completions` and `man`: files that shells and `man` accept, with every command and name.

use std::path::Path;
use std::process::Command;

use tune2048_testkit::program::{Scratch, is_installed, path};

const COMMANDS: [&str; 5] = ["run", "resume", "serve-evaluations", "export", "man"];

/// Returns what the program offers a shell for the last of these words.
fn offered(scratch: &Scratch, shell: &str, words: &str) -> String {
    let words: Vec<&str> = words.split(' ').collect();
    let mut command = scratch.command(["--", "tune2048"]);
    command.args(&words).env("TUNE2048_COMPLETE", shell);
    command.env("_CLAP_COMPLETE_INDEX", words.len().to_string()).env("_CLAP_IFS", "\n");
    String::from_utf8(command.output().unwrap().stdout).unwrap()
}

#[test]
fn every_shell_is_offered_commands_names_and_files() {
    let scratch = Scratch::with("quiet.toml", "");
    scratch.write("results/questions/log.jsonl", "");
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = scratch.tune2048(&format!("completions {shell}")).succeeds().says_nothing();
        assert!(script.text().contains("TUNE2048_COMPLETE"), "{script}");
        let commands = offered(&scratch, shell, "");
        for command in COMMANDS {
            assert!(commands.contains(command), "{shell}: {commands}");
        }
    }
    // What is offered does not depend on the shell.
    for (words, name) in [
        ("run qui", "quickstart"),
        ("run qui", "quiet.toml"),
        ("learn small-", "small-without-search"),
        ("check 4", "4x6"),
        ("evaluate 20", "2014"),
        ("compare 2014 tuned-d", "tuned-depth2"),
        ("evaluate q", "questions"),
        ("status q", "questions"),
        ("export 2014 --against lea", "learned-small"),
        ("help search", "search-space"),
        ("init --heuristic cor", "corner-matrix"),
    ] {
        let found = offered(&scratch, "zsh", words);
        assert!(found.contains(name), "{words}: {found}");
    }
    assert!(!offered(&scratch, "zsh", "evaluate q").contains("quickstart"));
    scratch.tune2048("completions tcsh").fails(2);
}

#[test]
fn bash_completes_by_its_script() {
    if !is_installed("bash") {
        return;
    }
    let scratch = Scratch::new();
    scratch.write("script", scratch.tune2048("completions bash").succeeds().stdout);
    let folder = Path::new(path()).parent().unwrap().display();
    let script = format!(
        "set -e; PATH={folder}:$PATH; source ./script; COMP_WORDS=(tune2048 plan quick); \
         COMP_CWORD=2; COMP_TYPE=9; _clap_complete_tune2048 tune2048 quick plan; \
         echo \"${{COMPREPLY[@]}}\""
    );
    let bash = Command::new("bash").args(["-c", &script]).current_dir(scratch.root()).output();
    let bash = bash.unwrap();
    assert_eq!(String::from_utf8_lossy(&bash.stdout), "quickstart\n", "{bash:?}");
}

#[test]
fn every_command_has_a_manual_page() {
    let scratch = Scratch::new();
    scratch.tune2048("man --out share/man1").succeeds();
    for command in COMMANDS {
        let page = scratch.read(&format!("share/man1/tune2048-{command}.1"));
        assert!(page.contains(".TH"), "{page}");
        let usage = format!("tune2048 {command}").replace('-', "\\-");
        assert!(page.contains(&format!("\\fB{usage}\\fR")), "{page}");
    }
    let whole = scratch.tune2048("man").succeeds().says_nothing();
    assert_eq!(whole.text(), scratch.read("share/man1/tune2048.1"));
    scratch.write("file", "");
    scratch.refuses("man --out file", &["file: found a file, expected a folder"]);
}
