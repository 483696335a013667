//! Accepting connections: how many at once, and how long each may take to send a request.

use std::future::Future;
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
use tokio::sync::Semaphore;

/// Connections that are served at once; further ones wait. Each takes a file descriptor, of which
/// some systems allow a process only 64.
const MAX_CONNECTIONS: usize = 32;

/// Time that a client has to send a whole request header, before its first request and between
/// two requests.
const HEADER_TIMEOUT: Duration = Duration::from_secs(2);

/// Time between two attempts to accept where the system has no file descriptor left.
const ACCEPT_AGAIN: Duration = Duration::from_millis(200);

/// Time that open connections have to end once the server is to stop.
const SHUTDOWN: Duration = Duration::from_secs(1);

/// Serves connections until `stopped` is ready.
///
/// # Errors
/// If the socket cannot be used.
pub(super) async fn serve(
    listener: std::net::TcpListener,
    answers: Router,
    stopped: impl Future<Output = ()>,
) -> io::Result<()> {
    let listener = TcpListener::from_std(listener)?;
    let free = Arc::new(Semaphore::new(MAX_CONNECTIONS));
    let open = GracefulShutdown::new();
    let service = TowerToHyperService::new(answers);
    let mut stopped = pin!(stopped);
    loop {
        let next = pin!(async {
            let place = Arc::clone(&free).acquire_owned().await;
            (listener.accept().await, place)
        });
        let (accepted, place) = match select(stopped.as_mut(), next).await {
            Either::Left(_) => break,
            Either::Right((accepted, _)) => accepted,
        };
        let Ok((stream, _)) = accepted else {
            tokio::time::sleep(ACCEPT_AGAIN).await;
            continue;
        };
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(HEADER_TIMEOUT)
            .serve_connection(TokioIo::new(stream), service.clone());
        let connection = open.watch(connection);
        tokio::spawn(async move {
            // A client that breaks off has only itself to answer to.
            let _ = connection.await;
            drop(place);
        });
    }
    // A browser may keep a connection open without sending a request.
    let _ = tokio::time::timeout(SHUTDOWN, open.shutdown()).await;
    Ok(())
}
