//! Hashes the sources that games depend on, for the fingerprint of the build.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

use sha2::{Digest, Sha256};

fn main() -> io::Result<()> {
    let folder = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let engine = folder.join("../engine/src");
    // Outside of the workspace the engine is the published one, which its version identifies.
    let sources = if engine.is_dir() {
        let mut hash = Sha256::new();
        for path in [engine, folder.join("../../Cargo.lock")] {
            println!("cargo::rerun-if-changed={}", path.display());
            add(&folder, &path, &mut hash)?;
        }
        hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
    } else {
        format!("version {}", env::var("CARGO_PKG_VERSION").expect("cargo sets it"))
    };
    println!("cargo::rustc-env=TUNE2048_ENGINE_SOURCES={sources}");
    Ok(())
}

/// Adds a file, or all files of a folder in the order of their paths, each with its path from here.
fn add(here: &Path, path: &Path, hash: &mut Sha256) -> io::Result<()> {
    if path.is_dir() {
        let entries = fs::read_dir(path)?.map(|entry| Ok(entry?.path()));
        let mut paths = entries.collect::<io::Result<Vec<_>>>()?;
        paths.sort();
        return paths.iter().try_for_each(|path| add(here, path, hash));
    }
    let mut contents = fs::read(path)?;
    // A checkout may end the lines of a text in another way.
    contents.retain(|byte| *byte != b'\r');
    let name = path.strip_prefix(here).unwrap_or(path);
    hash.update(format!("{}\n{}\n", name.display(), contents.len()));
    hash.update(contents);
    Ok(())
}
