//! Disks that are full, and paths that cannot be written.

use std::path::Path;
use std::process::Command;

use tune2048_testkit::program::{SEARCH, Scratch, has_tool, replaced};
use tune2048_testkit::spaces::TINY;

/// A small file system of its own, taken away at the end.
struct SmallDisk<'a>(&'a Path);

impl<'a> SmallDisk<'a> {
    /// Mounts a file system of this size, where that is allowed: the tool `mount`.
    fn mount(place: &'a Path, size: &str) -> Option<Self> {
        std::fs::create_dir(place).unwrap();
        let options = format!("size={size}");
        let mount =
            Command::new("mount").args(["-t", "tmpfs", "-o", &options, "none"]).arg(place).output();
        let is_mounted = mount.is_ok_and(|output| output.status.success());
        has_tool("mount", is_mounted).then_some(Self(place))
    }
}

impl Drop for SmallDisk<'_> {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(self.0).status();
    }
}

#[test]
fn a_disk_that_fills_up_row_by_row_is_told_at_the_row_that_did_not_fit() {
    let scratch = Scratch::new();
    let place = scratch.path("disk");
    let Some(disk) = SmallDisk::mount(&place, "64k") else { return };
    let space = replaced(TINY, "generations = 4", "generations = 60");
    let space = replaced(&space, "games-per-candidate = 3", "games-per-candidate = 1");
    scratch.write("space.toml", space);
    scratch.tune2048("run space.toml --out whole").succeeds();
    let run = scratch.tune2048("run space.toml --out disk/out").fails(1);
    run.says("disk/out/trials.csv: cannot append")
        .says("No space left")
        .says("what is recorded is safe");
    let rows = scratch.rows("disk/out/trials.csv");
    assert!(rows > 20, "{rows} rows");
    // The disk stays full: the same again, and nothing is lost.
    scratch.tune2048("resume disk/out").fails(1).says("No space left");
    assert_eq!(scratch.rows("disk/out/trials.csv"), rows);
    // Moved to where there is space, it goes on as if nothing had been.
    scratch.copy_files("disk/out", "moved", SEARCH);
    scratch.tune2048("resume moved").succeeds();
    scratch.assert_same_record("moved", "whole");
    drop(disk);
}

#[test]
fn a_file_in_place_of_a_folder_is_told() {
    let scratch = Scratch::with("tiny.toml", TINY);
    scratch.write("file", "text");
    for out in ["file", "file/below"] {
        scratch
            .tune2048(&format!("run tiny.toml --out {out}"))
            .fails(1)
            .says(&format!("{out}: cannot make the campaign's folder"));
    }
    for command in ["resume", "status", "report"] {
        scratch
            .tune2048(&format!("{command} file/below"))
            .fails(2)
            .says("file/below: no campaign here");
    }
    assert_eq!(scratch.read("file"), "text");
}

#[test]
fn files_asked_for_that_cannot_be_written_are_told() {
    let scratch = Scratch::with("tiny.toml", TINY);
    scratch.write("file", "text");
    scratch.tune2048("run tiny.toml --out out").succeeds();
    for command in ["export out", "report out"] {
        for path in ["file/below", "missing/file"] {
            scratch
                .tune2048(&format!("{command} --out {path}"))
                .fails(1)
                .says(&format!("{path}: cannot write"));
        }
        scratch.tune2048(&format!("{command} --out out")).fails(2).says("out: found a folder");
    }
}

#[test]
fn a_folder_in_place_of_a_file_is_told() {
    let scratch = Scratch::finished("tiny.toml", TINY);
    std::fs::remove_file(scratch.path("out/trials.csv")).unwrap();
    std::fs::create_dir(scratch.path("out/trials.csv")).unwrap();
    for command in ["resume out", "status out"] {
        scratch.tune2048(command).fails(2).says("out/trials.csv: found a folder");
    }
}
