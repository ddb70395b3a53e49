//! An opening explorer for your own games, with the URLs and answers of Lichess's explorer: see `README.md`.

mod answers;
mod collections;
mod routes;

use std::{net::IpAddr, path::PathBuf, process::ExitCode, sync::Arc};

use clap::Parser;
use collections::Collections;
use routes::Explorer;

/// Answers requests to the opening explorer of Lichess from your own games
#[derive(Parser)]
#[command(name = "plypack-explorer", version, max_term_width = 100)]
struct Arguments {
    /// plypack files and folders of plypack files; together they form one database
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Port to listen on; 0 for any free port
    #[arg(long, default_value_t = 9002)]
    port: u16,
    /// Address to listen on; 0.0.0.0 accepts requests from other machines
    #[arg(long, default_value = "127.0.0.1")]
    address: IpAddr,
    /// Player for `/player` requests that name no player
    #[arg(long, value_name = "NAME")]
    player: Option<String>,
}

fn main() -> ExitCode {
    match serve(Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}

fn serve(arguments: Arguments) -> Result<(), String> {
    let collections = Collections::open(arguments.files)?;
    let (files, games) = collections.size();
    let explorer = Arc::new(Explorer::new(collections, arguments.player));
    let runtime =
        tokio::runtime::Builder::new_multi_thread().enable_all().build().map_err(|error| error.to_string())?;
    runtime.block_on(async {
        let address = (arguments.address, arguments.port);
        let at = |error| format!("cannot listen at {}:{}: {error}", address.0, address.1);
        let listener = tokio::net::TcpListener::bind(address).await.map_err(at)?;
        let local = listener.local_addr().map_err(at)?;
        println!("http://{local}/lichess (games: {games}, files: {files})");
        axum::serve(listener, routes::router(explorer))
            .with_graceful_shutdown(asked_to_end())
            .await
            .map_err(|error| error.to_string())
    })
}

/// Waits until the program receives Ctrl+C or SIGTERM.
async fn asked_to_end() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminated) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = terminated.recv() => {}
                _ = tokio::signal::ctrl_c() => {}
            }
            return;
        }
    }
    let _ = tokio::signal::ctrl_c().await;
}
