//! A learning run: a folder, and the games that are left to learn from.
//!
//! | file | contents |
//! |---|---|
//! | `folder` | the names of the files; the manifest |
//! | `curve` | the learning curve |
//! | `snapshot` | what learning goes on from |
//! | `resources` | the memory that there is, and what a run needs of it and of the disk |
//! | `network` | the network that plays |
//! | `start` | the learner before its first game |
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

pub use curve::{CurvePoint, curve};
pub use error::LearningError;
pub use event::LearningEvent;
pub use folder::{
    CURVE, MANIFEST, Manifest, NETWORK, SETTINGS, SNAPSHOT, is_learning_folder, manifest,
};
pub(crate) use resources::check_memory;
pub use session::LearningRun;
pub(crate) use start::new_learner;
