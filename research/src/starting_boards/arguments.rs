//! The arguments of the study.

use clap::value_parser;

use super::splitting::MAX_CONTINUATIONS;

/// What to play and how to compare it.
#[derive(Clone, Debug, PartialEq, clap::Args)]
pub(crate) struct Arguments {
    /// Boards that a search may value for one move.
    #[arg(long, default_value_t = 2000, value_parser = value_parser!(u64).range(1..))]
    pub(crate) budget: u64,
    /// Number of candidates.
    #[arg(long, default_value_t = 32, value_parser = count(4))]
    pub(crate) candidates: usize,
    /// Standard deviation of the candidates, as a share of every range.
    #[arg(long, default_value_t = 0.1)]
    pub(crate) step: f64,
    /// Whole games from which the truth of each candidate is estimated.
    #[arg(long, default_value_t = 100, value_parser = count(2))]
    pub(crate) truth: usize,
    /// Units of every method that each candidate plays.
    #[arg(long, default_value_t = 32, value_parser = count(2))]
    pub(crate) pool: usize,
    /// Tiles that begin a stage, one to three rising powers of two.
    #[arg(long, default_value = "4096,8192", value_delimiter = ',', value_parser = rank)]
    pub(crate) stages: Vec<u8>,
    /// Largest number of continuations from each stage; 1 for no splitting.
    #[arg(long, default_value_t = 4, value_parser = value_parser!(u64).range(1..=MAX_CONTINUATIONS))]
    pub(crate) continuations: u64,
    /// Costs at which methods are compared, in whole games.
    #[arg(long, default_value = "2,8", value_delimiter = ',', value_parser = count(1))]
    pub(crate) at: Vec<usize>,
    /// Subsamples of the pool at each cost.
    #[arg(long, default_value_t = 1000, value_parser = count(1))]
    pub(crate) replications: usize,
    /// Seed of all random numbers.
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Number of threads [default: one per core].
    #[arg(long)]
    pub(crate) threads: Option<usize>,
}

/// Returns a parser of counts from a lowest one on.
fn count(low: usize) -> impl Fn(&str) -> Result<usize, String> + Clone + Send + Sync {
    move |text| {
        let number = text.parse().ok().filter(|&number: &usize| number >= low);
        number.ok_or_else(|| format!("expected a whole number from {low} on"))
    }
}

/// Reads a tile as its rank.
fn rank(text: &str) -> Result<u8, String> {
    let tile = text.parse::<u32>().ok();
    let is_stage = |tile: &u32| tile.is_power_of_two() && (16..=32_768).contains(tile);
    let tile = tile.filter(is_stage);
    tile.map(|tile| tile.ilog2() as u8)
        .ok_or_else(|| "expected a power of two from 16 to 32768".to_owned())
}
