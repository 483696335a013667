//! Disks that are full, and paths that cannot be written.

use std::path::Path;
use std::process::Command;

use tune2048_testkit::program::{Scratch, TINY, has_tool, replaced};

/// A small file system of its own, taken away at the end.
struct SmallDisk<'a>(&'a Path);

impl Drop for SmallDisk<'_> {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(self.0).status();
    }
}

#[test]
fn a_disk_that_fills_up_row_by_row_is_told_at_the_row_that_did_not_fit() {
    let scratch = Scratch::new();
    let place = scratch.path("disk");
    std::fs::create_dir(&place).unwrap();
    let mut mount = Command::new("mount");
    mount.args(["-t", "tmpfs", "-o", "size=64k", "none"]).arg(&place);
    // Not everybody may mount.
    if !has_tool("mount", mount.output().is_ok_and(|output| output.status.success())) {
        return;
    }
    let _disk = SmallDisk(&place);
    let space = replaced(TINY, "generations = 4", "generations = 60");
    let space = replaced(&space, "games-per-candidate = 3", "games-per-candidate = 1");
    scratch.write("space.toml", space);
    scratch.tune2048("run space.toml --out whole").succeeds();
    let words = ["disk/out/", ": cannot append", "No space left", "what is recorded is safe"];
    scratch.fails(1, "run space.toml --out disk/out", &words);
    let rows = scratch.rows("disk/out/trials.csv");
    assert!(rows > 20, "{rows} rows");
    // The disk stays full: the same again, and nothing is lost.
    scratch.fails(1, "resume disk/out", &["No space left"]);
    assert_eq!(scratch.rows("disk/out/trials.csv"), rows);
    // Moved to where there is space, it goes on as if nothing had been.
    scratch.copy("disk/out", "moved");
    scratch.tune2048("resume moved").succeeds();
    scratch.assert_same_record("moved", "whole");
    // What cannot be begun leaves nothing behind.
    std::fs::write(scratch.path("disk/fill"), vec![0; 64 << 10]).unwrap_err();
    for command in ["init --out disk/new", "run space.toml --out disk/new"] {
        scratch.fails(1, command, &["disk/new", "No space left"]);
        assert!(!scratch.path("disk/new").exists(), "{command}");
    }
}

#[test]
fn a_file_in_place_of_a_folder_and_a_folder_in_place_of_a_file_are_told() {
    let scratch = Scratch::finished("tiny.toml", TINY);
    scratch.write("file", "text");
    for out in ["file", "file/below"] {
        let words = "file: found a file, expected a folder - give another with --out";
        scratch.refuses(&format!("run tiny.toml --out {out}"), &[words]);
    }
    for command in ["resume", "status", "report"] {
        scratch.refuses(&format!("{command} file/below"), &["file/below: no campaign here"]);
    }
    for command in ["export out", "report out"] {
        for path in ["file/below", "missing/file"] {
            let words = format!("{path}: cannot write");
            scratch.fails(1, &format!("{command} --out {path}"), &[&words]);
        }
        scratch.refuses(&format!("{command} --out out"), &["out: found a folder"]);
    }
    assert_eq!(scratch.read("file"), "text");
    std::fs::remove_file(scratch.path("out/trials.csv")).unwrap();
    std::fs::create_dir(scratch.path("out/trials.csv")).unwrap();
    for command in ["resume out", "status out"] {
        scratch.refuses(command, &["out/trials.csv: found a folder"]);
    }
}
