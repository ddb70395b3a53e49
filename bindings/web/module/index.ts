/**
 * plypack in the browser: collections of chess games, read where they lie.
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
 * Opens a file. It is read in a worker of its own, which {@link Collection.close} ends.
 *
 * @throws PlypackError - `NOT_PLYPACK`; `TRUNCATED` of a file that has lost its end, and others of a damaged one; the codes
 * `UNSUPPORTED_…`; of an address, `NETWORK` and `NO_RANGES`.
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
 * @throws PlypackError - `UNKNOWN_CODEC`, `NO_MEMORY`, `IO`. What cannot be parsed is kept, and told in the warnings.
 */
export async function pack(pgn: Blob | Uint8Array, { codec = "byte", index = true, ...work }: PackOptions = {}): Promise<Packed> {
  const client = newPacker();
  try {
    return await client.call<Packed>("pack", [pgn, { codec, index }], work);
  } finally {
    // Packing is one call, which hears nothing: where it was aborted, this ends it.
    client.close();
  }
}

let positions: Client | null = null;

/**
 * The legal moves of a position, and what else is known of it.
 *
 * @param fen - The standard start without it.
 * @throws PlypackError - `ILLEGAL_POSITION`.
 */
export function position(fen?: string): Promise<PositionInfo> {
  positions ??= newReader();
  return positions.call<PositionInfo>("position", [fen]);
}

/** An open file. Its methods may be called at the same time; games are numbered from 0. */
export class Collection {
  /** @internal */
  constructor(
    private readonly client: Client,
    /** Properties of the file as a whole. */
    readonly info: Info,
  ) {}

  /** Tags of games, in the order of their numbers given. A game that cannot be read has an `error`. */
  rows(games: ArrayLike<number>): Promise<Row[]> {
    return this.client.call<Row[]>("rows", [Uint32Array.from(games)]);
  }

  /** Loads the tags of all games, with which searches by tags and sorting are fast. They do so themselves. */
  loadTags(options?: WorkOptions): Promise<void> {
    return this.client.call<void>("loadTags", [], options);
  }

  /**
   * The games that meet all of a query, in the order that it asks for.
   *
   * @throws PlypackError - `INVALID_ARGUMENT`, `ILLEGAL_POSITION`, `LIMIT_EXCEEDED` for what cannot be searched.
   */
  search(query: Query, options?: WorkOptions): Promise<Found> {
    return this.client.call<Found>("search", [query], options);
  }

  /**
   * Returns the moves that were played in a position, by any order of moves.
   *
   * @throws PlypackError - `ILLEGAL_POSITION`, `INVALID_ARGUMENT`.
   */
  tree(fen: string, filter: Filter = {}, options?: WorkOptions): Promise<Tree> {
    return this.client.call<Tree>("tree", [fen, filter], options);
  }

  /**
   * Answers from these games as the opening explorer of Lichess does: `explorer("lichess", { play: "e2e4", speeds: ["blitz"] })`. The
   * parameters have the names of its addresses; lists are joined with commas. The first answer loads the tags of all games.
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
   * The number of the game with an id of {@link explorer}'s answers.
   *
   * @throws PlypackError - `NOT_FOUND`.
   */
  findGame(id: string): Promise<number> {
    return this.client.call<number>("findGame", [id]);
  }

  /** A game with its moves, positions, variations and notes. */
  game(game: number): Promise<Game> {
    return this.client.call<Game>("game", [game]);
  }

  /** Games as PGN. */
  pgn(games: ArrayLike<number>): Promise<string> {
    return this.client.call<string>("pgn", [Uint32Array.from(games)]);
  }

  /** Ends the worker. Calls that are not answered fail with `CLOSED`. */
  close(): void {
    this.client.close();
  }
}
