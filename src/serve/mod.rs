//! The report as a page that follows its campaign, for the browsers of this machine.
//!
//! Only 127.0.0.1 is listened to, nothing can be asked for but by `GET` and
//! `HEAD`, and what is served are pages made of campaigns in one folder, never
//! files. Campaigns are looked at and not touched: no lock is taken.
//!
//! | address | what it is |
//! |---|---|
//! | `/` | the list of campaigns, or the one there is where the folder is a campaign's |
//! | `/report/NAME` | a campaign's report |
//! | `/events`, `/events/NAME` | server-sent events, one for each new version of a page |

mod answers;
mod campaigns;
mod events;
mod guard;
mod html;
mod pages;
mod summary;

use std::io;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::watch;

use campaigns::Root;
use pages::Pages;

/// The port that is tried where none is asked for.
pub const DEFAULT_PORT: u16 = 2048;

/// How long open connections may take to end once the server is to stop.
const FAREWELL: Duration = Duration::from_secs(1);

/// Why the pages cannot be served.
#[derive(Debug, thiserror::Error)]
pub enum ServerError {
    /// Somebody else listens there, or the system forbids it.
    #[error(
        "port {port} of 127.0.0.1: cannot listen: {cause} - give another with --port, or \
         --port 0 for any that is free"
    )]
    Port {
        /// The port.
        port: u16,
        /// What the system said.
        cause: io::Error,
    },
    /// There is no folder of this name.
    #[error(
        "{}: found {found}, expected a campaign's folder or a folder of campaigns, such as results",
        path.display()
    )]
    Folder {
        /// What was given.
        path: PathBuf,
        /// What is there.
        found: &'static str,
    },
    /// The server cannot go on.
    #[error("cannot serve: {0}")]
    Io(#[from] io::Error),
}

/// What all answers are made from.
#[derive(Clone, Debug)]
struct Site {
    root: Arc<Root>,
    pages: Arc<Pages>,
    stopped: watch::Receiver<bool>,
}

/// A server that listens and does not answer yet.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    root: Root,
    stop: Arc<watch::Sender<bool>>,
}

/// Ends a server from any thread.
#[derive(Clone, Debug)]
pub struct Stop(Arc<watch::Sender<bool>>);

impl Stop {
    /// Lets the server end: what is being answered is answered, events end.
    pub fn stop(&self) {
        self.0.send_replace(true);
    }
}

impl Server {
    /// Begins to listen on 127.0.0.1 for a campaign's folder or a folder of campaigns, which
    /// need not exist yet. Port 0 is any that is free; so is no port if [`DEFAULT_PORT`] is taken.
    ///
    /// # Errors
    /// If the port cannot be listened to, or what should be a folder is something else.
    pub fn bind(folder: &Path, port: Option<u16>) -> Result<Self, ServerError> {
        if folder.exists() && !folder.is_dir() {
            return Err(ServerError::Folder {
                path: folder.to_owned(),
                found: "a file",
            });
        }
        let listen = |port| {
            TcpListener::bind((Ipv4Addr::LOCALHOST, port))
                .map_err(|cause| ServerError::Port { port, cause })
        };
        let listener = match port {
            Some(port) => listen(port)?,
            None => listen(DEFAULT_PORT).or_else(|_| listen(0))?,
        };
        listener.set_nonblocking(true)?;
        Ok(Self {
            address: listener.local_addr()?,
            listener,
            root: Root::new(folder),
            stop: Arc::new(watch::Sender::new(false)),
        })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// What ends it.
    pub fn stopper(&self) -> Stop {
        Stop(Arc::clone(&self.stop))
    }

    /// Answers until it is stopped.
    ///
    /// # Errors
    /// If the system takes the socket away.
    pub fn run(self) -> Result<(), ServerError> {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_io()
            .enable_time()
            .build()?;
        let mut stopped = self.stop.subscribe();
        let site = Site {
            root: Arc::new(self.root),
            pages: Arc::new(Pages::default()),
            stopped: stopped.clone(),
        };
        let answers = answers::routes(site, self.address.port());
        let served = runtime.block_on(async move {
            let listener = tokio::net::TcpListener::from_std(self.listener)?;
            let mut graceful = stopped.clone();
            let serving = axum::serve(listener, answers).with_graceful_shutdown(async move {
                let _ = graceful.wait_for(|&stopped| stopped).await;
            });
            // A browser may hold a connection open on which it never asks for anything.
            let farewell = async move {
                let _ = stopped.wait_for(|&stopped| stopped).await;
                tokio::time::sleep(FAREWELL).await;
            };
            let (serving, farewell) = (
                std::pin::pin!(serving.into_future()),
                std::pin::pin!(farewell),
            );
            match futures_util::future::select(serving, farewell).await {
                futures_util::future::Either::Left((served, _)) => served,
                futures_util::future::Either::Right(((), _)) => Ok(()),
            }
        });
        // A page that is being made is not waited for.
        runtime.shutdown_background();
        Ok(served?)
    }
}
