//! Which requests are answered, and what a browser may do with the answers.
//!
//! Any web page can make its reader's browser send requests to 127.0.0.1, even under a host name
//! of its own (DNS rebinding). The requested host, and the origin if the browser sends one, must
//! therefore be this machine.

use std::sync::LazyLock;

use axum::extract::{Request, State};
use axum::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use axum::http::{StatusCode, Uri};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use sha2::{Digest, Sha256};

use super::html::{SCRIPTS, STYLES};

/// Allows the styles and scripts of this program, by their hashes, and nothing else. Boards are in
/// a frame, and their scripts make the workers that play.
static CONTENT_SECURITY_POLICY: LazyLock<HeaderValue> = LazyLock::new(|| {
    let hashes = |texts: &[&str]| {
        let hash =
            |text: &&str| format!("'sha256-{}'", BASE64_STANDARD.encode(Sha256::digest(text)));
        texts.iter().map(hash).collect::<Vec<_>>().join(" ")
    };
    let policy = format!(
        "default-src 'none'; style-src {}; script-src {}; connect-src 'self'; frame-src 'self'; \
         worker-src blob:; base-uri 'none'; form-action 'self'; frame-ancestors 'self'",
        hashes(&STYLES),
        hashes(&SCRIPTS)
    );
    HeaderValue::try_from(policy).expect("base64 is ASCII")
});

/// Refuses requests that are not allowed, and sets the security headers of every answer.
pub(super) async fn guard(State(port): State<u16>, request: Request, next: Next) -> Response {
    let mut answer = match is_for_this_machine(request.uri(), request.headers(), port) {
        true => next.run(request).await,
        false => {
            let text = format!("Only for this machine: open http://127.0.0.1:{port}/\n");
            (StatusCode::FORBIDDEN, text).into_response()
        }
    };
    let fixed = |text| HeaderValue::from_static(text);
    let headers: [(HeaderName, HeaderValue); 5] = [
        (header::CONTENT_SECURITY_POLICY, CONTENT_SECURITY_POLICY.clone()),
        (header::X_CONTENT_TYPE_OPTIONS, fixed("nosniff")),
        (header::REFERRER_POLICY, fixed("no-referrer")),
        (header::CACHE_CONTROL, fixed("no-cache")),
        (HeaderName::from_static("cross-origin-resource-policy"), fixed("same-origin")),
    ];
    answer.headers_mut().extend(headers);
    answer
}

fn is_for_this_machine(uri: &Uri, headers: &HeaderMap, port: u16) -> bool {
    let mut hosts = headers.get_all(header::HOST).iter();
    let host = hosts.next().and_then(|host| host.to_str().ok());
    let origin = |value: &HeaderValue| {
        let host = value.to_str().ok().and_then(|text| text.strip_prefix("http://"));
        host.is_some_and(|host| is_this_machine(host, port))
    };
    host.is_some_and(|host| is_this_machine(host, port))
        && hosts.next().is_none()
        && uri.authority().is_none_or(|host| is_this_machine(host.as_str(), port))
        && headers.get_all(header::ORIGIN).iter().all(origin)
}

/// Whether `host:port` is this server; port 80 may be left out.
fn is_this_machine(host: &str, port: u16) -> bool {
    let name = match host.strip_suffix(&format!(":{port}")) {
        Some(name) => name,
        None if port == 80 => host,
        None => return false,
    };
    ["127.0.0.1", "localhost", "[::1]"].iter().any(|ours| ours.eq_ignore_ascii_case(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_of_this_machine_with_the_port_are_ours() {
        for host in ["127.0.0.1:2048", "localhost:2048", "LOCALHOST:2048", "[::1]:2048"] {
            assert!(is_this_machine(host, 2048), "{host}");
        }
        for host in [
            "",
            "127.0.0.1",
            "127.0.0.1:204",
            "127.0.0.1:20480",
            "127.0.0.1:2048.example.org:2048",
            "example.org:2048",
            "localhost.example.org:2048",
            "example.org@localhost:2048",
            "0.0.0.0:2048",
            ":2048",
        ] {
            assert!(!is_this_machine(host, 2048), "{host}");
        }
        assert!(is_this_machine("localhost", 80));
        assert!(!is_this_machine("example.org", 80));
    }
}
