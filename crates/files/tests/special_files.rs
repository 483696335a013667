//! Pipes, devices, links and folders in the place of files. A process of its own: the programs that
//! make pipes inherit files for a moment, and with them the locks that other tests wait for.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::{FileTypeExt, symlink};
use std::path::Path;
use std::process::Command;

use tune2048_files::record::{Record, Visitor};
use tune2048_files::table::Table;
use tune2048_files::{atomic, destination, regular};

#[derive(Debug, Default)]
struct Number(u32);

impl Record for Number {
    type Layout = ();

    fn columns(&mut self, (): &(), visitor: &mut Visitor<'_>) -> Result<(), String> {
        visitor.column("a", &mut self.0)
    }
}

#[test]
fn files_are_replaced_behind_links_and_streams_are_written_through() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    fs::write(at("old"), "old, and longer").unwrap();
    symlink("old", at("link")).unwrap();
    symlink("new", at("dangling")).unwrap();
    for (name, behind) in [("file", "file"), ("link", "old"), ("dangling", "new")] {
        destination::write(&at(name), name).unwrap();
        assert_eq!(fs::read_to_string(at(behind)).unwrap(), name);
    }
    for link in ["link", "dangling"] {
        assert!(fs::read_link(at(link)).is_ok(), "{link} is still a link");
    }
    destination::write(Path::new("/dev/null"), "nothing").unwrap();
    assert!(fs::metadata("/dev/null").unwrap().file_type().is_char_device());

    assert!(Command::new("mkfifo").arg(at("pipe")).status().unwrap().success());
    let reader = std::thread::spawn({
        let pipe = at("pipe");
        move || fs::read_to_string(pipe).unwrap()
    });
    destination::write(&at("pipe"), "through").unwrap();
    assert_eq!(reader.join().unwrap(), "through");

    let error = destination::write(folder.path(), "no").unwrap_err().to_string();
    assert!(error.contains("found a folder, expected a file or a pipe"), "{error}");
}

/// Nothing is left where the writer is killed.
#[test]
#[cfg(target_os = "linux")]
fn a_file_has_no_name_before_all_of_it_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let names = || fs::read_dir(folder.path()).unwrap().count();
    for before in [0, 1] {
        let written = atomic::replace_with(&folder.path().join("file"), |file| {
            file.write_all(b"text")?;
            assert_eq!(names(), before);
            Ok(())
        });
        written.unwrap();
        assert_eq!(names(), 1);
    }
}

#[test]
fn pipes_devices_and_folders_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    assert!(Command::new("mkfifo").arg(at("pipe")).status().unwrap().success());
    symlink("/dev/zero", at("zeros")).unwrap();
    fs::create_dir(at("folder")).unwrap();
    for (name, problem) in [
        ("pipe", "found a pipe or a device, expected a regular file"),
        ("zeros", "expected a regular file"),
        ("folder", "found a folder, expected a regular file"),
    ] {
        for error in [
            regular::read_text(&at(name)).map(drop),
            Table::<Number>::read(&at(name), ()).map(drop),
            Table::<Number>::open_file(&at(name), ()).map(drop),
        ] {
            let error = error.expect_err(name).to_string();
            assert!(error.contains(problem), "{error}");
        }
    }
}
