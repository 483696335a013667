//! Tests of the guide to programs: its examples are copied as a reader would copy them.

use std::fs;

use serde_json::json;

use crate::cli::export_code::compile;
use crate::programs::examples::{FOLDER, repository};
use crate::programs::line_schema::LineSchema;
use tune2048_testkit::program::{Scratch, is_installed};

fn blocks(language: &str) -> Vec<String> {
    let page = fs::read_to_string(repository().join("docs/guide/tune-your-own-solver.md")).unwrap();
    let start = format!("```{language}\n");
    let blocks = page.split(&start).skip(1);
    blocks.map(|rest| rest.split("```").next().unwrap().to_owned()).collect()
}

/// Asserts that a program answers a request with two games of the score 42 + seed.
#[track_caller]
fn assert_answers(scratch: &Scratch, program: &str, argument: &str) {
    let request = json!({"id": 3, "weights": {"bonus": 42}, "seeds": [5, 6]});
    let output = assert_cmd::Command::new(program)
        .arg(argument)
        .current_dir(scratch.root())
        .write_stdin(format!("{request}\n"))
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8(output.stdout).unwrap();
    let (greeting, answers) = text.split_once('\n').unwrap();
    let schema = LineSchema::new();
    schema.check("greeting", greeting);
    let answers: Vec<_> = answers.lines().map(|line| schema.check("answer", line)).collect();
    let expected = [5, 6].map(|seed| json!({"id": 3, "seed": seed, "score": 42 + seed}));
    assert_eq!(answers, expected);
}

#[test]
fn the_loop_in_python_answers_requests() {
    if !is_installed("python3") {
        return;
    }
    let scratch = Scratch::new();
    let [block] = &blocks("python")[..] else { panic!("expected one block of Python") };
    // A game whose score shows the seed: a generator is seeded with nothing else.
    let play = "import random\nSEEDS = {random.Random(seed).random(): seed for seed in range(10)}\n\
                def play(weights, generator): return weights['bonus'] + SEEDS[generator.random()]\n";
    scratch.write("solver.py", format!("{play}{block}"));
    assert_answers(&scratch, "python3", "solver.py");
}

#[test]
fn the_loop_in_cpp_answers_requests() {
    if !is_installed("c++") {
        return;
    }
    let scratch = Scratch::new();
    let [block] = &blocks("cpp")[..] else { panic!("expected one block of C++") };
    let header = repository().join(FOLDER).join("tune2048.hpp");
    let text = format!(
        "#include \"{}\"\nstruct Solver {{\n    double bonus;\n    \
         explicit Solver(tune2048::Weights weights) : bonus(weights.at(\"bonus\")) {{}}\n    \
         double play(std::uint64_t seed) {{ return bonus + double(seed); }}\n}};\nint main() {{\n{block}}}\n",
        header.display()
    );
    scratch.write("solver.cpp", text);
    let options = ["-std=c++17", "-Wall", "-Wextra", "-Werror", "solver.cpp", "-o", "solver"];
    compile(&scratch, "c++", &options);
    assert_answers(&scratch, scratch.path("solver").to_str().unwrap(), "--tune");
}

/// Every kind of value that a request can have, for both sides.
#[test]
fn the_header_reads_arrays_texts_and_truth_values() {
    if !is_installed("c++") {
        return;
    }
    let scratch = Scratch::new();
    let header = repository().join(FOLDER).join("tune2048.hpp");
    let shown = "r.weights[\"a\"], r.weights[\"yes\"], r.weights[\"no\"], r.arrays[\"pst\"].at(2), \
                 r.texts[\"t\"].c_str(), r.opponent_arrays[\"pst\"].at(0), \
                 r.opponent_texts[\"t\"].c_str(), r.engine.at(1).c_str(), r.opponent_engine.at(0).c_str()";
    let text = format!(
        "#include \"{}\"\nint main() {{\n    for (tune2048::Request r; tune2048::read(r);)\n        \
         std::printf(\"%g %g %g %g %s %g %s %s %s\\n\", {shown});\n}}\n",
        header.display()
    );
    scratch.write("shown.cpp", text);
    let options = ["-std=c++17", "-Wall", "-Wextra", "-Werror", "shown.cpp", "-o", "shown"];
    compile(&scratch, "c++", &options);
    let request = r#"{"id": 1, "weights": {"a": -1.5, "yes": true, "no": false, "pst": [1, 2, 3], "t": "a\"b\\"}, "opponent": {"pst": [4], "t": "x"}, "engine": ["./new", "-y"], "opponent-engine": ["./old"], "seeds": [1]}"#;
    LineSchema::new().check("request", request);
    let shown = assert_cmd::Command::new(scratch.path("shown"))
        .write_stdin(format!("{request}\n"))
        .output()
        .unwrap();
    assert_eq!(String::from_utf8_lossy(&shown.stdout), "-1.5 1 0 3 a\"b\\ 4 x -y ./old\n");
}
