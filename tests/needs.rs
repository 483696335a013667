//! Says before other tests of this package which tools are missing, and what is not tested without them.

use std::env;
use std::process::ExitCode;

use tune2048_testkit::tools::Tool;

fn main() -> ExitCode {
    // Whoever lists tests finds none here.
    if env::args().any(|argument| argument == "--list") {
        return ExitCode::SUCCESS;
    }
    let missing: Vec<Tool> = Tool::all().filter(|tool| !is_here(tool)).collect();
    for tool in &missing {
        println!("{} is missing, skipped: {}", tool.name, tool.tests);
    }
    println!(
        "{}",
        if missing.is_empty() {
            "every tool of the tests is here"
        } else {
            "tests/testkit/tools.txt names the packages of missing tools"
        }
    );
    let required = missing.iter().any(|tool| env::var_os(tool.variable()).is_some());
    ExitCode::from(u8::from(required))
}

fn is_here(tool: &Tool) -> bool {
    #[cfg(unix)]
    if tool.name == "mount" && !rustix::process::geteuid().is_root() {
        return false;
    }
    tool.is_found()
}
