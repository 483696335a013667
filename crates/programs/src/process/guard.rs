//! The end of all programs if this process is killed.

use std::io::Write;
use std::process::Child;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

/// The variable of programs that says which guard they belong to. On Linux, processes that they
/// start are known by it, whatever group or session they move to.
pub(crate) const VARIABLE: &str = "TUNE2048_PROGRAM";

/// A shell that outlives this process and kills the process groups that it leaves behind, and what
/// has left these groups.
///
/// It is started with the first group. Where it cannot be, groups are left unguarded.
#[derive(Debug)]
pub(crate) struct Guard {
    shell: OnceLock<Option<Child>>,
    mark: String,
}

impl Default for Guard {
    fn default() -> Self {
        static GUARDS: AtomicU64 = AtomicU64::new(0);
        let guard = GUARDS.fetch_add(1, Ordering::Relaxed);
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let mark = format!("{}.{}.{guard}-", std::process::id(), now.as_nanos());
        Self { shell: OnceLock::new(), mark }
    }
}

impl Guard {
    /// The value of [`VARIABLE`] for a process of this guard, given by its number.
    pub(crate) fn mark(&self, number: u64) -> String {
        format!("{}{number}", self.mark)
    }

    /// Adds a process group.
    pub(crate) fn add(&self, group: u32) {
        self.write(&format!("+{group}\n"));
    }

    /// Removes a process group that has ended.
    pub(crate) fn remove(&self, group: u32) {
        self.write(&format!("-{group}\n"));
    }

    fn write(&self, line: &str) {
        let shell = self.shell.get_or_init(|| start(&self.mark));
        if let Some(mut input) = shell.as_ref().and_then(|shell| shell.stdin.as_ref()) {
            // A guard that was killed guards nothing; the games go on.
            let _ = input.write_all(line.as_bytes());
        }
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        if let Some(Some(mut shell)) = self.shell.take() {
            // Closes its input first.
            let _ = shell.wait();
        }
    }
}

/// Starts the shell. Only this process holds the other end of its input, since pipes of
/// `std` are closed in programs that it starts.
#[cfg(unix)]
fn start(mark: &str) -> Option<Child> {
    use std::os::unix::process::CommandExt;
    use std::process::{Command, Stdio};

    /// Reads `+GROUP` and `-GROUP`; at the end of its input it kills the groups that are left, and
    /// the processes with the mark.
    const SCRIPT: &str = r#"
trap '' HUP INT QUIT TERM
groups=' '
while read -r line; do
    group=${line#?}
    case $line in
    +*) groups="$groups$group " ;;
    -*) case $groups in
        *" $group "*) groups="${groups%%" $group "*} ${groups#*" $group "}" ;;
        esac ;;
    esac
done
for group in $groups; do kill -s KILL -- "-$group"; done
for file in $(grep -lsF -e "$0" /proc/[0-9]*/environ); do
    file=${file#/proc/}
    kill -s KILL "${file%/environ}"
done
"#;
    Command::new("/bin/sh")
        .args(["-c", SCRIPT, &format!("{VARIABLE}={mark}")])
        .current_dir("/")
        .process_group(0)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .ok()
}

/// There are no process groups here.
#[cfg(not(unix))]
fn start(_: &str) -> Option<Child> {
    None
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use std::os::unix::process::{CommandExt, ExitStatusExt};
    use std::process::{Child, Command};

    use super::Guard;

    #[test]
    fn groups_that_are_left_are_killed_at_the_end() {
        let start = || Command::new("sleep").arg("30").process_group(0).spawn();
        let mut children: Vec<Child> = (0..5).map(|_| start().unwrap()).collect();
        let guard = Guard::default();
        for child in &children {
            guard.add(child.id());
        }
        for index in [0, 2, 4] {
            guard.remove(children[index].id());
        }
        guard.remove(1);
        // Its shell ends here: otherwise this waits for ever.
        drop(guard);
        for index in [1, 3] {
            assert_eq!(children[index].wait().unwrap().signal(), Some(9));
        }
        for index in [0, 2, 4] {
            assert_eq!(children[index].try_wait().unwrap(), None);
            children[index].kill().unwrap();
            children[index].wait().unwrap();
        }
    }
}
