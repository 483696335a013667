//! The names of the files of a learning run.

/// The settings as they were given.
pub const SETTINGS: &str = "learning.toml";
/// The manifest, which makes a folder that of a learning run.
pub const MANIFEST: &str = "learning.json";
/// The learning curve; locked while a process learns.
pub const CURVE: &str = "curve.csv";
/// Everything that learning goes on from.
pub const SNAPSHOT: &str = "snapshot.safetensors";
/// The network that plays.
pub const NETWORK: &str = tune2048_engine::tuples::NETWORK_FILE;
