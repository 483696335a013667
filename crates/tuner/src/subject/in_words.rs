//! What plays, in the words of messages and reports.

use super::Subject;
use crate::statistics::in_words::measured;
use tune2048_files::number_text::counted;
use tune2048_files::shown::visible;

impl Subject {
    /// The program that games start with its engines and its folder, as `starts the program X in Y`; nothing if a
    /// player of this library plays.
    pub fn start_line(&self) -> Option<String> {
        let command = self.command()?;
        let folder = match &command.working_folder {
            Some(folder) => format!("the folder {}", visible(folder)),
            None => "this folder".to_owned(),
        };
        let engines = command.engines_in_words();
        Some(format!("starts the program {}{engines} in {folder}", command.command_line()))
    }

    /// The name of the mean of its scores, as reports print it.
    pub fn measured(&self) -> &'static str {
        measured(self.has_results())
    }

    /// What of it is tuned: `3 weights of rows`, `1 parameter`.
    pub fn tuned(&self, number: usize) -> String {
        match self.is_program() {
            false => format!("{} of {}", counted(number, "weight"), self.table_name()),
            true => counted(number, "parameter"),
        }
    }

    /// What takes the weights in, as a heading names it: a solver of 2048, a program like the one that played.
    pub fn reader(&self) -> &'static str {
        if self.is_program() { "For a program" } else { "For a solver" }
    }

    /// The export format that its author most likely takes in: a program reads parameters as JSON.
    pub fn usual_export_format(&self) -> &'static str {
        if self.is_program() { "json" } else { "c" }
    }
}
