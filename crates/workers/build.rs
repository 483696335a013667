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
    let texts = files.iter().filter(|file| is_rust(file)).map(fs::read_to_string);
    let texts: String = texts.collect::<io::Result<_>>()?;
    files.retain(|file| is_compiled(file, root, &texts));
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

fn is_rust(file: &Path) -> bool {
    file.extension().is_some_and(|ending| ending == "rs")
}

/// Whether a file takes part in the build: as a module that another one names, or as data whose
/// name stands in the sources. A file that lies beside them does not.
fn is_compiled(file: &Path, root: &Path, texts: &str) -> bool {
    let folder = file.parent().unwrap_or(root);
    let stem = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    if !file.starts_with(root) || stem == "lib" {
        return true;
    }
    if !is_rust(file) {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        return texts.contains(&*name) || texts.contains(&format!("\"{stem}\""));
    }
    let (name, parent) = match stem.as_str() {
        "mod" => {
            (folder.file_name().unwrap_or_default().to_string_lossy().into_owned(), folder.parent())
        }
        _ => (stem, Some(folder)),
    };
    let parents = ["mod.rs", "lib.rs"].map(|file| parent.unwrap_or(root).join(file));
    let names = |parent: &PathBuf| {
        fs::read_to_string(parent).is_ok_and(|text| text.contains(&format!("mod {name};")))
    };
    parents.iter().any(names)
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
