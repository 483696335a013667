//! Hashes the sources that games depend on, for the fingerprint of the build.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

use sha2::{Digest, Sha256};

fn main() -> io::Result<()> {
    let folder = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let engine = folder.join("../engine/src");
    // Outside of the workspace the engine is the published one, which its version identifies.
    let sources = if engine.is_dir() {
        hash(&engine, &folder.join("../../Cargo.lock"))?
    } else {
        format!("version {}", env::var("CARGO_PKG_VERSION").expect("cargo sets it"))
    };
    println!("cargo::rustc-env=TUNE2048_ENGINE_SOURCES={sources}");
    Ok(())
}

/// Returns the hash of all files in a folder and of the lock file, in the order of their paths.
fn hash(folder: &Path, lock: &Path) -> io::Result<String> {
    let mut files = Vec::new();
    for path in [folder, lock] {
        println!("cargo::rerun-if-changed={}", path.display());
        collect(path, &mut files)?;
    }
    files.sort();
    let mut hash = Sha256::new();
    for file in files {
        let name = file.strip_prefix(folder).unwrap_or(Path::new("Cargo.lock"));
        let mut contents = fs::read(&file)?;
        // A checkout may end the lines of a text in another way.
        contents.retain(|byte| *byte != b'\r');
        hash.update(format!("{}\n{}\n", name.display(), contents.len()));
        hash.update(contents);
    }
    Ok(hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
}

fn collect(path: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    if !path.is_dir() {
        files.extend(path.is_file().then(|| path.to_owned()));
        return Ok(());
    }
    for entry in fs::read_dir(path)? {
        collect(&entry?.path(), files)?;
    }
    Ok(())
}
