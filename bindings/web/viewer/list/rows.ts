/** The rows of a list, fetched by pages as they come into view. */
import type { Collection, Row } from "plypack";
import { filledColumns } from "./columns.js";

/** Rows of a page: what two screens show, so that the first page is one small read. */
const PAGE = 64;
/** Pages that are kept; older ones are fetched again. */
const KEPT = 150;
/** Requests at the same time; when both are busy, only the last range asked for waits. */
const REQUESTS = 2;

export class Rows {
  private readonly pages = new Map<number, Row[]>();
  private readonly loading = new Set<number>();
  private range: [first: number, last: number] = [0, -1];
  private closed = false;
  private readonly filled = new Set<string>();

  /** `games` are the numbers of the list in its order; null stands for all in the order of the file. */
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

  /** Returns true if a row that came so far has a value in a column, and before the first row. */
  isFilled(column: string): boolean {
    return this.pages.size === 0 || this.filled.has(column);
  }

  /** Asks for the rows that are in view now; what was asked for before and has not begun is dropped. */
  show(first: number, last: number): void {
    this.range = [first, last];
    this.fetch();
  }

  /** Ends the work; requests that are under way are not waited for. */
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
      // The list stays usable: these rows say that they could not be read.
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
