/** Bytes of files, as the WebAssembly reads them: at once, or not at all. */

import { PlypackError } from "./errors.js";
import { Loader } from "./loader.js";
import type { Source } from "./types.js";

/** Of workers, which the types of pages do not know. */
declare class FileReaderSync {
  readAsArrayBuffer(blob: Blob): ArrayBuffer;
}

/** Source by which the WebAssembly reads a file. */
export interface ByteSource {
  readonly size: number;
  /** True if reads may have to be loaded first. */
  readonly isRemote: boolean;
  /** Fills `into`; false if bytes are missing, which are noted. */
  read(offset: number, into: Uint8Array): boolean;
  /** Returns whether the bytes of ranges are there, each two numbers; missing ones are noted. */
  prefetch(ranges: Float64Array): boolean;
}

/** Bytes in memory. */
class MemorySource implements ByteSource {
  readonly isRemote = false;

  constructor(private readonly bytes: Uint8Array) {}

  get size(): number {
    return this.bytes.length;
  }

  read(offset: number, into: Uint8Array): boolean {
    into.set(this.bytes.subarray(offset, offset + into.length));
    return true;
  }

  prefetch(): boolean {
    return true;
  }
}

/** Files are read by pieces of so many bytes: a read takes some milliseconds, however short it is. */
const PIECE = 1 << 20;
/** So many pieces stay in memory: searches of a position after another read the same ones. */
const MAX_PIECES = 96;

/** A file that the user chose. Only workers can read it at once. */
class BlobSource implements ByteSource {
  readonly isRemote = false;
  private readonly reader = new FileReaderSync();
  /** By their numbers, those that were used last at the end. */
  private readonly pieces = new Map<number, Uint8Array>();

  constructor(private readonly blob: Blob) {}

  get size(): number {
    return this.blob.size;
  }

  read(offset: number, into: Uint8Array): boolean {
    for (let done = 0; done < into.length; ) {
      const at = offset + done;
      const start = at % PIECE;
      const part = this.piece(Math.floor(at / PIECE)).subarray(start, start + into.length - done);
      if (part.length === 0) throw new Error("the file is shorter than it was; choose it again");
      into.set(part, done);
      done += part.length;
    }
    return true;
  }

  prefetch(): boolean {
    return true;
  }

  private piece(number: number): Uint8Array {
    const start = number * PIECE;
    const known = this.pieces.get(number);
    const piece = known ?? new Uint8Array(this.reader.readAsArrayBuffer(this.blob.slice(start, start + PIECE)));
    this.pieces.delete(number);
    this.pieces.set(number, piece);
    const [oldest] = this.pieces.keys();
    if (this.pieces.size > MAX_PIECES && oldest !== undefined) this.pieces.delete(oldest);
    return piece;
  }
}

/** A file as the WebAssembly reads it, and what loads its bytes, if that is needed. */
export interface Opened {
  bytes: ByteSource;
  loader: Loader | null;
}

/** Prepares to read a source. */
export async function sourceOf(source: Source, signal?: AbortSignal): Promise<Opened> {
  if (source instanceof Blob) return { bytes: new BlobSource(source), loader: null };
  if (source instanceof Uint8Array) return { bytes: new MemorySource(source), loader: null };
  if (source instanceof ArrayBuffer) return { bytes: new MemorySource(new Uint8Array(source)), loader: null };
  if (typeof source === "string" || source instanceof URL) {
    const loader = await Loader.open(String(source), signal);
    return { bytes: loader, loader };
  }
  throw new PlypackError("INVALID_ARGUMENT", "a file, its bytes or its address are needed");
}
