/** Bytes of files, which the WebAssembly reads synchronously or not at all. */

/** Exists only in workers; the types of pages do not have it. */
declare class FileReaderSync {
  readAsArrayBuffer(blob: Blob): ArrayBuffer;
}

/** Source from which the WebAssembly reads a file. */
export interface ByteSource {
  readonly size: number;
  /** True if the bytes of a read may have to be loaded first. */
  readonly isRemote: boolean;
  /** Fills `into`. Returns false if bytes are missing, and records these. */
  read(offset: number, into: Uint8Array): boolean;
  /** Returns true if the bytes of all ranges are loaded (two numbers for each range), and records missing ranges. */
  prefetch(ranges: Float64Array): boolean;
}

/** Bytes in memory. */
export class MemorySource implements ByteSource {
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

/** Size of the pieces in which files are read, in bytes: a read takes some milliseconds, however short it is. */
const PIECE = 1 << 20;
/** Number of cached pieces: searches for one position after another read the same pieces. */
const MAX_PIECES = 96;

/** A file that the user chose. Only workers can read it synchronously. */
export class BlobSource implements ByteSource {
  readonly isRemote = false;
  private readonly reader = new FileReaderSync();
  /** By number, the most recently used pieces last. */
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
