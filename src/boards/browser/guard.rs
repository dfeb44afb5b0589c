//! Access control. Any program on this machine and any page in its browser can reach the port;
//! requests without the token are refused.

use std::fmt::{self, Write as _};
use std::str::FromStr;

use hyper::header::{HOST, HeaderMap, HeaderName, ORIGIN};
use hyper::{Request, StatusCode};
use subtle::ConstantTimeEq as _;
use thiserror::Error;

/// A secret word in the path of the URL.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(String);

/// An invalid token.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{seen} characters, expected 16 to 64 letters, digits, '-' or '_'")]
pub struct TokenError {
    /// How many characters it has.
    seen: usize,
}

impl Token {
    /// A new token of 128 random bits.
    pub fn random() -> Self {
        let bytes: [u8; 16] = rand::random();
        let mut text = String::new();
        for byte in bytes {
            // Writing to a string cannot fail.
            let _ = write!(text, "{byte:02x}");
        }
        Self(text)
    }

    /// Whether the text is the token, compared in constant time.
    fn is(&self, text: &str) -> bool {
        self.0.as_bytes().ct_eq(text.as_bytes()).into()
    }
}

impl FromStr for Token {
    type Err = TokenError;

    fn from_str(text: &str) -> Result<Self, TokenError> {
        let is_plain =
            text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte));
        match is_plain && (16..=64).contains(&text.len()) {
            true => Ok(Self(text.to_owned())),
            false => Err(TokenError { seen: text.chars().count() }),
        }
    }
}

impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(…)")
    }
}

/// What a request must match.
#[derive(Clone, Debug)]
pub(super) struct Guard {
    /// The names under which a browser on this machine reaches the server: host and port.
    hosts: [String; 2],
    token: Token,
}

impl Guard {
    pub(super) fn new(port: u16, token: Token) -> Self {
        Self { hosts: ["127.0.0.1", "localhost"].map(|host| format!("{host}:{port}")), token }
    }

    /// The URL of the page.
    pub(super) fn url(&self) -> String {
        format!("http://{}/{}/", self.hosts[0], self.token)
    }

    /// The host that the request names, if it is this server. After DNS rebinding, a foreign page
    /// would use its own name here.
    pub(super) fn host<'a, B>(&self, request: &'a Request<B>) -> Option<&'a str> {
        let host = only(request.headers(), &HOST)?;
        let is_own = |name: &str| self.hosts.iter().any(|own| own.eq_ignore_ascii_case(name));
        let authority = request.uri().authority();
        let agrees = authority.is_none_or(|authority| authority.as_str() == host);
        (is_own(host) && agrees).then_some(host)
    }

    /// Whether the page that opens a socket was served here.
    pub(super) fn is_own_page(&self, headers: &HeaderMap) -> bool {
        let origin = only(headers, &ORIGIN).and_then(|origin| origin.strip_prefix("http://"));
        origin.is_some_and(|host| self.hosts.iter().any(|own| own == host))
    }

    /// The path below the token.
    ///
    /// # Errors
    /// The status of the refusal.
    pub(super) fn path<'a>(&self, path: &'a str) -> Result<&'a str, StatusCode> {
        let path = path.strip_prefix('/').ok_or(StatusCode::BAD_REQUEST)?;
        match path.split_once('/') {
            Some((token, rest)) if self.token.is(token) => Ok(rest),
            None if self.token.is(path) => Err(StatusCode::PERMANENT_REDIRECT),
            _ => Err(StatusCode::NOT_FOUND),
        }
    }
}

/// The value of a header that occurs once.
fn only<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    let mut values = headers.get_all(name).iter();
    let value = values.next()?.to_str().ok()?;
    values.next().is_none().then_some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TOKEN: &str = "0123456789abcdef";

    fn guard() -> Guard {
        Guard::new(80, TOKEN.parse().unwrap())
    }

    fn host(lines: &[(&str, &str)], uri: &str) -> bool {
        let mut request = Request::builder().uri(uri);
        for (name, value) in lines {
            request = request.header(*name, *value);
        }
        guard().host(&request.body(()).unwrap()).is_some()
    }

    #[test]
    fn only_the_names_of_this_machine_are_answered() {
        for good in ["127.0.0.1:80", "localhost:80", "LocalHost:80"] {
            assert!(host(&[("host", good)], "/"), "{good}");
        }
        for bad in ["127.0.0.1", "127.0.0.1:81", "evil.example:80", "127.0.0.1:80.evil.example", ""]
        {
            assert!(!host(&[("host", bad)], "/"), "{bad}");
        }
        assert!(!host(&[], "/"));
        assert!(!host(&[("host", "localhost:80"), ("host", "localhost:80")], "/"));
        assert!(!host(&[("host", "localhost:80")], "http://evil.example:80/"));
        assert!(host(&[("host", "localhost:80")], "http://localhost:80/"));
    }

    #[test]
    fn a_socket_is_opened_only_by_the_page_itself() {
        let is_own = |origin: Option<&str>| {
            let request = Request::builder();
            let request =
                origin.map_or(Request::builder(), |origin| request.header("origin", origin));
            guard().is_own_page(request.body(()).unwrap().headers())
        };
        assert!(is_own(Some("http://127.0.0.1:80")) && is_own(Some("http://localhost:80")));
        let foreign =
            ["http://evil.example", "https://localhost:80", "http://localhost:81", "null", ""];
        for origin in foreign {
            assert!(!is_own(Some(origin)), "{origin}");
        }
        assert!(!is_own(None));
    }

    #[test]
    fn paths_begin_with_the_token() {
        let path = |path| guard().path(path);
        assert_eq!(path("/0123456789abcdef/a/b.js"), Ok("a/b.js"));
        assert_eq!(path("/0123456789abcdef/"), Ok(""));
        assert_eq!(path("/0123456789abcdef"), Err(StatusCode::PERMANENT_REDIRECT));
        for wrong in ["/", "//", "/0123456789abcdee/", "/0123456789abcde/", "/main.js"] {
            assert_eq!(path(wrong), Err(StatusCode::NOT_FOUND), "{wrong}");
        }
    }

    #[test]
    fn tokens_are_random_or_long_enough() {
        let token = Token::random();
        assert_ne!(token, Token::random());
        assert_eq!(token.to_string().parse(), Ok(token));
        assert!("short".parse::<Token>().is_err());
        assert_eq!("0123456789abcde/".parse::<Token>(), Err(TokenError { seen: 16 }));
    }
}
