//! Who may ask for what, and what a browser may do with the answer.
//!
//! Any web page can send its reader's browser to 127.0.0.1, under a name of its
//! own too (DNS rebinding). So the name that was asked for must be this
//! machine's, and so must be the page that asks, where the browser tells.

use std::sync::LazyLock;

use axum::extract::{Request, State};
use axum::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use axum::http::{Method, StatusCode, Uri};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use sha2::{Digest, Sha256};

use super::html::{SCRIPTS, STYLES};

/// Only the styles and scripts of this program, by their hashes; nothing from anywhere else.
static CONTENT_SECURITY_POLICY: LazyLock<HeaderValue> = LazyLock::new(|| {
    let hashes = |texts: &[&str]| {
        let hash =
            |text: &&str| format!("'sha256-{}'", BASE64_STANDARD.encode(Sha256::digest(text)));
        texts.iter().map(hash).collect::<Vec<_>>().join(" ")
    };
    let policy = format!(
        "default-src 'none'; style-src {}; script-src {}; connect-src 'self'; base-uri 'none'; \
         form-action 'none'; frame-ancestors 'none'",
        hashes(&STYLES),
        hashes(&SCRIPTS)
    );
    HeaderValue::try_from(policy).expect("base64 is ASCII")
});

/// Refuses what must not be asked for, and puts the same headers on every answer.
pub(super) async fn guard(State(port): State<u16>, request: Request, next: Next) -> Response {
    let mut answer = match refusal(&request, port) {
        Some(refusal) => refusal,
        None => next.run(request).await,
    };
    let fixed = |text| HeaderValue::from_static(text);
    let headers: [(HeaderName, HeaderValue); 5] = [
        (
            header::CONTENT_SECURITY_POLICY,
            CONTENT_SECURITY_POLICY.clone(),
        ),
        (header::X_CONTENT_TYPE_OPTIONS, fixed("nosniff")),
        (header::REFERRER_POLICY, fixed("no-referrer")),
        (header::CACHE_CONTROL, fixed("no-cache")),
        (
            HeaderName::from_static("cross-origin-resource-policy"),
            fixed("same-origin"),
        ),
    ];
    answer.headers_mut().extend(headers);
    answer
}

fn refusal(request: &Request, port: u16) -> Option<Response> {
    if !is_for_this_machine(request.uri(), request.headers(), port) {
        let told = format!("Only for this machine: ask for http://127.0.0.1:{port}/\n");
        return Some((StatusCode::FORBIDDEN, told).into_response());
    }
    if ![Method::GET, Method::HEAD].contains(request.method()) {
        let allow = [(header::ALLOW, "GET, HEAD")];
        let told = "There is nothing to change here: GET and HEAD only\n";
        return Some((StatusCode::METHOD_NOT_ALLOWED, allow, told).into_response());
    }
    None
}

fn is_for_this_machine(uri: &Uri, headers: &HeaderMap, port: u16) -> bool {
    let mut hosts = headers.get_all(header::HOST).iter();
    let host = hosts.next().and_then(|host| host.to_str().ok());
    let origin = |value: &HeaderValue| {
        let host = value
            .to_str()
            .ok()
            .and_then(|text| text.strip_prefix("http://"));
        host.is_some_and(|host| is_this_machine(host, port))
    };
    host.is_some_and(|host| is_this_machine(host, port))
        && hosts.next().is_none()
        && uri
            .authority()
            .is_none_or(|host| is_this_machine(host.as_str(), port))
        && headers.get_all(header::ORIGIN).iter().all(origin)
}

/// Whether `host:port` is ours; port 80 may be left out.
fn is_this_machine(host: &str, port: u16) -> bool {
    let name = match host.strip_suffix(&format!(":{port}")) {
        Some(name) => name,
        None if port == 80 => host,
        None => return false,
    };
    ["127.0.0.1", "localhost", "[::1]"]
        .iter()
        .any(|ours| ours.eq_ignore_ascii_case(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_of_this_machine_with_the_port_are_ours() {
        for host in [
            "127.0.0.1:2048",
            "localhost:2048",
            "LOCALHOST:2048",
            "[::1]:2048",
        ] {
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
