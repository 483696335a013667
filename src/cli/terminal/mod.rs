//! Output, keys, colours and signals of a terminal.

mod board;
mod columns;
pub(crate) mod failure;
pub(crate) mod interrupt;
mod markdown;
mod output;
mod program_name;
pub mod screen;
pub(crate) mod style;

pub(crate) use board::{draw_board, draw_session};
pub(crate) use columns::definitions;
pub(crate) use failure::{BadInput, NegativeAnswer};
pub(crate) use interrupt::stop_on_signal;
pub(crate) use markdown::{rendered, table, wrapped};
pub(crate) use output::{
    NOTICES, Notices, eprint_line, print, print_bytes, print_json, print_json_line, print_styled,
    print_wrapped, stdout_error, terminal_width, write_line,
};
pub(crate) use program_name::{command_line, program_name};
pub(crate) use tune2048_tuner::words::{
    counted, duration, fixed, game_score, grouped, interrupted, quoted, score, start_name,
};
