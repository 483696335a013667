//! A file of rows that is cut, damaged, or of another build.

use super::*;
use crate::record::Visitor;

/// A row with a time and, in files of builds with `LATER`, a further column.
#[derive(Clone, Debug, Default, PartialEq)]
struct Line<const LATER: bool> {
    number: u32,
    later: i32,
    third: f64,
    seconds: f64,
}

impl<const LATER: bool> Record for Line<LATER> {
    type Layout = ();

    fn columns(&mut self, (): &(), visitor: &mut Visitor<'_>) -> Result<(), String> {
        visitor.column("a", &mut self.number)?;
        if LATER {
            visitor.newer("-1").column("later", &mut self.later)?;
        }
        visitor.column("b", &mut self.third)?;
        visitor.seconds("time_seconds", 1, &mut self.seconds)
    }
}

fn row<const LATER: bool>(number: u32) -> Line<LATER> {
    Line { number, later: 0, third: f64::from(number) / 3.0, seconds: 0.5 }
}

fn open<const LATER: bool>(path: &Path) -> Result<Table<Line<LATER>>, FileError> {
    Table::open_file(path, (), None)
}

fn read<const LATER: bool>(path: &Path) -> Result<Vec<Line<LATER>>, FileError> {
    Table::read(path, &(), None)
}

fn written(folder: &Path, rows: u32) -> PathBuf {
    let path = folder.join("log.csv");
    let mut log = open::<false>(&path).unwrap();
    (0..rows).for_each(|number| log.append(row(number)).unwrap());
    path
}

#[test]
fn a_file_cut_anywhere_goes_on_to_the_same_file() {
    let folder = tempfile::tempdir().unwrap();
    let whole = std::fs::read(written(folder.path(), 4)).unwrap();
    for length in 0..whole.len() {
        let path = folder.path().join("cut.csv");
        std::fs::write(&path, &whole[..length]).unwrap();
        let mut log = open::<false>(&path).unwrap();
        let ends_whole = length == 0 || whole[length - 1] == b'\n';
        assert_eq!(log.was_torn(), !ends_whole, "cut at {length}");
        for number in log.rows().len() as u32..4 {
            log.append(row(number)).unwrap();
        }
        drop(log);
        assert_eq!(std::fs::read(&path).unwrap(), whole, "cut at {length}");
    }
}

#[test]
fn a_file_that_is_cut_back_goes_on_to_the_same_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = written(folder.path(), 3);
    let whole = std::fs::read(&path).unwrap();
    let mut log = open::<false>(&path).unwrap();
    log.append(row(3)).unwrap();
    log.keep_while(|row| row.number != 1).unwrap();
    assert_eq!(log.rows(), [row(0)]);
    log.append_all(vec![row(1), row(2)]).unwrap();
    assert_eq!(std::fs::read(&path).unwrap(), whole);
}

#[test]
fn a_file_without_a_newer_column_is_read_and_goes_on_without_it() {
    let folder = tempfile::tempdir().unwrap();
    let whole = std::fs::read(written(folder.path(), 3)).unwrap();
    let path = written(folder.path(), 0);
    for length in [0, 4, whole.len() - 1] {
        std::fs::write(&path, &whole[..length]).unwrap();
        open::<true>(&path).unwrap();
    }
    let earlier = |number| Line::<true> { later: -1, ..row(number) };
    assert_eq!(read::<true>(&path).unwrap(), [0, 1].map(earlier));
    let mut log = open::<true>(&path).unwrap();
    log.append(row(2)).unwrap();
    drop(log);
    assert_eq!(std::fs::read(&path).unwrap(), whole);
    let path = folder.path().join("new.csv");
    open::<true>(&path).unwrap().append(row(0)).unwrap();
    let text = std::fs::read_to_string(&path).unwrap();
    assert!(text.starts_with("a,later,b,crc32,time_seconds\n0,0,0,"), "{text}");
    let error = read::<false>(&path).unwrap_err().to_string();
    assert!(error.contains("line 1: wrong columns: found \"a,later,b"), "{error}");
}

#[test]
fn any_changed_byte_but_a_time_is_noticed() {
    let folder = tempfile::tempdir().unwrap();
    let path = written(folder.path(), 3);
    let whole = std::fs::read(&path).unwrap();
    let times = whole.windows(4).position(|w| w == b",0.5").unwrap() + 1;
    for place in (0..times).filter(|&place| whole[place] != b'\n') {
        let mut changed = whole.clone();
        changed[place] ^= 1;
        std::fs::write(&path, &changed).unwrap();
        let error = read::<false>(&path).expect_err("damage");
        let line = 1 + whole[..place].iter().filter(|&&byte| byte == b'\n').count();
        assert!(error.to_string().contains(&format!("line {line}")), "{error}");
    }
}

#[test]
fn the_folder_of_a_new_file_is_synced_after_its_header() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("log.csv");
    let synced = std::cell::Cell::new(0);
    let sync = |of: &Path| {
        let header = std::fs::read_to_string(of).unwrap();
        assert_eq!(header, "a,b,crc32,time_seconds\n", "it is there by then");
        synced.set(synced.get() + 1);
        Ok(())
    };
    let open = |path: &Path, sync: &dyn Fn(&Path) -> io::Result<()>| {
        Table::<Line<false>>::open_with(path, (), None, sync).map(drop)
    };
    open(&path, &sync).unwrap();
    assert_eq!(synced.get(), 1);
    open(&path, &sync).unwrap();
    assert_eq!(synced.get(), 1, "an old file is in its folder already");
    let refused = |_: &Path| Err(io::Error::other("no disk"));
    let error = open(&folder.path().join("new.csv"), &refused);
    let error = error.expect_err("a folder that cannot be synced").to_string();
    assert!(error.contains("new.csv: cannot sync the folder: no disk"), "{error}");
}

#[test]
fn rows_of_another_campaign_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("log.csv");
    let ours = Some("0a1b2c3d");
    let mut log: Table<Line<false>> = Table::open_file(&path, (), ours).unwrap();
    log.append(row(1)).unwrap();
    drop(log);
    let text = std::fs::read_to_string(&path).unwrap();
    assert!(text.starts_with("a,b,campaign,crc32,time_seconds\n1,"), "{text}");
    let read = |campaign| Table::<Line<false>>::read(&path, &(), campaign);
    assert_eq!(read(ours).unwrap(), [row(1)]);
    let error = read(Some("99999999")).unwrap_err().to_string();
    let problem = "log.csv line 2: campaign: found a row of campaign 0a1b2c3d, expected one of \
                   this campaign, 99999999";
    assert!(error.ends_with(problem), "{error}");
    let error = read(None).unwrap_err().to_string();
    assert!(error.contains("line 1: wrong columns: found \"a,b,campaign"), "{error}");
}

#[test]
fn a_second_process_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("log.csv");
    let held = open::<false>(&path).unwrap();
    assert!(held.is_locked());
    let error = open::<false>(&path).expect_err("locked");
    assert!(matches!(error, FileError::Locked { .. }), "{error}");
}
