//! Snapshots: everything that learning goes on from, as a file in the format safetensors.
//!
//! Its tensor `words` has the numbers of each weight: the weight itself and, with temporal
//! coherence, the two sums beside it. Weights are in the order of memory.
//! The metadata has the state of the run and a checksum.

use std::fs::File;
use std::io::{BufReader, Read};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tune2048_engine::tuples::{for_each_block, read_safetensors_beginning, safetensors_beginning};
use tune2048_files::{FileError, atomic};

use super::error::LearningError;
use super::folder::SNAPSHOT;
use crate::batch::BatchResult;
use crate::learner::Learner;
use crate::lesson;

/// The kind of the file in its metadata.
const KIND: &str = "tune2048-snapshot";

/// The version of the file.
const FORMAT: u32 = 5;

/// Bytes that are read at once.
const CHUNK: usize = 1 << 20;

/// The state of a run beside its weights.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct State {
    /// The games learned so far.
    pub(super) games: u64,
    /// Whether the weights have what temporal coherence needs.
    pub(super) is_coherent: bool,
    /// The games since the last point of the curve.
    pub(super) since_point: BatchResult,
    /// The points of the curve that belong to these games.
    pub(super) points: usize,
}

/// Writes a snapshot; the old one stays in place until the new one is on the disk.
pub(super) fn write(
    folder: &Path,
    settings_crc32: &str,
    state: &State,
    learner: &Learner,
) -> Result<(), LearningError> {
    let path = folder.join(SNAPSHOT);
    let replaced = atomic::replace_with(&path, |file| {
        let state = serde_json::to_string(state)?;
        // Nothing changes the weights between both passes.
        let mut checksum = crc32fast::Hasher::new();
        checksum.update(state.as_bytes());
        let words = || learner.words().iter().map(lesson::read);
        for_each_block(words(), |block| {
            checksum.update(block);
            Ok(())
        })?;
        let (count, weights) = (learner.words().len(), learner.layout().weights());
        let header = json!({
            "__metadata__": {
                "kind": KIND,
                "format": FORMAT.to_string(),
                "settings_crc32": settings_crc32,
                "crc32": format!("{:08x}", checksum.finalize()),
                "state": state,
            },
            "words": {
                "dtype": "F32",
                "shape": [weights, count / weights],
                "data_offsets": [0, 4 * count],
            },
        });
        file.write_all(&safetensors_beginning(&header, 8)?)?;
        for_each_block(words(), |block| file.write_all(block))
    });
    Ok(replaced?)
}

/// A snapshot whose header is read.
#[derive(Debug)]
pub(crate) struct Snapshot {
    path: PathBuf,
    reader: BufReader<File>,
    /// The bytes of the weights.
    data: u64,
    state_text: String,
    crc32: String,
    pub(super) state: State,
}

impl Snapshot {
    /// Opens the snapshot of a run, with settings if they are given; `None` if there is none.
    pub(super) fn open(
        folder: &Path,
        settings_crc32: Option<&str>,
    ) -> Result<Option<Self>, LearningError> {
        let path = folder.join(SNAPSHOT);
        // The name of a built-in network is no folder, that of a file is none either.
        if !path.exists() {
            return Ok(None);
        }
        if !path.is_file() {
            return Err(LearningError::damaged(&path, "it is no regular file"));
        }
        let file = File::open(&path).map_err(FileError::io(&path, "open"))?;
        let length = file.metadata().map_or(0, |about| about.len());
        let mut reader = BufReader::with_capacity(CHUNK, file);
        let damaged = |problem: String| LearningError::damaged(&path, problem);
        let (start, header) = read_safetensors_beginning(&mut reader).map_err(|_| {
            damaged("the file is cut short, or does not begin as a snapshot".to_owned())
        })?;
        let header = Value::Object(header);
        let metadata = &header["__metadata__"];
        let found = |key: &str| metadata[key].as_str().unwrap_or("nothing").to_owned();
        for (key, expected) in [
            ("kind", Some(KIND)),
            ("format", Some(&*FORMAT.to_string())),
            ("settings_crc32", settings_crc32),
        ] {
            if let Some(expected) = expected
                && found(key) != expected
            {
                let found = found(key);
                return Err(damaged(format!("`{key}` is {found}, expected {expected}")));
            }
        }
        let state_text = found("state");
        let state: State = serde_json::from_str(&state_text)
            .map_err(|error| damaged(format!("its state cannot be read: {error}")))?;
        let data = length.saturating_sub(start as u64);
        let crc32 = found("crc32");
        Ok(Some(Self { path, reader, data, state_text, crc32, state }))
    }

    /// Reads the weights into a learner.
    pub(super) fn read_into(mut self, learner: &mut Learner) -> Result<(), LearningError> {
        let path = &self.path;
        let expected = 4 * learner.words().len() as u64;
        let found = self.data;
        if found != expected {
            let problem = format!("found {found} bytes of weights, expected {expected}");
            return Err(LearningError::damaged(path, problem));
        }
        let mut checksum = crc32fast::Hasher::new();
        checksum.update(self.state_text.as_bytes());
        let mut bytes = vec![0; CHUNK];
        for words in learner.words().chunks(CHUNK / 4) {
            let bytes = &mut bytes[..4 * words.len()];
            self.reader.read_exact(bytes).map_err(FileError::io(path, "read"))?;
            checksum.update(bytes);
            for (word, bytes) in words.iter().zip(bytes.as_chunks::<4>().0) {
                lesson::write(word, f32::from_le_bytes(*bytes));
            }
        }
        let found = format!("{:08x}", checksum.finalize());
        if found != self.crc32 {
            let problem = format!("found the checksum {found}, expected {}", self.crc32);
            return Err(LearningError::damaged(path, problem));
        }
        Ok(())
    }
}
