//! Campaign files: the specification of a campaign in TOML.
//!
//! [`CampaignSpec::parse`] checks a file and reports its mistakes together. A
//! spec contains a search space, which maps points of the unit cube, the domain
//! of optimizers, to weights.
//!
//! | file | contents |
//! |---|---|
//! | `spec`, `read` | a valid campaign, and how a file is read into one |
//! | `format` | the whole file as serde reads it |
//! | `settings`, `final_games` | its tables except for the weights |
//! | `defaults` | what fills the settings that are left out |
//! | `heuristic_table` | the table `[heuristic.…]`, shared with weights files |
//! | `weight_entry`, `matrix_entry`, `expression_entry`, `command_entry`, `parameter_reader` | the entries of that table |
//! | `constraint` | conditions that weights fulfil |
//! | `player_entry` | the player, whose numbers may be tuned like weights |
//! | `meaning` | checks that the schema cannot express |
//! | `search_space`, `range` | the mapping between weights and the unit cube |
//! | `bounds` | weights at a bound of their range, and warnings |
//! | `difference` | the settings in which two campaigns differ, and their consequences |
//! | `transfer` | a distribution of one search space in the coordinates of another |
//! | `common_factor` | a direction in which weights may have no effect |
//! | `limits` | limits of the budget in place of those of a file |
//! | `overview` | all settings as text |

mod bounds;
pub(crate) mod command_entry;
mod common_factor;
mod constraint;
pub(crate) mod defaults;
mod difference;
pub(crate) mod expression_entry;
mod final_games;
mod format;
pub(crate) mod heuristic_table;
pub mod limits;
mod matrix_entry;
mod meaning;
mod overview;
mod parameter_reader;
mod player_entry;
mod range;
mod read;
mod search_space;
mod settings;
mod spec;
mod transfer;
mod weight_entry;

pub use bounds::WeightAtBound;
pub use command_entry::placeholders;
pub use common_factor::Scaled;
pub use defaults::{Defaults, RecordedDefaults, SearchRules};
pub use difference::Difference;
pub(crate) use final_games::BASELINE;
pub use final_games::{Selection, Validation, ValidationBaseline};
pub(crate) use meaning::{check_name, fixed_weights};
pub use read::schema;
pub use search_space::CoordinateRange;
pub use settings::{AdaptiveGames, Budget, GamesPerCandidate, OnNoise, PilotSettings, WarmStart};
pub use spec::CampaignSpec;
pub use tune2048_optimizer::Optimizer;
