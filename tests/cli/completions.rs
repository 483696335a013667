//! `completions` and `man`: files that shells and `man` accept, with every command.

use std::process::Command;

use tune2048_testkit::program::{Scratch, is_installed};

const COMMANDS: [&str; 6] = ["run", "resume", "change", "serve-evaluations", "export", "man"];

#[test]
fn every_shell_knows_every_command() {
    let scratch = Scratch::new();
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = scratch.tune2048(&format!("completions {shell}")).succeeds().says_nothing();
        for command in COMMANDS {
            assert!(script.text().contains(command), "{shell}: {command}");
        }
    }
    scratch.tune2048("completions tcsh").fails(2);
    if is_installed("bash") {
        let script = scratch.tune2048("completions bash").succeeds().stdout;
        scratch.write("script", script);
        let check = Command::new("bash")
            .args(["-n", "script"])
            .current_dir(scratch.root())
            .output()
            .unwrap();
        assert!(check.status.success() && check.stderr.is_empty());
    }
}

#[test]
fn every_command_has_a_manual_page() {
    let scratch = Scratch::new();
    std::fs::create_dir(scratch.path("man1")).unwrap();
    scratch.tune2048("man --out man1").succeeds();
    for command in COMMANDS {
        let page = scratch.read(&format!("man1/tune2048-{command}.1"));
        assert!(page.contains(".TH"), "{page}");
        let usage = format!("tune2048 {command}").replace('-', "\\-");
        assert!(page.contains(&format!("\\fB{usage}\\fR")), "{page}");
    }
    let whole = scratch.tune2048("man").succeeds().says_nothing();
    assert_eq!(whole.text(), scratch.read("man1/tune2048.1"));
    scratch.tune2048("man --out nowhere").fails(1).says("nowhere");
}
