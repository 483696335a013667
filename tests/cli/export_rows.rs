//! Exported values of rows: tables, and functions of C and Python that compute them.

use crate::cli::export_code::{compile, numbers};
use tune2048_testkit::program::{Scratch, is_installed};

/// The values of all rows by the tables, of weights that use every term of the rows.
fn with_all_row_terms() -> (Scratch, Vec<f32>) {
    let scratch = Scratch::new();
    let weights = "constant = 5000\nempty = 300.5\nmerges = 70\nmonotonicity = 3.25\n\
                   monotonicity-exponent = 2.7\nsum = 1.5\nsum-exponent = 2.2\nedge = 900\n";
    scratch.write("weights.toml", format!("[heuristic.rows]\n{weights}"));
    let tables = scratch.tune2048("export weights.toml -f tables").succeeds().stdout;
    let values = tables.chunks(4).map(|bytes| f32::from_le_bytes(bytes.try_into().unwrap()));
    (scratch, values.collect())
}

#[track_caller]
fn assert_row_values(found: &[f64], expected: &[f32]) {
    assert_eq!(found.len(), expected.len());
    for (row, (found, expected)) in found.iter().zip(expected).enumerate() {
        let expected = f64::from(*expected);
        // The tables are in single precision.
        let error = (found - expected).abs();
        assert!(error < 0.01 + 1e-6 * expected.abs(), "{row:04x}: {found}, {expected}");
    }
}

#[test]
fn the_evaluation_in_c_values_every_row_like_the_tables() {
    let (scratch, expected) = with_all_row_terms();
    scratch.tune2048("export weights.toml --with-evaluation --out weights.h").succeeds();
    let program = "#include \"weights.h\"\n#include <stdio.h>\nint main(void) {\n\
                   for (int i = 0; i < 65536; i++) {\n\
                   int rank[4] = {i & 15, i >> 4 & 15, i >> 8 & 15, i >> 12};\n\
                   printf(\"%.17g\\n\", tune2048_row_value(rank)); }\n    return 0;\n}\n";
    scratch.write("main.c", program);
    scratch.write("main.cpp", program);
    for (compiler, options, source) in
        [("cc", "-std=c99", "main.c"), ("c++", "-std=c++98", "main.cpp")]
    {
        if is_installed(compiler) {
            let arguments = [options, "-Wall", "-Wextra", "-Werror", source, "-o", "main", "-lm"];
            compile(&scratch, compiler, &arguments);
            assert_row_values(&numbers(&scratch, "./main", &[]), &expected);
        }
    }
    for (preset, format) in [("corner-published", "c"), ("tuned-depth1-rich", "c"), ("2014", "js")]
    {
        let words = ["expected rows as c or python"];
        scratch.refuses(&format!("export {preset} -f {format} --with-evaluation"), &words);
    }
}

#[test]
fn python_values_every_row_like_the_tables() {
    if !is_installed("python3") {
        return;
    }
    let (scratch, expected) = with_all_row_terms();
    scratch.tune2048("export weights.toml --out weights.py").succeeds();
    let program = "import weights\n\
                   for i in range(65536):\n    \
                   print(weights.row_value([i & 15, i >> 4 & 15, i >> 8 & 15, i >> 12]))\n\
                   print(weights.board_value([[1, 2, 0, 0]] + [[0] * 4] * 3))\n";
    scratch.write("main.py", program);
    let mut found = numbers(&scratch, "python3", &["main.py"]);
    let board = found.pop().unwrap();
    assert_row_values(&found, &expected);
    // One row of 0x0021, the columns 0x0001 and 0x0002, and five empty lines.
    let expected = [0x21, 1, 2, 0, 0, 0, 0, 0].map(|row| found[row]).iter().sum::<f64>();
    assert!((board - expected).abs() < 1e-6, "{board}, {expected}");
    for preset in ["corner-published", "exponential-snake", "tuned-depth2-rich"] {
        scratch.tune2048(&format!("export {preset} --out weights.py")).succeeds();
        assert!(numbers(&scratch, "python3", &["weights.py"]).is_empty());
    }
}

#[test]
fn tables_of_outer_lines_come_before_those_of_inner_ones() {
    let scratch = Scratch::new();
    let table = |weights: &str| {
        scratch.write("weights.toml", format!("[heuristic.rows]\n{weights}"));
        let run = scratch.tune2048("export weights.toml --format tables");
        run.succeeds().stdout.clone()
    };
    let both = table("empty = 300\nsmoothness = 9\ninner-empty = 500\ninner-sum = 7\n");
    let outer = table("empty = 300\nsmoothness = 9\n");
    let inner = table("empty = 500\nsmoothness = 9\nsum = 7\n");
    assert_ne!(outer, inner);
    assert!(both == [outer, inner].concat());
}
