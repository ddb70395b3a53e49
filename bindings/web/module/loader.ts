/** Files on servers, of which ranges are loaded. */

import type { ByteSource } from "./bytes.js";
import { PlypackError } from "./errors.js";

/** A range of bytes that is loaded. */
interface Piece {
  start: number;
  bytes: Uint8Array;
  /** When it was used last. */
  used: number;
}

/** Bytes from the end of a file that are loaded first: there is what says where all else is. */
const TAIL = 64 << 10;
/** Bytes from its start: the headers of the file and of its first block, and the lengths of its games. */
const HEAD = 16 << 10;
/** Reads of less, which were not announced, load so many: the next one is often close by. */
const SHORT_READ = 4 << 10;
/** Ranges that are this near to each other are loaded as one. */
const GAP = 8 << 10;
/** Requests at a time: browsers make no more to one server by HTTP/1.1. */
const AT_A_TIME = 6;
/** Bytes that stay in memory. */
const CAPACITY = 96 << 20;

/** Called with the bytes that are loaded, of those that are asked for. */
export type OnLoaded = (done: number, total: number) => void;

/**
 * A file on a server. Reads are of what is loaded; the first one of a call that is not is noted, with all that was announced with it, and
 * {@link Loader.load} loads it.
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

  /** Opens a file: its first bytes are loaded, with which the server says how long it is, and then its last ones. */
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

  /** Forgets what was missing: the call that needed it is not made again. */
  forget(): void {
    this.missing = [];
  }

  /** Loads what was missing. */
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

  /** Notes what a call needs first; what it would read after that is not known before it has it. */
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

  /** The loaded piece with these bytes. */
  private pieceWith(start: number, end: number): Piece | null {
    const piece = this.pieces[this.indexOf(start)] ?? null;
    if (piece === null || end > piece.start + piece.bytes.length) return null;
    piece.used = ++this.clock;
    return piece;
  }

  /** The index of the last piece that starts here or before. */
  private indexOf(start: number): number {
    let [low, high] = [0, this.pieces.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.pieces[middle]!.start <= start) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  /** Keeps bytes, joined with those that they touch. */
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

  /** Drops what was not used for longest, but nothing that was loaded or used since. */
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

/** Sorted ranges, those that are near to each other as one. */
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

/** Answer of a server to a request for a range. */
interface Answer {
  start: number;
  bytes: Uint8Array;
  /** The length of the whole file. */
  size: number;
  /** Value that tells versions of the file apart. */
  version: string | null;
}

/** Loads a range. With one that begins at a number, and no other headers, a server of another origin is asked without a request before. */
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

/** Throws what a request that fails means; one that was ended by its signal, the signal's reason. */
function failed(signal: AbortSignal | undefined, message: string): (error: unknown) => never {
  return (error) => {
    if (signal?.aborted) throw signal.reason;
    throw new PlypackError("NETWORK", `${message}: ${error instanceof Error ? error.message : String(error)}`);
  };
}
