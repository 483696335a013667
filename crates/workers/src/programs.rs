//! Programs of the user by their names: no command line is sent.

use tune2048_tuner::subject::CommandSettings;

/// Returns the name under which workers offer a program: the file name of its first word.
///
/// # Errors
/// A program that is started for each game, with its seed in the command line, in words.
pub fn name(program: &CommandSettings) -> Result<String, String> {
    if program.is_started_for_each_game() {
        return Err(format!(
            "the command line of `{}` holds the seed, and no command line is sent to workers - \
             let the program read requests (see the guide on programs), or leave out --workers",
            program.command_line()
        ));
    }
    let first = program.program.first().map_or("", String::as_str);
    let name = first.rsplit(['/', '\\']).next().unwrap_or(first);
    Ok(name.to_owned())
}

/// Returns the part of the queue with the jobs of a program, for tests.
#[doc(hidden)]
pub fn route(name: &str) -> String {
    crate::messages::program_route(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_names_the_program() {
        let named = |words: &[&str]| {
            let words = words.iter().map(|&word| word.to_owned()).collect();
            name(&CommandSettings::new(words))
        };
        assert_eq!(named(&["./bin/solver", "--tune"]), Ok("solver".to_owned()));
        assert_eq!(named(&["solver.py"]), Ok("solver.py".to_owned()));
        assert_eq!(named(&["bin\\solver.exe"]), Ok("solver.exe".to_owned()));
        let error = named(&["./solver", "--seed={seed}"]).unwrap_err();
        assert!(error.contains("no command line is sent"), "{error}");
    }
}
