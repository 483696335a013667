//! Learning runs whose last games a search plays, and runs that begin with a network.

use tune2048_testkit::program::Scratch;

const TINY: &str = "games = 300\ntuples = 'lines'\ncurve = 70\ntest-games = 20\n\
                    [search]\ngames = 100\n";

#[test]
fn the_last_games_are_searched_on_any_number_of_threads_and_cut_anywhere() {
    let scratch = Scratch::with("tiny.toml", TINY);
    let parts = ["mean score of 20 games at depth 1", "--depth 1 --games 100"];
    scratch.prints("learn tiny.toml --threads 1", &parts);
    // A point ends where the search begins.
    let curve = scratch.read("networks/tiny/curve.csv");
    let depth = |line: &str| line.split(',').nth(10).unwrap_or_default().to_owned();
    let points: Vec<_> = curve.lines().skip(1).collect();
    let starts = ["70,", "140,", "200,", "210,", "280,", "300,"];
    assert_eq!(points.len(), starts.len());
    for (line, (start, expected)) in
        points.iter().zip(starts.into_iter().zip(["0", "0", "0", "1", "1", "1"]))
    {
        assert!(line.starts_with(start), "{line}");
        assert_eq!(depth(line), expected, "{line}");
    }
    // Without search only one thread repeats; the games of the search are the same on several.
    scratch.write("base.toml", "games = 200\ntuples = 'lines'\ntest-games = 2\n");
    scratch.tune2048("learn base.toml --threads 1").succeeds();
    scratch.write(
        "searched.toml",
        "games = 60\ntuples = 'lines'\ntest-games = 2\nstart = 'networks/base'\n\
         [search]\ngames = 60\n",
    );
    let network = |threads: u32| {
        let out = format!("out{threads}");
        let learn = format!("learn searched.toml --threads {threads} --out {out}");
        scratch.tune2048(&learn).succeeds();
        scratch.bytes(&format!("{out}/network.safetensors"))
    };
    assert!(network(1) == network(3), "threads changed what was learned");

    let mut killed = scratch.start("learn tiny.toml --out cut --threads 1");
    killed.wait_until(|| scratch.path("cut/snapshot.safetensors").exists());
    killed.kill();
    scratch.tune2048("resume cut --threads 1").succeeds();
    let [cut, whole] = ["cut", "networks/tiny"]
        .map(|folder| scratch.bytes(&format!("{folder}/network.safetensors")));
    assert!(cut == whole, "a kill changed what was learned");
    scratch.tune2048("report networks/tiny").succeeds();
    let page = scratch.read("networks/tiny/report.html");
    assert!(
        page.contains("the last 100 of them played by a search of depth 1")
            && page.contains("Played at depth 1"),
        "{page}"
    );
}

#[test]
fn a_run_begins_with_a_network() {
    let scratch = Scratch::new();
    let start = |text: &str| {
        scratch.write("from.toml", format!("test-games = 2\ngames = 1\n{text}"));
        scratch.tune2048("learn from.toml --threads 1")
    };
    start("tuples = 'lines-and-squares'\nstart = 'learned-small'").succeeds();
    // One game changes few of the weights.
    let small = scratch.bytes("networks/from/network.safetensors");
    scratch.write("none.toml", "test-games = 2\ngames = 1\ntuples = 'lines-and-squares'\n");
    scratch.tune2048("learn none.toml --threads 1").succeeds();
    let none = scratch.bytes("networks/none/network.safetensors");
    let zeros = |bytes: &[u8]| bytes.chunks(4).filter(|word| **word == [0; 4]).count();
    assert!(zeros(&none) > 2 * zeros(&small));
}
