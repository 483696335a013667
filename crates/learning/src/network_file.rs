//! The file of a network.

use std::collections::BTreeMap;
use std::io::{self, Write};

use tune2048_engine::tuples::Layout;

pub(crate) fn write_network_from(
    out: &mut impl Write,
    layout: &Layout,
    weight: impl Fn(usize) -> f32,
    evidence: &BTreeMap<String, String>,
) -> io::Result<()> {
    let mut header = serde_json::Map::new();
    header.insert("__metadata__".into(), serde_json::to_value(evidence)?);
    let stages = layout.stages().count();
    let mut start = 0;
    for tuple in layout.tuples() {
        let mut shape = vec![stages];
        shape.resize(1 + tuple.cells() as usize, 16);
        let end = start + 4 * stages * tuple.weights();
        header.insert(
            tuple.to_string(),
            serde_json::json!({"dtype": "F32", "shape": shape, "data_offsets": [start, end]}),
        );
        start = end;
    }
    let header = serde_json::Value::from(header).to_string();
    out.write_all(&(header.len() as u64).to_le_bytes())?;
    out.write_all(header.as_bytes())?;
    let mut first = 0;
    for tuple in layout.tuples() {
        for stage in 0..stages {
            for index in 0..tuple.weights() {
                let value = weight(stage * layout.stage_weights() + first + index);
                out.write_all(&value.to_le_bytes())?;
            }
        }
        first += tuple.weights();
    }
    Ok(())
}
