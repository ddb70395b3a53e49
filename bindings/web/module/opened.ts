/** Opens sources: files that the user chose, bytes, and files on servers. */

import { BlobSource, type ByteSource, MemorySource } from "./bytes.js";
import { PlypackError } from "./errors.js";
import { Loader } from "./loader.js";
import type { Source } from "./types.js";

/** A file as the WebAssembly reads it, and the loader of its bytes, if it needs one. */
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
