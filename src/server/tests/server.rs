//! The server as programs use it: by HTTP on the loopback address.

use std::{
    fs,
    io::{BufRead, BufReader, Read, Write},
    net::{SocketAddr, TcpStream},
    path::Path,
    process::{Child, ChildStderr, Command, Stdio},
    time::{Duration, Instant},
};

use plypack::{Options, Writer, games_from_pgn};

const FIRST: &str = "[Site \"https://lichess.org/abcdEF12\"]\n[Date \"2024.03.09\"]\n[White \"Anna\"]\n[Black \"Carl\"]\n\
    [WhiteElo \"2400\"]\n[BlackElo \"2300\"]\n[TimeControl \"180+2\"]\n[Result \"1-0\"]\n\n1. e4 c5 1-0\n";
const SECOND: &str = "[White \"Dora\"]\n[Black \"Anna\"]\n[Result \"1/2-1/2\"]\n\n1. d4 d5 1/2-1/2\n";

/// No test takes longer.
const LIMIT: Duration = Duration::from_secs(30);

fn add(path: &Path, pgn: &str) {
    let writer =
        if path.exists() { Writer::append(path, Options::default()) } else { Writer::create(path, Options::default()) };
    let mut writer = writer.unwrap();
    games_from_pgn(pgn.as_bytes()).unwrap().0.iter().for_each(|game| writer.add(game).unwrap());
    writer.finish().unwrap();
}

/// A server that ends with the test.
struct Server {
    child: Child,
    address: SocketAddr,
}

impl Server {
    fn start(arguments: &[&str]) -> Server {
        let mut child = command(arguments).stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        let address = line.split("http://").nth(1).and_then(|rest| rest.split('/').next());
        Server { address: address.unwrap_or_else(|| panic!("{line}")).parse().unwrap(), child }
    }

    /// Sends a request, and returns the status, head and body of the answer.
    fn ask(&self, method: &str, target: &str, head: &str, body: &str) -> (u16, String, String) {
        let mut stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(LIMIT)).unwrap();
        let len = if body.is_empty() { String::new() } else { format!("Content-Length: {}\r\n", body.len()) };
        write!(stream, "{method} {target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n{head}{len}\r\n{body}")
            .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        (head.split(' ').nth(1).unwrap().parse().unwrap(), head.to_ascii_lowercase(), body.to_owned())
    }

    fn get(&self, target: &str) -> (u16, String) {
        let (status, _, body) = self.ask("GET", target, "", "");
        (status, body)
    }

    fn json(&self, target: &str) -> serde_json::Value {
        let (status, body) = self.get(target);
        assert_eq!(status, 200, "{body}");
        serde_json::from_str(&body).unwrap()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_plypack-explorer"));
    command.args(["--port", "0"]).args(arguments).stdin(Stdio::null()).stderr(Stdio::piped());
    command
}

fn text(stderr: &mut Option<ChildStderr>) -> String {
    let mut text = String::new();
    stderr.take().unwrap().read_to_string(&mut text).unwrap();
    text
}

#[test]
fn every_address_answers() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.plypack");
    add(&path, &format!("{FIRST}\n{SECOND}"));
    let server = Server::start(&[path.to_str().unwrap(), "--player", "Anna"]);

    let answer =
        server.json("/lichess?fen=rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR%20w%20KQkq%20-%200%201&speeds=blitz");
    assert_eq!(
        (&answer["white"], &answer["moves"][0]["uci"], &answer["topGames"][0]["id"]),
        (&1.into(), &"e2e4".into(), &"abcdEF12".into())
    );
    assert_eq!(server.json("/masters")["draws"], 1);
    assert_eq!(server.json("/master?play=e2e4")["opening"]["eco"], "B00");
    let (status, head, body) = server.ask("GET", "/player?color=black", "", "");
    assert_eq!((status, body.matches('\n').count(), body.ends_with('\n')), (200, 1, true));
    assert!(head.contains("content-type: application/x-ndjson") && body.contains("\"draws\":1"), "{head}\n{body}");
    assert_eq!(server.json("/personal?color=white&player=dora")["moves"][0]["san"], "d4");
    let (status, head, body) = server.ask("GET", "/masters/pgn/abcdEF12", "", "");
    assert!(
        status == 200 && head.contains("application/x-chess-pgn") && body.contains("1. e4 c5 1-0"),
        "{head}\n{body}"
    );

    let list = r#"["rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", "no FEN"]"#;
    let (status, _, body) =
        server.ask("POST", "/many?moves=1&database=masters", "Content-Type: application/json\r\n", list);
    let answers: serde_json::Value = serde_json::from_str(&body).unwrap();
    assert_eq!((status, &answers[0]["moves"][0]["san"], answers.as_array().unwrap().len()), (200, &"c5".into(), 2));
    assert!(answers[1]["error"].as_str().unwrap().contains("FEN"), "{body}");

    for (status, target) in [
        (400, "/lichess?play=e2e5"),
        (400, "/lichess?variant=atomic"),
        (400, "/player?player=Anna"),
        (404, "/masters/pgn/xxxxxxxx"),
        (404, "/else"),
    ] {
        let (found, head, body) = server.ask("GET", target, "", "");
        assert!(found == status && head.contains("text/plain") && !body.is_empty(), "{target}: {found} {body}");
    }
    assert_eq!(server.ask("POST", "/many", "", "{}").0, 400);
    assert_eq!(server.ask("POST", "/many", "", &format!("[{}\"\"]", "\"\",".repeat(1000))).0, 400);
    // The announced length is enough to reject the request.
    assert_eq!(server.ask("POST", "/many", "Content-Length: 2000000\r\n", "").0, 413);
}

/// Pages of other origins can send requests, also with a token as for Lichess.
#[test]
fn other_origins_may_ask() {
    let folder = tempfile::tempdir().unwrap();
    add(&folder.path().join("games.plypack"), FIRST);
    let server = Server::start(&[folder.path().to_str().unwrap()]);
    assert!(
        server
            .ask("GET", "/lichess", "Origin: https://example.org\r\n", "")
            .1
            .contains("access-control-allow-origin: *")
    );
    let asked = "Origin: https://example.org\r\nAccess-Control-Request-Method: GET\r\nAccess-Control-Request-Headers: authorization\r\n";
    let (status, head, _) = server.ask("OPTIONS", "/lichess", asked, "");
    assert!(status == 200 && head.contains("access-control-allow-headers: *"), "{status} {head}");
}

/// Waits until the server counts this number of games.
fn wait_for(server: &Server, games: u64) {
    let begun = Instant::now();
    loop {
        let answer = server.json("/lichess");
        let count: u64 = ["white", "draws", "black"].iter().map(|result| answer[result].as_u64().unwrap()).sum();
        if count == games {
            return;
        }
        assert!(begun.elapsed() < LIMIT, "{count} games, not {games}");
        std::thread::sleep(Duration::from_millis(100));
    }
}

#[test]
fn files_are_seen_as_they_change() {
    let folder = tempfile::tempdir().unwrap();
    let paths = ["a", "b"].map(|name| folder.path().join(name).with_extension("plypack"));
    add(&paths[0], FIRST);
    let mut server = Server::start(&[folder.path().to_str().unwrap()]);
    wait_for(&server, 1);
    add(&paths[0], SECOND);
    wait_for(&server, 2);
    add(&paths[1], SECOND);
    wait_for(&server, 3);
    // Half a file: the complete files are still answered from, and the server reports the error.
    let broken = folder.path().join("c.plypack");
    fs::write(&broken, &fs::read(&paths[1]).unwrap()[..40]).unwrap();
    fs::remove_file(&paths[1]).unwrap();
    wait_for(&server, 2);
    let mut stderr = server.child.stderr.take();
    drop(server);
    assert!(text(&mut stderr).contains("c.plypack"));
}

#[test]
#[cfg(unix)]
fn a_signal_ends_it_cleanly() {
    let folder = tempfile::tempdir().unwrap();
    add(&folder.path().join("games.plypack"), FIRST);
    for signal in ["TERM", "INT"] {
        let mut server = Server::start(&[folder.path().to_str().unwrap()]);
        assert_eq!(server.get("/lichess").0, 200);
        let id = server.child.id().to_string();
        assert!(Command::new("kill").args(["-s", signal, &id]).status().unwrap().success());
        let begun = Instant::now();
        while server.child.try_wait().unwrap().is_none() {
            assert!(begun.elapsed() < LIMIT, "SIG{signal} did not end it");
            std::thread::sleep(Duration::from_millis(20));
        }
        assert!(server.child.wait().unwrap().success(), "SIG{signal}");
    }
}

#[test]
fn what_cannot_be_served_is_said_at_the_start() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.pgn");
    fs::write(&path, FIRST).unwrap();
    let missing = folder.path().join("missing.plypack");
    let broken = tempfile::tempdir().unwrap();
    fs::write(broken.path().join("broken.plypack"), FIRST).unwrap();
    for (arguments, named) in [
        (vec![path.to_str().unwrap()], "games.pgn"),
        (vec![missing.to_str().unwrap()], "missing.plypack"),
        (vec![folder.path().to_str().unwrap()], ".plypack"),
        (vec![broken.path().to_str().unwrap()], "none of the files"),
    ] {
        let output = command(&arguments).stdout(Stdio::piped()).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success() && said.contains(named), "{said}");
    }
}
