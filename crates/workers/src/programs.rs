//! Programs of the user by their names: no command line is sent, and none comes from a job.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use tune2048_tuner::subject::{CommandSettings, Subject};

/// The programs that a worker starts, by their names.
pub type Programs = BTreeMap<String, PathBuf>;

/// Returns the name under which workers offer a program: the file name of its first word.
///
/// # Errors
/// A program that is started for each game, with its seed in the command line, or that starts engines, in words.
pub fn name(program: &CommandSettings) -> Result<String, String> {
    if program.is_started_for_each_game() || program.engines().next().is_some() {
        return Err(format!(
            "`{}` is started for each game or starts engines, and no command line is sent to workers - \
             let the program read requests (see the guide on programs), or leave out --workers",
            program.command_line()
        ));
    }
    let first = program.program.first().map_or("", String::as_str);
    let name = first.rsplit(['/', '\\']).next().unwrap_or(first);
    Ok(name.to_owned())
}

/// Returns a subject as it is sent, with the name of its program, if one plays.
pub(crate) fn sent(subject: &Arc<Subject>) -> Result<(Arc<Subject>, Option<String>), String> {
    let name = subject.command().map(name).transpose()?;
    Ok((started_by(subject, name.clone()), name))
}

/// Returns a subject that was sent as a worker that offers these programs plays it.
pub(crate) fn received(subject: &Arc<Subject>, offered: &Programs) -> Result<Arc<Subject>, String> {
    let path = |program: &CommandSettings| {
        let name = program.program.first().map_or("", String::as_str);
        let is_alone = program.program.len() == 1 && program.engines().next().is_none();
        let path = offered.get(name).filter(|_| is_alone);
        let path = path.ok_or_else(|| format!("it does not offer the program `{name}`"))?;
        Ok::<_, String>(path.to_string_lossy().into_owned())
    };
    Ok(started_by(subject, subject.command().map(path).transpose()?))
}

/// Returns the subject with its program, if one plays, started by a word, and by nothing else.
fn started_by(subject: &Arc<Subject>, word: Option<String>) -> Arc<Subject> {
    let (Some(program), Some(word)) = (subject.command(), word) else { return Arc::clone(subject) };
    Arc::new(subject.run_as(CommandSettings {
        program: vec![word],
        working_folder: None,
        environment: BTreeMap::new(),
        processes: None,
        ..program.clone()
    }))
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

    #[test]
    fn no_engine_is_sent_or_started() {
        let words = |word: &str| vec![word.to_owned()];
        let runner =
            CommandSettings { engine: words("./build"), ..CommandSettings::new(words("runner")) };
        assert!(name(&runner).unwrap_err().contains("starts engines"));
        let subject = Arc::new(Subject::program(runner, []));
        let offered = Programs::from([("runner".to_owned(), PathBuf::from("./runner"))]);
        assert!(received(&subject, &offered).is_err());
    }
}
