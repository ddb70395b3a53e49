/** The user's files: collections, and PGN, which is packed first. */
import { AddressError, DownloadError, isAbort, messageOf } from "./advice.js";
import { type Collection, open, pack, type WorkOptions } from "plypack";

/** A collection on the page. */
export interface OpenFile {
  name: string;
  /** The URL as the user gave it; null for local files. */
  url: string | null;
  collection: Collection;
  /** The packed file, if it was made from PGN. */
  packed: Uint8Array | null;
  /** Problems of the PGN. */
  warnings: string[];
}

export type Given = File | string;

/** Names of PGN files; the module itself decompresses zstd. */
const PGN_NAME = /\.pgn(\.gz|\.zst)?$/i;

export const nameOf = (given: Given): string =>
  typeof given === "string" ? (given.split(/[?#]/)[0]!.split("/").pop() ?? given) || given : given.name;

export async function openFile(given: Given, work: WorkOptions): Promise<OpenFile> {
  const name = decoded(nameOf(given));
  const url = typeof given === "string" ? given : null;
  const pgn = await pgnOf(given, work);
  if (!pgn) {
    const source = typeof given === "string" ? addressOf(given) : given;
    return { name, url, collection: await open(source, { ...work, acceptDamage: true }), packed: null, warnings: [] };
  }
  const { bytes, warnings } = await pack(pgn, work);
  const collection = await open(bytes, work);
  return { name, url, collection, packed: bytes, warnings };
}

function addressOf(given: string): URL {
  try {
    return new URL(given, location.href);
  } catch {
    throw new AddressError(given);
  }
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** The PGN of a file, unpacked; null if it is something else. */
async function pgnOf(given: Given, work: WorkOptions): Promise<Blob | null> {
  if (typeof given === "string") {
    if (!PGN_NAME.test(nameOf(given))) return null;
    return inflated(await download(given, work));
  }
  const isNamed = PGN_NAME.test(given.name);
  if (!isNamed && !(await looksLikePgn(given))) return null;
  return inflated(given);
}

/** Returns whether a file begins with a tag: some PGN files have other names. */
async function looksLikePgn(file: File): Promise<boolean> {
  return /^\uFEFF?\s*\[[A-Za-z]+ "/.test(await file.slice(0, 256).text());
}

async function inflated(file: Blob): Promise<Blob> {
  const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  if (first !== 0x1f || second !== 0x8b) return file;
  return new Response(file.stream().pipeThrough(new DecompressionStream("gzip"))).blob();
}

async function download(url: string, { signal, onProgress }: WorkOptions): Promise<Blob> {
  const response = await fetch(addressOf(url), { signal: signal ?? null }).catch((error) => {
    throw isAbort(error) ? error : new DownloadError(`${url}: ${messageOf(error)}`);
  });
  if (!response.ok || !response.body) throw new DownloadError(`${url}: the server answers ${response.status} ${response.statusText}`);
  const total = Number(response.headers.get("Content-Length") ?? 0);
  let done = 0;
  const counted = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, out) {
      done += chunk.length;
      onProgress?.({ stage: "reading", done, total, unit: "bytes" });
      out.enqueue(chunk);
    },
  });
  return new Response(response.body.pipeThrough(counted)).blob();
}

/** Lets the user save a packed file. */
export function save(file: OpenFile): void {
  const bytes = new Blob([file.packed as Uint8Array<ArrayBuffer>], { type: "application/octet-stream" });
  saveAs(`${file.name.replace(PGN_NAME, "")}.plypack`, bytes);
}

/** Lets the user save a file. */
export function saveAs(name: string, content: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
