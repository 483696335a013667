//! Accepting connections: how many at once, and how long each may take to send a request.

use std::collections::VecDeque;
use std::future::Future;
use std::io;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::Router;
use futures_util::future::{Either, select};
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::sync::{AcquireError, Notify, OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, timeout_at};

/// Connections that are served at once; for a further one the oldest that has not asked anything
/// yet is closed. Each takes a file descriptor, of which some systems allow a process only 64.
const MAX_CONNECTIONS: usize = 32;

/// Time that a client has to send a whole request header, before its first request and between
/// two requests.
const HEADER_TIMEOUT: Duration = Duration::from_secs(2);

/// Time that a connection may be silent where others wait for its place.
const GRACE: Duration = Duration::from_millis(20);

/// Time between two attempts to accept where the system has no file descriptor left.
const ACCEPT_AGAIN: Duration = Duration::from_millis(200);

/// Time that open connections have to end once the server is to stop.
const SHUTDOWN: Duration = Duration::from_secs(1);

/// Waits for a place, and closes the oldest connection that is silent for [`GRACE`] if none is free.
async fn place(
    free: &Arc<Semaphore>,
    silent: &mut VecDeque<Arc<Silence>>,
) -> Result<OwnedSemaphorePermit, AcquireError> {
    let wait = || Arc::clone(free).acquire_owned();
    silent.retain(|silence| !silence.is_broken());
    if let Some(oldest) = silent.front() {
        if let Ok(place) = timeout_at(oldest.since + GRACE, wait()).await {
            return place;
        }
        if !oldest.is_broken() {
            oldest.close.notify_one();
            silent.pop_front();
        }
    }
    wait().await
}

/// A connection before its first request.
struct Silence {
    since: Instant,
    is_broken: AtomicBool,
    close: Notify,
}

impl Silence {
    fn is_broken(&self) -> bool {
        self.is_broken.load(Ordering::Relaxed)
    }
}

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
    let mut silent: VecDeque<Arc<Silence>> = VecDeque::new();
    let mut stopped = pin!(stopped);
    loop {
        let accept = pin!(listener.accept());
        let Either::Right((accepted, _)) = select(stopped.as_mut(), accept).await else { break };
        let Ok((stream, _)) = accepted else {
            tokio::time::sleep(ACCEPT_AGAIN).await;
            continue;
        };
        let Either::Right((place, _)) =
            select(stopped.as_mut(), pin!(place(&free, &mut silent))).await
        else {
            break;
        };
        let silence = Arc::new(Silence {
            since: Instant::now(),
            is_broken: AtomicBool::new(false),
            close: Notify::new(),
        });
        silent.push_back(Arc::clone(&silence));
        let asked = Arc::clone(&silence);
        let service = service.clone();
        let service = service_fn(move |request| {
            asked.is_broken.store(true, Ordering::Relaxed);
            service.call(request)
        });
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(HEADER_TIMEOUT)
            .serve_connection(TokioIo::new(stream), service);
        let connection = open.watch(connection);
        tokio::spawn(async move {
            // A client that breaks off has only itself to answer to.
            let _ = select(pin!(connection), pin!(silence.close.notified())).await;
            silence.is_broken.store(true, Ordering::Relaxed);
            drop(place);
        });
    }
    // A browser may keep a connection open without sending a request.
    let _ = tokio::time::timeout(SHUTDOWN, open.shutdown()).await;
    Ok(())
}
