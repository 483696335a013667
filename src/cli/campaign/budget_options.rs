//! Options that change the budget of a campaign.

use tune2048_tuner::space::limits::Limits;

use crate::cli::options::{parse_budget, parse_validation};

/// Options that replace limits of the search space.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct BudgetOptions {
    /// Budget in games [default: as in the search space].
    #[arg(long, value_name = "N", value_parser = parse_budget)]
    games: Option<u64>,
    /// Budget of the search in generations [default: as in the search space].
    #[arg(long, value_name = "N")]
    generations: Option<u32>,
    /// Budget of the search in minutes [default: as in the search space].
    #[arg(long, value_name = "M")]
    minutes: Option<f64>,
    /// Number of validation games; more than before make a further look, with a wider interval.
    #[arg(long, value_name = "N", value_parser = parse_validation)]
    validation_games: Option<u32>,
}

impl BudgetOptions {
    /// Returns the limits that are given.
    pub(crate) fn limits(&self) -> Limits {
        let Self { games, generations, minutes, validation_games } = *self;
        Limits { games, generations, minutes, validation_games }
    }
}
