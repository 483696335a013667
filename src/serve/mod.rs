//! Reports as pages that follow their runs, for the browsers of this machine.
//!
//! The server listens to 127.0.0.1 only and answers only `GET` and `HEAD`, each within a time. It serves pages made from the campaigns and learning runs of its
//! folders, never files. They are read without a lock and never changed.
//!
//! | address | content |
//! |---|---|
//! | `/` | the list of runs; a redirect to the report if the folder is a run's |
//! | `/report/NAME` | the report of a run |
//! | `/events`, `/events/NAME` | server-sent events, one for each new version of a page |
//! | `/json`, `/json/NAME` | what a page shows, as JSON |
//! | `/play/NAME` | the page that plays a campaign's weights, which its report has in a frame |
//!
//! Names of runs in the second folder begin with `networks/`.
//!
//! | file | what it does |
//! |---|---|
//! | `html` | writes the list, and the bar around each page |
//! | `pages` | finds the page that belongs to an address, and keeps it until a file changes |
//! | `run_page` | makes the page of a run, and finds the weights that play: the front runner or the winner, and the start |
//! | `answers` | the answers to each address |
//! | `guard` | refuses requests from elsewhere and sets the security headers |

mod answers;
mod guard;
mod html;
mod pages;
mod run_page;

use std::future::IntoFuture;
use std::net::{Ipv4Addr, TcpListener};
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use futures_util::future::select;
use tokio::time::sleep;
use tune2048_engine::Monitor;

use crate::view::campaigns::Root;
use pages::Site;

/// Number of threads that read files for answers.
const MAX_READERS: usize = 4;

/// Time that open connections have to end once the server is to stop: a browser may keep one
/// without sending a request.
const SHUTDOWN: Duration = Duration::from_secs(1);

/// Time between two looks whether to stop.
const LOOK: Duration = Duration::from_millis(50);

/// The port that is tried first if none is given.
pub const DEFAULT_PORT: u16 = 2048;

/// Listens on 127.0.0.1, where requests wait until [`run`] answers them.
///
/// Port 0 stands for any free port. Without a port, [`DEFAULT_PORT`] is used, or any free port if that one is taken.
///
/// # Errors
/// If the port cannot be listened to.
pub fn listen(port: Option<u16>) -> anyhow::Result<TcpListener> {
    let listen = |port| {
        TcpListener::bind((Ipv4Addr::LOCALHOST, port)).map_err(|cause| {
            anyhow::anyhow!(
                "port {port} of 127.0.0.1: cannot listen: {cause} - give another with --port, or \
                 --port 0 for any that is free"
            )
        })
    };
    let listener = match port {
        Some(port) => listen(port)?,
        None => listen(DEFAULT_PORT).or_else(|_| listen(0))?,
    };
    listener.set_nonblocking(true)?;
    Ok(listener)
}

/// Serves the runs of some folders, which need not exist yet, until a stop is requested: answers in progress are
/// completed, events end.
///
/// # Errors
/// If the socket fails.
pub fn run(listener: TcpListener, roots: Vec<Root>, monitor: &Arc<Monitor>) -> anyhow::Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_io()
        .enable_time()
        .max_blocking_threads(MAX_READERS)
        .build()?;
    let answers = answers::routes(Site::new(roots, monitor), listener.local_addr()?.port());
    let served = runtime.block_on(async {
        let listener = tokio::net::TcpListener::from_std(listener)?;
        let served =
            axum::serve(listener, answers).with_graceful_shutdown(stop(Arc::clone(monitor)));
        let patience = async {
            stop(Arc::clone(monitor)).await;
            sleep(SHUTDOWN).await;
            Ok(())
        };
        select(pin!(served.into_future()), pin!(patience)).await.factor_first().0
    });
    // Pages in the making are abandoned.
    runtime.shutdown_background();
    served.context("cannot serve")
}

/// Waits until a stop is requested.
async fn stop(monitor: Arc<Monitor>) {
    while !monitor.stop_requested() {
        sleep(LOOK).await;
    }
}
