//! The program as its users meet it: a process, its arguments, its streams, its files.
//!
//! Each test runs the real binary in a folder of its own. Whatever it does, it
//! never panics, and writes no escape sequence to what is no terminal: that is
//! checked of every run (`support`).
//!
//! | file | question |
//! |---|---|
//! | `campaigns` | does each kind of campaign leave what it promises, the same on any number of threads? |
//! | `interrupt` | does a signal end it cleanly, and does one that is killed again and again end as if it had not been? |
//! | `refusals` | a second process, a second `run`, a folder without a campaign, a changed file |
//! | `change` | campaigns that go on differently, with more or otherwise: finished, killed, running |
//! | `damage` | torn, altered, swapped, deleted: is each told, and is nothing lost? |
//! | `weights_only` | what can be done with weights whose campaign's rows are left out? |
//! | `disk` | a full disk, a file in place of a folder |
//! | `resources` | threads, memory and file sizes that the system denies |
//! | `plan` | what a pilot finds, and adaptive games on real ones |
//! | `check` | mistakes of search spaces, and the schema |
//! | `completions` | do shells and `man` accept their files? |
//! | `init` | do the search spaces that it writes run? |
//! | `list` | is every campaign of a folder listed, whatever its state? |
//! | `names` | are campaigns and search spaces found by their names? |
//! | `ladder` | one search space at several depths, one after the other |
//! | `evaluate` | the score table of weights |
//! | `compare` | which of two players is better, settled, killed, asked again |
//! | `compare_stored` | who plays where scores are stored or games on record, and is it said? |
//! | `diagnose` | does a ranking say anything? |
//! | `diagnose_logs` | the same of the logs of other tuners |
//! | `diagnose_options` | the same with what a file does not say by itself |
//! | `explain` | how do two players differ? |
//! | `inspect` | values of boards and moves |
//! | `players` | does every player do what every command asks of it? |
//! | `status` | how far a campaign is |
//! | `export` | do exported files read back the same, with their evidence? |
//! | `export_code` | do compilers and interpreters see the same numbers, and value rows rightly? |
//! | `export_network` | do exported networks value and move as the engine does? |
//! | `export_page` | does the page that plays choose the moves of the engine? |
//! | `streams` | closed pipes, full streams, no terminal |
//! | `learn` | do learning runs give the same bytes whatever cuts them, and is damage told? |
//! | `learning_campaigns` | does `learn` play as a program, and take what a campaign over it found; do searched games teach the same? |
//! | `serve` | who may ask the live pages for what; do they follow campaigns and leave them alone? |
//! | `tournament` | players on common seeds: the table, going on, refusals |
//! | `serve_evaluations` | games for optimizers of other programs |

#![allow(clippy::float_cmp, reason = "files keep every bit of a number")]

mod campaigns;
mod change;
mod check;
mod compare;
mod compare_stored;
mod completions;
mod damage;
mod diagnose;
mod diagnose_logs;
mod diagnose_options;
mod disk;
mod evaluate;
mod explain;
mod export;
pub(crate) mod export_code;
mod export_network;
pub(crate) mod export_page;
mod expressions;
mod init;
mod inspect;
mod interrupt;
mod ladder;
mod learn;
mod learning_campaigns;
mod list;
pub(crate) mod live_server;
mod names;
mod plan;
mod players;
mod refusals;
mod resources;
mod serve;
mod serve_evaluations;
mod status;
mod streams;
mod tournament;
mod weights_only;
