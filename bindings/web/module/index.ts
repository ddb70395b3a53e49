/**
 * plypack in the browser: reads collections of chess games in place, from files, memory or URLs.
 *
 * ```ts
 * import { open } from "plypack";
 *
 * const games = await open("https://example.org/games.plypack");
 * const { games: found } = await games.search({ player: "carlsen", date: "2013.." });
 * console.log(await games.rows(found.slice(0, 20)));
 * ```
 */

import { type Client, newPacker, newReader } from "./client.js";
import type {
  ExplorerAnswer,
  ExplorerParameters,
  Filter,
  Found,
  Game,
  Info,
  OpenOptions,
  PackOptions,
  Packed,
  PositionInfo,
  Query,
  Row,
  Source,
  Tree,
  WorkOptions,
} from "./types.js";

export { PlypackError } from "./errors.js";
export * from "./types.js";

/**
 * Opens a file in its own worker, which {@link Collection.close} ends.
 *
 * @throws PlypackError - `NOT_PLYPACK`; `TRUNCATED` if the end is missing; other codes for other damage; `UNSUPPORTED_…`; for a URL, also
 * `NETWORK` and `NO_RANGES`.
 */
export async function open(source: Source, options?: OpenOptions): Promise<Collection> {
  const client = newReader();
  try {
    const from = typeof source === "string" || source instanceof URL ? new URL(source, document.baseURI).href : source;
    return new Collection(client, await client.call<Info>("open", [from, options?.acceptDamage ?? false], options));
  } catch (error) {
    client.close();
    throw error;
  }
}

/**
 * Packs PGN, plain or compressed with zstd, into a file in memory.
 *
 * @throws PlypackError - `UNKNOWN_CODEC`, `NO_MEMORY`, `IO`. Text that cannot be parsed is kept, and reported in the warnings.
 */
export async function pack(pgn: Blob | Uint8Array, { codec = "byte", index = true, ...work }: PackOptions = {}): Promise<Packed> {
  const client = newPacker();
  try {
    return await client.call<Packed>("pack", [pgn, { codec, index }], work);
  } finally {
    // Packing is one call, which receives no messages: closing the worker is the only way to abort it.
    client.close();
  }
}

let positions: Client | null = null;

/**
 * Returns the legal moves of a position, with checks and its opening.
 *
 * @param fen - The position; the standard start by default.
 * @throws PlypackError - `ILLEGAL_POSITION`.
 */
export function position(fen?: string): Promise<PositionInfo> {
  positions ??= newReader();
  return positions.call<PositionInfo>("position", [fen]);
}

/** An open file. Its methods can be called concurrently; games are numbered from 0. */
export class Collection {
  /** @internal */
  constructor(
    private readonly client: Client,
    /** Properties of the file as a whole. */
    readonly info: Info,
  ) {}

  /** Returns the tags of games, in the order of the given numbers. A game that cannot be read has an `error`. */
  rows(games: ArrayLike<number>): Promise<Row[]> {
    return this.client.call<Row[]>("rows", [Uint32Array.from(games)]);
  }

  /** Loads the tags of all games in advance. Searches by tags and sorting need them, and load them if they are missing. */
  loadTags(options?: WorkOptions): Promise<void> {
    return this.client.call<void>("loadTags", [], options);
  }

  /**
   * Returns the games that meet the complete query, in the order that it requests.
   *
   * @throws PlypackError - `INVALID_ARGUMENT`, `ILLEGAL_POSITION`, `LIMIT_EXCEEDED` for a query that cannot be searched.
   */
  search(query: Query, options?: WorkOptions): Promise<Found> {
    return this.client.call<Found>("search", [query], options);
  }

  /**
   * Returns the moves played in a position, reached by any order of moves.
   *
   * @throws PlypackError - `ILLEGAL_POSITION`, `INVALID_ARGUMENT`.
   */
  tree(fen: string, filter: Filter = {}, options?: WorkOptions): Promise<Tree> {
    return this.client.call<Tree>("tree", [fen, filter], options);
  }

  /**
   * Answers from these games like the opening explorer of Lichess: `explorer("lichess", { play: "e2e4", speeds: ["blitz"] })`. The
   * parameters have the names in Lichess's URLs; lists are joined with commas. The first answer loads the tags of all games.
   *
   * @throws PlypackError - `INVALID_ARGUMENT`, `ILLEGAL_POSITION`, `ILLEGAL_MOVE`, `INVALID_MOVE_TEXT`.
   */
  async explorer(database: "lichess" | "masters" | "player", parameters: ExplorerParameters = {}, options?: WorkOptions): Promise<ExplorerAnswer> {
    const given = Object.entries(parameters).filter(([, value]) => value !== undefined);
    const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
    const { text, problems } = await this.client.call<{ text: string; problems: string[] }>("explore", [`/${database}?${query}`], options);
    return { ...(JSON.parse(text) as Omit<ExplorerAnswer, "problems">), problems };
  }

  /**
   * Returns the number of the game with an id from an answer of {@link explorer}.
   *
   * @throws PlypackError - `NOT_FOUND`.
   */
  findGame(id: string): Promise<number> {
    return this.client.call<number>("findGame", [id]);
  }

  /** Returns a game with its moves, positions, variations, comments and NAGs. */
  game(game: number): Promise<Game> {
    return this.client.call<Game>("game", [game]);
  }

  /** Returns games as PGN. */
  pgn(games: ArrayLike<number>): Promise<string> {
    return this.client.call<string>("pgn", [Uint32Array.from(games)]);
  }

  /** Ends the worker. Pending calls fail with `CLOSED`. */
  close(): void {
    this.client.close();
  }
}
