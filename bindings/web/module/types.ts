/** Arguments and results of the module. */

/** Source of a collection: a file that the user chose, its bytes, or its address on a server that answers ranges. */
export type Source = Blob | ArrayBuffer | Uint8Array | URL | string;

/** Options by which long work reports its progress, and is ended. */
export interface WorkOptions {
  /** Called some times a second; `total` is 0 while it is not known. */
  onProgress?: (progress: Progress) => void;
  /** Ends the work: its promise is rejected with the signal's reason. */
  signal?: AbortSignal;
}

/** Options of opening a file. */
export interface OpenOptions extends WorkOptions {
  /** Opens a file whose header, commit records or footer are damaged, or that has lost its end, with the games that are found. */
  acceptDamage?: boolean;
}

/** Progress of work. */
export interface Progress {
  /** Present stage. */
  stage: "opening" | "reading" | "loading tags" | "searching" | "packing" | "indexing" | "loading the model";
  /** Bytes when reading or packing, games when searching. */
  done: number;
  total: number;
  unit: "bytes" | "games";
}

/** A file as a whole. */
export interface Info {
  /** The format version, as "0.10". */
  version: string;
  /** The length of the file. */
  bytes: number;
  /** One past the highest number of a game: deleted games count. */
  games: number;
  /** Deleted games, which searches leave out. */
  deleted: number;
  /** The codec of its first block; null for a file without games. */
  codec: string | null;
  /** True if an index of positions covers all games: searches of positions are immediate. */
  indexed: boolean;
  /** Errors in the structure of the file; empty unless `acceptDamage` opened a damaged file. */
  errors: string[];
}

/** A game in a list. Tags that a game does not have are empty. */
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
  /** The tag "Opening"; without it the name of the ECO code. */
  opening: string;
  /** "1-0", "0-1", "1/2-1/2" or "*". */
  result: string;
  /** Half-moves of the main line; null where that is not known without more reading. */
  plies: number | null;
  /** Why it cannot be read, if so; all else is empty. */
  error?: string;
}

/** Columns that a list can be sorted by. */
export type Column = "game" | "white" | "black" | "whiteElo" | "blackElo" | "event" | "date" | "eco" | "result" | "plies";

/**
 * Conditions on games, of which all have to hold. Texts as for the command `plypack list`: a part of the value, whatever case and
 * accents, or `/regular expression/`; ranges as "1985..1990", "2700..", "B90..B99".
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
  /** Both ratings, as far as they are known. */
  rating?: string;
  plies?: string;
  /** Any other condition, by the name and value that it has in the command: `["tag", "Annotator~kasparov"]`, `["has", "variations"]`. */
  conditions?: [string, string][];
}

/** Target and conditions of a search. */
export interface Query extends Filter {
  /** A position by FEN: the whole one, with side to move and rights, or its board alone (one field). */
  fen?: string;
  /** Pieces on squares, as for `plypack find --pattern`. */
  pattern?: string;
  /** Material, as "KRPvKR". */
  material?: string;
  /** True if variations are searched, too. */
  variations?: boolean;
  /** The order of the games; the file's without it. */
  sort?: Column;
  descending?: boolean;
}

/** The games that were found. */
export interface Found {
  /** Their numbers, counted from 0, in the order asked for. */
  games: Uint32Array;
  /** With a position, a pattern or material: after how many half-moves of the game it stands on the board first. */
  plies: Uint32Array | null;
  /** Damaged parts that could not be searched. */
  problems: string[];
}

/** A move and what stands with it. */
export interface Move {
  /** Half-moves since the start of the game, this one included: 1 for the first move. */
  ply: number;
  san: string;
  uci: string;
  /** The position after it. */
  fen: string;
  nags: number[];
  /** Comments before it (at the start of a line) and after it, as in PGN without braces. Commands such as `[%clk 1:00]` are still in them. */
  before: string[];
  comments: string[];
  /** Seconds on the clock of the player who moved, of `[%clk]`. */
  clock: number | null;
  /** Of `[%eval]`: pawns for White, or the number of moves to mate (negative when Black mates). */
  evaluation: { pawns: number } | { mate: number } | null;
  /** Other moves in its place. */
  variations: Move[][];
  /** The opening of the position after it, if that has a name. */
  opening: Opening | null;
}

/** A game. */
export interface Game {
  game: number;
  tags: [string, string][];
  /** The position that it starts from. */
  fen: string;
  /** True if castling is written as in Chess960. */
  chess960: boolean;
  moves: Move[];
  /** Comments before the first move of a game without moves. */
  comments: string[];
  result: string;
  /** Its opening, by its moves. */
  opening: Opening | null;
  /** Text behind the last readable move, kept as it was. */
  unread: string;
}

/** An opening of the tables of lichess. */
export interface Opening {
  eco: string;
  name: string;
}

/** A legal move of a position. */
export interface LegalMove {
  san: string;
  uci: string;
  /** Squares as "e2"; a castling king goes to "g1" or "c1". */
  from: string;
  to: string;
  /** "q", "r", "b" or "n"; "" for moves that do not promote. */
  promotion: string;
  /** The position after it. */
  fen: string;
  /** The opening of that position, if it has a name. */
  opening: Opening | null;
}

/** A position: what may be played in it, and what is known of it. */
export interface PositionInfo {
  fen: string;
  turn: "white" | "black";
  /** The square of the king in check, or null. */
  check: string | null;
  ending: "checkmate" | "stalemate" | "insufficient material" | null;
  moves: LegalMove[];
  opening: Opening | null;
}

/** A move that was played in a position, and how these games ended. */
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
  /** The mean rating of those who played it; null if none is known. */
  rating: number | null;
  opening: Opening | null;
}

/** Moves that were played in a position. */
export interface Tree {
  /** Games that reached the position, those that ended there included. */
  games: number;
  white: number;
  draws: number;
  black: number;
  /** By how often they were played. */
  branches: Branch[];
  /** Damaged parts that could not be searched. */
  problems: string[];
}

/** The parameters of an opening explorer, as Lichess names them. */
export interface ExplorerParameters {
  /** The standard start without it. */
  fen?: string;
  /** Moves in UCI from there, with commas. */
  play?: string | readonly string[];
  /** Classes of time controls: "ultraBullet", "bullet", "blitz", "rapid", "classical", "correspondence". */
  speeds?: string | readonly string[];
  /** Groups of the average rating, each by its lowest one: 0, 1000, 1200 to 2200 by 200, 2500. */
  ratings?: number | readonly number[];
  /** A year, or a month as "2020-05". */
  since?: string | number;
  until?: string | number;
  /** Of "player" alone, which needs both. */
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
  /** The id at Lichess, or one that begins with "_" and the number of the game. */
  id: string;
  winner: "white" | "black" | null;
  speed?: string;
  mode?: "rated" | "casual";
  white: { name: string; rating: number };
  black: { name: string; rating: number };
  year: number;
  month: string | null;
}

/** A move of an explorer's answer. */
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

/** An explorer's answer. Games without a result count nowhere. */
export interface ExplorerAnswer extends ExplorerCounts {
  moves: ExplorerMove[];
  topGames?: (ExplorerGame & { uci: string })[];
  recentGames?: (ExplorerGame & { uci: string })[];
  opening: { eco: string; name: string } | null;
  history?: (ExplorerCounts & { month: string })[];
  /** Damage in games that the answer leaves out; Lichess has no such member. */
  problems: string[];
}

/** Options of packing. */
export interface PackOptions extends WorkOptions {
  /** A codec of files; "byte" without it, which is searched fastest. "tight" makes the smallest files. */
  codec?: string;
  /** True to add an index of positions; the default. */
  index?: boolean;
}

/** Result of packing. */
export interface Packed {
  /** The file. */
  bytes: Uint8Array;
  games: number;
  /** Problems of the PGN, with line and game: nothing is lost by them. */
  warnings: string[];
}
