//! A learning run: a folder, and the games that are left to learn from.
//!
//! | file | contents |
//! |---|---|
//! | `folder` | the names of the files, and the manifest |
//! | `curve` | the learning curve |
//! | `snapshot` | what learning goes on from |
//! | `system` | the memory and the disk space that there are |
//! | `session` | the loop |

mod curve;
mod error;
mod folder;
mod network;
mod session;
mod snapshot;
mod system;

pub use curve::{CurvePoint, curve};
pub use error::{LearningError, mebibytes};
pub use folder::{
    CURVE, MANIFEST, Manifest, NETWORK, SETTINGS, SNAPSHOT, is_learning_folder, manifest,
};
pub use session::{LearningEvent, LearningRun, Outcome};
pub use system::{FreeMemory, free_memory};
