//! The paths of the server and their answers.

use std::{sync::Arc, time::Instant};

use axum::{
    Router,
    body::{Body, Bytes},
    extract::{Path, RawQuery, State},
    http::{HeaderValue, StatusCode, header},
    response::Response,
    routing::{get, post},
};
use plypack::{
    Error, ErrorClass,
    explorer::{Database, Request, explore, pgn_of},
};
use tokio::sync::Semaphore;
use tower::limit::GlobalConcurrencyLimitLayer;
use tower_http::{
    cors::{Any, CorsLayer},
    limit::RequestBodyLimitLayer,
};

use crate::{
    answers::Answers,
    collections::{Collections, Games, count},
};

/// Maximum number of requests that run or wait; further requests wait in the system's queue.
const REQUESTS: usize = 256;

/// Maximum size of a request body in bytes.
const MAX_BODY: usize = 1 << 20;

/// Maximum number of positions in one request.
const MAX_POSITIONS: usize = 1000;

const JSON: &str = "application/json";
const LINES: &str = "application/x-ndjson";
const PGN: &str = "application/x-chess-pgn";
const TEXT: &str = "text/plain; charset=utf-8";

/// The state that all requests share.
pub struct Explorer {
    collections: Collections,
    player: Option<String>,
    answers: Answers,
    /// Limits the number of searches that run at once. Each uses one core or more.
    searches: Semaphore,
}

impl Explorer {
    pub fn new(collections: Collections, player: Option<String>) -> Explorer {
        let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get());
        Explorer { collections, player, answers: Answers::new(), searches: Semaphore::new(cores) }
    }

    /// Returns the parameters, completed with the player of `--player` if they name no player.
    fn parameters(&self, database: Database, query: Option<String>) -> String {
        let query = query.unwrap_or_default();
        match &self.player {
            Some(player) if database == Database::Player && !names_player(&query) => {
                let player: String = form_urlencoded::byte_serialize(player.as_bytes()).collect();
                format!("{query}&player={player}")
            }
            _ => query,
        }
    }

    /// Runs long work on a thread for blocking work.
    async fn search<T: Send + 'static>(
        self: &Arc<Self>,
        work: impl FnOnce(&Self) -> T + Send + 'static,
    ) -> Result<T, Refusal> {
        let Ok(_permit) = self.searches.acquire().await else { return Err(Refusal::ended()) };
        let explorer = Arc::clone(self);
        tokio::task::spawn_blocking(move || work(&explorer)).await.map_err(|_| Refusal::ended())
    }

    /// Returns the answer to a request as JSON, from the cache or from the files.
    fn answer(&self, version: u64, games: &Games, database: Database, query: &str) -> Result<Bytes, Refusal> {
        if let Some(known) = self.answers.get(version, database, query) {
            return Ok(known);
        }
        let request = Request::read(database, query)?;
        let mut corrupt = 0;
        let begun = Instant::now();
        let answer = explore(games, &request, &mut |event| count(event, &mut corrupt))?;
        if corrupt > 0 {
            eprintln!("warning: {query}: damaged games, which do not count: {corrupt}; see `plypack verify`");
        }
        let answer = Bytes::from(answer.to_json());
        self.answers.add(version, database, query, answer.clone(), begun.elapsed());
        Ok(answer)
    }
}

/// Returns whether the parameters name a player.
fn names_player(query: &str) -> bool {
    form_urlencoded::parse(query.as_bytes()).any(|(name, value)| name == "player" && !value.is_empty())
}

/// Creates the routes of the server.
pub fn router(explorer: Arc<Explorer>) -> Router {
    let database = |database: Database| {
        get(move |State(explorer): State<Arc<Explorer>>, RawQuery(query): RawQuery| {
            positions(explorer, database, query)
        })
    };
    let cors = CorsLayer::new().allow_origin(Any).allow_methods(Any).allow_headers(Any);
    Router::new()
        .route("/masters", database(Database::Masters))
        .route("/master", database(Database::Masters))
        .route("/lichess", database(Database::Lichess))
        .route("/player", database(Database::Player))
        .route("/personal", database(Database::Player))
        .route("/masters/pgn/{id}", get(pgn))
        .route("/master/pgn/{id}", get(pgn))
        .route("/many", post(many))
        .fallback(nowhere)
        .layer(RequestBodyLimitLayer::new(MAX_BODY))
        .layer(cors)
        .layer(GlobalConcurrencyLimitLayer::new(REQUESTS))
        .with_state(explorer)
}

async fn positions(explorer: Arc<Explorer>, database: Database, query: Option<String>) -> Response {
    let query = explorer.parameters(database, query);
    let answered = explorer
        .search(move |explorer| {
            let (version, games) = explorer.collections.now();
            explorer.answer(version, &games, database, &query)
        })
        .await;
    let is_stream = database == Database::Player;
    match answered.and_then(|answer| answer) {
        Ok(answer) if is_stream => response(StatusCode::OK, LINES, Body::from([&answer[..], b"\n"].concat())),
        Ok(answer) => response(StatusCode::OK, JSON, Body::from(answer)),
        Err(refusal) => refusal.response(),
    }
}

async fn pgn(State(explorer): State<Arc<Explorer>>, Path(id): Path<String>) -> Response {
    let id = id.trim_end_matches(".pgn").to_owned();
    let found =
        explorer.search(move |explorer| pgn_of(&explorer.collections.now().1, &id).map_err(Refusal::from)).await;
    match found.and_then(|pgn| pgn) {
        Ok(pgn) => response(StatusCode::OK, PGN, Body::from(pgn)),
        Err(refusal) => refusal.response(),
    }
}

/// Answers for many positions. The body is a JSON list of FENs, the parameters apply to all; `database` selects the database.
async fn many(State(explorer): State<Arc<Explorer>>, RawQuery(query): RawQuery, body: Bytes) -> Response {
    let fens: Vec<String> = match serde_json::from_slice(&body) {
        Ok(fens) => fens,
        Err(error) => return Refusal::wrong(format!("the body is no JSON list of FENs: {error}")).response(),
    };
    if fens.len() > MAX_POSITIONS {
        let message = format!("{} positions in one request; at most {MAX_POSITIONS}", fens.len());
        return Refusal::wrong(message).response();
    }
    let query = query.unwrap_or_default();
    let named = form_urlencoded::parse(query.as_bytes()).find(|(name, _)| name == "database");
    let named = named.map_or("lichess".to_owned(), |(_, value)| value.into_owned());
    let Some(database) = Database::of_path(&named) else {
        let message = format!("database={named}: write lichess, masters or player");
        return Refusal::wrong(message).response();
    };
    let query = explorer.parameters(database, Some(query));
    let answered = explorer.search(move |explorer| {
        let (version, games) = explorer.collections.now();
        let mut list = Vec::from(b"[");
        for (number, fen) in fens.iter().enumerate() {
            let fen: String = form_urlencoded::byte_serialize(fen.as_bytes()).collect();
            if number > 0 {
                list.push(b',');
            }
            match explorer.answer(version, &games, database, &format!("{query}&fen={fen}")) {
                Ok(answer) => list.extend_from_slice(&answer),
                Err(refusal) => {
                    list.extend(serde_json::json!({ "error": refusal.message }).to_string().into_bytes());
                }
            }
        }
        list.push(b']');
        list
    });
    match answered.await {
        Ok(list) => response(StatusCode::OK, JSON, Body::from(list)),
        Err(refusal) => refusal.response(),
    }
}

async fn nowhere() -> Response {
    let message = "nothing is here; ask /lichess, /masters, /player, /masters/pgn/ID, or POST /many";
    Refusal { status: StatusCode::NOT_FOUND, message: message.to_owned() }.response()
}

/// A refused or failed request.
struct Refusal {
    status: StatusCode,
    message: String,
}

impl Refusal {
    fn wrong(message: String) -> Refusal {
        Refusal { status: StatusCode::BAD_REQUEST, message }
    }

    fn ended() -> Refusal {
        Refusal { status: StatusCode::SERVICE_UNAVAILABLE, message: "the server ends".to_owned() }
    }

    fn response(self) -> Response {
        response(self.status, TEXT, Body::from(self.message))
    }
}

impl From<Error> for Refusal {
    fn from(error: Error) -> Refusal {
        let status = match error.code() {
            plypack::ErrorCode::NotFound => StatusCode::NOT_FOUND,
            code if code.class() == ErrorClass::Caller => StatusCode::BAD_REQUEST,
            _ => StatusCode::INTERNAL_SERVER_ERROR,
        };
        Refusal { status, message: error.to_string() }
    }
}

fn response(status: StatusCode, kind: &'static str, body: Body) -> Response {
    let mut response = Response::new(body);
    *response.status_mut() = status;
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    response
}
