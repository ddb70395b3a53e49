/** Files on servers, which are loaded by ranges. */

import type { ByteSource } from "./bytes.js";
import { PlypackError } from "./errors.js";

/** A range of bytes that is loaded. */
interface Piece {
  start: number;
  bytes: Uint8Array;
  /** Time of the last use. */
  used: number;
}

/** Number of bytes at the end of a file that are loaded first: they contain the places of everything else. */
const TAIL = 64 << 10;
/** Number of bytes at the start of a file that are loaded first: the headers of the file and of its first block, and game lengths. */
const HEAD = 16 << 10;
/** Minimum number of bytes to load for a read without prefetch: the next read is often close by. */
const SHORT_READ = 4 << 10;
/** Ranges at most this many bytes apart are loaded as one. */
const GAP = 8 << 10;
/** Maximum number of concurrent requests: browsers make no more to one server over HTTP/1.1. */
const AT_A_TIME = 6;
/** Size of the cache in bytes. */
const CAPACITY = 96 << 20;

/** Called with the number of loaded bytes and of requested bytes. */
export type OnLoaded = (done: number, total: number) => void;

/**
 * A file on a server. Reads use the loaded bytes. The first read of a call whose bytes are missing is recorded, together with all ranges
 * prefetched with it, and {@link Loader.load} loads them.
 */
export class Loader implements ByteSource {
  readonly isRemote = true;
  /** Sorted by their starts, without overlaps. */
  private pieces: Piece[] = [];
  private missing: [number, number][] = [];
  private clock = 0;

  private constructor(
    private readonly url: string,
    readonly size: number,
    private readonly version: string | null,
  ) {}

  /** Opens a file: loads its first bytes, which also gives the length of the file, and then its last bytes. */
  static async open(url: string, signal?: AbortSignal): Promise<Loader> {
    const head = await request(url, 0, HEAD, signal);
    const loader = new Loader(url, head.size, head.version);
    loader.add(0, head.bytes);
    const tail = Math.max(0, head.size - TAIL);
    if (head.bytes.length < head.size) loader.add(tail, await loader.fetch(tail, head.size, signal));
    return loader;
  }

  read(offset: number, into: Uint8Array): boolean {
    const piece = this.pieceWith(offset, offset + into.length);
    if (piece === null) return this.note([this.lengthened(offset, offset + into.length)]);
    into.set(piece.bytes.subarray(offset - piece.start, offset - piece.start + into.length));
    return true;
  }

  prefetch(ranges: Float64Array): boolean {
    const missing: [number, number][] = [];
    for (let i = 0; i < ranges.length; i += 2) {
      const [start, end] = [ranges[i]!, Math.min(ranges[i + 1]!, this.size)];
      if (start < end && this.pieceWith(start, end) === null) missing.push([start, end]);
    }
    return missing.length === 0 || this.note(missing);
  }

  /** True if a read failed since the last call because its bytes are not loaded. */
  get isMissing(): boolean {
    return this.missing.length > 0;
  }

  /** Forgets the missing ranges, because the call that needed them is not repeated. */
  forget(): void {
    this.missing = [];
  }

  /** Loads the missing ranges. */
  async load(signal?: AbortSignal, onLoaded?: OnLoaded): Promise<void> {
    const ranges = joined(this.missing);
    this.missing = [];
    const since = this.clock;
    const total = ranges.reduce((sum, [start, end]) => sum + end - start, 0);
    let done = 0;
    const next = ranges.values();
    const work = async (): Promise<void> => {
      for (const [start, end] of next) {
        const bytes = await this.fetch(start, end, signal);
        this.add(start, bytes);
        done += bytes.length;
        onLoaded?.(done, total);
      }
    };
    onLoaded?.(0, total);
    await Promise.all(Array.from({ length: Math.min(AT_A_TIME, ranges.length) }, work));
    this.makeRoom(since);
  }

  /** Records the first missing ranges of a call; its later reads depend on these. */
  private note(ranges: [number, number][]): false {
    if (this.missing.length === 0) this.missing = ranges;
    return false;
  }

  private lengthened(start: number, end: number): [number, number] {
    return [start, Math.min(this.size, Math.max(end, start + SHORT_READ))];
  }

  private async fetch(start: number, end: number, signal?: AbortSignal): Promise<Uint8Array> {
    const answer = await request(this.url, start, end, signal);
    if (answer.size !== this.size || answer.version !== this.version) {
      throw new PlypackError("CHANGED", "the file on the server was changed since it was opened: open it again");
    }
    if (answer.start !== start || answer.bytes.length !== end - start) {
      throw new PlypackError("NETWORK", `the server gave other bytes than those asked for (${start} to ${end})`);
    }
    return answer.bytes;
  }

  /** Returns the loaded piece with these bytes. */
  private pieceWith(start: number, end: number): Piece | null {
    const piece = this.pieces[this.indexOf(start)] ?? null;
    if (piece === null || end > piece.start + piece.bytes.length) return null;
    piece.used = ++this.clock;
    return piece;
  }

  /** Returns the index of the last piece that starts here or before. */
  private indexOf(start: number): number {
    let [low, high] = [0, this.pieces.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.pieces[middle]!.start <= start) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  /** Adds bytes to the cache, joined with adjacent pieces. */
  private add(start: number, bytes: Uint8Array): void {
    const end = start + bytes.length;
    const touches = (piece: Piece): boolean => piece.start <= end && piece.start + piece.bytes.length >= start;
    const touching = this.pieces.filter(touches);
    const first = Math.min(start, ...touching.map((piece) => piece.start));
    const last = Math.max(end, ...touching.map((piece) => piece.start + piece.bytes.length));
    const all = touching.length === 0 ? bytes : new Uint8Array(last - first);
    if (touching.length > 0) {
      for (const piece of touching) all.set(piece.bytes, piece.start - first);
      all.set(bytes, start - first);
    }
    this.pieces = this.pieces.filter((piece) => !touches(piece));
    this.pieces.splice(this.indexOf(first) + 1, 0, { start: first, bytes: all, used: ++this.clock });
  }

  /** Evicts the least recently used pieces, except pieces that were loaded or used since then. */
  private makeRoom(since: number): void {
    let bytes = this.pieces.reduce((sum, piece) => sum + piece.bytes.length, 0);
    const oldest = this.pieces.filter((piece) => piece.used <= since).sort((a, b) => a.used - b.used);
    for (const piece of oldest) {
      if (bytes <= CAPACITY) break;
      bytes -= piece.bytes.length;
      this.pieces.splice(this.pieces.indexOf(piece), 1);
    }
  }
}

/** Returns the ranges sorted, with neighboring ranges joined. */
function joined(ranges: [number, number][]): [number, number][] {
  const sorted = [...ranges].sort((a, b) => a[0] - b[0]);
  const found: [number, number][] = [];
  for (const [start, end] of sorted) {
    const last = found.at(-1);
    if (last !== undefined && start - last[1] <= GAP) last[1] = Math.max(last[1], end);
    else found.push([start, end]);
  }
  return found;
}

/** A server's answer to a range request. */
interface Answer {
  start: number;
  bytes: Uint8Array;
  /** The length of the complete file. */
  size: number;
  /** Value that distinguishes versions of the file. */
  version: string | null;
}

/** Loads a range. A request with a range that has a start, and no other headers, needs no preflight request to another origin. */
async function request(url: string, start: number, end: number, signal?: AbortSignal): Promise<Answer> {
  // With its cache, Chromium loads the ranges of a file one after another.
  const options: RequestInit = { cache: "no-store", headers: { Range: `bytes=${start}-${end - 1}` }, signal: signal ?? null };
  const answer = await fetch(url, options).catch(failed(signal, "the server cannot be reached, or does not let this page read the file (CORS)"));
  if (answer.status === 200) {
    await answer.body?.cancel();
    throw new PlypackError("NO_RANGES", "the server does not answer requests for parts of a file: download it, and open it from there");
  }
  if (answer.status !== 206) {
    await answer.body?.cancel();
    throw new PlypackError("NETWORK", refusal(answer));
  }
  const found = /^bytes (\d+)-\d+\/(\d+)$/.exec(answer.headers.get("Content-Range") ?? "");
  if (found === null) {
    await answer.body?.cancel();
    const message = "the server does not say how long the file is: of another origin, it has to expose the header Content-Range (CORS)";
    throw new PlypackError("NETWORK", message);
  }
  const bytes = new Uint8Array(await answer.arrayBuffer().catch(failed(signal, "the connection was lost")));
  const version = answer.headers.get("ETag") ?? answer.headers.get("Last-Modified");
  return { start: Number(found[1]), bytes, size: Number(found[2]), version };
}

function refusal(answer: Response): string {
  switch (answer.status) {
    case 404:
      return "the server has no such file (404)";
    case 416:
      return "the file is empty, or became shorter (416)";
    default:
      return `the server answered ${answer.status} ${answer.statusText}`.trimEnd();
  }
}

/** Returns a handler for a failed request. It throws the signal's reason if the signal aborted the request, otherwise an error. */
function failed(signal: AbortSignal | undefined, message: string): (error: unknown) => never {
  return (error) => {
    if (signal?.aborted) throw signal.reason;
    throw new PlypackError("NETWORK", `${message}: ${error instanceof Error ? error.message : String(error)}`);
  };
}
