//! Other systems, which `plypack codecs` compares with its codecs.

/// Figures of another system.
pub struct Peer {
    pub name: &'static str,
    pub bits_per_ply: f64,
    /// The speed of its decoder relative to shakmaty's `play_unchecked`, in one run on one core.
    pub decode_ratio: f64,
}

/// Speed of shakmaty's `play_unchecked` relative to this library's board (`Position::make_trusted`); `cargo bench --bench moves` measures
/// both.
pub const SHAKMATY_SPEED: f64 = 1.1;

const fn peer(name: &'static str, bits_per_ply: f64, decode_ratio: f64) -> Peer {
    Peer { name, bits_per_ply, decode_ratio }
}

/// Tarrasch's own C++ (V3), and the crates aix-chess-compression, chess-huffman and chess_compression (a port of Lichess' code); see
/// [`MEASURED`].
pub const PEERS: [Peer; 6] = [
    peer("Aix low", 16.10, 0.163),
    peer("Tarrasch", 8.00, 0.30),
    peer("Aix medium", 7.20, 0.092),
    peer("chess-huffman", 4.86, 0.0145),
    peer("Aix high", 4.86, 0.0198),
    peer("Lichess", 4.75, 0.0031),
];

/// Source of the figures of [`PEERS`].
pub const MEASURED: &str =
    "measured on 2026-11-22 on an Intel machine (2.1 GHz, one core) with 16,000 over-the-board games";
