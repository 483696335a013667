//! The native module `tune2048._native` of the Python package `tune2048`.
//!
//! It translates between Python and the crates `tune2048-engine` and `tune2048-tuner`; the
//! package in `bindings/python/python` gives it its public names, frames and plots.
//!
//! | file | what it does |
//! |---|---|
//! | `board` | boards, and games in progress |
//! | `weights` | weights of any source |
//! | `toml_value` | mappings as TOML, and search spaces with other settings |
//! | `player` | moves of a player, and their values |
//! | `evaluate` | batches of games, and games whose moves a function in Python makes |
//! | `interruptible` | work without the GIL that Ctrl-C ends |
//! | `campaign` | campaigns |
//! | `function` | what campaigns report, and games that a function in Python plays |
//! | `search` | an optimizer that is asked and told |
//! | `record` | the record of a campaign, and words |
//! | `number` | integers in their ranges |
//! | `failure` | errors as exceptions |

use pyo3::prelude::*;

mod board;
mod campaign;
mod evaluate;
mod failure;
mod function;
mod interruptible;
mod number;
mod player;
mod record;
mod search;
mod toml_value;
mod weights;

#[path = "../../../search-spaces/built_in.rs"]
mod built_in;

/// Everything of the package that is not Python.
#[pymodule(name = "_native")]
mod native {
    use pyo3::prelude::*;
    use tune2048_engine::presets::Preset;

    #[pymodule_export]
    use crate::{
        board::PyBoard, board::PyGame, campaign::resume_campaign, campaign::run_campaign,
        evaluate::PyReferee, evaluate::play_games, player::PyPlayer, record::grouped,
        record::mean_interval, record::read_record, search::PySearch, toml_value::mapping_to_toml,
        toml_value::space_with, weights::PyWeights,
    };

    #[pymodule_init]
    fn add_names(module: &Bound<'_, PyModule>) -> PyResult<()> {
        let presets = Preset::ALL.map(|preset| (preset.name, preset.meaning()));
        module.add("PRESETS", presets.to_vec())?;
        module.add("SEARCH_SPACES", crate::built_in::BUILT_IN.to_vec())?;
        module.add("VERSION", env!("CARGO_PKG_VERSION"))
    }
}
