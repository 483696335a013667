//! Networks by the names under which files refer to them.

use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use super::header::NetworkError;
use super::network::Network;

/// The name of a network in the folder of a learning run.
pub const NETWORK_FILE: &str = "network.safetensors";

/// The extensions of the files of networks: as they are, and packed.
pub const NETWORK_EXTENSIONS: [&str; 2] = ["safetensors", "packed"];

/// A network with the name under which files refer to it.
#[derive(Debug, PartialEq)]
pub struct NamedNetwork {
    /// The name of a network that is built in, or the path of a file.
    pub name: String,
    /// The network.
    pub network: Network,
}

/// The networks that this process has opened, by name.
static OPENED: LazyLock<Mutex<HashMap<String, Arc<NamedNetwork>>>> = LazyLock::new(Mutex::default);

impl NamedNetwork {
    /// Opens a network that is built in, or else a file; a path is relative to the current
    /// folder. A network that is open already is shared.
    ///
    /// # Errors
    /// [`NetworkError`] if the file cannot be read, is not a network, or is damaged.
    pub fn open(name: &str) -> Result<Arc<Self>, NetworkError> {
        let mut opened = OPENED.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(open) = opened.get(name) {
            return Ok(Arc::clone(open));
        }
        let network = match built_in(name) {
            Some(bytes) => Network::from_bytes(bytes)?,
            None => Network::open(Path::new(name))?,
        };
        let named = Arc::new(Self { name: name.to_owned(), network });
        opened.insert(name.to_owned(), Arc::clone(&named));
        Ok(named)
    }

    /// A network that is built in or open already, under this or another name, whose checksum is the
    /// given one: reads no file.
    pub(crate) fn find(name: &str, checksum: &str) -> Option<Arc<Self>> {
        let named = if built_in(name).is_some() { Self::open(name).ok() } else { None };
        let opened = OPENED.lock().unwrap_or_else(PoisonError::into_inner);
        let mut found = named.iter().chain(opened.get(name)).chain(opened.values());
        found.find(|found| found.network.checksum() == checksum).cloned()
    }
}

/// The packed file of a network that is built in.
fn built_in(name: &str) -> Option<&'static [u8]> {
    match name {
        "learned-small" => Some(include_bytes!("../presets/learned-small.packed")),
        "learned-medium" => Some(include_bytes!("../presets/learned-medium.packed")),
        _ => None,
    }
}
