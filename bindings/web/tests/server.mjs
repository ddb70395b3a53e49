// A web server on loopback for the tests: it logs requests, and can be slow, refuse, ignore ranges, or have a changed
// file.
import { createServer } from "node:http";
import { open, stat } from "node:fs/promises";
import { extname, join, normalize } from "node:path";
import { Readable, Transform } from "node:stream";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";

const TYPES = { ".css": "text/css", ".html": "text/html; charset=utf-8", ".js": "text/javascript", ".wasm": "application/wasm" };

/**
 * The server's behavior, which tests change.
 *
 * - `ranges`: whether it answers range requests;
 * - `etag`: the version of all files;
 * - `refuse(path)`: whether it answers 503;
 * - `headers(path)`: more headers, such as CORS headers;
 * - `delay`: milliseconds before each answer;
 * - `speed`: bytes per second, for all answers together; 0 for no limit;
 * - `cache(path)`: whether browsers may cache the answer;
 * - `packed`: "gzip" or "br" to compress pages and scripts, as hosts do.
 */
const DEFAULTS = { ranges: true, etag: '"1"', refuse: null, headers: null, delay: 0, speed: 0, cache: null, packed: null };

/**
 * Serves the mounts, by the first part of the path: folders, or maps from names to bytes. `log` has an entry for each
 * answered or aborted request: method, path, range, status, bytes sent, start and end time.
 */
export async function serve(mounts, options = {}) {
  const settings = { ...DEFAULTS, ...options };
  const log = [];
  const line = { free: 0 };
  const server = createServer((request, response) => {
    answer({ mounts, settings, log, line }, request, response).catch((error) => response.destroy(error));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    settings,
    log,
    /** Resets the behavior. */
    reset: () => Object.assign(settings, DEFAULTS, options),
    /** The answers for a path since `from`, an index of the log. */
    since: (from, path) => log.slice(from).filter((entry) => entry.path.startsWith(path)),
    close: () => new Promise((resolve) => { server.closeAllConnections(); server.close(resolve); }),
  };
}

async function answer({ mounts, settings, log, line }, request, response) {
  const path = normalize(decodeURIComponent(new URL(request.url, "http://x").pathname));
  const entry = { method: request.method, path, range: null, status: 0, bytes: 0, began: performance.now(), ended: 0 };
  response.on("close", () => log.push({ ...entry, ended: performance.now() }));
  const head = (status, headers = {}) => {
    entry.status = status;
    return response.writeHead(status, { "Cache-Control": settings.cache?.(path) ? "max-age=3600" : "no-store", ...headers, ...settings.headers?.(path) });
  };
  if (settings.delay > 0) await new Promise((resolve) => setTimeout(resolve, settings.delay));
  const file = await fileOf(mounts, path);
  if (file === null) return head(404).end();
  if (settings.refuse?.(path)) return head(503).end();
  const asked = settings.ranges ? rangeOf(request.headers.range, file.size) : null;
  if (asked && asked[0] >= file.size) return head(416, { "Content-Range": `bytes */${file.size}` }).end();
  const type = TYPES[extname(path) || ".html"] ?? "application/octet-stream";
  const packed = settings.packed && type !== "application/octet-stream" ? await compressed(file, settings.packed, path) : null;
  const [start, end] = asked ?? [0, packed?.length ?? file.size];
  entry.range = asked;
  const headers = { "Content-Type": type, "Content-Length": end - start };
  if (packed) headers["Content-Encoding"] = settings.packed;
  if (settings.ranges) Object.assign(headers, { "Accept-Ranges": "bytes", ETag: settings.etag });
  if (asked) headers["Content-Range"] = `bytes ${start}-${end - 1}/${file.size}`;
  head(asked ? 206 : 200, headers);
  const body = packed ? streamOf(packed) : await file.read(start, end);
  const counted = new Transform({
    transform(bytes, _, done) {
      entry.bytes += bytes.length;
      setTimeout(() => done(null, bytes), wait(line, settings.speed, bytes.length));
    },
  });
  // A page may abort an answer: that is not an error.
  await pipeline(body, counted, response).catch(() => {});
}

/** Milliseconds until the connection, which all answers share, has sent this number of bytes. */
function wait(line, speed, bytes) {
  if (speed === 0) return 0;
  const now = performance.now();
  line.free = Math.max(line.free, now) + (bytes / speed) * 1000;
  return line.free - now;
}

/** A file of a mount: its length, and a stream of a part of it. */
async function fileOf(mounts, path) {
  const [, mount, ...rest] = path.split("/");
  const found = mounts[mount];
  const name = rest.join("/") || "index.html";
  if (found instanceof Map) {
    const bytes = found.get(name);
    if (bytes === undefined) return null;
    return { size: bytes.length, read: async (start, end) => streamOf(bytes.subarray(start, end)) };
  }
  const file = found && join(found, name);
  const facts = file && (await stat(file).catch(() => null));
  if (!facts?.isFile()) return null;
  return {
    size: facts.size,
    async read(start, end) {
      if (start === end) return streamOf(new Uint8Array(0));
      return (await open(file)).createReadStream({ start, end: end - 1, highWaterMark: PIECE });
    },
  };
}

const COMPRESS = { gzip: promisify(gzip), br: promisify(brotliCompress) };
const done = new Map();

/** A file as hosts send it, compressed only once. */
function compressed(file, how, path) {
  const key = `${how} ${path} ${file.size}`;
  if (!done.has(key)) done.set(key, file.read(0, file.size).then(buffer).then((bytes) => COMPRESS[how](bytes)));
  return done.get(key);
}

/** Number of bytes sent at a time. */
const PIECE = 16 << 10;

function streamOf(bytes) {
  const pieces = Array.from({ length: Math.ceil(bytes.length / PIECE) }, (_, i) => bytes.subarray(i * PIECE, (i + 1) * PIECE));
  return Readable.from(pieces);
}

function rangeOf(header, size) {
  const found = /^bytes=(\d+)-(\d+)$/.exec(header ?? "");
  return found && [Number(found[1]), Math.min(size, Number(found[2]) + 1)];
}
