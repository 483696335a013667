//! Learned networks beside a textbook's, and their files.

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

use proptest::prelude::*;
use tune2048_engine::heuristic::expressions::Term;
use tune2048_engine::heuristic::tuples::Tuples;
use tune2048_engine::heuristic::{Expressions, HeuristicKind, Weights};
use tune2048_engine::player::build;
use tune2048_engine::tuples::{
    Layout, NamedNetwork, Network, Stages, named_set, pack, parse_tuples, unpack, write_network,
};
use tune2048_engine::{Board, Depth, ExpectimaxSettings, PlayerSettings, Tables};

use crate::heuristics::boards;
use crate::heuristics::reference::{orientations, square};
use crate::preset;
use crate::textbook::{Textbook, assert_close};

/// A weight that depends on its index, with no pattern in it: a multiple of 1/16 from -16 to 48.
fn made_up(index: usize) -> f32 {
    let hash = (index as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 54;
    hash as f32 / 16.0 - 16.0
}

fn file(layout: &Layout) -> Vec<u8> {
    file_of(layout, made_up)
}

fn file_of(layout: &Layout, weight: impl Fn(usize) -> f32 + Clone) -> Vec<u8> {
    let weights = (0..layout.weights()).map(weight);
    let evidence = BTreeMap::from([("learned-by".to_owned(), "nobody".to_owned())]);
    let mut bytes = Vec::new();
    write_network(&mut bytes, layout, weights, &evidence).unwrap();
    bytes
}

fn small_layout() -> Layout {
    let tuples = parse_tuples(&["01", "0145", "2"]).unwrap();
    Layout::new(tuples, Stages::new(&[512, 4096]).unwrap())
}

/// The value as the documentation of the file has it: for each of the eight orientations, found by
/// turning and mirroring a square, one weight per tuple.
fn textbook_value(layout: &Layout, board: Board) -> f64 {
    let largest = 1_u32 << board.highest_rank();
    let tiles = layout.stages().tiles();
    let stage = tiles.iter().filter(|&&tile| largest >= tile).count();
    let mut value = 0.0;
    for square in orientations(square(board, f64::from)) {
        let mut start: usize = layout.stage_weights() * stage;
        for tuple in layout.tuples() {
            let cells = tuple.to_string();
            let cells = cells.chars().map(|cell| cell.to_digit(16).unwrap() as usize);
            let index = cells.enumerate().map(|(place, cell)| {
                square[cell / 4][cell % 4] as usize * 16_usize.pow(place as u32)
            });
            value += f64::from(made_up(start + index.sum::<usize>()));
            start += tuple.weights();
        }
    }
    value
}

/// A heuristic over a network in a temporary file, with terms beside it.
fn weights(layout: &Layout, names: &[&str]) -> Weights {
    let file_on_disk = tempfile(&file(layout));
    let network = NamedNetwork::open(&file_on_disk).unwrap();
    let tuples = Tuples::new(network, names.iter().copied());
    Weights::defaults(HeuristicKind::Tuples(Arc::new(tuples)))
}

/// The path of a file with this content in the folder of the build, which all tests share.
fn tempfile(bytes: &[u8]) -> String {
    let name = format!("network-{:08x}", crc32fast::hash(bytes));
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    if std::fs::read(&path).ok().as_deref() != Some(bytes) {
        let thread = std::thread::current().id();
        let own = path.with_extension(format!("{}-{thread:?}", std::process::id()));
        std::fs::write(&own, bytes).unwrap();
        std::fs::rename(own, &path).unwrap();
    }
    path.to_str().unwrap().to_owned()
}

type Played = LazyLock<(Layout, Tables)>;

fn played(layout: Layout) -> (Layout, Tables) {
    let tables = Tables::new(&weights(&layout, &[]));
    (layout, tables)
}

static SMALL: Played = LazyLock::new(|| played(small_layout()));

static LINES_AND_SQUARES: Played = LazyLock::new(|| {
    played(Layout::new(named_set("lines-and-squares").unwrap(), Stages::default()))
});

/// Half a network with two terms, and the terms alone.
static WITH_TERMS: LazyLock<[Tables; 2]> = LazyLock::new(|| {
    let both = weights(&small_layout(), &["empty", "corner"]).with("factor", 0.5);
    let rows = Weights::defaults(HeuristicKind::rows_with(["corner"]))
        .with("constant", 0.0)
        .with("merges", 0.0)
        .with("monotonicity", 0.0)
        .with("sum", 0.0);
    [both, rows].map(|weights| Tables::new(&weights.with("empty", 10.0).with("corner", 1000.0)))
});

fn assert_plays_as_the_textbook((layout, tables): &(Layout, Tables), board: Board) {
    let settings = |depth| {
        PlayerSettings::Expectimax(ExpectimaxSettings {
            depth: Depth::Fixed(depth),
            ..ExpectimaxSettings::default()
        })
    };
    let value = |board| textbook_value(layout, board);
    let textbook = Textbook { counts_points: true, ..Textbook::new(&value) };
    let found = build(&settings(0), tables).move_values(board);
    assert_eq!(found, textbook.move_values(board, 0));
    let found = build(&settings(1), tables).move_values(board);
    assert_close(found, textbook.move_values(board, 1), 1.0, &board.to_string());
}

proptest! {
    #[test]
    fn a_search_adds_points_to_values(board in boards()) {
        assert_plays_as_the_textbook(&SMALL, board);
    }

    #[test]
    fn lines_and_squares_are_valued_as_documented(board in boards()) {
        assert_plays_as_the_textbook(&LINES_AND_SQUARES, board);
    }

    #[test]
    fn terms_are_added_to_a_network(board in boards()) {
        let [both, rows] = &*WITH_TERMS;
        let expected = 0.5 * textbook_value(&SMALL.0, board) + rows.static_value(board);
        let found = both.static_value(board);
        prop_assert!((found - expected).abs() < 1e-2, "{} {}", found, expected);
    }

    #[test]
    fn altered_files_are_refused(place in any::<prop::sample::Index>(), bit in 0..8_u32) {
        let bytes = file(&Layout::new(parse_tuples(&["01"]).unwrap(), Stages::default()));
        let original = Network::from_bytes(&bytes).unwrap();
        for mut altered in [pack(&bytes).unwrap(), bytes] {
            let place = place.index(altered.len());
            altered[place] ^= 1 << bit;
            if let Ok(network) = Network::from_bytes(&altered) {
                prop_assert!(network == original, "byte {}", place);
                // Without its checksum, evidence counts for nothing.
                let evidence = network.evidence();
                prop_assert!(evidence.is_empty() || evidence == original.evidence(), "byte {}", place);
            }
        }
    }
}

#[test]
fn a_file_reads_back() {
    let layout = small_layout();
    let network = Network::from_bytes(&file(&layout)).unwrap();
    assert_eq!(network.layout(), &layout);
    assert_eq!(network.evidence()["learned-by"], "nobody");
    let mapped = Network::open(std::path::Path::new(&tempfile(&file(&layout)))).unwrap();
    let weights = |network: &Network| -> Vec<f32> {
        (0..layout.weights()).map(|place| network.weight_at(place)).collect()
    };
    assert_eq!(weights(&mapped), weights(&network));
    assert_eq!(mapped, network);
    let expected: Vec<f32> = (0..layout.weights()).map(made_up).collect();
    let found: Vec<f32> = layout.places().map(|place| mapped.weight_at(place)).collect();
    assert_eq!(found, expected);
}

#[test]
fn a_packed_file_is_the_same_network() {
    let file = file(&small_layout());
    let packed = pack(&file).unwrap();
    assert_eq!(unpack(&packed).unwrap(), file);
    assert!(packed.len() < file.len());
    let [network, plain] = [&packed, &file].map(|bytes| Network::from_bytes(bytes).unwrap());
    assert_eq!(network, plain);
    assert_eq!(network.evidence(), plain.evidence());
    assert_eq!(network.to_bytes(), file);
    // At every byte of its beginning, and at a spread of all.
    let last = packed.len() - 1;
    for length in (0..100).chain((100..last).step_by(last / 50)).chain([last]) {
        assert!(Network::from_bytes(&packed[..length]).is_err(), "{length} bytes");
    }
    assert!(pack(b"PK").is_err());
}

/// Weights that are no multiples of one step, or minus 0, are packed as they are.
#[test]
fn any_weights_are_packed_without_loss() {
    let layout = Layout::new(parse_tuples(&["01"]).unwrap(), Stages::default());
    for odd in [0.0, -0.0, 1e-30, 1e30, -7.5, f32::MIN_POSITIVE / 4.0, f32::MAX] {
        for weight in [0.0, 1.0, -24.0, 0.1] {
            let file = file_of(&layout, |index| if index == 9 { odd } else { weight });
            assert_eq!(unpack(&pack(&file).unwrap()).unwrap(), file, "{odd} beside {weight}");
        }
    }
}

#[test]
fn more_or_less_than_the_header_announces_is_not_unpacked() {
    let file = file(&small_layout());
    let level = 6;
    for changed in [&file[..], &[&file[..], &[0; 8]].concat(), &[0; 1 << 22]] {
        let packed = miniz_oxide::deflate::compress_to_vec_zlib(changed, level);
        let error = unpack(&packed).unwrap_err().to_string();
        let is_expected = error.contains("it unpacks to ") || error.contains("no safetensors file");
        assert!(is_expected, "{error}");
    }
}

#[test]
fn errors_say_what_to_do() {
    let layout = Layout::new(parse_tuples(&["01"]).unwrap(), Stages::default());
    let bytes = file(&layout);
    let text = |bytes: &[u8]| Network::from_bytes(bytes).unwrap_err().to_string();
    let replaced = |from: &str, to: &str| {
        let start = bytes.windows(from.len()).position(|w| w == from.as_bytes()).unwrap();
        let mut bytes = bytes.clone();
        bytes[start..start + to.len()].copy_from_slice(to.as_bytes());
        bytes
    };
    for (bytes, expected) in [
        (b"PK\x03\x04".to_vec(), "it is no safetensors file: it has less than eight bytes"),
        (vec![b'x'; 100], "its header has no plausible length"),
        (bytes[..bytes.len() - 4].to_vec(), "- copy it again"),
        ([&bytes[..], b"x"].concat(), "it has more than "),
        (replaced("tune2048-network-1", "tune2048-network-2"), "found tune2048-network-2"),
        (replaced("[16,16]", "[16,15]"), "its header has other tensors"),
        (replaced(":\"01\"", ":\"0g\""), "`0g` is no tuple"),
        (replaced("\"01\":", "\"03\":"), "its header has other tensors"),
    ] {
        let found = text(&bytes).replace("its format is tune2048", "found tune2048");
        assert!(found.contains(expected), "{found}");
    }
    let bytes = file_of(&layout, |index| if index == 7 { f32::NAN } else { 0.0 });
    assert!(text(&bytes).contains("weight number 7 is not finite"));
}

#[test]
fn expressions_beside_a_network_add_to_its_lines() {
    let layout = small_layout();
    let parameters = ["power".to_owned()];
    let terms = vec![
        Term::new("steps", "max(r1 - r0, 0) ** power", &parameters).unwrap(),
        Term::new("one", "1", &[]).unwrap(),
    ];
    let network = NamedNetwork::open(&tempfile(&file(&layout))).unwrap();
    let tuples = Tuples::new(network, ["inner-empty"]);
    let tuples = tuples.with_expressions(Arc::new(Expressions::new(terms)));
    let heuristic = HeuristicKind::Tuples(Arc::new(tuples));
    let names: Vec<&str> = heuristic.weights().iter().map(|spec| &*spec.name).collect();
    assert_eq!(names, ["factor", "inner-empty", "steps", "steps-power", "one"]);
    let text = serde_json::to_string(&heuristic).unwrap();
    let back: HeuristicKind = serde_json::from_str(&text).unwrap();
    assert_eq!(back, heuristic);
    let values = vec![1.0, 0.0, -3.0, 2.0, 7.0];
    let tables = Tables::new(&Weights { heuristic, values });
    let board = Board(0x0001_0203_4005_6000);
    let mut steps = 0.0;
    for lines in [board, board.transpose()] {
        for row in 0..4 {
            let ranks = lines.row(row);
            let [first, second] = [ranks & 15, ranks >> 4 & 15].map(f64::from);
            steps += (second - first).max(0.0).powi(2);
        }
    }
    let expected = textbook_value(&layout, board) - 3.0 * steps + 8.0 * 7.0;
    assert!((tables.static_value(board) - expected).abs() < 1e-3);
}

#[test]
fn a_network_is_data_by_name_and_checksum() {
    let weights = preset("learned-small");
    let text = serde_json::to_string(&weights).unwrap();
    let back: Weights = serde_json::from_str(&text).unwrap();
    assert_eq!(back, weights);
    let other = text.replace("learned-small", "/etc/passwd");
    // Another name of a network that is open; no file is read.
    assert_eq!(serde_json::from_str::<Weights>(&other).unwrap(), back);
    let HeuristicKind::Tuples(tuples) = &back.heuristic else { unreachable!() };
    let other = other.replace(&tuples.network().network.checksum(), "00000000");
    let error = serde_json::from_str::<Weights>(&other).unwrap_err().to_string();
    assert!(error.contains("is not here"), "{error}");
}

#[test]
fn lines_are_tables_of_rows() {
    let layout = Layout::new(named_set("lines").unwrap(), Stages::default());
    let values = Tables::new(&weights(&layout, &[])).row_values().unwrap();
    let (outer, inner) = values.split_at(1 << 16);
    for bits in [0x1234_5678_9abc_def0, 0x0001_0203_4005_6000, 0xffff_0000_1111_eeee] {
        let board = Board(bits);
        let mut sum = 0.0;
        for lines in [board, board.transpose()] {
            for (row, table) in [outer, inner, inner, outer].into_iter().enumerate() {
                sum += f64::from(table[usize::from(lines.row(row))]);
            }
        }
        assert_eq!(sum.to_bits(), textbook_value(&layout, board).to_bits());
    }
    assert!(Tables::new(&preset("learned-small")).row_values().is_none());
}
