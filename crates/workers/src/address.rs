//! The address of a server, and the connection to it.

use std::fs;
use std::net::IpAddr;
use std::path::Path;
use std::time::Duration;

use async_nats::{Client, ConnectOptions, ServerAddr, Subscriber};
use tokio::runtime::{self, Runtime};

use tune2048_engine::EvaluateError;

/// How long an answer of the server or of a run may take.
pub(crate) const ANSWER_PATIENCE: Duration = Duration::from_secs(3);

/// The messages of a subscription that wait for being read; later ones are lost, and workers ask
/// again.
const MOST_UNREAD: usize = 4096;

/// The longest pause between two attempts to reach a server that is gone.
const RECONNECT_PAUSE: Duration = Duration::from_millis(500);

/// The address of a NATS server, with the secret that it asks for.
#[derive(Clone)]
pub struct ServerAddress {
    server: ServerAddr,
    /// A token, or `user:password`.
    secret: Option<String>,
}

impl std::fmt::Debug for ServerAddress {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "ServerAddress({self})")
    }
}

/// Writes the address without its secret, for example `nats://127.0.0.1:4222`.
impl std::fmt::Display for ServerAddress {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let scheme = if self.server.tls_required() { "tls" } else { "nats" };
        write!(formatter, "{scheme}://{}:{}", self.server.host(), self.server.port())
    }
}

impl ServerAddress {
    /// Reads an address such as `nats://host:4222` or `tls://host`, and the file of its secret.
    ///
    /// The file holds one line, a token or `user:password`.
    ///
    /// # Errors
    /// If the address cannot be read, if the file cannot be read or is empty, or if an address of another
    /// machine comes without TLS and without a secret.
    pub fn new(url: &str, token_file: Option<&Path>) -> Result<Self, String> {
        let unreadable = || {
            format!(
                "found the address `{url}` of a server, expected for example nats://host:4222 or \
                 tls://host:4222"
            )
        };
        let server: ServerAddr = url.parse().map_err(|_| unreadable())?;
        if !["nats", "tls"].contains(&server.scheme()) || server.host().is_empty() {
            return Err(unreadable());
        }
        if server.has_user_pass() {
            return Err(
                "the address holds a password, which other users of this machine can read - put \
                 the line user:password into a file, and name that with --token-file"
                    .to_owned(),
            );
        }
        let secret = token_file.map(read_secret).transpose()?;
        let address = Self { server, secret };
        if address.secret.is_none() && !address.server.tls_required() && !address.is_loopback() {
            return Err(format!(
                "{address} is another machine, and neither TLS nor a token protects it - start \
                 the server with a token and give it with --token-file, use tls://, or use an \
                 address of this machine such as nats://127.0.0.1:4222"
            ));
        }
        Ok(address)
    }

    /// Whether the server is on this machine, so that nobody else can listen.
    fn is_loopback(&self) -> bool {
        let host = self.server.host().trim_matches(['[', ']']);
        let is_loopback = |address: IpAddr| address.is_loopback();
        host == "localhost" || host.parse().is_ok_and(is_loopback)
    }

    /// Connects; the connection comes back by itself after an interruption.
    pub(crate) async fn connect(&self, name: &str) -> Result<Client, EvaluateError> {
        let options =
            ConnectOptions::new()
                .name(name)
                .require_tls(self.server.tls_required())
                .ignore_discovered_servers()
                .request_timeout(Some(ANSWER_PATIENCE))
                .subscription_capacity(MOST_UNREAD)
                .reconnect_delay_callback(|attempt| {
                    if attempt <= 1 { Duration::ZERO } else { RECONNECT_PAUSE }
                });
        let options = match &self.secret {
            None => options,
            Some(secret) => match secret.split_once(':') {
                Some((user, password)) => options.user_and_password(user.into(), password.into()),
                None => options.token(secret.clone()),
            },
        };
        let connected = options.connect(self.server.clone()).await;
        connected.map_err(|error| {
            EvaluateError::Failed(format!(
                "cannot connect to {self}: {error} - start the server there (nats-server), check the \
                 address, and give the server's token with --token-file; if its certificate is one of \
                 your own, name the file of its authority in the variable SSL_CERT_FILE"
            ))
        })
    }
}

/// Subscribes to a subject.
pub(crate) async fn subscribe(client: &Client, to: String) -> Result<Subscriber, EvaluateError> {
    client.subscribe(to).await.map_err(|error| {
        EvaluateError::Failed(format!("the server accepts no subscription: {error}"))
    })
}

/// An identifier that nobody else has.
pub(crate) fn identifier(client: &Client) -> String {
    client.new_inbox().rsplit('.').next().unwrap_or_default().to_owned()
}

/// What runs the exchange with a server on the thread that waits for it.
pub(crate) fn runtime() -> Result<Runtime, EvaluateError> {
    let runtime = runtime::Builder::new_current_thread().enable_all().build();
    runtime.map_err(|cause| EvaluateError::Failed(format!("cannot use the network: {cause}")))
}

/// Reads a file of one line.
fn read_secret(path: &Path) -> Result<String, String> {
    let bad = |cause: String| format!("{}: {cause}", path.display());
    let text = fs::read_to_string(path).map_err(|cause| bad(format!("cannot read: {cause}")))?;
    let line = text.trim();
    if line.is_empty() || line.contains(char::is_whitespace) {
        return Err(bad("expected one line, a token or user:password, without blanks".to_owned()));
    }
    Ok(line.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(url: &str) -> Result<String, String> {
        let address = ServerAddress::new(url, None);
        address.map(|address| address.to_string())
    }

    #[test]
    fn only_this_machine_needs_no_secret() {
        for url in ["nats://127.0.0.1:4222", "nats://localhost", "nats://[::1]:4333", "127.1.2.3"] {
            assert!(outcome(url).is_ok(), "{url}: {:?}", outcome(url));
        }
        assert_eq!(outcome("tls://example.org").unwrap(), "tls://example.org:4222");
        for url in ["nats://192.168.0.7", "nats://example.org", "nats://localhost.example.org"] {
            let error = outcome(url).unwrap_err();
            assert!(error.contains("neither TLS nor a token"), "{error}");
        }
    }

    #[test]
    fn a_secret_opens_other_machines_and_is_never_shown() {
        let folder = tempfile::tempdir().unwrap();
        for line in ["s3cret", "worker:s3cret"] {
            let file = folder.path().join("token");
            fs::write(&file, format!("{line}\n")).unwrap();
            let address = ServerAddress::new("nats://example.org", Some(&file)).unwrap();
            assert_eq!(address.to_string(), "nats://example.org:4222");
            assert!(!format!("{address:?}").contains("s3cret"));
        }
    }

    #[test]
    fn mistakes_are_named() {
        for url in ["http://localhost", "nats://", "nats://localhost:port"] {
            let error = outcome(url).unwrap_err();
            assert!(error.contains("expected for example nats://host"), "{error}");
        }
        let error = outcome("nats://user:password@localhost").unwrap_err();
        assert!(error.contains("holds a password"), "{error}");
        assert!(!error.contains("user:password@"), "{error}");
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("token");
        let read = || ServerAddress::new("nats://localhost", Some(&file)).unwrap_err();
        assert!(read().contains("cannot read"), "{}", read());
        fs::write(&file, " \n").unwrap();
        assert!(read().contains("expected one line"), "{}", read());
    }
}
