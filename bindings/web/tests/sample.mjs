// Made-up games, the same in every run, as records and as PGN.

/** Openings by their usual moves; games can leave them at any move. Some reach the same positions in another order. */
const OPENINGS = [
  ["B90", "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6 Be3 e5 Nb3 Be6 f3 Be7 Qd2 O-O O-O-O Nbd7 g4 b5"],
  ["B92", "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6 Be2 e5 Nb3 Be7 O-O O-O Kh1 b5 a4 b4 Nd5 Nxd5"],
  ["B33", "e4 c5 Nf3 Nc6 d4 cxd4 Nxd4 Nf6 Nc3 e5 Ndb5 d6 Bg5 a6 Na3 b5 Nd5 Be7 Bxf6 Bxf6 c3 O-O"],
  ["C65", "e4 e5 Nf3 Nc6 Bb5 Nf6 O-O Nxe4 d4 Nd6 Bxc6 dxc6 dxe5 Nf5 Qxd8+ Kxd8 Nc3 Ke8 h3 h5"],
  ["C84", "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Na5 Bc2 c5 d4 Qc7"],
  ["C50", "e4 e5 Nf3 Nc6 Bc4 Bc5 c3 Nf6 d3 d6 O-O O-O Re1 a6 Bb3 Ba7 h3 h6 Nbd2 Re8"],
  ["C50", "e4 e5 Nf3 Nc6 Bc4 Bc5 O-O Nf6 d3 d6 c3 a6 a4 Ba7"],
  ["C50", "e4 e5 Nf3 Nc6 Bc4 Bc5 d3 Nf6 c3 a6 O-O d6"],
  ["C51", "e4 e5 Nf3 Nc6 Bc4 Bc5 b4 Bxb4 c3 Ba5 d4 exd4 O-O Nge7"],
  ["C54", "e4 e5 Nf3 Nc6 Bc4 Bc5 c3 Nf6 d4 exd4 cxd4 Bb4+ Nc3 Nxe4 O-O Bxc3 d5 Bf6"],
  ["C55", "e4 e5 Nf3 Nc6 Bc4 Nf6 d3 Be7 O-O O-O Re1 d6 a4"],
  ["C18", "e4 e6 d4 d5 Nc3 Bb4 e5 c5 a3 Bxc3+ bxc3 Ne7 Qg4 O-O Bd3 Nbc6 Qh5 Ng6 Nf3 Qc7"],
  ["B12", "e4 c6 d4 d5 e5 Bf5 Nf3 e6 Be2 Nd7 O-O Ne7 Nbd2 h6 Nb3 Nc8 a4 a5"],
  ["D37", "d4 d5 c4 e6 Nc3 Nf6 Nf3 Be7 Bf4 O-O e3 c5 dxc5 Bxc5 Qc2 Nc6 a3 Qa5"],
  ["D37", "d4 Nf6 c4 e6 Nf3 d5 Nc3 Be7 Bf4 O-O e3 Nbd7 c5 c6 h3 b6 b4 a5"],
  ["D37", "c4 e6 Nc3 d5 d4 Nf6 Nf3 Be7 Bf4 O-O e3 b6 Rc1 Bb7 cxd5 exd5"],
  ["E32", "d4 Nf6 c4 e6 Nc3 Bb4 Qc2 O-O a3 Bxc3+ Qxc3 d6 f3 d5 Bg5 h6"],
  ["E97", "d4 Nf6 c4 g6 Nc3 Bg7 e4 d6 Nf3 O-O Be2 e5 O-O Nc6 d5 Ne7 b4 Nh5 Re1 f5"],
  ["E97", "Nf3 Nf6 c4 g6 Nc3 Bg7 d4 O-O e4 d6 Be2 e5 O-O Nc6 d5 Ne7 Ne1 Nd7"],
  ["A20", "c4 e5 g3 Nf6 Bg2 d5 cxd5 Nxd5 Nc3 Nb6 Nf3 Nc6 O-O Be7 d3 O-O"],
  ["A00", "g3 d5 Bg2 e5 d3 Nf6 Nf3 Nc6 O-O Be7"],
].map(([eco, moves]) => ({ eco, moves: moves.split(" ") }));

const PLAYERS = [
  "Ödegård, Åsa", "Łukasik, Jan", "Müller, Ben", "O'Neill, Tara", "Da Silva, Rui", "Žižka, Petr", "Clock, Ada", "Watch, Ben", "Smith, John",
  "smith, Anna", "Nguyễn, An", "Kovács, Éva", "García, José", "Novak, Ivan", "Bakker, Jo", "Rossi, Gia", "Yılmaz, Can", "Straßer, Uwe",
];
const EVENTS = ["Riverside Open", "riverside open", "City Cup", "Club Championship", "Winter Rapid", "Lakeside Masters", "?"];
const SITES = ["Bergen NOR", "Kraków POL", "Porto POR", "Győr HUN", "Springfield", "?"];
const RESULTS = ["1-0", "1-0", "1-0", "0-1", "0-1", "1/2-1/2", "1/2-1/2", "*"];

/** Numbers from 0 to below 1, the same in every run: 32-bit xorshift. */
export function numbers(seed) {
  let state = seed;
  const next = () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
  for (let i = 0; i < 8; i++) next();
  return { next, below: (end) => Math.floor(next() * end), of: (list) => list[Math.floor(next() * list.length)] };
}

const two = (number) => String(number).padStart(2, "0");

function dateOf({ below }) {
  const year = 1970 + below(55);
  if (below(40) === 0) return "????.??.??";
  if (below(10) === 0) return `${year}.??.??`;
  if (below(10) === 0) return `${year}.${two(1 + below(12))}.??`;
  return `${year}.${two(1 + below(12))}.${two(1 + below(28))}`;
}

const ratingOf = ({ below }) => (below(8) === 0 ? null : below(60) === 0 ? 900 + below(90) : 1400 + below(1450));

/** Records of games: their tags, as in rows, and `moves`. */
export function madeUpGames(count, seed = 20) {
  const random = numbers(seed);
  return Array.from({ length: count }, (_, game) => {
    const opening = random.of(OPENINGS);
    const length = 4 + random.below(opening.moves.length - 3);
    const white = random.of(PLAYERS);
    return {
      game,
      white,
      black: random.of(PLAYERS.filter((name) => name !== white)),
      whiteElo: ratingOf(random),
      blackElo: ratingOf(random),
      event: random.of(EVENTS),
      site: random.of(SITES),
      round: String(1 + random.below(9)),
      date: dateOf(random),
      eco: random.below(12) === 0 ? "" : opening.eco,
      result: random.of(RESULTS),
      annotator: random.below(9) === 0 ? random.of(["Ann Otator", "B. Commentator"]) : null,
      moves: opening.moves.slice(0, length),
    };
  });
}

/** The games as PGN, as plypack writes it except for line breaks. */
export function pgnOf(games) {
  return games.map(textOf).join("\n");
}

function textOf(game) {
  const tags = [
    ["Event", game.event],
    ["Site", game.site],
    ["Date", game.date],
    ["Round", game.round],
    ["White", game.white],
    ["Black", game.black],
    ["Result", game.result],
    ["WhiteElo", game.whiteElo],
    ["BlackElo", game.blackElo],
    ["ECO", game.eco],
    ["Annotator", game.annotator],
  ];
  const lines = tags.filter(([, value]) => value !== null && value !== "").map(([name, value]) => `[${name} "${value}"]`);
  const moves = game.moves.map((move, ply) => (ply % 2 === 0 ? `${ply / 2 + 1}. ${move}` : move));
  return `${lines.join("\n")}\n\n${[...moves, game.result].join(" ")}\n`;
}

/** Games with everything that a game can have in addition to its moves. */
export const RICH = `[Event "Made up: variations and more"]
[Site "Bergen NOR"]
[Date "2024.02.03"]
[Round "1"]
[White "Clock, Ada"]
[Black "Müller, Ben"]
[Result "1-0"]
[WhiteElo "2101"]
[BlackElo "1998"]
[TimeControl "180+2"]

{ A game for the tests. } 1. e4 $1 { [%eval 0.3] [%clk 0:03:00] } 1... e5 { [%eval 0.25] [%clk 0:02:59.5] } ( 1... c5 { The Sicilian. }
2. Nf3 ( 2. Nc3 Nc6 $5 3. g3 ) 2... d6 3. d4 ) ( 1... e6 2. d4 d5 ) 2. Nf3 { [%eval 0.4] [%clk 0:02:55] } 2... Nc6
{ [%eval 0.31] [%clk 0:02:51] } 3. Bb5 { [%eval 0.28] [%clk 0:02:50] Spanish. } 3... a6 $6 { [%eval 0.5] [%clk 0:02:44] } 4. Ba4
{ [%eval 0.42] [%clk 0:02:41] } 4... Nf6 { [%eval #-3] [%clk 0:02:30] } 5. O-O { [%eval #4] [%clk 1:02:39] } 1-0

[Event "Made up: Chess960"]
[Site "?"]
[Date "2024.05.??"]
[Round "?"]
[White "Bakker, Jo"]
[Black "Rossi, Gia"]
[Result "1/2-1/2"]
[Variant "Chess960"]
[SetUp "1"]
[FEN "rk2r3/pppppppp/8/8/8/8/PPPPPPPP/RK2R3 w KQkq - 0 1"]

1. O-O { from b1 to g1 } 1... O-O-O 2. Rfd1 e5 1/2-1/2

[Event "Made up: rook endings"]
[Site "?"]
[Date "2023.??.??"]
[Round "?"]
[White "Novak, Ivan"]
[Black "Kovács, Éva"]
[Result "0-1"]
[SetUp "1"]
[FEN "8/8/8/4k3/7r/4K3/3pR3/8 b - - 0 60"]

60... d1=Q 61. Re1 Qxe1+ 62. Kd3 0-1

[Event "Made up: rook endings"]
[Site "?"]
[Date "2023.??.??"]
[Round "?"]
[White "Novak, Ivan"]
[Black "Kovács, Éva"]
[Result "1/2-1/2"]
[SetUp "1"]
[FEN "8/4k3/8/r7/4PK2/8/8/1R6 w - - 0 50"]

50. Rb7+ Kf8 51. e5 Ra1 1/2-1/2

[Event "Made up: en passant and promotion"]
[Site "?"]
[Date "1999.12.31"]
[Round "?"]
[White "Watch, Ben"]
[Black "Clock, Ada"]
[Result "*"]

1. e4 a6 2. e5 d5 3. exd6 a5 4. dxc7 a4 5. cxb8=N *
`;
