//! Exported constants, by the compilers and interpreters that will read them.

use std::process::Command;

use crate::cli::export::{AWKWARD, assert_bits, awkward, parse};
use tune2048_testkit::program::{Scratch, is_installed};
use tune2048_testkit::spaces::matrix;

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
    scratch.write("main.c", &program);
    scratch.write("main.cpp", &program);
    let expected = AWKWARD.map(|(_, _, value)| value);
    for (compiler, options) in [("cc", "-std=c99"), ("c++", "-std=c++98")] {
        if is_installed(compiler) {
            let source = if compiler == "cc" { "main.c" } else { "main.cpp" };
            compile(
                &scratch,
                compiler,
                &[options, "-Wall", "-Wextra", "-Werror", source, "-o", "main"],
            );
            assert_bits(&numbers(&scratch, "./main", &[]), &expected);
        }
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
fn rust_sees_the_same_numbers() {
    if !is_installed("rustc") {
        return;
    }
    let scratch = awkward(0.7);
    scratch.tune2048("export weights.toml --format rust --out weights.rs").succeeds();
    let mut program = "mod weights;\nfn main() {\n".to_owned();
    for (name, _, _) in AWKWARD {
        let constant = name.to_uppercase().replace('-', "_");
        program += &format!("    println!(\"{{:?}}\", weights::{constant});\n");
    }
    scratch.write("main.rs", program + "    println!(\"{:?}\", weights::EDGE);\n}\n");
    compile(&scratch, "rustc", &["-Dwarnings", "main.rs", "-o", "main"]);
    let mut expected = AWKWARD.map(|(_, _, value)| value).to_vec();
    expected.push(0.7);
    assert_bits(&numbers(&scratch, "./main", &[]), &expected);
}

#[test]
fn javascript_sees_the_same_numbers() {
    if !is_installed("node") {
        return;
    }
    let scratch = awkward(0.7);
    scratch.tune2048("export weights.toml --format js --out weights.mjs").succeeds();
    let keys = "constant empty merges monotonicity monotonicityExponent sum sumExponent edge";
    scratch.write(
        "main.mjs",
        format!(
            "import {{ weights }} from './weights.mjs';\n\
             if (weights.heuristic !== 'rows') throw new Error(weights.heuristic);\n\
             for (const key of '{keys}'.split(' ')) console.log(weights[key]);\n"
        ),
    );
    let mut expected = AWKWARD.map(|(_, _, value)| value).to_vec();
    expected.push(0.7);
    assert_bits(&numbers(&scratch, "node", &["main.mjs"]), &expected);
}

#[test]
fn matrices_are_exported_to_all_languages() {
    let scratch = Scratch::finished("space.toml", matrix("cma-es", "reading-order"));
    let expected = parse(&scratch, "out/best.toml").weights.values;
    assert_eq!(expected.len(), 16);
    if is_installed("cc") {
        scratch.tune2048("export out --format c --out weights.h").succeeds();
        scratch.write(
            "main.c",
            "#include \"weights.h\"\n#include <stdio.h>\nint main(void) {\n\
             for (int i = 0; i < 16; i++) printf(\"%.17g\\n\", CORNER_MATRIX[i / 4][i % 4]);\nreturn 0; }\n",
        );
        compile(
            &scratch,
            "cc",
            &["-std=c99", "-Wall", "-Wextra", "-Werror", "main.c", "-o", "main"],
        );
        assert_bits(&numbers(&scratch, "./main", &[]), &expected);
    }
    let json = scratch.tune2048("export out --format json").succeeds().json();
    let rows = json["heuristic"]["corner-matrix"]["matrix"].as_array().unwrap();
    let cells = rows.iter().flat_map(|row| row.as_array().unwrap());
    assert_bits(&cells.map(|cell| cell.as_f64().unwrap()).collect::<Vec<_>>(), &expected);
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
        let run = scratch.tune2048(&format!("export {preset} --format {format}")).succeeds();
        assert!(run.text().contains(expected), "{preset} {format}: {run}");
    }
}
