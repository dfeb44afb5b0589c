//! The responses: files of the page, the opening of a socket, refusals.

use std::convert::Infallible;

use http_body_util::Full;
use hyper::body::Bytes;
use hyper::header::{self, HeaderName, HeaderValue};
use hyper::{Method, Request, Response, StatusCode};

use super::bundle;
use super::files;
use super::guard::Guard;

/// A whole answer.
pub(super) type PageResponse = Response<Full<Bytes>>;

/// The kind of a request.
#[derive(Debug)]
pub(super) enum Asked {
    /// Something that is answered at once.
    Answer(PageResponse),
    /// A socket; the request is a valid one of the page itself.
    Socket(PageResponse),
}

/// The path of the socket below the token.
const SOCKET: &str = "socket";

/// Decides about a request.
pub(super) fn ask<B>(guard: &Guard, request: &Request<B>) -> Asked {
    let Some(host) = guard.host(request) else {
        return Asked::Answer(refusal(StatusCode::MISDIRECTED_REQUEST));
    };
    let path = match guard.path(request.uri().path()) {
        Ok(path) => path,
        Err(StatusCode::PERMANENT_REDIRECT) => {
            let mut answer = refusal(StatusCode::PERMANENT_REDIRECT);
            let location = HeaderValue::try_from(format!("{}/", request.uri().path()));
            location.map(|to| answer.headers_mut().insert(header::LOCATION, to)).ok();
            return Asked::Answer(answer);
        }
        Err(_) if is_page(request) => return Asked::Answer(lost()),
        Err(status) => return Asked::Answer(refusal(status)),
    };
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        let mut answer = refusal(StatusCode::METHOD_NOT_ALLOWED);
        answer.headers_mut().insert(header::ALLOW, HeaderValue::from_static("GET, HEAD"));
        return Asked::Answer(answer);
    }
    match path {
        SOCKET => socket(guard, request),
        path => Asked::Answer(
            file(path).map_or_else(|| refusal(StatusCode::NOT_FOUND), |file| page(file, host)),
        ),
    }
}

/// The file at a path below the token; the page itself at the empty one.
fn file(path: &str) -> Option<&'static files::File> {
    match path {
        "" | "index.html" => Some(bundle::index()),
        bundle::NAME => Some(bundle::script()),
        bundle::STYLE => Some(bundle::style()),
        path => files::find(path),
    }
}

fn socket<B>(guard: &Guard, request: &Request<B>) -> Asked {
    if !guard.is_own_page(request.headers()) {
        return Asked::Answer(refusal(StatusCode::FORBIDDEN));
    }
    use tokio_tungstenite::tungstenite::handshake::server::create_response_with_body;
    match create_response_with_body(request, Full::default) {
        Ok(answer) => Asked::Socket(answer),
        Err(_) => {
            let mut answer = refusal(StatusCode::UPGRADE_REQUIRED);
            answer.headers_mut().insert(header::UPGRADE, HeaderValue::from_static("websocket"));
            Asked::Answer(answer)
        }
    }
}

/// Whether a person may have asked: for the root, or for the page at an address that was valid once.
fn is_page<B>(request: &Request<B>) -> bool {
    let path = request.uri().path();
    *request.method() == Method::GET && path.ends_with('/') && path.matches('/').count() <= 2
}

/// The answer to a person who does not have the address.
fn lost() -> PageResponse {
    let mut answer = refusal(StatusCode::NOT_FOUND);
    *answer.body_mut() = Full::new(Bytes::from_static(include_bytes!("lost.html")));
    let kind = HeaderValue::from_static("text/html; charset=utf-8");
    answer.headers_mut().insert(header::CONTENT_TYPE, kind);
    answer
}

/// An answer without contents.
pub(super) fn refusal(status: StatusCode) -> PageResponse {
    let mut answer = Response::new(Full::default());
    *answer.status_mut() = status;
    protect(&mut answer, "default-src 'none'");
    answer
}

fn page(file: &'static files::File, host: &str) -> PageResponse {
    let mut answer = Response::new(Full::new(Bytes::from_static(file.bytes)));
    let kind = HeaderValue::from_static(file.kind());
    answer.headers_mut().insert(header::CONTENT_TYPE, kind);
    // Pictures that the page saves are created from blobs; some browsers do not count a socket of
    // the page itself as 'self'.
    let policy = format!(
        "default-src 'self'; connect-src 'self' ws://{host}; img-src 'self' blob:; \
         base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'"
    );
    protect(&mut answer, &policy);
    answer
}

/// Headers that keep browsers from framing the page, guessing types, and leaking the token.
fn protect(answer: &mut PageResponse, policy: &str) {
    let fixed = [
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (header::CACHE_CONTROL, "no-store"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    ];
    let headers = answer.headers_mut();
    for (name, value) in fixed {
        headers.insert(name, HeaderValue::from_static(value));
    }
    if let Ok(policy) = HeaderValue::try_from(policy) {
        headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    }
}

/// The answer as the result of a service that never fails.
pub(super) const fn always(answer: PageResponse) -> Result<PageResponse, Infallible> {
    Ok(answer)
}
