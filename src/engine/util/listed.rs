//! Words in a sentence. The crate of utilities has the same for any word between the last two; this
//! crate does not depend on it.

/// `f8`, `f8 or g8`, `f8, g8 or h8`.
pub(crate) fn or(names: &[impl AsRef<str>]) -> String {
    let names: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
    match &names[..] {
        [first @ .., last] if !first.is_empty() => format!("{} or {last}", first.join(", ")),
        _ => names.concat(),
    }
}
