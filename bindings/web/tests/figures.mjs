// Requests, time and space of the viewer and its module: `npm run figures -- FILE.plypack... [--native plypack]`.
// For files with an index: requests, bytes, the time to the first list, frames. For files without an index: position
// searches, compared with the command `plypack` on one core.
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, extname, join, resolve } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { modulePage, skip, start, WEB } from "./browser.mjs";

const native = optionOf("--native");
const files = process.argv.slice(2).map((file) => resolve(file));
if (skip) process.exit(0);

const POSITIONS = [
  ["start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"],
  ["1. e4", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"],
  ["Queen's Gambit", "rnbqkbnr/ppp1pppp/8/3p4/2PP4/8/PP2PPPP/RNBQKBNR b KQkq - 0 2"],
  ["Najdorf", "rnbqkb1r/1p2pppp/p2p1n2/8/3NP3/2N5/PPP2PPP/R1BQKB1R w KQkq - 0 6"],
  ["a line of it", "r1bqk2r/1p1nbppp/p2ppn2/6B1/3NPP2/2N2Q2/PPP3PP/2KR1B1R w kq - 5 9"],
  ["never played", "rnbq1bnr/ppppkppp/8/4p3/P6P/8/1PPPPPP1/RNBQKBNR w KQ - 1 4"],
];

/** A connection of 20 Mbit/s with 50 ms latency per request. */
const LINE = { delay: 50, speed: 20e6 / 8 };
/** Delay of answers in milliseconds when rounds are counted: requests that overlap belong to one round. */
const APART = 30;

function optionOf(name) {
  const at = process.argv.indexOf(name);
  return at < 0 ? null : process.argv.splice(at, 2)[1];
}

const number = (value) => Math.round(value).toLocaleString("en");
const kilobytes = (bytes) => `${(bytes / 1000).toFixed(0)} KB`;
const milliseconds = (time) => `${time.toFixed(0)} ms`;

function table(title, heads, rows) {
  const lines = [heads, ...rows].map((line) => line.map(String));
  const widths = heads.map((_, column) => Math.max(...lines.map((line) => line[column].length)));
  console.log(`\n${title}`);
  for (const line of lines) console.log(`  ${line.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]) : cell.padStart(widths[i]))).join("   ")}`);
}

/** Counts the rounds: requests that overlap in time are one round. */
function roundsOf(requests) {
  let [rounds, end] = [0, -Infinity];
  for (const { began, ended } of requests.toSorted((a, b) => a.began - b.began)) {
    if (began >= end) [rounds, end] = [rounds + 1, ended];
    else end = Math.max(end, ended);
  }
  return rounds;
}

/** Makes calls in a page. Returns the result, the time and the requests. */
async function measured({ server }, page, body, argument) {
  const from = server.log.length;
  const began = performance.now();
  const result = await page.evaluate(body, argument);
  const time = performance.now() - began;
  await new Promise((resolve) => setTimeout(resolve, 100));
  const requests = server.since(from, "/data/");
  return { result, time, requests, count: requests.length, rounds: roundsOf(requests), bytes: requests.reduce((sum, { bytes }) => sum + bytes, 0) };
}

async function requestsOf(web, name) {
  web.server.reset();
  web.server.settings.delay = APART;
  const rows = [];
  const add = (what, wanted, { count, rounds, bytes, time }) => rows.push([what, count, rounds, kilobytes(bytes), milliseconds(time), wanted]);
  const fresh = async () => {
    const page = await modulePage(web);
    const opened = await measured(web, page, async (name) => {
      globalThis.collection = await plypack.open(`/data/${name}`);
      return collection.rows(Array.from({ length: 64 }, (_, game) => game));
    }, name);
    return [page, opened];
  };
  const [page, opened] = await fresh();
  add("open, first page of the list", "3 requests, 200 KB", opened);
  const middle = Math.floor((await page.evaluate(() => collection.info.games)) / 2);
  add("a game of the first page", "1 more", await measured(web, page, async () => void (await collection.game(17))));
  add("rows in the middle", "", await measured(web, page, async (game) => void (await collection.rows(Array.from({ length: 64 }, (_, i) => game + i))), middle));
  add("a game there", "1 more", await measured(web, page, async (game) => void (await collection.game(game + 9)), middle));
  for (const [label, fen] of POSITIONS) {
    const [page] = await fresh();
    const tree = await measured(web, page, async (fen) => (await collection.tree(fen)).games, fen);
    add(`tree, ${label} (${number(tree.result)} games)`, "3 rounds, 300 KB", tree);
    await page.close();
  }
  for (const [label, fen] of POSITIONS.slice(3, 4)) {
    const [page] = await fresh();
    const search = await measured(web, page, async (fen) => (await collection.search({ fen })).games.length, fen);
    add(`games with a position, ${label} (${number(search.result)})`, "", search);
    await page.close();
  }
  add("tags of all games", "6,000 KB, once", await measured(web, page, async () => void (await collection.loadTags())));
  add("sort by White after that", "nothing", await measured(web, page, async () => void (await collection.search({ sort: "white" }))));
  add("filter by a player", "nothing", await measured(web, page, async () => void (await collection.search({ player: "carlsen" }))));
  add("the same again, by date", "nothing", await measured(web, page, async () => void (await collection.search({ player: "carlsen", sort: "date" }))));
  await page.close();
  table(`${name}: requests of the module (each answer ${APART} ms late)`, ["", "requests", "rounds", "bytes", "time", "wanted"], rows);
}

/** Opens a file in the viewer. Returns the time until the list has its first rows, and the requests until then. */
async function visit({ server }, context, name) {
  const page = await context.newPage();
  const from = server.log.length;
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (document.querySelector("#row-0[data-game]") === null) return;
      observer.disconnect();
      // Time counts from the start of the navigation.
      requestAnimationFrame(() => (globalThis.listed = performance.now()));
    }).observe(document, { childList: true, subtree: true, attributes: true });
  });
  await page.goto(`${server.url}/viewer/?file=/data/${encodeURIComponent(name)}`);
  await page.waitForFunction(() => globalThis.listed !== undefined);
  const end = performance.now();
  const time = await page.evaluate(() => listed);
  // The browser must have stored the cached files before the next visit.
  await page.waitForTimeout(1500);
  await page.close();
  return { time, requests: server.log.slice(from).filter(({ began }) => began < end) };
}

/** The time to the first list, with or without scripts and WebAssembly in the browser's cache. */
async function firstList(web, name) {
  const rows = [];
  const inContext = async (body) => {
    const context = await web.browser.newContext({ viewport: { width: 1280, height: 860 } });
    const result = await body(context);
    await context.close();
    return result;
  };
  for (const [packed, label] of [[null, "as they are"], ["gzip", "gzip"], ["br", "brotli"]]) {
    web.server.reset();
    Object.assign(web.server.settings, { packed, cache: (path) => !path.startsWith("/data/") });
    // The server now compresses its answers.
    await inContext((context) => visit(web, context, name));
    Object.assign(web.server.settings, LINE);
    const visits = [];
    for (let i = 0; i < 3; i++) visits.push(await inContext(async (context) => [await visit(web, context, name), await visit(web, context, name)]));
    for (const [kept, state] of [[0, "first visit"], [1, "kept from before"]]) {
      const { time, requests } = visits.map((both) => both[kept]).toSorted((a, b) => a.time - b.time)[1];
      const sum = (list) => `${list.length}, ${kilobytes(list.reduce((sum, { bytes }) => sum + bytes, 0))}`;
      const isData = ({ path }) => path.startsWith("/data/");
      rows.push([`scripts ${label}, ${state}`, milliseconds(time), sum(requests.filter((entry) => !isData(entry))), sum(requests.filter(isData))]);
    }
  }
  const title = `${name}: from the navigation to the first list at 20 Mbit/s and 50 ms (median of 3; wanted 1,000 ms)`;
  table(title, ["", "time", "for the page", "of the file"], rows);
}

/** Frames while the list scrolls, by wheel and by page. */
async function frames(web, name) {
  web.server.reset();
  const context = await web.browser.newContext({ viewport: { width: 1280, height: 860 } });
  const page = await context.newPage();
  await page.goto(`${web.server.url}/viewer/?file=/data/${encodeURIComponent(name)}`);
  await page.locator("#row-0[data-game]").waitFor();
  await page.waitForTimeout(1500);
  const rows = [];
  for (const [label, step] of [["no scrolling", 0], ["20 pixels a frame", 20], ["120 pixels a frame", 120], ["2,000 pixels a frame", 2000]]) {
    const times = await page.evaluate(async (step) => {
      const list = document.querySelector("#games");
      list.scrollTop = 0;
      const times = [];
      await new Promise((resolve) => {
        requestAnimationFrame(function next(time) {
          times.push(time);
          list.scrollTop += step;
          if (times.length < 400) requestAnimationFrame(next);
          else resolve();
        });
      });
      return times;
    }, step);
    const each = times.slice(1).map((time, i) => time - times[i]).toSorted((a, b) => a - b);
    const at = (share) => each[Math.min(each.length - 1, Math.floor(each.length * share))].toFixed(1);
    const mean = (times.at(-1) - times[0]) / (times.length - 1);
    rows.push([label, (1000 / mean).toFixed(1), at(0.5), at(0.95), at(1), each.filter((time) => time > 25).length]);
  }
  await context.close();
  table(`${name}: frames while the list scrolls (400; wanted 60 a second)`, ["", "a second", "p50 ms", "p95 ms", "longest ms", "over 25 ms"], rows);
}

const seconds = (body) => {
  const began = performance.now();
  body();
  return performance.now() - began;
};

/** Position searches in a local file, without its index. */
async function searches(web, file) {
  const page = await modulePage(web);
  await page.evaluate(() => void (document.body.innerHTML = "<input type=file>"));
  await page.locator("input").setInputFiles(file);
  await page.evaluate(async () => void (globalThis.collection = await plypack.open(document.querySelector("input").files[0])));
  const rows = [];
  for (const [label, fen] of POSITIONS) {
    const times = [];
    let games;
    for (let i = 0; i < 3; i++) {
      const { result, time } = await measured(web, page, async (fen) => {
        const began = performance.now();
        const { games } = await collection.search({ fen });
        return [games.length, performance.now() - began];
      }, fen);
      void time;
      games = result[0];
      times.push(result[1]);
    }
    const command = ["find", file, "--fen", fen, "--count", "--threads", "1", "--no-index", "--no-map"];
    const natives = native ? [0, 1, 2].map(() => seconds(() => execFileSync(native, command))) : [];
    const [best, nativeBest] = [Math.min(...times), Math.min(...natives)];
    const compared = native ? [milliseconds(nativeBest), (best / nativeBest).toFixed(1)] : ["", ""];
    rows.push([label, number(games), milliseconds(times[0]), milliseconds(best), ...compared]);
  }
  await page.close();
  table(
    `${basename(file)}: searches of positions without index, of a local file (wanted: 3 times the native time of one core)`,
    ["", "games", "first", "best of 3", "native, best of 3", "times"],
    rows,
  );
}

function sizes() {
  const folder = join(WEB, "dist/viewer");
  const names = readdirSync(folder).filter((name) => extname(name) !== ".map");
  const rows = names.map((name) => {
    const bytes = readFileSync(join(folder, name));
    return [name, number(bytes.length), number(gzipSync(bytes, { level: 9 }).length), number(brotliCompressSync(bytes).length)];
  });
  table("sizes of the built viewer, in bytes", ["", "as it is", "gzip -9", "brotli -11"], rows);
}

sizes();
for (const file of files) {
  const web = await start(dirname(file));
  try {
    const name = basename(file);
    const page = await modulePage(web);
    const info = await page.evaluate(async (name) => (await plypack.open(`/data/${name}`)).info, name);
    await page.close();
    console.log(`\n${name}: ${number(info.games)} games, ${number(info.bytes)} bytes, codec ${info.codec}, ${info.indexed ? "with" : "without"} index`);
    await firstList(web, name);
    await frames(web, name);
    if (info.indexed) await requestsOf(web, name);
    else await searches(web, file);
  } finally {
    await web.close();
  }
}
