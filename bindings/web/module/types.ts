/** Arguments and results of the module. */

/** Source of a collection: a file that the user chose, its bytes, or its URL on a server that answers range requests. */
export type Source = Blob | ArrayBuffer | Uint8Array | URL | string;

/** Options for the progress and cancellation of long work. */
export interface WorkOptions {
  /** Called several times a second; `total` is 0 until it is known. */
  onProgress?: (progress: Progress) => void;
  /** Cancels the work: its promise is rejected with the signal's reason. */
  signal?: AbortSignal;
}

/** Options of opening a file. */
export interface OpenOptions extends WorkOptions {
  /** Opens a file with damaged header, commit records or footer, or without its end, with the games that can be found. */
  acceptDamage?: boolean;
}

/** Progress of work. */
export interface Progress {
  /** Current stage. */
  stage: "opening" | "reading" | "loading tags" | "searching" | "packing" | "indexing" | "loading the model";
  /** Bytes when reading or packing, games when searching. */
  done: number;
  total: number;
  unit: "bytes" | "games";
}

/** Properties of a file. */
export interface Info {
  /** The format version, such as "0.10". */
  version: string;
  /** The length of the file. */
  bytes: number;
  /** One past the highest game number, including deleted games. */
  games: number;
  /** Number of deleted games, which searches omit. */
  deleted: number;
  /** The codec of the first block; null for a file without games. */
  codec: string | null;
  /** True if a position index covers all games; then position searches are immediate. */
  indexed: boolean;
  /** Errors in the structure of the file; empty unless `acceptDamage` opened a damaged file. */
  errors: string[];
}

/** A game in a list. Missing tags are empty. */
export interface Row {
  /** Counted from 0. */
  game: number;
  white: string;
  black: string;
  whiteElo: number | null;
  blackElo: number | null;
  event: string;
  site: string;
  round: string;
  /** As in PGN, such as "1997.??.??". */
  date: string;
  eco: string;
  /** The tag "Opening"; if it is missing, the name of the ECO code. */
  opening: string;
  /** "1-0", "0-1", "1/2-1/2" or "*". */
  result: string;
  /** Half-moves of the main line; null if finding the number requires further reads. */
  plies: number | null;
  /** The reason why the game cannot be read, if so; all other fields are empty. */
  error?: string;
}

/** Columns that a list can be sorted by. */
export type Column = "game" | "white" | "black" | "whiteElo" | "blackElo" | "event" | "date" | "eco" | "result" | "plies";

/**
 * Conditions on games, which must all hold. Texts are written as for the command `plypack list`: a part of the value, without regard to
 * case and accents, or `/regular expression/`; ranges as "1985..1990", "2700..", "B90..B99".
 */
export interface Filter {
  /** A part of either name, the event, the site or the ECO code. */
  text?: string;
  /** Either player. */
  player?: string;
  white?: string;
  black?: string;
  event?: string;
  site?: string;
  eco?: string;
  date?: string;
  result?: "1-0" | "0-1" | "1/2-1/2" | "*";
  /** Range of both ratings; one of the two may be unknown. */
  rating?: string;
  plies?: string;
  /** Any other condition, by its name and value in the command: `["tag", "Annotator~kasparov"]`, `["has", "variations"]`. */
  conditions?: [string, string][];
}

/** Target and conditions of a search. */
export interface Query extends Filter {
  /** A position by FEN: complete, with side to move and rights, or only its board (one field). */
  fen?: string;
  /** Pieces on squares, as for `plypack find --pattern`. */
  pattern?: string;
  /** Material, such as "KRPvKR". */
  material?: string;
  /** True to search variations, too. */
  variations?: boolean;
  /** The order of the games; the order of the file by default. */
  sort?: Column;
  descending?: boolean;
}

/** The games found. */
export interface Found {
  /** The numbers of the games, counted from 0, in the requested order. */
  games: Uint32Array;
  /** With a position, a pattern or material: the number of half-moves before the first match in each game. */
  plies: Uint32Array | null;
  /** Damaged parts that could not be searched. */
  problems: string[];
}

/** A move with its comments, NAGs and variations. */
export interface Move {
  /** Half-moves since the start of the game, including this move: 1 for the first move. */
  ply: number;
  san: string;
  uci: string;
  /** The position after it. */
  fen: string;
  nags: number[];
  /** Comments before the move (at the start of a line) and after it, without braces, but with commands such as `[%clk 1:00]`. */
  before: string[];
  comments: string[];
  /** Seconds on the clock of the player who moved, from `[%clk]`. */
  clock: number | null;
  /** From `[%eval]`: pawns for White, or the number of moves to mate (negative if Black mates). */
  evaluation: { pawns: number } | { mate: number } | null;
  /** Alternatives to the move. */
  variations: Move[][];
  /** The opening of the position after the move, if it has a name. */
  opening: Opening | null;
}

/** A game. */
export interface Game {
  game: number;
  tags: [string, string][];
  /** The starting position. */
  fen: string;
  /** True if castling is written as in Chess960. */
  chess960: boolean;
  moves: Move[];
  /** Comments before the first move of a game without moves. */
  comments: string[];
  result: string;
  /** The opening, by the moves of the game. */
  opening: Opening | null;
  /** Text after the last readable move, unchanged. */
  unread: string;
}

/** An opening from the tables of Lichess. */
export interface Opening {
  eco: string;
  name: string;
}

/** A legal move of a position. */
export interface LegalMove {
  san: string;
  uci: string;
  /** Squares such as "e2"; a castling king goes to "g1" or "c1". */
  from: string;
  to: string;
  /** "q", "r", "b" or "n"; "" for moves that do not promote. */
  promotion: string;
  /** The position after it. */
  fen: string;
  /** The opening of that position, if it has a name. */
  opening: Opening | null;
}

/** A position: its legal moves, checks and opening. */
export interface PositionInfo {
  fen: string;
  turn: "white" | "black";
  /** The square of the king in check, or null. */
  check: string | null;
  ending: "checkmate" | "stalemate" | "insufficient material" | null;
  moves: LegalMove[];
  opening: Opening | null;
}

/** A move played in a position, and the results of its games. */
export interface Branch {
  san: string;
  uci: string;
  /** The position after it. */
  fen: string;
  games: number;
  white: number;
  draws: number;
  black: number;
  /** The year of the last game; null if no date is known. */
  lastYear: number | null;
  /** The mean rating of the players of this move; null if no rating is known. */
  rating: number | null;
  opening: Opening | null;
}

/** Moves played in a position. */
export interface Tree {
  /** Games that reached the position, including games that ended there. */
  games: number;
  white: number;
  draws: number;
  black: number;
  /** Sorted by number of games, most first. */
  branches: Branch[];
  /** Damaged parts that could not be searched. */
  problems: string[];
}

/** The parameters of an opening explorer, as Lichess names them. */
export interface ExplorerParameters {
  /** The position; the standard start by default. */
  fen?: string;
  /** Moves from `fen` in UCI, separated by commas. */
  play?: string | readonly string[];
  /** Classes of time controls: "ultraBullet", "bullet", "blitz", "rapid", "classical", "correspondence". */
  speeds?: string | readonly string[];
  /** Groups of the average rating, each named by its lower bound: 0, 1000, 1200 to 2200 in steps of 200, 2500. */
  ratings?: number | readonly number[];
  /** A year, or a month such as "2020-05". */
  since?: string | number;
  until?: string | number;
  /** Only for "player", which needs both. */
  player?: string;
  color?: "white" | "black";
  modes?: string | readonly string[];
  moves?: number;
  topGames?: number;
  recentGames?: number;
  history?: boolean;
}

/** Games by their results. */
export interface ExplorerCounts {
  white: number;
  draws: number;
  black: number;
}

/** A game as an explorer lists it. */
export interface ExplorerGame {
  /** The game's id on Lichess, or an id that begins with "_" and the number of the game. */
  id: string;
  winner: "white" | "black" | null;
  speed?: string;
  mode?: "rated" | "casual";
  white: { name: string; rating: number };
  black: { name: string; rating: number };
  year: number;
  month: string | null;
}

/** A move in an explorer's answer. */
export interface ExplorerMove extends ExplorerCounts {
  uci: string;
  san: string;
  averageRating?: number;
  averageOpponentRating?: number;
  performance?: number;
  /** The game, if it is the only one. */
  game: ExplorerGame | null;
  opening: { eco: string; name: string } | null;
}

/** An explorer's answer. It does not count games without a result. */
export interface ExplorerAnswer extends ExplorerCounts {
  moves: ExplorerMove[];
  topGames?: (ExplorerGame & { uci: string })[];
  recentGames?: (ExplorerGame & { uci: string })[];
  opening: { eco: string; name: string } | null;
  history?: (ExplorerCounts & { month: string })[];
  /** Damage in games that the answer omits; Lichess's answer has no such member. */
  problems: string[];
}

/** Options of packing. */
export interface PackOptions extends WorkOptions {
  /** A file codec. The default is "byte", which is fastest to search; "tight" makes the smallest files. */
  codec?: string;
  /** True (the default) to add a position index. */
  index?: boolean;
}

/** Result of packing. */
export interface Packed {
  /** The file. */
  bytes: Uint8Array;
  games: number;
  /** Problems in the PGN, with line and game. The text is kept. */
  warnings: string[];
}
