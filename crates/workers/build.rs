//! Hashes the sources that games depend on, for the fingerprint of the build.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

use sha2::{Digest, Sha256};

fn main() -> io::Result<()> {
    let folder = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let engine = folder.join("../engine/src");
    // Outside of the workspace the engine is the published one, which its version identifies.
    let sources = if engine.is_dir() {
        let lock = folder.join("../../Cargo.lock");
        hash(&engine, &[engine.clone(), lock])?
    } else {
        format!("version {}", env::var("CARGO_PKG_VERSION").expect("cargo sets it"))
    };
    println!("cargo::rustc-env=TUNE2048_ENGINE_SOURCES={sources}");
    Ok(())
}

/// Returns the hash of files and of all files in folders, in the order of their paths.
fn hash(root: &Path, paths: &[PathBuf]) -> io::Result<String> {
    let mut files = Vec::new();
    for path in paths {
        println!("cargo::rerun-if-changed={}", path.display());
        collect(path, &mut files)?;
    }
    files.sort();
    let mut hash = Sha256::new();
    for file in files {
        let name = file.strip_prefix(root).unwrap_or(Path::new("Cargo.lock"));
        let contents = fs::read(&file)?;
        // A checkout may end the lines of a text in another way.
        let contents = match String::from_utf8(contents) {
            Ok(text) => text.replace('\r', "").into_bytes(),
            Err(binary) => binary.into_bytes(),
        };
        hash.update(format!("{}\n{}\n", name.display(), contents.len()));
        hash.update(contents);
    }
    Ok(hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
}

/// The endings of sources, and of the presets that they include: copies that editors leave beside
/// them have others.
const ENDINGS: [&str; 4] = ["rs", "toml", "packed", "lock"];

fn collect(path: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    if !path.is_dir() {
        let ending = path.extension().and_then(|ending| ending.to_str());
        if ending.is_some_and(|ending| ENDINGS.contains(&ending)) {
            files.push(path.to_owned());
        }
        return Ok(());
    }
    for entry in fs::read_dir(path)? {
        collect(&entry?.path(), files)?;
    }
    Ok(())
}
