//! Why weights cannot be exported.

use crate::weights::export::{Format, html};

/// Why weights cannot be written in a format.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ExportError {
    /// The heuristic has no row values.
    #[error(
        "tables: found the heuristic {found}, expected rows, differences, expressions or a \
         network of rows and columns - only they have a value per row; export it as {known}",
        known = Format::choice(|format| {
            !format.is_binary && !format.has_opponent && (format.has_player || !is_network)
        })
    )]
    NoRowValues {
        /// The heuristic in words.
        found: &'static str,
        /// Whether it is a network.
        is_network: bool,
    },
    /// The format or the heuristic has no function that values a row.
    #[error(
        "evaluation: found the heuristic {heuristic} as {format}, expected rows as {known} - leave \
         the option out",
        known = Format::choice(|format| format.has_evaluation)
    )]
    NoEvaluation {
        /// The name of the heuristic.
        heuristic: &'static str,
        /// The name of the format.
        format: &'static str,
    },
    /// The page that plays has no such player.
    #[error(
        "html: found {found} for {name}, expected a board player with a heuristic, such as \
         expectimax with rows, or with a network of at most {} weights - measure others with evaluate",
        html::MAX_NETWORK_WEIGHTS
    )]
    NoPage {
        /// The name of the weights: a preset, a campaign or a file.
        name: String,
        /// The player or the heuristic.
        found: String,
    },
    /// Only packed networks are rounded.
    #[error(
        "step: found the format {0}, expected {known} - leave the option out",
        known = Format::choice(|format| format.has_step)
    )]
    NoStep(&'static str),
    /// There is nothing to pack.
    #[error(
        "packed: found {0}, expected a learned network without terms beside it and with a factor of \
         1 - export it as toml"
    )]
    NoNetwork(String),
    /// Code in the format has no room for a network, or none for what stands beside it.
    #[error(
        "{format}: found {found}, expected weights that each have a name - export it as {known}",
        known = Format::choice(|format| format.has_player || *is_alone && format.network.is_some())
    )]
    NoNetworkCode {
        /// The name of the format.
        format: &'static str,
        /// The heuristic in words.
        found: &'static str,
        /// Whether nothing stands beside the network.
        is_alone: bool,
    },
    /// The player has no weights.
    #[error(
        "{format}: found the player {player}, which has no weights - export it as {known}",
        known = Format::choice(|format| format.has_player)
    )]
    NoWeights {
        /// The name of the format.
        format: &'static str,
        /// The settings of the player.
        player: String,
    },
}
