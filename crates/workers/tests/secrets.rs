use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use nkeys::KeyPair;
use serde_json::{Value, json};
use tune2048_engine::Monitor;
use tune2048_workers::{Notice, ServerAddress, Worker, WorkersEvaluator};

use crate::support::{Notices, RunningWorker, Server, alone, job, results};

/// A token about a key, signed by another one, as `nsc` makes it.
fn token(name: &str, about: &KeyPair, signer: &KeyPair, nats: &Value) -> String {
    let text = |value: Value| URL_SAFE_NO_PAD.encode(value.to_string());
    let header = text(json!({"typ": "JWT", "alg": "ed25519-nkey"}));
    let claims = text(json!({
        "jti": name,
        "iat": 1_700_000_000,
        "iss": signer.public_key(),
        "name": name,
        "sub": about.public_key(),
        "nats": nats,
    }));
    let signed = format!("{header}.{claims}");
    let signature = URL_SAFE_NO_PAD.encode(signer.sign(signed.as_bytes()).unwrap());
    format!("{signed}.{signature}")
}

/// The configuration of a server with one account, and the credentials of its user.
fn configuration() -> (String, String) {
    let [operator, account, system, user] = [
        KeyPair::new_operator(),
        KeyPair::new_account(),
        KeyPair::new_account(),
        KeyPair::new_user(),
    ];
    let limits = json!({
        "subs": -1, "data": -1, "payload": -1, "imports": -1, "exports": -1, "wildcards": true,
        "conn": -1, "leaf": -1, "mem_storage": -1, "disk_storage": -1, "streams": -1,
        "consumer": -1
    });
    let of_account = json!({"limits": limits, "type": "account", "version": 2});
    let plain = json!({
        "limits": {"subs": -1, "data": -1, "payload": -1, "imports": -1, "exports": -1,
                   "wildcards": true, "conn": -1, "leaf": -1},
        "type": "account", "version": 2
    });
    let of_user = json!({"subs": -1, "data": -1, "payload": -1, "type": "user", "version": 2});
    let operator_token =
        token("operator", &operator, &operator, &json!({"type": "operator", "version": 2}));
    let text = format!(
        "operator: {operator_token}\nsystem_account: {system}\nresolver: MEMORY\n\
         resolver_preload: {{\n  {account}: {}\n  {system}: {}\n}}\n",
        token("games", &account, &operator, &of_account),
        token("system", &system, &operator, &plain),
        account = account.public_key(),
        system = system.public_key(),
    );
    let credentials = format!(
        "-----BEGIN NATS USER JWT-----\n{}\n------END NATS USER JWT------\n\n\
         -----BEGIN USER NKEY SEED-----\n{}\n------END USER NKEY SEED------\n",
        token("player", &user, &account, &of_user),
        user.seed().unwrap(),
    );
    (text, credentials)
}

#[test]
fn credentials_open_a_server_and_others_do_not() {
    let (text, credentials) = configuration();
    let Some(server) = Server::configured(&text) else { return };
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("run.creds");
    let notice = || -> Notice { Notices::default().notice() };
    std::fs::write(&file, credentials).unwrap();
    let address = || ServerAddress::new(&server.url(), Some(&file)).unwrap();
    let _worker = RunningWorker::of(Worker::new(address(), 1));
    let run = WorkersEvaluator::connect(&address(), None, notice()).unwrap();
    let job = job(2);
    let expected = alone(&job);
    assert_eq!(results(&run, &job, &Monitor::default()), expected);
    // Those of another operator, and a file that is cut short.
    let (_, others) = configuration();
    for (credentials, expected) in [
        (others.as_str(), "authorization violation"),
        ("-----BEGIN NATS USER JWT-----\n", "credentials file"),
    ] {
        std::fs::write(&file, credentials).unwrap();
        let error = WorkersEvaluator::connect(&address(), None, notice()).unwrap_err();
        assert!(error.to_string().contains(expected), "{error}");
    }
}
