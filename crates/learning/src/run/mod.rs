//! A learning run: a folder, and the games that are left to learn from.
//!
//! | file | contents |
//! |---|---|
//! | `folder` | the names of the files, and the manifest |
//! | `curve` | the learning curve |
//! | `snapshot` | what learning goes on from |
//! | `system` | the memory and the disk space that there are |
//! | `resources` | what a run needs of them |
//! | `network` | the network that plays |
//! | `event` | what happens, for those who show it |
//! | `session` | the loop |

mod curve;
mod error;
mod event;
mod folder;
mod network;
mod resources;
mod session;
mod snapshot;
mod start;
mod system;

pub use curve::{CurvePoint, curve};
pub use error::{LearningError, mebibytes};
pub use event::{LearningEvent, Outcome};
pub use folder::{
    CURVE, MANIFEST, Manifest, NETWORK, SETTINGS, SNAPSHOT, is_learning_folder, manifest,
};
pub use session::LearningRun;
pub use system::{FreeMemory, free_memory};
