//! Reads a database from a stream, record by record. Memory does not depend on the file: no length
//! in it is trusted beyond the 65,535 bytes of a key or of contents.

use std::io::{self, BufReader, Chain, Cursor, Read};

use lz4_flex::frame::FrameDecoder;

use super::error::{YxdbError, YxdbFault};
use super::key::YxdbKey;
use super::record::YxdbRecord;
use super::{CHARSET, LZ4_MAGIC};
use tengen_util::charset::Charset;

/// The first bytes, and the rest.
type Whole<R> = Chain<Cursor<Vec<u8>>, R>;

/// An iterator of records. It ends after the last, or after the first error.
pub struct YxdbReader<R: Read> {
    source: Source<R>,
    /// The code page of texts before the file names UTF-8.
    charset: Charset,
    /// Records that the file announces, and records read, including the charset record.
    announced: u64,
    read: u64,
    /// Bytes that were read, after decompression.
    offset: u64,
    key: Vec<u8>,
    contents: Vec<u8>,
    is_over: bool,
}

enum Source<R: Read> {
    Plain(Whole<BufReader<R>>),
    Compressed(Box<FrameDecoder<EndNoted<Whole<BufReader<R>>>>>),
}

/// A stream that remembers reads beyond its end. The decompressor does this only if the end mark of
/// its frame is missing, which it does not treat as an error.
struct EndNoted<R> {
    stream: R,
    is_over: bool,
}

impl<R: Read> Read for EndNoted<R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let count = self.stream.read(bytes)?;
        self.is_over |= count == 0 && !bytes.is_empty();
        Ok(count)
    }
}

impl<R: Read> Read for Source<R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::Plain(plain) => plain.read(bytes),
            Self::Compressed(frame) => frame.read(bytes),
        }
    }
}

impl<R: Read> YxdbReader<R> {
    /// A reader of a database. Texts have the code page `legacy` in old files, which do not declare
    /// UTF-8: GBK for files of Yixin's Chinese users.
    ///
    /// # Errors
    /// If the stream cannot be read or is empty.
    pub fn new(stream: R, legacy: Charset) -> Result<Self, YxdbError> {
        let at_start = |fault| YxdbError { record: 0, offset: 0, fault };
        let mut stream = BufReader::new(stream);
        let mut first = Vec::new();
        let four = stream.by_ref().take(LZ4_MAGIC.len() as u64).read_to_end(&mut first);
        four.map_err(|error| at_start(error.into()))?;
        let is_compressed = first == LZ4_MAGIC;
        let whole = Cursor::new(first).chain(stream);
        let source = match is_compressed {
            true => {
                let noted = EndNoted { stream: whole, is_over: false };
                Source::Compressed(Box::new(FrameDecoder::new(noted)))
            }
            false => Source::Plain(whole),
        };
        let mut reader = Self {
            source,
            charset: legacy,
            announced: 0,
            read: 0,
            offset: 0,
            key: Vec::new(),
            contents: Vec::new(),
            is_over: false,
        };
        let mut count = [0; 4];
        let announced = reader.fill(&mut count, "the number of records").map_err(at_start);
        announced?;
        reader.announced = u32::from_le_bytes(count).into();
        Ok(reader)
    }

    /// The next record that is a position; `None` at the end.
    fn step(&mut self) -> Result<Option<YxdbRecord>, YxdbError> {
        while self.read < self.announced {
            let (record, offset) = (self.read + 1, self.offset);
            let at = |fault| YxdbError { record, offset, fault };
            self.fill_record().map_err(at)?;
            self.read = record;
            match self.key[..] {
                // Rapfi skips an empty key without contents.
                [] => {}
                // Not a position: a board without points.
                [_, 0, 0, ..] => {
                    let text = self.contents.get(5..).unwrap_or_default();
                    if text.starts_with(CHARSET.as_bytes()) {
                        self.charset = Charset::UTF_8;
                    }
                }
                _ => {
                    let key = YxdbKey::from_bytes(&self.key).map_err(at)?;
                    let (mut record, text) = YxdbRecord::from_bytes(key, &self.contents);
                    record.text = self.charset.decode(text).into_owned();
                    return Ok(Some(record));
                }
            }
        }
        self.check_end()?;
        Ok(None)
    }

    /// Reads past the last record, where compressed data has its checksum. Like Rapfi, ignores
    /// further data.
    fn check_end(&mut self) -> Result<(), YxdbError> {
        let (record, offset) = (self.read, self.offset);
        let at_end = |fault| YxdbError { record, offset, fault };
        let count = self.source.read(&mut [0]).map_err(|error| at_end(error.into()))?;
        match &self.source {
            Source::Compressed(frame) if count == 0 && frame.get_ref().is_over => {
                Err(at_end(YxdbFault::EndMark))
            }
            _ => Ok(()),
        }
    }

    /// Reads key and contents of the next record.
    fn fill_record(&mut self) -> Result<(), YxdbFault> {
        let mut key = std::mem::take(&mut self.key);
        let filled = self.fill_part(&mut key, "a key");
        self.key = key;
        filled?;
        if self.key.is_empty() {
            self.contents.clear();
            return Ok(());
        }
        let mut contents = std::mem::take(&mut self.contents);
        let filled = self.fill_part(&mut contents, "a record");
        self.contents = contents;
        filled
    }

    fn fill_part(&mut self, bytes: &mut Vec<u8>, part: &'static str) -> Result<(), YxdbFault> {
        let mut length = [0; 2];
        self.fill(&mut length, part)?;
        bytes.resize(u16::from_le_bytes(length).into(), 0);
        self.fill(bytes, part)
    }

    fn fill(&mut self, bytes: &mut [u8], part: &'static str) -> Result<(), YxdbFault> {
        let filled = self.source.read_exact(bytes);
        filled.map_err(|error| match error.kind() {
            io::ErrorKind::UnexpectedEof => {
                YxdbFault::End { part, seen: self.read, expected: self.announced }
            }
            _ => error.into(),
        })?;
        self.offset += bytes.len() as u64;
        Ok(())
    }
}

impl<R: Read> Iterator for YxdbReader<R> {
    type Item = Result<YxdbRecord, YxdbError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_over {
            return None;
        }
        let step = self.step().transpose();
        self.is_over = !matches!(step, Some(Ok(_)));
        step
    }
}
