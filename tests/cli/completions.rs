//! `completions` and `man`: files that shells and `man` accept, with every command.

use std::process::Command;

use tune2048_testkit::program::{Scratch, is_installed};

const COMMANDS: [&str; 5] = ["run", "resume", "serve-evaluations", "export", "man"];

#[test]
fn every_shell_is_offered_commands() {
    let scratch = Scratch::new();
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = scratch.tune2048(&format!("completions {shell}")).succeeds().says_nothing();
        for command in COMMANDS {
            assert!(script.text().contains(command), "{shell}: {script}");
        }
    }
    scratch.tune2048("completions tcsh").fails(2);
}

#[test]
fn bash_completes_by_its_script() {
    if !is_installed("bash") {
        return;
    }
    let scratch = Scratch::new();
    scratch.write("script", scratch.tune2048("completions bash").succeeds().stdout);
    let script = "source ./script; COMP_WORDS=(tune2048 serve-ev); COMP_CWORD=1; \
                  _tune2048 tune2048 serve-ev tune2048; echo \"${COMPREPLY[@]}\"";
    let bash = Command::new("bash").args(["-c", script]).current_dir(scratch.root()).output();
    let bash = bash.unwrap();
    assert_eq!(String::from_utf8_lossy(&bash.stdout), "serve-evaluations\n", "{bash:?}");
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
