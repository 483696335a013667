//! Exported constants, tables and functions, by the compilers and interpreters that will read them.

use std::process::Command;

use tune2048_engine::presets::Preset;

use crate::cli::export::{AWKWARD, assert_bits, awkward};
use tune2048_testkit::program::{Scratch, is_installed};

/// Runs a program in the folder; what it prints must be numbers, one per line.
#[track_caller]
pub(crate) fn numbers(scratch: &Scratch, program: &str, arguments: &[&str]) -> Vec<f64> {
    let path = if program.starts_with("./") { scratch.path(program) } else { program.into() };
    let output = Command::new(path).args(arguments).current_dir(scratch.root()).output().unwrap();
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{program} {arguments:?}: {error}");
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines().map(|line| line.parse().unwrap_or_else(|_| panic!("{line:?}"))).collect()
}

/// Runs a compiler that must find nothing to say.
#[track_caller]
pub(crate) fn compile(scratch: &Scratch, compiler: &str, arguments: &[&str]) {
    let output =
        Command::new(compiler).args(arguments).current_dir(scratch.root()).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && said.is_empty(), "{compiler}: {said}");
}

/// What a program prints if it is compiled as C and as C++, where they are installed.
fn by_compilers(scratch: &Scratch, program: &str) -> Vec<Vec<f64>> {
    let printed = |(compiler, standard, source): (&str, &str, &str)| {
        scratch.write(source, program);
        let arguments = [standard, "-Wall", "-Wextra", "-Werror", source, "-o", "main", "-lm"];
        is_installed(compiler).then(|| {
            compile(scratch, compiler, &arguments);
            numbers(scratch, "./main", &[])
        })
    };
    let compilers = [("cc", "-std=c99", "main.c"), ("c++", "-std=c++98", "main.cpp")];
    compilers.into_iter().filter_map(printed).collect()
}

#[test]
fn c_and_cpp_see_the_same_numbers_under_the_known_names() {
    let scratch = awkward(0.0);
    scratch.tune2048("export weights.toml --format c --out weights.h").succeeds().says_nothing();
    let mut program =
        "#include \"weights.h\"\n#include \"weights.h\"\n#include <stdio.h>\nint main(void) {\n"
            .to_owned();
    for (_, constant, _) in AWKWARD {
        program += &format!("    printf(\"%.17g\\n\", (double) {constant});\n");
    }
    program += "    return 0;\n}\n";
    let expected = AWKWARD.map(|(_, _, value)| value);
    for found in by_compilers(&scratch, &program) {
        assert_bits(&found, &expected);
    }
    let text = scratch.read("weights.h");
    assert!(!text.contains("EDGE"), "a solver without the term has no place for it: {text}");
}

#[test]
fn a_header_that_would_be_misread_does_not_compile_unless_acknowledged() {
    let scratch = Scratch::new();
    let header = |weights: &str| {
        scratch.write("weights.toml", format!("[heuristic.rows]\n{weights}"));
        scratch.tune2048("export weights.toml --out weights.h").succeeds()
    };
    scratch.write("main.c", "#include \"weights.h\"\nint main(void) { return 0; }\n");
    let compiles = |define: &str| {
        let mut compiler = Command::new("cc");
        compiler.args(["-c", "-o", "main.o", "main.c"]).current_dir(scratch.root());
        if !define.is_empty() {
            compiler.arg(format!("-D{define}"));
        }
        let output = compiler.output().unwrap();
        (output.status.success(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    if !is_installed("cc") {
        return;
    }
    let terms = "TUNE2048_ALL_TERMS_ARE_EVALUATED";
    let zero = "TUNE2048_VALUES_BELOW_ZERO_ARE_COMPARED";
    for (weights, define, named) in [
        ("edge = 20000.5", terms, "edge"),
        ("corner = 3", terms, "corner"),
        ("smoothness = 2\ninner-empty = 300", terms, "smoothness, inner-empty"),
        ("board-empty = 3\nboard-empty-exponent = 2", terms, "of board-empty and"),
        ("constant = 0", zero, "worth 0 or less"),
        ("constant = 20000", zero, "worth 0 or less"),
    ] {
        let run = header(weights).says("warning: ").says(named);
        let (is_compiled, said) = compiles("");
        assert!(!is_compiled && said.contains(named), "{weights}: {said}");
        let (is_compiled, said) = compiles(define);
        assert!(is_compiled, "{weights}: {said}, {run}");
    }
    // Inner lines like the outer ones, and a term without effect, are read rightly.
    for weights in ["", "inner-empty = 270", "corner = 0", "constant = 100000"] {
        header(weights).says_nothing();
        let (is_compiled, said) = compiles("");
        assert!(is_compiled, "{weights}: {said}");
    }
}

#[test]
fn rust_and_javascript_see_the_same_numbers() {
    let scratch = awkward(0.7);
    let names = AWKWARD.map(|(name, _, _)| name).into_iter().chain(["edge"]);
    let expected: Vec<f64> = AWKWARD.map(|(_, _, value)| value).into_iter().chain([0.7]).collect();
    if is_installed("rustc") {
        scratch.tune2048("export weights.toml --out weights.rs").succeeds();
        let constants = names.clone().map(|name| name.to_uppercase().replace('-', "_"));
        let constants: Vec<_> = constants.map(|name| format!("weights::{name}")).collect();
        let list = constants.join(", ");
        let main = format!("fn main() {{ for x in [{list}] {{ println!(\"{{x:?}}\"); }} }}\n");
        scratch.write("main.rs", format!("mod weights;\n{main}"));
        compile(&scratch, "rustc", &["-Dwarnings", "main.rs", "-o", "main"]);
        assert_bits(&numbers(&scratch, "./main", &[]), &expected);
    }
    if is_installed("node") {
        scratch.tune2048("export weights.toml --format js --out weights.mjs").succeeds();
        let keys = names.map(|name| name.replace("-exponent", "Exponent")).collect::<Vec<_>>();
        let main = format!(
            "import {{ weights }} from './weights.mjs';\n\
             if (weights.heuristic !== 'rows') throw new Error(weights.heuristic);\n\
             for (const key of {keys:?}) console.log(weights[key]);\n"
        );
        scratch.write("main.mjs", main);
        assert_bits(&numbers(&scratch, "node", &["main.mjs"]), &expected);
    }
}

#[test]
fn matrices_are_exported_to_all_languages() {
    let scratch = Scratch::new();
    let weights = Preset::find("corner-tuned").unwrap().weights();
    let expected = &weights.values[..16];
    if is_installed("cc") {
        scratch.tune2048("export corner-tuned --format c --out weights.h").succeeds();
        scratch.write(
            "main.c",
            "#include \"weights.h\"\n#include <stdio.h>\nint main(void) {\n\
             for (int i = 0; i < 16; i++) printf(\"%.17g\\n\", CORNER_MATRIX[i / 4][i % 4]);\nreturn 0; }\n",
        );
        let arguments = ["-std=c99", "-Wall", "-Wextra", "-Werror", "main.c", "-o", "main"];
        compile(&scratch, "cc", &arguments);
        assert_bits(&numbers(&scratch, "./main", &[]), expected);
    }
    let json = scratch.tune2048("export corner-tuned --format json").succeeds().json();
    let rows = json["heuristic"]["corner-matrix"]["matrix"].as_array().unwrap();
    let cells = rows.iter().flat_map(|row| row.as_array().unwrap());
    assert_bits(&cells.map(|cell| cell.as_f64().unwrap()).collect::<Vec<_>>(), expected);
}

#[test]
fn constants_say_which_heuristic_they_belong_to() {
    let scratch = Scratch::new();
    for (preset, format, expected) in [
        ("path", "c", "PATH_RATIO = 0.25;"),
        ("path", "rust", "RATIO: f64 = 0.25;"),
        ("path", "js", "ratio: 0.25,"),
        ("exponential-snake", "c", "SNAKE_EXPONENTS[4][4] = {\n    {10.0, 8.0, 7.0, 6.5},"),
        ("differences", "c", "DIFFERENCES_SUM = 4.0;"),
    ] {
        scratch.prints(&format!("export {preset} --format {format}"), &[expected]);
    }
}

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
    for found in by_compilers(&scratch, program) {
        assert_row_values(&found, &expected);
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
