/** The rows of a list, loaded page by page when they come into view. */
import type { Collection, Row } from "plypack";
import { filledColumns } from "./columns.js";

/** Rows of a page: about two screens, so that the first page is one small read. */
const PAGE = 64;
/** Maximum number of cached pages; older pages are loaded again. */
const KEPT = 150;
/** Maximum number of concurrent requests. If both are busy, only the last requested range waits. */
const REQUESTS = 2;

export class Rows {
  private readonly pages = new Map<number, Row[]>();
  private readonly loading = new Set<number>();
  private range: [first: number, last: number] = [0, -1];
  private closed = false;
  private readonly filled = new Set<string>();

  /** `games` are the game numbers in the order of the list; null for all games in the order of the file. */
  constructor(
    private readonly collection: Collection,
    private readonly games: Uint32Array | null,
    readonly count: number,
    private readonly changed: () => void,
    private readonly failed: (error: unknown) => void,
  ) {}

  /** The number of a game in the file. */
  game(index: number): number {
    return this.games ? this.games[index]! : index;
  }

  /** Returns the place of a game in the list, or -1. */
  indexOf(game: number): number {
    if (this.games) return this.games.indexOf(game);
    return game < this.count ? game : -1;
  }

  get(index: number): Row | undefined {
    return this.pages.get(Math.floor(index / PAGE))?.[index % PAGE];
  }

  /** Returns true if a row loaded so far has a value in the column, and before the first row is loaded. */
  isFilled(column: string): boolean {
    return this.pages.size === 0 || this.filled.has(column);
  }

  /** Requests the rows that are in view; drops earlier requests that have not begun. */
  show(first: number, last: number): void {
    this.range = [first, last];
    this.fetch();
  }

  /** Ends the work without waiting for running requests. */
  close(): void {
    this.closed = true;
  }

  private fetch(): void {
    const [first, last] = this.range;
    for (let page = Math.floor(first / PAGE); page <= Math.floor(last / PAGE); page += 1) {
      if (this.loading.size >= REQUESTS || this.closed) return;
      if (!this.pages.has(page) && !this.loading.has(page)) void this.load(page);
    }
  }

  private async load(page: number): Promise<void> {
    this.loading.add(page);
    const begin = page * PAGE;
    const games = Array.from({ length: Math.min(PAGE, this.count - begin) }, (_, index) => this.game(begin + index));
    try {
      this.keep(page, await this.collection.rows(games));
    } catch (error) {
      if (this.closed) return;
      // The list stays usable: these rows show that they could not be read.
      this.keep(
        page,
        games.map((game) => unreadable(game, error)),
      );
      this.failed(error);
    }
    this.loading.delete(page);
    if (this.closed) return;
    this.changed();
    this.fetch();
  }

  private keep(page: number, rows: Row[]): void {
    this.pages.set(page, rows);
    filledColumns(rows).forEach((column) => this.filled.add(column));
    const oldest = this.pages.keys().next();
    if (this.pages.size > KEPT && !oldest.done) this.pages.delete(oldest.value);
  }
}

function unreadable(game: number, error: unknown): Row {
  const message = error instanceof Error ? error.message : String(error);
  const none = { whiteElo: null, blackElo: null, plies: null };
  const empty = { white: "", black: "", event: "", site: "", round: "", date: "", eco: "", opening: "", result: "" };
  return { game, ...empty, ...none, error: message };
}
