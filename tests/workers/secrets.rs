use std::process::{Command, Stdio};

use crate::cluster::Cluster;
use tune2048_testkit::program::{Scratch, has_tool};

/// Makes a certificate of an authority of its own for this machine: `ca.pem`, `server.pem` and
/// `server.key`.
fn make_certificates(scratch: &Scratch) {
    const KEY: &str = "-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes";
    scratch.write("names", "subjectAltName=DNS:localhost,IP:127.0.0.1\n");
    for arguments in [
        format!("req -x509 {KEY} -keyout ca.key -out ca.pem -subj /CN=authority -days 2"),
        format!("req {KEY} -keyout server.key -out server.csr -subj /CN=localhost"),
        "x509 -req -in server.csr -CA ca.pem -CAkey ca.key -CAcreateserial -out server.pem \
         -days 2 -extfile names"
            .to_owned(),
    ] {
        let made = Command::new("openssl")
            .args(arguments.split_whitespace())
            .current_dir(scratch.root())
            .stderr(Stdio::null())
            .status();
        assert!(made.unwrap().success(), "openssl {arguments}");
    }
}

#[test]
fn games_are_played_over_tls_with_a_certificate_of_ones_own() {
    let version = Command::new("openssl").arg("version").output();
    if !has_tool("openssl", version.is_ok_and(|output| output.status.success())) {
        return;
    }
    let scratch = Scratch::new();
    make_certificates(&scratch);
    let configuration = "authorization { token: s3cret }\n\
                         tls { cert_file: server.pem, key_file: server.key }\n";
    let Some(cluster) = Cluster::configured(&scratch, 0, configuration, ["s3cret"; 2]) else {
        return;
    };
    let address = format!("tls://localhost:{} --token-file token", cluster.server.port());
    let authority = [("SSL_CERT_FILE", "ca.pem")];
    let _worker = scratch.start_in(&authority, &format!("worker --connect {address} --threads 1"));
    let evaluate = format!("evaluate 2014 --games 5 --workers {address}");
    let run = scratch.start_in(&authority, &evaluate).finish();
    run.succeeds();
    // An authority that is not known is refused, and so is a connection without TLS.
    scratch.fails(1, &evaluate, &["cannot connect to tls://localhost", "SSL_CERT_FILE"]);
}
