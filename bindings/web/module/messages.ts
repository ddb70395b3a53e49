/** Messages between a page and its worker. */

import type { Filter, PackOptions, Progress, Query, Source } from "./types.js";

/** Calls of workers. */
export interface Calls {
  open: [source: Source, acceptDamage: boolean];
  rows: [games: Uint32Array];
  loadTags: [];
  search: [query: Query];
  tree: [fen: string, filter: Filter];
  explore: [address: string];
  findGame: [id: string];
  game: [game: number];
  pgn: [games: Uint32Array];
  position: [fen: string | undefined];
  pack: [pgn: Blob | Uint8Array, options: Pick<PackOptions, "codec" | "index">];
}

/** A call, or a request to cancel one. */
export type Request = { id: number; method: keyof Calls; given: unknown[] } | { id: number; abort: true };

/** Progress and end of a call. */
export type Answer =
  | { id: number; progress: Progress }
  | { id: number; result: unknown }
  | { id: number; error: { code: string; message: string; offset: number | null } };
