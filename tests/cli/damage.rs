//! Files of a campaign that are not as they were written, told with file, line and what to do.
//!
//! Which damage is noticed and where: `crates/tuner/tests/campaign`. Here each kind is met once by the commands.

use tune2048_testkit::program::{LONG, Scratch, TINY, lines, rechained, with_next_number};

/// An open file outlives its name: without a look at that, hours of games would go nowhere.
#[test]
#[cfg(unix)]
fn a_folder_that_is_renamed_or_replaced_ends_what_runs_in_it() {
    let scratch =
        Scratch::with("long.toml", LONG.replace("generations = 40", "generations = 9999"));
    scratch.write("long-learning.toml", "games = 100000000\ntuples = 'lines'\ncurve = 60\n");
    for (command, rows) in
        [("run long.toml --no-pilot", "trials.csv"), ("learn long-learning.toml", "curve.csv")]
    {
        for is_replaced in [false, true] {
            let mut running = scratch.start(&format!("{command} --out out --threads 1"));
            running.wait_until(|| scratch.rows(&format!("out/{rows}")) > 1);
            std::fs::rename(scratch.path("out"), scratch.path("renamed")).unwrap();
            if is_replaced {
                scratch.copy("renamed", "out");
            }
            let run = running.finish().fails(1);
            run.says(": cannot append: ").says("if the folder was renamed");
            std::fs::remove_dir_all(scratch.path("renamed")).unwrap();
            if is_replaced {
                std::fs::remove_dir_all(scratch.path("out")).unwrap();
            }
        }
    }
}

#[test]
fn a_changed_line_is_told_by_every_command_with_what_to_do() {
    let scratch = Scratch::finished("space.toml", TINY);
    scratch.tune2048("run space.toml --out whole").succeeds();
    for (file, from, to) in [
        ("trials.csv", ",0.", ",1."),
        ("games.csv", "selection,", "selections,"),
        ("log.jsonl", "step_size", "step-size"),
    ] {
        let path = format!("out/{file}");
        let mut damaged = lines(&scratch.read(&path));
        damaged[3] = damaged[3].replacen(from, to, 1);
        let damaged = damaged.concat();
        assert_ne!(damaged, scratch.read(&path));
        scratch.write(&path, &damaged);
        let named = format!("{path} line 4: ");
        for command in [
            "resume out",
            "status out",
            "report out",
            "report out --markdown",
            "report --compare out whole",
            "diagnose out",
        ] {
            let advice = ["restore the file from a copy", "keep what is sound, the first "];
            scratch.refuses(command, &[&[&*named], &advice[..]].concat());
            assert_eq!(scratch.read(&path), damaged, "{command}");
        }
        for command in ["export out", "compare out 2014 --games 2", "evaluate out --games 2"] {
            scratch.refuses(command, &[&named]);
        }
        let list = scratch.json("list .");
        let out = list.as_array().unwrap().iter().find(|entry| entry["campaign"] == "out");
        let out = out.expect("it is listed");
        assert_eq!(out["state"], "damaged");
        assert!(out["problem"].as_str().unwrap().contains(&named), "{out}");
        scratch.copy_files("whole", "out", [file]);
    }
}

/// As on a processor that computes other bits: the checksum is right, the point is not what is proposed.
#[test]
fn a_record_that_is_not_replayed_is_left_as_it_is() {
    let scratch = Scratch::with("space.toml", TINY);
    scratch.tune2048("run space.toml --out whole").succeeds();
    scratch.keep_trials("whole", "out", 18);
    let mut rows = lines(&scratch.read("out/trials.csv"));
    rows[3] = with_next_number(&rows[0], &rows[3], "point.empty");
    let rows = rechained(&rows);
    scratch.write("out/trials.csv", &rows);
    let place = "generation 0, candidate 2: coordinate 0";
    scratch.fails(1, "resume out", &["out/trials.csv", place, "[warm-start]"]);
    assert_eq!(scratch.read("out/trials.csv"), rows);
    scratch.tune2048("status out").succeeds();
}
