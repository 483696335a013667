//! The process groups of programs.

use std::path::Path;

use rustix::process::{Pid, test_kill_process_group};

/// The process groups that programs have written to a file, a line each.
pub(crate) fn groups(folder: &Path) -> Vec<Pid> {
    let text = std::fs::read_to_string(folder.join("groups")).unwrap_or_default();
    let whole = text.rsplit_once('\n').map_or("", |(lines, _)| lines);
    let groups = whole.lines().map(|line| line.parse().unwrap());
    groups.map(|group| Pid::from_raw(group).unwrap()).collect()
}

/// Whether a process of a group is running; one that has ended may wait for its parent.
pub(crate) fn is_alive(group: &Pid) -> bool {
    let Ok(processes) = std::fs::read_dir("/proc") else {
        return test_kill_process_group(*group).is_ok();
    };
    let group = group.as_raw_nonzero().to_string();
    let is_running = |text: String| {
        let fields = text.rsplit_once(')').map_or("", |(_, fields)| fields);
        let mut fields = fields.split_whitespace();
        let (state, of) = (fields.next(), fields.nth(1));
        of == Some(&*group) && state != Some("Z")
    };
    processes
        .filter_map(|entry| std::fs::read_to_string(entry.ok()?.path().join("stat")).ok())
        .any(is_running)
}

/// Commands that write the group of a program to a file.
pub(crate) const WRITE_GROUP: &str = "echo $$ >> groups";
