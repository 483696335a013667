//! Connections: how many there are, and how long they may be silent.

use std::io;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use futures_util::future::{Either, select};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::sync::{Semaphore, watch};
use tokio::time::{sleep, timeout};

/// Number of open connections; others wait. It leaves a process that may open 1024 files enough for
/// those of campaigns.
const MAX_CONNECTIONS: usize = 256;

/// Time in which a client has to say what it asks for.
const SILENCE: Duration = Duration::from_secs(5);

/// Pause after a connection that could not be taken, such as when too many files are open.
const PAUSE: Duration = Duration::from_millis(100);

/// Time that open connections have to end once the server is to stop: a browser may keep one
/// without sending a request.
const SHUTDOWN: Duration = Duration::from_secs(1);

/// Answers requests until the server is to stop, and then those in progress.
pub(super) async fn answer(
    listener: TcpListener,
    answers: Router,
    mut stopped: watch::Receiver<bool>,
) -> io::Result<()> {
    let mut protocol = http1::Builder::new();
    protocol.timer(TokioTimer::new()).header_read_timeout(SILENCE);
    let (permits, open) = (Arc::new(Semaphore::new(MAX_CONNECTIONS)), GracefulShutdown::new());
    let mut stop = pin!(stopped.wait_for(|&stopped| stopped));
    loop {
        let next = async {
            let permit = Arc::clone(&permits).acquire_owned().await;
            (permit, listener.accept().await)
        };
        let (permit, accepted) = match select(&mut stop, pin!(next)).await {
            Either::Left(_) => break,
            Either::Right((next, _)) => next,
        };
        let Ok((stream, _)) = accepted else {
            sleep(PAUSE).await;
            continue;
        };
        let service = TowerToHyperService::new(answers.clone());
        let connection = open.watch(protocol.serve_connection(TokioIo::new(stream), service));
        tokio::spawn(async move {
            // What its client does wrong ends a connection, and nothing else.
            let _ = connection.await;
            drop(permit);
        });
    }
    drop(listener);
    let _ = timeout(SHUTDOWN, open.shutdown()).await;
    Ok(())
}
