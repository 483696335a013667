//! An installed Chromium, driven by its DevTools protocol: JSON over a WebSocket.
//!
//! <https://chromedevtools.github.io/devtools-protocol/> documents the methods and events.

use std::collections::VecDeque;
use std::env;
use std::io::{BufRead, BufReader, ErrorKind};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStderr, Command, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;
use tungstenite::stream::MaybeTlsStream;
use tungstenite::{Message, WebSocket};

use tune2048_testkit::program::{has_tool, path};

/// No page of any test needs as long.
const PATIENCE: Duration = Duration::from_secs(60);

const NAMES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];

const OPTIONS: &str = "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run \
                       --disable-background-networking --disable-component-update --disable-sync \
                       --hide-scrollbars --remote-debugging-port=0 about:blank";

/// One browser at a time: several would only wait for each other.
static ALONE: Mutex<()> = Mutex::new(());

fn installed() -> Option<PathBuf> {
    let folders: Vec<_> = env::split_paths(&env::var_os("PATH")?).collect();
    let of_name = |name| folders.iter().map(move |folder: &PathBuf| folder.join(name));
    NAMES.iter().flat_map(of_name).find(|path| path.is_file())
}

pub struct Browser {
    process: Child,
    /// Kept open: a browser that cannot write there may end.
    _stderr: BufReader<ChildStderr>,
    socket: WebSocket<MaybeTlsStream<TcpStream>>,
    session: String,
    calls: u64,
    /// The events of the page since it was opened that no test has taken.
    events: VecDeque<Value>,
    _profile: TempDir,
    _alone: MutexGuard<'static, ()>,
}

impl Browser {
    /// Starts a browser, if one is installed: the tool `browser`.
    pub fn start() -> Option<Self> {
        let found = installed();
        has_tool("browser", found.is_some());
        let program = found?;
        let alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
        let profile = tempfile::tempdir().expect("a temporary folder can be made");
        let mut process = Command::new(&program)
            .args(OPTIONS.split_whitespace())
            .arg(format!("--user-data-dir={}", profile.path().display()))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap_or_else(|error| panic!("{}: {error}", program.display()));
        let mut stderr = BufReader::new(process.stderr.take().expect("it is piped"));
        let mut told = String::new();
        let address = loop {
            let mut line = String::new();
            let read = stderr.read_line(&mut line).expect("its messages are text");
            assert!(read > 0, "{} ended: {told}", program.display());
            if let Some((_, address)) = line.split_once("DevTools listening on ") {
                break address.trim().to_owned();
            }
            told += &line;
        };
        let (socket, _) = tungstenite::connect(&address).expect("it listens there");
        if let MaybeTlsStream::Plain(stream) = socket.get_ref() {
            stream.set_read_timeout(Some(PATIENCE)).expect("a limit can be set");
        }
        let mut browser = Self {
            process,
            _stderr: stderr,
            socket,
            session: String::new(),
            calls: 0,
            events: VecDeque::new(),
            _profile: profile,
            _alone: alone,
        };
        let targets = browser.call("Target.getTargets", json!({}));
        let targets = targets["targetInfos"].as_array().expect("a list").clone();
        let page = targets.iter().find(|target| target["type"] == "page");
        let page = &page.expect("about:blank is open")["targetId"];
        let attach = json!({ "targetId": page, "flatten": true });
        let session = browser.call("Target.attachToTarget", attach);
        browser.session = session["sessionId"].as_str().expect("an id").to_owned();
        for domain in ["Page", "Runtime", "Log", "Network"] {
            browser.call(&format!("{domain}.enable"), json!({}));
        }
        browser.show(1200, 900, "light");
        Some(browser)
    }

    /// Calls a method of the protocol; its result.
    #[track_caller]
    pub fn call(&mut self, method: &str, parameters: Value) -> Value {
        self.calls += 1;
        let mut request = json!({ "id": self.calls, "method": method, "params": parameters });
        if !self.session.is_empty() {
            request["sessionId"] = json!(self.session);
        }
        let request = Message::text(request.to_string());
        self.socket.send(request).expect("the browser listens");
        loop {
            let message = match self.socket.read() {
                // A read with a limit is not taken up again after a signal.
                Err(tungstenite::Error::Io(error)) if error.kind() == ErrorKind::Interrupted => {
                    continue;
                }
                message => message.expect("the browser answers"),
            };
            let Message::Text(text) = message else { continue };
            let answer: Value = serde_json::from_str(&text).expect("messages are JSON");
            if answer["id"] == json!(self.calls) {
                assert!(answer["error"].is_null(), "{method}: {}", answer["error"]);
                return answer["result"].clone();
            }
            self.events.push_back(answer);
        }
    }

    /// The value of an expression in the page; promises are waited for.
    #[track_caller]
    pub fn evaluate(&mut self, expression: &str) -> Value {
        let parameters =
            json!({ "expression": expression, "returnByValue": true, "awaitPromise": true });
        let result = self.call("Runtime.evaluate", parameters);
        assert!(result["exceptionDetails"].is_null(), "{expression}: {result}");
        result["result"]["value"].clone()
    }

    #[track_caller]
    pub fn wait_until(&mut self, expression: &str) {
        let start = Instant::now();
        while self.evaluate(&format!("Boolean({expression})")) != json!(true) {
            let text = "document.body?.innerText.slice(0, 2000)";
            assert!(
                start.elapsed() < PATIENCE,
                "waited in vain for {expression} on {}",
                self.evaluate(text)
            );
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Opens an address and waits until it is loaded; what was told before is forgotten.
    #[track_caller]
    pub fn open(&mut self, address: &str) {
        self.evaluate("window.isBefore = true");
        self.events.clear();
        let result = self.call("Page.navigate", json!({ "url": address }));
        assert!(result["errorText"].is_null(), "{address}: {result}");
        self.wait_until("!window.isBefore && document.readyState === 'complete'");
    }

    /// The size of the window in CSS pixels, and what the reader prefers: `light` or `dark`.
    pub fn show(&mut self, width: u32, height: u32, scheme: &str) {
        let size =
            json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        self.call("Emulation.setDeviceMetricsOverride", size);
        let features = json!([{ "name": "prefers-color-scheme", "value": scheme }]);
        self.call("Emulation.setEmulatedMedia", json!({ "features": features }));
    }

    /// Presses and releases a key that has this code, such as `Tab` and 9.
    pub fn press(&mut self, key: &str, code: u32) {
        let text = if key == "Enter" { "\r" } else { "" };
        for kind in ["keyDown", "keyUp"] {
            let event = json!({
                "type": kind, "key": key, "code": key, "windowsVirtualKeyCode": code, "text": text,
            });
            self.call("Input.dispatchKeyEvent", event);
        }
    }

    /// The lines of the page's console, and the requests that the browser refused, in words.
    pub fn complaints(&mut self) -> Vec<String> {
        // Whatever has happened is told before this is answered.
        self.evaluate("new Promise(requestAnimationFrame)");
        let complaint = |event: &Value| match event["method"].as_str() {
            Some("Log.entryAdded") => Some(event["params"]["entry"].to_string()),
            Some("Runtime.consoleAPICalled") => Some(event["params"]["args"].to_string()),
            Some("Runtime.exceptionThrown") => Some(event["params"].to_string()),
            _ => None,
        };
        self.events.iter().filter_map(complaint).collect()
    }

    /// Every address that the page has asked for, answered or not.
    pub fn requests(&self) -> Vec<String> {
        let request = |event: &Value| {
            match event["method"].as_str()? {
                "Network.requestWillBeSent" => &event["params"]["request"]["url"],
                "Network.webSocketCreated" => &event["params"]["url"],
                _ => return None,
            }
            .as_str()
            .map(str::to_owned)
        };
        self.events.iter().filter_map(request).collect()
    }

    /// Writes a picture of the window, or of the whole page, to `target/screenshots/NAME.png`.
    pub fn screenshot(&mut self, name: &str, whole: bool) {
        use base64::Engine;
        self.evaluate("new Promise(requestAnimationFrame)");
        let settings = json!({ "format": "png", "captureBeyondViewport": whole });
        let picture = self.call("Page.captureScreenshot", settings);
        let picture = picture["data"].as_str().expect("a picture");
        let picture = base64::prelude::BASE64_STANDARD.decode(picture).expect("base64");
        // The program is in `target/release`.
        let target = Path::new(path()).ancestors().nth(2);
        let folder = target.expect("a folder").join("screenshots");
        std::fs::create_dir_all(&folder).expect("a folder can be made");
        std::fs::write(folder.join(format!("{name}.png")), picture).expect("it can be written");
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // Asked to end it takes its own processes with it.
        let close = json!({ "id": self.calls + 1, "method": "Browser.close" });
        let asked = self.socket.send(Message::text(close.to_string()));
        let start = Instant::now();
        while asked.is_ok() && start.elapsed() < Duration::from_secs(5) {
            if !matches!(self.process.try_wait(), Ok(None)) {
                return;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
