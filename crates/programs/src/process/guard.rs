//! The end of all programs if this process is killed.

use std::io::Write;
use std::process::Child;
use std::sync::OnceLock;

/// A shell that outlives this process and kills the process groups that it leaves behind.
///
/// It is started with the first group. Where it cannot be, groups are left unguarded.
#[derive(Debug, Default)]
pub(crate) struct Guard {
    shell: OnceLock<Option<Child>>,
}

impl Guard {
    /// Adds a process group.
    pub(crate) fn add(&self, group: u32) {
        self.write(&format!("+{group}\n"));
    }

    /// Removes a process group that has ended.
    pub(crate) fn remove(&self, group: u32) {
        self.write(&format!("-{group}\n"));
    }

    fn write(&self, line: &str) {
        let shell = self.shell.get_or_init(start);
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
fn start() -> Option<Child> {
    use std::os::unix::process::CommandExt;
    use std::process::{Command, Stdio};

    /// Reads `+GROUP` and `-GROUP`; at the end of its input it kills the groups that are left.
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
"#;
    Command::new("/bin/sh")
        .args(["-c", SCRIPT])
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
fn start() -> Option<Child> {
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
