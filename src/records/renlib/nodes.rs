//! The nodes of a library, one by one, without copies. Open branches are kept in a list instead of
//! on the call stack, so that no file can exhaust the stack.

use thiserror::Error;

use super::node::{BOARD_TEXT, LibComment, LibNode, coord_of, flag};
use super::{CENTER, HEADER_BYTES, MAGIC, NEWEST};
use crate::fault::{Fault, FaultKind, FormatFault};

/// The most nodes one after the other. A game has 225 moves; more are passes, or moves that are
/// skipped. Readers keep something for each level, and two bytes of a file are a level.
const MOST_LEVELS: u32 = 1 << 20;

/// Bytes that are not a library.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RenlibError {
    /// Another kind of file.
    #[error(
        "the file begins with {seen}, expected FF 52 65 6E 4C 69 62 FF (RenLib's header) or 78 (h8)"
    )]
    OtherFile {
        /// The first bytes.
        seen: String,
    },
    /// A version that does not exist yet.
    #[error("version {major}.{minor} of the format, expected at most {}.{}", NEWEST / 100, NEWEST % 100)]
    Version {
        /// Its number before the point.
        major: u8,
        /// Its number after the point.
        minor: u8,
    },
    /// The file ends too early.
    #[error("byte {offset}: the file ends inside {part}")]
    End {
        /// Where that part begins.
        offset: usize,
        part: &'static str,
    },
    /// Not a point.
    #[error("byte {offset}: point {seen:02X}, expected 00 (pass) or row 0 to E and column 1 to F")]
    Point {
        /// Where it is.
        offset: usize,
        /// The byte.
        seen: u8,
    },
    /// A node beside the root.
    #[error("byte {offset}: the root has a sibling, expected one root")]
    TwoRoots {
        /// Where the root is.
        offset: usize,
    },
    /// More nodes one after the other than any game has.
    #[error("byte {offset}: more than {most} nodes one after the other, expected a game on 15x15", most = MOST_LEVELS)]
    Deep {
        /// Where the first node beyond them is.
        offset: usize,
    },
    /// More than one tree.
    #[error("byte {offset}: {seen} more bytes after the last node, expected the end of the file")]
    Surplus {
        /// Where they begin.
        offset: usize,
        /// How many there are.
        seen: usize,
    },
}

impl FormatFault for RenlibError {
    fn fault(&self) -> Fault {
        match self {
            Self::OtherFile { seen } => Fault::of(FaultKind::NotFormat).seen(seen.as_str()),
            Self::End { .. } => Fault::of(FaultKind::Cut),
            Self::Point { seen, .. } => Fault::of(FaultKind::Point).seen(format!("{seen:02X}")),
            Self::Surplus { .. } => Fault::of(FaultKind::AfterResult),
            Self::Version { .. } | Self::TwoRoots { .. } | Self::Deep { .. } => {
                Fault::of(FaultKind::Damaged)
            }
        }
    }
}

/// The nodes of a library with their levels: 0 for the root, 1 for the first moves. A file without
/// a root begins at level 1. The level grows at most by 1 from one node to the next.
///
/// A file may end before the last siblings that its nodes announce: RenLib writes such files when
/// it saves a part of a tree.
///
/// # Errors
/// If the bytes do not begin as a library, or its version is newer. The iterator returns later
/// errors and ends after the first.
pub(crate) fn read_nodes(bytes: &[u8]) -> Result<LibNodes<'_>, RenlibError> {
    let at = match bytes {
        _ if bytes.starts_with(MAGIC) => {
            let Some(&[major, minor]) = bytes.get(MAGIC.len()..MAGIC.len() + 2) else {
                return Err(RenlibError::End { offset: 0, part: "the header" });
            };
            if 100 * u32::from(major) + u32::from(minor) > NEWEST {
                return Err(RenlibError::Version { major, minor });
            }
            if bytes.len() < HEADER_BYTES {
                return Err(RenlibError::End { offset: 0, part: "the header" });
            }
            HEADER_BYTES
        }
        [CENTER, ..] => 0,
        _ => {
            let seen = bytes.iter().take(MAGIC.len()).map(|byte| format!("{byte:02X}"));
            let seen = seen.collect::<Vec<_>>().join(" ");
            let seen = if seen.is_empty() { "nothing".to_owned() } else { seen };
            return Err(RenlibError::OtherFile { seen });
        }
    };
    // The root has byte 0; without a root the first node is a first move.
    let level = Some(u32::from(bytes.get(at).is_some_and(|&byte| byte != 0)));
    Ok(LibNodes { bytes, at, level, open: Vec::new(), is_over: false })
}

/// See [`read_nodes`].
#[derive(Debug)]
pub(crate) struct LibNodes<'a> {
    bytes: &'a [u8],
    at: usize,
    /// The level of the next node; `None` after the end of the tree.
    level: Option<u32>,
    /// The levels of siblings that nodes have announced.
    open: Vec<u32>,
    is_over: bool,
}

impl<'a> Iterator for LibNodes<'a> {
    type Item = Result<(u32, LibNode<'a>), RenlibError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_over || self.at >= self.bytes.len() {
            return None;
        }
        let item = self.step();
        self.is_over = item.is_err();
        Some(item)
    }
}

impl<'a> LibNodes<'a> {
    fn step(&mut self) -> Result<(u32, LibNode<'a>), RenlibError> {
        let Some(level) = self.level else {
            let seen = self.bytes.len() - self.at;
            return Err(RenlibError::Surplus { offset: self.at, seen });
        };
        let node = self.node()?;
        if level > MOST_LEVELS {
            return Err(RenlibError::Deep { offset: node.offset });
        }
        if node.has(flag::SIBLING) {
            if level == 0 {
                return Err(RenlibError::TwoRoots { offset: node.offset });
            }
            self.open.push(level);
        }
        self.level = if node.has(flag::NO_CHILD) { self.open.pop() } else { Some(level + 1) };
        Ok((level, node))
    }

    fn node(&mut self) -> Result<LibNode<'a>, RenlibError> {
        let offset = self.at;
        let [point, flags] = self.pair(offset, "a node")?;
        let coord = coord_of(point).map_err(|seen| RenlibError::Point { offset, seen })?;
        let mut extension = 0;
        if flags & flag::EXTENSION != 0 {
            extension = u16::from_be_bytes(self.pair(self.at, "a node's extension")?);
        }
        let comment = match flags {
            _ if flags & flag::OLD_COMMENT != 0 => Some(LibComment::Old(self.old_comment()?)),
            _ if flags & flag::COMMENT != 0 => Some(LibComment::Bytes(self.text("a comment")?)),
            _ => None,
        };
        let has_text = extension & BOARD_TEXT != 0;
        let text = has_text.then(|| self.text("a text on the board")).transpose()?;
        Ok(LibNode { offset, coord, flags, comment, text })
    }

    fn pair(&mut self, offset: usize, part: &'static str) -> Result<[u8; 2], RenlibError> {
        let pair = self.bytes.get(self.at..self.at + 2).and_then(|pair| pair.try_into().ok());
        let pair = pair.ok_or(RenlibError::End { offset, part })?;
        self.at += 2;
        Ok(pair)
    }

    /// Reads up to a zero byte, and skips the padding after it.
    fn text(&mut self, part: &'static str) -> Result<&'a [u8], RenlibError> {
        self.until(part, |byte| byte == 0)
    }

    /// Reads up to and including a byte whose highest bit is set, and skips the padding after it.
    fn old_comment(&mut self) -> Result<&'a [u8], RenlibError> {
        let start = self.at;
        let before = self.until("a comment", |byte| byte & 0x80 != 0)?.len();
        Ok(&self.bytes[start..=start + before])
    }

    /// Returns the bytes before the first end byte and moves past it and the padding. The file may
    /// end before the padding.
    fn until(
        &mut self,
        part: &'static str,
        is_last: impl Fn(u8) -> bool,
    ) -> Result<&'a [u8], RenlibError> {
        let rest = &self.bytes[self.at..];
        let length = rest.iter().position(|&byte| is_last(byte));
        let length = length.ok_or(RenlibError::End { offset: self.at, part })?;
        self.at = (self.at + (length + 1).next_multiple_of(2)).min(self.bytes.len());
        Ok(&rest[..length])
    }
}
