//! Writes a database to a stream, record by record.

use std::io::Write;

use lz4_flex::frame::{BlockMode, FrameEncoder, FrameInfo};

use super::CHARSET;
use super::error::YxdbWriteError;
use super::record::YxdbRecord;

/// A database that is being written.
pub struct YxdbWriter<W: Write> {
    sink: Sink<W>,
    announced: u32,
    written: u64,
}

enum Sink<W: Write> {
    Plain(W),
    Compressed(Box<FrameEncoder<W>>),
}

impl<W: Write> YxdbWriter<W> {
    /// Begins a database of `records` records; `is_compressed` is what Rapfi writes.
    ///
    /// Rapfi loads sorted keys faster; the writer keeps the caller's order.
    ///
    /// # Errors
    /// If the stream fails.
    pub fn new(stream: W, records: u32, is_compressed: bool) -> Result<Self, YxdbWriteError> {
        let sink = if is_compressed {
            let info = FrameInfo::new().block_mode(BlockMode::Linked).content_checksum(true);
            Sink::Compressed(Box::new(FrameEncoder::with_frame_info(info, stream)))
        } else {
            Sink::Plain(stream)
        };
        let mut writer = Self { sink, announced: records, written: 0 };
        // Includes the charset record.
        writer.put(&records.saturating_add(1).to_le_bytes())?;
        writer.put_part(&[0; 3])?;
        writer.put_part(&[&[0; 5], CHARSET.as_bytes()].concat())?;
        Ok(writer)
    }

    /// Writes a record.
    ///
    /// # Errors
    /// If the format cannot hold it, or the stream fails. In the first case nothing was written.
    pub fn write(&mut self, record: &YxdbRecord) -> Result<(), YxdbWriteError> {
        let (key, contents) = (record.key.to_bytes()?, record.to_bytes()?);
        self.put_part(&key)?;
        self.put_part(&contents)?;
        self.written += 1;
        Ok(())
    }

    /// Ends the database and returns the stream.
    ///
    /// # Errors
    /// If the stream fails, or there were more or fewer records than announced.
    pub fn finish(self) -> Result<W, YxdbWriteError> {
        let (seen, expected) = (self.written, self.announced.into());
        if seen != expected {
            return Err(YxdbWriteError::Count { seen, expected });
        }
        let mut stream = match self.sink {
            Sink::Plain(stream) => stream,
            Sink::Compressed(frame) => frame.finish()?,
        };
        stream.flush()?;
        Ok(stream)
    }

    /// Bytes with their length, at most 65,535.
    fn put_part(&mut self, bytes: &[u8]) -> Result<(), YxdbWriteError> {
        let most = usize::from(u16::MAX);
        let length = u16::try_from(bytes.len());
        let length = length.map_err(|_| YxdbWriteError::Text { seen: bytes.len(), most })?;
        self.put(&length.to_le_bytes())?;
        self.put(bytes)
    }

    fn put(&mut self, bytes: &[u8]) -> Result<(), YxdbWriteError> {
        match &mut self.sink {
            Sink::Plain(stream) => stream.write_all(bytes)?,
            Sink::Compressed(frame) => frame.write_all(bytes)?,
        }
        Ok(())
    }
}
