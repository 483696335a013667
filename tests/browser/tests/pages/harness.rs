//! The harness: what it is there to notice, it notices.

use tune2048_browser_tests::chromium::Browser;
use tune2048_testkit::program::Scratch;

#[test]
fn errors_and_requests_of_a_bad_page_are_noticed() {
    let Some(mut browser) = Browser::start() else { return };
    let scratch = Scratch::new();
    scratch.write(
        "bad.html",
        "<!DOCTYPE html><html><head>\
         <meta http-equiv='content-security-policy' content=\"style-src 'none'\">\
         <link rel='icon' href='data:,'></head><body><p style='color: red'>bad</p>\
         <img src='http://127.0.0.1:9/picture.png' alt=''>\
         <script>console.error('told'); null.thrown</script></body></html>",
    );
    browser.open(&format!("file://{}", scratch.path("bad.html").display()));
    let complaints = browser.complaints().join("\n");
    for expected in ["told", "thrown", "Content Security Policy", "ERR_"] {
        assert!(complaints.contains(expected), "{expected} in {complaints}");
    }
    let requests = browser.requests();
    let is_elsewhere = |request: &String| request == "http://127.0.0.1:9/picture.png";
    assert!(requests.iter().any(is_elsewhere), "{requests:?}");
}
