//! Heuristics: the value of a board, from weights to tables.
//!
//! Four layers, each of which uses only those before it:
//!
//! 1. plain descriptions: [`WeightSpec`], [`CellValue`], [`Orientations`], [`MatrixLayout`];
//! 2. tables of plain numbers, which value boards for players ([`ValueFunction`]): values of
//!    rows ([`LineTables`]), a matrix of weights ([`MatrixTables`]), and either with terms of
//!    the whole board ([`WithBoardTerms`]);
//! 3. one file per kind of heuristic: its list of weights, and its tables from their values;
//! 4. the registry: [`HeuristicKind`] and [`Weights`], from which [`Tables::new`] builds
//!    the tables of any heuristic.
//!
//! To add a kind, write its file and name it in [`HeuristicKind`]; the compiler then asks
//! for its entries in the registry, and for its keys in files. New types of tables get a
//! variant of [`Tables`]; leaves are compiled for each ([`Searched`]), the searches above them once.
//!
//! [`LineTables`]: row_tables::LineTables
//! [`MatrixTables`]: matrix_tables::MatrixTables
//! [`WithBoardTerms`]: board_terms::WithBoardTerms

pub mod board_terms;
mod cell_value;
pub mod corner_matrix;
mod definition;
pub(crate) mod depth_one;
pub mod differences;
pub mod exponential_snake;
pub mod expressions;
pub(crate) mod gap_values;
mod kind;
mod largest_in_corner;
mod leaf_kernel;
mod limits;
pub mod lines_and_squares;
mod matrix_bound;
pub mod matrix_layout;
pub mod matrix_tables;
pub(crate) mod network_leaves;
pub mod network_lookups;
mod network_values;
pub mod none;
mod orientation_sums;
pub mod orientations;
pub mod path;
pub mod rich_rows;
pub mod row_tables;
pub mod rows;
pub mod rows_and_matrices;
mod searched;
mod slid_boards;
mod table_pool;
mod tables;
pub mod terms;
pub mod tuples;
pub mod tuples_and_rows;
mod upper_bound;
pub mod value_function;
mod weight_matrix;
mod weight_spec;
mod weights;

pub use cell_value::CellValue;
pub use definition::Setting;
pub use expressions::Expressions;
pub use kind::HeuristicKind;
pub use matrix_layout::MatrixLayout;
pub use orientations::Orientations;
pub use searched::Searched;
pub use tables::Tables;
pub use value_function::{Leaf, TerminalEvaluation, ValueFunction};
pub use weight_spec::{Scale, WeightSpec, WeightSpecBuilder};
pub use weights::Weights;
