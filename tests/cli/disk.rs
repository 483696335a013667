//! Disks that are full, and paths that cannot be written.

use std::path::Path;
use std::process::Command;

use crate::spaces::TINY;
use crate::support::{Scratch, has_tool, replaced};

/// A small file system of its own, taken away at the end.
struct SmallDisk<'a>(&'a Path);

impl<'a> SmallDisk<'a> {
    /// Mounts a file system of this size, where that is allowed: the tool `mount`.
    fn mount(place: &'a Path, size: &str) -> Option<Self> {
        std::fs::create_dir(place).unwrap();
        let options = format!("size={size}");
        let mount = Command::new("mount")
            .args(["-t", "tmpfs", "-o", &options, "none"])
            .arg(place)
            .output();
        let is_mounted = mount.is_ok_and(|output| output.status.success());
        has_tool("mount", is_mounted).then_some(Self(place))
    }

    /// Takes all the space but for so many bytes.
    fn fill_up_to(&self, bytes: usize) {
        let ballast = self.0.join("ballast");
        let mut size = 0;
        // The last write of a full disk is a partial one.
        while std::fs::write(&ballast, vec![0; size + 4096]).is_ok() {
            size += 4096;
        }
        std::fs::write(&ballast, vec![0; size.saturating_sub(bytes)]).unwrap();
    }

    fn free(&self) {
        std::fs::remove_file(self.0.join("ballast")).unwrap();
    }
}

impl Drop for SmallDisk<'_> {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(self.0).status();
    }
}

#[test]
fn a_full_disk_is_told_and_nothing_is_lost() {
    let scratch = Scratch::new();
    let place = scratch.path("disk");
    let Some(disk) = SmallDisk::mount(&place, "256k") else {
        return;
    };
    let space = replaced(TINY, "generations = 4", "generations = 12");
    scratch.write("space.toml", &space);
    scratch.tune2048("run space.toml --out whole").succeeds();
    scratch.write(
        "short.toml",
        replaced(&space, "generations = 12", "generations = 1"),
    );
    scratch.tune2048("run short.toml --out disk/out").succeeds();
    let begun = scratch.bytes("disk/out/trials.csv");

    // Room for the changed budget, and for few rows or none.
    let mut told = 0;
    for room in [12_288, 16_384, 20_480] {
        disk.fill_up_to(room);
        let run = scratch.tune2048("resume disk/out --generations 12");
        if run.code == Some(0) {
            disk.free();
            break;
        }
        told += 1;
        run.fails(1)
            .says("disk/out/")
            .says("No space left")
            .says("tune2048 resume");
        assert!(
            scratch.bytes("disk/out/trials.csv").starts_with(&begun),
            "rows were lost"
        );
        scratch.tune2048("status disk/out").succeeds();
        disk.free();
    }
    assert!(told > 0, "the disk was never full");
    scratch
        .tune2048("resume disk/out --generations 12")
        .succeeds();
    scratch.assert_same_search("disk/out", "whole");
}

#[test]
fn a_disk_that_fills_up_row_by_row_is_told_at_the_row_that_did_not_fit() {
    let scratch = Scratch::new();
    let place = scratch.path("disk");
    let Some(disk) = SmallDisk::mount(&place, "64k") else {
        return;
    };
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
    scratch
        .tune2048("resume disk/out")
        .fails(1)
        .says("No space left");
    assert_eq!(scratch.rows("disk/out/trials.csv"), rows);
    // Moved to where there is space, it goes on as if nothing had been.
    std::fs::create_dir(scratch.path("moved")).unwrap();
    for file in [
        "search-space.toml",
        "campaign.json",
        "trials.csv",
        "distributions.csv",
    ] {
        scratch.write(
            &format!("moved/{file}"),
            scratch.bytes(&format!("disk/out/{file}")),
        );
    }
    scratch.tune2048("resume moved").succeeds();
    scratch.assert_same_record("moved", "whole");
    drop(disk);
}

#[test]
fn a_file_in_place_of_a_folder_is_told() {
    let scratch = Scratch::new();
    scratch.write("tiny.toml", TINY);
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
fn a_new_campaign_that_cannot_be_written_is_not_told_to_be_safe() {
    // Nothing was written, nothing can be resumed.
    let scratch = Scratch::new();
    scratch.write("tiny.toml", TINY);
    scratch.write("file", "text");
    let run = scratch.tune2048("run tiny.toml --out file/below").fails(1);
    assert!(!run.stderr.contains("resume"), "{run}");
}

#[test]
fn files_asked_for_that_cannot_be_written_are_told() {
    let scratch = Scratch::new();
    scratch.write("tiny.toml", TINY);
    scratch.write("file", "text");
    scratch.tune2048("run tiny.toml --out out").succeeds();
    for command in ["export out", "report out"] {
        for path in ["file/below", "missing/file", "out"] {
            scratch
                .tune2048(&format!("{command} --out {path}"))
                .fails(1)
                .says(&format!("{path}: cannot write"));
        }
    }
}

#[test]
fn a_folder_in_place_of_a_file_is_told() {
    let scratch = Scratch::new();
    scratch.write("tiny.toml", TINY);
    scratch.tune2048("run tiny.toml --out out").succeeds();
    std::fs::remove_file(scratch.path("out/trials.csv")).unwrap();
    std::fs::create_dir(scratch.path("out/trials.csv")).unwrap();
    for command in ["resume out", "status out"] {
        scratch
            .tune2048(command)
            .fails(1)
            .says("out/trials.csv: cannot");
    }
}
