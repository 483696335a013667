//! The live pages, asked over plain sockets: what a browser shows of them is tested in `tests/browser`.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::cli::live_server::{LiveServer, assert_code, with_campaign};
use tune2048_testkit::program::{Scratch, TINY, assert_has, long};

#[test]
fn a_campaign_is_listed_and_its_report_is_a_page_that_allows_nothing_from_elsewhere() {
    let scratch = with_campaign();
    let before = scratch.files("");
    let served = LiveServer::start(&scratch, "--port 0");
    let list = served.get("/");
    assert_code(&list, 200);
    assert_has(&list, &["<a href=\"/report/tiny\">tiny</a>", "finished"]);
    let page = served.get("/report/tiny");
    assert_code(&page, 200);
    assert!(page.contains("<main id=\"report\">"), "{page}");
    for answer in [&list, &page, &served.get("/nowhere")] {
        let (head, _) = answer.split_once("\r\n\r\n").unwrap();
        let mut policies =
            head.lines().filter_map(|line| line.strip_prefix("content-security-policy: "));
        let policy = format!("; {};", policies.next().expect("a content security policy"));
        assert_has(&policy, &["; default-src 'none';", "; connect-src 'self';"]);
        assert_has(&policy, &["; base-uri 'none';", "; form-action 'self';"]);
        assert_has(&policy, &["; frame-ancestors 'self';"]);
        assert!(!policy.contains("unsafe"), "{policy}");
        assert_has(head, &["x-content-type-options: nosniff", "referrer-policy: no-referrer"]);
        assert_has(head, &["cross-origin-resource-policy: same-origin"]);
    }
    served.end("INT");
    assert_eq!(scratch.files(""), before, "files were changed");
}

/// The names of both sides of a campaign's boards, and the weight `empty` of each.
#[track_caller]
fn sides(served: &LiveServer, name: &str) -> [(String, f64); 2] {
    let answer = served.get(&format!("/play/{name}"));
    assert_code(&answer, 200);
    let (_, data) = answer.split_once("id=\"data\">").expect("the data of the page");
    let data: Value = serde_json::from_str(data.split_once("</script>").unwrap().0).unwrap();
    [0, 1].map(|side| {
        let side = &data["sides"][side];
        let empty = side["setup"]["weights"]["empty"].as_f64().expect("a number");
        (side["name"].as_str().expect("a name").to_owned(), empty)
    })
}

#[test]
fn boards_have_the_recommended_weights_beside_the_start() {
    let scratch = with_campaign();
    scratch.keep_trials("results/tiny", "results/new", 0);
    let served = LiveServer::start(&scratch, "--port 0");
    let best: toml::Table = scratch.read("results/tiny/best.toml").parse().unwrap();
    let best = best["evidence"]["candidate"]["empty"].as_float().expect("a number");
    let [tuned, start] = sides(&served, "tiny");
    assert_eq!(tuned, ("Tuned weights".to_owned(), best));
    assert_eq!(start, ("Starting weights".to_owned(), 270.0));
    assert!(served.get("/report/tiny").contains("src=\"/play/tiny\""));
    assert!(!served.get("/report/new").contains("<iframe"), "nothing to play with yet");
    assert_code(&served.get("/play/new"), 404);
    assert_code(&served.get("/play/nowhere"), 404);
    served.end("INT");
}

#[test]
fn learning_runs_are_listed_and_have_pages_and_json_has_what_pages_show() {
    let scratch = with_campaign();
    scratch.write("net.toml", "games = 300\ntuples = 'lines'\ncurve = 60\ntest-games = 20\n");
    scratch.tune2048("learn net.toml --threads 1").succeeds();
    let served = LiveServer::start(&scratch, "--port 0");
    let list = served.get("/");
    assert_has(&list, &["href=\"/report/networks/net\""]);
    let page = served.get("/report/networks/net");
    assert_has(&page, &["Learning curve", "300 of 300 games"]);
    assert!(served.events("/events/networks/net").next().unwrap().contains("\"finished\""));

    let json = |target: &str| -> Value {
        let answer = served.get(target);
        serde_json::from_str(answer.split_once("\r\n\r\n").unwrap().1).unwrap()
    };
    assert_eq!(json("/json"), scratch.json("list"));
    assert_eq!(json("/json/tiny"), scratch.json("status tiny"));
    assert_eq!(json("/json/networks/net"), scratch.json("status net"));
    served.end("INT");
}

#[test]
fn only_this_machine_and_its_own_pages_may_ask() {
    let scratch = with_campaign();
    let served = LiveServer::start(&scratch, "--port 0");
    let (_, port) = served.host.split_once(':').unwrap();
    let with_host =
        |host: &str| served.send(&format!("GET / HTTP/1.1\r\n{host}Connection: close\r\n\r\n"));
    for name in ["127.0.0.1", "localhost", "[::1]"] {
        assert_code(&with_host(&format!("Host: {name}:{port}\r\n")), 200);
    }
    for host in [
        format!("Host: example.org:{port}\r\n"),
        format!("Host: localhost:{port}\r\nHost: example.org\r\n"),
        String::new(),
    ] {
        let answer = with_host(&host);
        let refused = ["HTTP/1.1 403 ", "HTTP/1.1 400 "];
        assert!(refused.iter().any(|code| answer.starts_with(code)), "{host}: {answer}");
        assert!(!answer.contains("tiny"), "{host}: {answer}");
    }
    assert_code(&served.get("http://example.org/"), 403);

    let own = format!("Origin: http://{}\r\n", served.host);
    assert_code(&served.ask("GET", "/report/tiny", &own), 200);
    assert_code(&served.ask("GET", "/report/tiny/", &own), 200);
    for origin in ["http://example.org", "null", &format!("https://{}", served.host)] {
        for target in ["/", "/report/tiny", "/events", "/events/tiny"] {
            let answer = served.ask("GET", target, &format!("Origin: {origin}\r\n"));
            assert_code(&answer, 403);
        }
    }
    // Nothing can be done but looking.
    for method in ["POST", "DELETE", "OPTIONS", "PROPFIND"] {
        for target in ["/report/tiny", "/events"] {
            let answer = served.ask(method, target, "");
            assert_code(&answer, 405);
            assert_has(&answer, &["allow: GET,HEAD\r\n"]);
        }
    }
    let head = served.ask("HEAD", "/report/tiny", "");
    assert_code(&head, 200);
    assert!(head.ends_with("\r\n\r\n"), "{head}");
    served.end("INT");
}

#[test]
fn no_address_leads_out_of_the_folder() {
    let scratch = with_campaign();
    // Campaigns beside the folder that is served, and a link to them in it.
    fs::create_dir(scratch.path("served")).unwrap();
    fs::rename(scratch.path("results/tiny"), scratch.path("served/inside")).unwrap();
    scratch.tune2048("run tiny.toml --no-pilot --out outside").succeeds();
    scratch.write("outside/secret.txt", "secret");
    #[cfg(unix)]
    std::os::unix::fs::symlink(scratch.path("outside"), scratch.path("served/link")).unwrap();
    let served = LiveServer::start(&scratch, "served --port 0");
    assert_code(&served.get("/report/inside"), 200);
    for name in [
        "link",
        "../outside",
        "%2e%2e%2foutside",
        "inside%2f..%2f..%2foutside",
        "inside/trials.csv",
        "/inside",
        "inside%00",
        scratch.path("outside").to_str().unwrap(),
        "..",
    ] {
        for kind in ["report", "events"] {
            assert_code(&served.get(&format!("/{kind}/{name}")), 404);
        }
    }
    for target in ["/inside/trials.csv", "/%2e%2e"] {
        assert_code(&served.get(target), 404);
    }
    let list = served.get("/");
    assert!(list.contains("inside") && !list.contains("link"), "{list}");
    served.end("INT");
}

#[cfg(unix)]
#[test]
fn a_file_that_leads_elsewhere_or_never_ends_is_not_read() {
    use std::os::unix::fs::symlink;
    let scratch = with_campaign();
    scratch.write("secret", "a secret of somebody else\n");
    let trials = scratch.path("results/tiny/trials.csv");
    let pipe = || {
        let made = Command::new("mkfifo").arg(&trials).status();
        assert!(made.expect("mkfifo can be run").success());
    };
    let served = LiveServer::start(&scratch, "--port 0");
    let link = |to: &Path| symlink(to, &trials).unwrap();
    let cases: [(&dyn Fn(), &str); 3] = [
        (&|| link(&scratch.path("secret")), "trials.csv is a link"),
        (&|| link(Path::new("/dev/zero")), "trials.csv is a link"),
        (&pipe, "trials.csv is neither a file nor a folder"),
    ];
    for (replace, expected) in cases {
        fs::remove_file(&trials).unwrap();
        replace();
        for target in ["/", "/report/tiny"] {
            let page = served.get_until(target, expected);
            assert_code(&page, 200);
            assert_has(&page, &["not shown"]);
            assert!(!page.contains("a secret"), "{page}");
        }
    }
    served.end("INT");
}

#[test]
fn campaigns_come_and_go_and_break_and_each_has_a_word() {
    let scratch = Scratch::with("tiny.toml", TINY);
    let served = LiveServer::start(&scratch, "--port 0");
    assert!(served.get("/").contains("None yet"), "{}", served.get("/"));
    let mut events = served.events("/events");
    let first = events.next().expect("the present version");

    scratch.tune2048("run tiny.toml --no-pilot").succeeds();
    scratch.tune2048("run tiny.toml --no-pilot --out results/group/inner").succeeds();
    let deep = "results/group/inner/deep/deeper";
    fs::create_dir_all(scratch.path(deep)).unwrap();
    for (name, file, text) in [
        ("half", "log.jsonl", "{\"event\":\n"),
        ("begun", "search-space.toml", TINY),
        ("od<d> & \"name\" %2f #?", "log.jsonl", "{}\n"),
    ] {
        scratch.write(&format!("results/{name}/{file}"), text);
    }
    scratch.keep_trials("results/tiny", "results/new", 0);
    scratch.copy_files("results/tiny", "results/kept", ["best.toml", "search-space.toml"]);
    fs::create_dir(scratch.path("results/empty")).unwrap();
    scratch.write("results/a file", "no folder");
    assert_ne!(events.next().expect("another version"), first);

    for (name, expected) in [
        ("tiny", "finished"),
        ("group/inner", "finished"),
        ("half", "damaged"),
        ("begun", "damaged"),
        ("new", "interrupted"),
        ("kept", "weights only"),
        ("od&lt;d&gt; &amp; &quot;name&quot; %2f #?", "damaged"),
    ] {
        let row = format!(">{name}</a></th><td class=\"words\" data-name=\"state\">{expected}");
        served.get_until("/", &row);
    }
    let list = served.get("/");
    assert!(!list.contains(">empty<") && !list.contains("deep"), "{list}");
    // Every link of the list leads to a page that says as much.
    for link in list.split("href=\"").skip(1) {
        let target = link.split('"').next().unwrap();
        let page = served.get(target);
        assert_code(&page, 200);
        assert!(page.contains("<main id=\"report\">"), "{target}: {page}");
    }
    assert!(served.get("/report/half").contains("log.jsonl line"));
    let of_kept = served.get("/report/kept");
    assert_has(&of_kept, &["kept: weights only"]);
    assert!(!of_kept.contains("damaged"), "{of_kept}");

    let mut of_inner = served.events("/events/group/inner");
    assert!(of_inner.next().unwrap().contains("\"finished\""));
    fs::remove_dir_all(scratch.path("results/group")).unwrap();
    assert!(of_inner.next().unwrap().contains("\"gone\""));
    assert_code(&served.get("/report/group/inner"), 404);
    fs::remove_dir_all(scratch.path("results")).unwrap();
    assert!(events.any(|_| served.get("/").contains("None yet")));
    served.end("INT");
}

#[test]
fn a_running_campaign_is_followed_and_left_alone() {
    let scratch = Scratch::with("long.toml", long(15, 20));
    scratch.tune2048("run long.toml --no-pilot --out unseen").succeeds();
    fs::create_dir(scratch.path("results")).unwrap();
    let served = LiveServer::start(&scratch, "results --port 0");

    let mut campaign = scratch.start("run long.toml --no-pilot --threads 1");
    assert!(campaign.wait_until(|| scratch.rows("results/long/trials.csv") >= 14));
    campaign.signal("STOP");
    served.get_until("/report/long", "<iframe");
    let [(runner, _), _] = sides(&served, "long");
    assert!(runner.starts_with("Front runner after "), "{runner}");
    campaign.signal("CONT");
    let mut versions: Vec<String> = Vec::new();
    for event in served.events("/events/long") {
        assert!(!versions.contains(&event), "{event} again");
        let is_finished = event.contains("\"finished\"");
        versions.push(event);
        assert_code(&served.get("/report/long"), 200);
        if is_finished {
            break;
        }
    }
    campaign.finish().succeeds();
    assert!(versions.len() > 1, "it was not followed: {versions:?}");
    scratch.assert_same_record("results/long", "unseen");
    assert_eq!(scratch.names("results/long"), scratch.names("unseen"));
    served.end("INT");
}

#[test]
fn a_signal_ends_it_whatever_is_open() {
    let scratch = with_campaign();
    for signal in ["INT", "TERM"] {
        let served = LiveServer::start(&scratch, "--port 0");
        let mut events = served.events("/events/tiny");
        events.next().expect("the present version");
        let _open = ["", "GET / HTTP/1.1\r\nHost:"].map(|request| served.begin(request));
        served.end(signal);
        assert_eq!(events.next(), None, "the events end");
    }
}

#[test]
fn folders_and_ports_that_cannot_be_served_are_told_and_without_a_port_another_is_found() {
    let scratch = with_campaign();
    let served = LiveServer::start(&scratch, "--port 0");
    let (_, port) = served.host.split_once(':').unwrap();
    let words: [&str; 2] = [&format!("port {port} of 127.0.0.1: cannot listen"), "--port 0"];
    scratch.fails(1, &format!("serve --port {port}"), &words);
    scratch.refuses("serve nowhere --port 0", &["nowhere: found nothing"]);
    scratch.refuses("serve tiny.toml --port 0", &["tiny.toml: found a file"]);
    scratch.refuses("serve --port 65536", &["65536"]);
    // A campaign's own folder leads to its report.
    let own = LiveServer::start(&scratch, "results/tiny --port 0");
    let answer = own.get("/");
    assert_code(&answer, 307);
    assert_has(&answer, &["location: /report/tiny\r\n"]);
    assert_code(&own.get("/report/tiny"), 200);
    own.end("TERM");
    // Whoever is second of these two finds the usual port taken.
    let first = LiveServer::start(&scratch, "results");
    let second = LiveServer::start(&scratch, "results");
    assert_ne!(first.host, second.host);
    assert_code(&second.get("/"), 200);
    second.end("INT");
    first.end("INT");
    served.end("INT");
}
