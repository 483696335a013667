//! Heuristics: the value of a board, from weights to tables.
//!
//! Four layers, each of which uses only those before it:
//!
//! 1. plain descriptions: [`WeightSpec`], [`CellValue`], [`Orientations`], [`MatrixLayout`];
//! 2. tables of plain numbers, which value boards for players ([`ValueFunction`]): values of
//!    rows (`LineTables`), a matrix of weights (`MatrixTables`), lookups of a learned network, and
//!    any of them with terms of the whole board (`WithBoardTerms`);
//! 3. one file per kind of heuristic: its list of weights, and its tables from their values;
//! 4. the registry: [`HeuristicKind`] and [`Weights`], from which [`Tables::new`] builds
//!    the tables of any heuristic.
//!
//! To add a kind, write its file and name it in [`HeuristicKind`]; the compiler then asks
//! for its entries in the registry, and for its keys in files. Leaves are compiled for each type of
//! tables ([`Searched`]), the searches above them once.

mod added_tables;
mod board_terms;
pub mod corner_matrix;
pub(crate) mod depth_one;
pub mod differences;
pub mod exponential_snake;
pub mod expressions;
pub(crate) mod gap_values;
mod kind;
mod leaf_kernel;
mod limits;
mod lines_and_squares;
mod matrix_layout;
mod matrix_settings;
mod matrix_tables;
mod network_lookups;
pub mod path;
pub mod rich_rows;
mod row_tables;
pub mod rows;
mod searched;
pub(crate) mod slid_boards;
mod table_pool;
pub mod terms;
pub mod tuples;
mod upper_bound;
pub mod value_function;
mod weight_matrix;
mod weight_spec;
mod weights;

pub use expressions::Expressions;
pub use kind::HeuristicKind;
pub use matrix_layout::MatrixLayout;
pub use matrix_settings::{CellValue, Orientations, Setting};
pub use searched::{Searched, Tables};
pub use value_function::{Leaf, ValueFunction};
pub use weight_spec::{Scale, WeightSpec};
pub use weights::Weights;
