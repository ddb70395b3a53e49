// The module in a page: `npm test`.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { modulePage, packInto, SAMPLES, skip, start, WEB } from "./browser.mjs";
import * as expected from "./expected.mjs";
import { blocksOf, damagedAt, MOVES, ofNewerVersion, TAG_VALUES } from "./format.mjs";
import { madeUpGames, pgnOf, RICH } from "./sample.mjs";
import { serve } from "./server.mjs";

const SMALL = 1500;
const LARGE = 20_000;
const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

const records = madeUpGames(SMALL);
const data = new Map();
let web, page, server;
/** Games and rows of small.plypack as the module reads them. */
let games, rows;

before(async () => {
  if (skip) return;
  web = await start(data);
  ({ server } = web);
  page = await modulePage(web);
  const small = `${pgnOf(records)}\n${RICH}`;
  await packInto(page, data, "small.plypack", small);
  await packInto(page, data, "plain.plypack", small, { index: false });
  await packInto(page, data, "large.plypack", pgnOf(madeUpGames(LARGE, 7)));
  await packInto(page, data, "large-plain.plypack", pgnOf(madeUpGames(LARGE, 7)), { index: false });
  [games, rows] = await page.evaluate(async () => {
    globalThis.small = await plypack.open("/data/small.plypack");
    const all = Array.from({ length: small.info.games }, (_, game) => game);
    return [await Promise.all(all.map((game) => small.game(game))), await small.rows(all)];
  });
}, { timeout: 120_000 });

after(async () => {
  await web?.close();
});

/** Runs a test after the server was reset. */
function check(name, body) {
  test(name, { skip, timeout: 60_000 }, async () => {
    server.reset();
    await body();
  });
}

/** Returns the result of a search of the small file, as arrays. */
const search = (query) =>
  page.evaluate(async (query) => {
    const { games, plies, problems } = await small.search(query);
    return { games: [...games], plies: plies && [...plies], problems };
  }, query);

/** Returns the error of opening a file of the server. */
const failureOf = (address) => page.evaluate((address) => failure(plypack.open(address)), address);

check("a file, its bytes and its address give the same", async () => {
  const from = server.log.length;
  const results = await page.evaluate(async () => {
    const bytes = await fetchBytes("large.plypack");
    const sources = [
      new File([bytes], "large.plypack"),
      bytes.buffer,
      bytes.slice(),
      "/data/large.plypack",
      new URL("/data/large.plypack", location.href),
    ];
    const read = async (source) => {
      const collection = await plypack.open(source);
      const { games } = await collection.search({ player: "ada", sort: "date" });
      const result = [
        collection.info,
        [...games],
        await collection.rows(games.slice(0, 30)),
        await collection.game(games[7]),
        await collection.tree((await collection.game(0)).moves[1].fen),
        await collection.pgn([0, 19_999]),
      ];
      collection.close();
      return JSON.stringify(result);
    };
    return Promise.all(sources.map(read));
  });
  assert.equal(new Set(results).size, 1);
  const [info, found] = JSON.parse(results[0]);
  assert.deepEqual(info, {
    version: "0.10",
    bytes: data.get("large.plypack").length,
    games: LARGE,
    deleted: 0,
    codec: "byte",
    indexed: true,
    errors: [],
  });
  assert.ok(found.length > 1000);
  const ranges = server.since(from, "/data/large.plypack").filter(({ range }) => range !== null);
  assert.ok(ranges.length >= 6, "files of servers are read by ranges");
  assert.ok(ranges.every(({ status }) => status === 206));
});

check("other sources are refused", async () => {
  const failures = await page.evaluate(() => Promise.all([42, null, {}].map((source) => failure(plypack.open(source)))));
  for (const failed of failures) assert.equal(failed.code, "INVALID_ARGUMENT");
});

check("bytes that a page gives stay its own", async () => {
  const length = await page.evaluate(async () => {
    const bytes = await fetchBytes("small.plypack");
    (await plypack.open(bytes)).close();
    return bytes.length;
  });
  assert.equal(length, data.get("small.plypack").length);
});

check("rows have the tags of their games", async () => {
  const wanted = records.map(({ moves, annotator, ...tags }) => ({ ...tags, plies: moves.length }));
  assert.deepEqual(rows.slice(0, SMALL).map(({ opening, ...row }) => row), wanted);
  const openings = { "": "", B90: "Sicilian Defense: Najdorf Variation", A00: "Amar Opening" };
  for (const [eco, name] of Object.entries(openings)) assert.equal(rows.find((row) => row.eco === eco).opening, name);
  const some = await page.evaluate(async () => small.rows([1200, 3, 3, 99_999]));
  assert.deepEqual(some.slice(0, 3), [rows[1200], rows[3], rows[3]]);
  assert.match(some[3].error, /99,?999/);
});

const { contains, dateNumber } = expected;
const within = (value, low, high) => value !== null && value >= low && value <= high;
const ratings = ({ whiteElo, blackElo }) => [whiteElo, blackElo].filter((rating) => rating !== null);
const FILTERS = [
  [{ player: "watch" }, ({ white, black }) => contains(white, "watch") || contains(black, "watch")],
  [{ player: "ODEGARD" }, ({ white, black }) => contains(white, "odegard") || contains(black, "odegard")],
  [{ white: "lukasik" }, ({ white }) => contains(white, "lukasik")],
  [{ black: "=Smith, John" }, ({ black }) => black === "Smith, John"],
  [{ white: "/^s.*a$/i" }, ({ white }) => /^s.*a$/i.test(white)],
  [{ event: "RIVERSIDE" }, ({ event }) => contains(event, "riverside")],
  [{ site: "krakow" }, ({ site }) => contains(site, "krakow")],
  [{ eco: "C65..C84" }, ({ eco }) => eco >= "C65" && eco <= "C84"],
  [{ eco: "B9" }, ({ eco }) => eco.startsWith("B9")],
  [{ date: "1985" }, ({ date }) => date.startsWith("1985")],
  [{ date: "1985..1990" }, ({ date }) => within(dateNumber(date), 19850000, 19909999)],
  [{ date: "2001.06.." }, ({ date }) => within(dateNumber(date), 20010600, Infinity)],
  [{ result: "1/2-1/2" }, ({ result }) => result === "1/2-1/2"],
  [{ result: "*" }, ({ result }) => result === "*"],
  [{ rating: "2200.." }, (game) => ratings(game).length > 0 && ratings(game).every((rating) => rating >= 2200)],
  [{ rating: "900..1500" }, (game) => ratings(game).length > 0 && ratings(game).every((rating) => within(rating, 900, 1500))],
  [{ plies: "10..12" }, ({ moves }) => within(moves.length, 10, 12)],
  [{ text: "clock cup" }, (game) => ["clock", "cup"].every((word) => isAnywhere(game, word))],
  [{ text: "C18 2003" }, ({ eco, date, ...game }) => (eco === "C18" || isAnywhere(game, "C18")) && date.startsWith("2003")],
  [{ conditions: [["tag", "Annotator~otator"]] }, ({ annotator }) => annotator !== null && contains(annotator, "otator")],
  [{ conditions: [["not", "result=draw"]] }, ({ result }) => result !== "1/2-1/2"],
  [{ player: "ben", date: "1990..", result: "0-1" }, ({ white, black, date, result }) =>
    (contains(white, "ben") || contains(black, "ben")) && within(dateNumber(date), 19900000, Infinity) && result === "0-1"],
  [{ player: "nobody has this name" }, () => false],
];
const isAnywhere = ({ white, black, event, site }, word) => [white, black, event, site].some((value) => contains(value, word));

check("every filter finds what a plain computation finds", async () => {
  const ofRich = { white: "", black: "", event: "", site: "", eco: "", date: "????.??.??", whiteElo: null, blackElo: null };
  for (const [filter, test] of FILTERS) {
    const result = await search(filter);
    const wanted = records.filter(test).map(({ game }) => game);
    assert.deepEqual(result.games.filter((game) => game < SMALL), wanted, JSON.stringify(filter));
    assert.equal(result.plies, null);
    assert.deepEqual(result.problems, []);
    if (test({ ...ofRich, result: "", moves: [], annotator: null }) === false && wanted.length === 0) assert.deepEqual(result.games, []);
  }
});

check("games with annotations are found by them", async () => {
  assert.deepEqual((await search({ conditions: [["has", "variations"]] })).games, [SMALL]);
  assert.deepEqual((await search({ conditions: [["has", "comments"]] })).games, [SMALL, SMALL + 1]);
  assert.deepEqual((await search({ conditions: [["nag", "$5"]] })).games, [SMALL]);
  assert.deepEqual((await search({ conditions: [["comment", "sicilian"]] })).games, [SMALL]);
});

check("filters that say nothing are refused", async () => {
  for (const query of [{ date: "soon" }, { eco: "Z99" }, { rating: "a..b" }, { white: "/(/" }, { material: "XX" }, { conditions: [["nothing", "x"]] }]) {
    const failed = await page.evaluate((query) => failure(small.search(query)), query);
    assert.equal(failed?.name, "PlypackError", JSON.stringify(query));
    assert.equal(failed.code, "INVALID_ARGUMENT", JSON.stringify(query));
  }
  assert.match((await page.evaluate(() => failure(small.search({ fen: "8/8/8/8 w" })))).code, /^INVALID_|^ILLEGAL_/);
});

check("every column sorts, in both directions", async () => {
  const all = rows.map((row) => ({ ...row, moves: { length: row.plies } }));
  for (const sort of expected.COLUMNS) {
    for (const descending of [false, true]) {
      const { games } = await search({ sort, descending });
      assert.deepEqual(games, expected.sorted(all, sort, descending), `${sort} ${descending ? "descending" : "ascending"}`);
    }
  }
});

check("a filter is sorted, and plies stay with their games", async () => {
  const fen = games[0].moves[3].fen;
  const [unsorted, sorted] = [await search({ fen }), await search({ fen, sort: "black", descending: true })];
  const of = ({ games, plies }) => new Map(games.map((game, i) => [game, plies[i]]));
  assert.deepEqual(of(sorted), new Map([...of(unsorted)].toSorted(([a], [b]) => sorted.games.indexOf(a) - sorted.games.indexOf(b))));
  const all = rows.map((row) => ({ ...row, moves: { length: row.plies } }));
  assert.deepEqual(sorted.games, expected.sorted(all, "black", true).filter((game) => unsorted.games.includes(game)));
});

/** Positions of all kinds: frequent, rare, and reached by several orders of moves. */
function somePositions() {
  const fens = [0, 1, 17, 400, SMALL].flatMap((game) => games[game].moves.filter((_, i) => i % 4 === 1).map(({ fen }) => fen));
  const transposed = games.find((_, i) => records[i]?.eco === "D37" && records[i].moves[0] === "c4" && records[i].moves.length > 9);
  return [START, transposed.moves[8].fen, ...fens];
}

check("positions are found, with an index and without", async () => {
  await page.evaluate(async () => void (globalThis.plain = await plypack.open("/data/plain.plypack")));
  for (const fen of somePositions()) {
    const wanted = expected.found(games, (at) => expected.identity(at) === expected.identity(fen));
    const result = await search({ fen });
    assert.deepEqual(result.games, wanted.map(({ game }) => game), fen);
    assert.deepEqual(result.plies, wanted.map(({ ply }) => ply), fen);
    const without = await page.evaluate(async (fen) => [...(await plain.search({ fen })).games], fen);
    assert.deepEqual(without, result.games, fen);
  }
  const board = games.find(({ moves }) => moves.length > 8).moves[4].fen.split(" ")[0];
  const wanted = expected.found(games, (at) => at.split(" ")[0] === board);
  assert.deepEqual((await search({ fen: board })).games, wanted.map(({ game }) => game));
  const filtered = await search({ fen: START, white: "rossi" });
  assert.deepEqual(filtered.games, rows.filter(({ game, white }) => contains(white, "rossi") && games[game].fen === START).map(({ game }) => game));
});

check("patterns and material are found", async () => {
  const pattern = await search({ pattern: "8/8/8/4p3/2B1P3/5N2/8/8" });
  const stands = (fen) => Object.entries({ e5: "p", c4: "B", e4: "P", f3: "N" }).every(([square, piece]) => expected.pieceOn(fen, square) === piece);
  const wanted = expected.found(games, stands);
  assert.ok(wanted.length > 20);
  assert.deepEqual(pattern.games, wanted.map(({ game }) => game));
  assert.deepEqual(pattern.plies, wanted.map(({ ply }) => ply));
  const endings = expected.found(games, (fen) => expected.material(fen).toSorted().join("v") === "KRvKRP");
  const material = await search({ material: "KRPvKR" });
  assert.deepEqual([material.games, material.plies], [endings.map(({ game }) => game), endings.map(({ ply }) => ply)]);
  assert.deepEqual(material.games, [SMALL + 2, SMALL + 3]);
});

check("variations are searched if that is asked for", async () => {
  const line = games[SMALL].moves[1].variations[0];
  for (const { fen } of [line[1], line[1].variations[0][2], line[2]]) {
    const test = (at) => expected.identity(at) === expected.identity(fen);
    const plies = games.map((game) => expected.plyWithVariations(game, test));
    const wanted = plies.flatMap((ply, game) => (ply === null ? [] : [[game, ply]]));
    const result = await search({ fen, variations: true });
    assert.deepEqual(result.games.map((game, i) => [game, result.plies[i]]), wanted, fen);
    assert.ok(!(await search({ fen })).games.includes(SMALL));
    assert.ok(result.games.includes(SMALL));
  }
});

check("the tree counts what was played, by any order of moves", async () => {
  const bare = ({ branches, problems, ...sums }) => ({ ...sums, branches: branches.map(({ fen, opening, ...branch }) => branch) });
  for (const fen of somePositions()) {
    const tree = await page.evaluate((fen) => small.tree(fen), fen);
    assert.deepEqual(bare(tree), expected.treeOf(games, rows, fen), fen);
    assert.deepEqual(tree.problems, []);
    assert.deepEqual(await page.evaluate((fen) => plain.tree(fen), fen), tree, "without index");
  }
  const filtered = await page.evaluate((fen) => small.tree(fen, { result: "1-0" }), START);
  assert.deepEqual(bare(filtered), expected.treeOf(games.filter(({ game }) => rows[game].result === "1-0"), rows, START));
  const after = filtered.branches[0];
  assert.deepEqual(games.find(({ moves }) => moves[0].uci === after.uci).moves[0].fen, after.fen);
  assert.equal((await page.evaluate((fen) => failure(small.tree(fen, { fen })), START)).code, "INVALID_ARGUMENT");
});

check("a position by itself", async () => {
  const first = await page.evaluate(() => plypack.position());
  assert.equal(first.fen, START);
  assert.equal(first.moves.length, 20);
  assert.deepEqual([first.turn, first.check, first.ending], ["white", null, null]);
  const e4 = first.moves.find(({ san }) => san === "e4");
  assert.deepEqual([e4.uci, e4.from, e4.to, e4.promotion], ["e2e4", "e2", "e4", ""]);
  const mate = await page.evaluate(() => plypack.position("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"));
  assert.deepEqual([mate.ending, mate.check, mate.moves], ["checkmate", "e1", []]);
  const failed = await page.evaluate(() => failure(plypack.position("8/8/8/8/8/8/8/8 w - - 0 1")));
  assert.equal(failed.code, "ILLEGAL_POSITION");
});

check("a game has its moves, variations, notes, clocks and evaluations", async () => {
  const game = games[SMALL];
  assert.deepEqual(game.tags.slice(0, 2), [["Event", "Made up: variations and more"], ["Site", "Bergen NOR"]]);
  assert.deepEqual(game.moves.map(({ san }) => san), "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O".split(" "));
  assert.deepEqual(game.moves.map(({ ply }) => ply), [1, 2, 3, 4, 5, 6, 7, 8, 9]);
  assert.deepEqual(game.moves.map(({ clock }) => clock), [180, 179.5, 175, 171, 170, 164, 161, 150, 3759]);
  const pawns = (value) => ({ pawns: value });
  const evaluations = [pawns(0.3), pawns(0.25), pawns(0.4), pawns(0.31), pawns(0.28), pawns(0.5), pawns(0.42), { mate: -3 }, { mate: 4 }];
  assert.deepEqual(game.moves.map(({ evaluation }) => evaluation), evaluations);
  assert.deepEqual([game.moves[0].nags, game.moves[5].nags], [[1], [6]]);
  assert.deepEqual(game.moves[0].before.map((text) => text.trim()), ["A game for the tests."]);
  const [sicilian, french] = game.moves[1].variations;
  assert.deepEqual(sicilian.map(({ san, ply }) => [san, ply]), [["c5", 2], ["Nf3", 3], ["d6", 4], ["d4", 5]]);
  assert.deepEqual(sicilian[0].comments.map((text) => text.trim()), ["The Sicilian."]);
  assert.deepEqual(sicilian[1].variations.map((line) => line.map(({ san }) => san)), [["Nc3", "Nc6", "g3"]]);
  assert.deepEqual(sicilian[1].variations[0][1].nags, [5]);
  assert.deepEqual(french.map(({ san }) => san), ["e6", "d4", "d5"]);
  assert.deepEqual([game.result, game.opening.name], ["1-0", "Ruy Lopez: Morphy Defense"]);
});

check("Chess960, other starts and promotions", async () => {
  const [chess960, rooks, , pawns] = games.slice(SMALL + 1);
  assert.ok(chess960.chess960);
  assert.deepEqual(chess960.moves.map(({ san }) => san), ["O-O", "O-O-O", "Rfd1", "e5"]);
  assert.equal(expected.pieceOn(chess960.moves[0].fen, "g1") + expected.pieceOn(chess960.moves[0].fen, "f1"), "KR");
  assert.equal(chess960.moves[0].uci, "b1e1");
  assert.equal(rooks.fen, "8/8/8/4k3/7r/4K3/3pR3/8 b - - 0 60");
  assert.deepEqual(rooks.moves.map(({ san, ply }) => [san, ply]), [["d1=Q", 1], ["Re1", 2], ["Qxe1+", 3], ["Kd3", 4]]);
  assert.ok(!rooks.chess960);
  assert.deepEqual(pawns.moves.map(({ uci }) => uci).slice(4), ["e5d6", "a6a5", "d6c7", "a5a4", "c7b8n"]);
  assert.equal(pawns.moves.at(-1).san, "cxb8=N");
});

check("PGN comes out as it went in", async () => {
  const words = (text) => text.replace(/\( /g, "(").replace(/\s+/g, " ").trim();
  const text = await page.evaluate(() => small.pgn(Array.from({ length: small.info.games }, (_, game) => game)));
  assert.equal(words(text), words(`${pgnOf(records)}\n${RICH}`.replace(/ \)/g, ")")));
  const again = await page.evaluate(async (text) => {
    const { bytes } = await plypack.pack(new TextEncoder().encode(text));
    return (await plypack.open(bytes)).pgn(Array.from({ length: small.info.games }, (_, game) => game));
  }, text);
  assert.equal(again, text);
});

const CODECS = ["coord16", "byte", "tight"];

check("every codec packs; only tight loads its model", async () => {
  const sample = readFileSync(join(SAMPLES, "famous.pgn")) + "\n" + readFileSync(join(SAMPLES, "edge.pgn"), "latin1");
  data.set("sample.pgn", Buffer.from(sample));
  let wanted = null;
  for (const codec of CODECS) {
    const from = server.log.length;
    const { size, ...result } = await page.evaluate(async (codec) => {
      const { bytes, games, warnings } = await plypack.pack(await fetchBytes("sample.pgn"), { codec });
      const size = bytes.length;
      const collection = await plypack.open(bytes);
      const all = Array.from({ length: games }, (_, game) => game);
      const result = { size, games, warnings, codec: collection.info.codec, pgn: await collection.pgn(all), found: [...(await collection.search({ player: "anderssen" })).games] };
      collection.close();
      return result;
    }, codec);
    assert.equal(result.codec, codec);
    assert.equal(result.games, 47);
    const { codec: _, ...rest } = result;
    assert.deepEqual(rest, (wanted ??= rest), codec);
    const models = server.since(from, "/module/tight-model-2.bin").length;
    assert.equal(models > 0, codec === "tight", `${models} requests of the model with ${codec}`);
  }
  assert.equal((await page.evaluate(() => failure(plypack.pack(new Uint8Array(0), { codec: "zip" })))).code, "UNKNOWN_CODEC");
});

check("what PGN cannot be parsed is told", async () => {
  data.set("broken.pgn", readFileSync(join(SAMPLES, "broken.pgn")));
  const { warnings, count, unread } = await page.evaluate(async () => {
    const { bytes, games, warnings } = await plypack.pack(await fetchBytes("broken.pgn"));
    const collection = await plypack.open(bytes);
    return { warnings, count: games, unread: (await collection.game(1)).unread };
  });
  assert.equal(count, 14);
  assert.ok(warnings.length >= 11);
  assert.match(warnings[0], /^game 2, /);
  assert.match(unread, /^2\. Ke3 Nc6/);
});

check("work tells how far it has come", async () => {
  const progress = await page.evaluate(async () => {
    const told = { open: [], tags: [], search: [], pack: [] };
    const into = (name) => ({ onProgress: (progress) => told[name].push(progress) });
    const collection = await plypack.open("/data/large-plain.plypack", into("open"));
    await collection.loadTags(into("tags"));
    await collection.search({ pattern: "8/8/8/8/4P3/8/8/8" }, into("search"));
    collection.close();
    await plypack.pack(await fetchBytes("large.plypack.pgn"), into("pack"));
    return told;
  });
  assert.deepEqual(new Set(progress.tags.map(({ stage, unit }) => `${stage} ${unit}`)), new Set(["loading tags bytes"]));
  assert.equal(progress.tags.at(-1).done, progress.tags.at(-1).total);
  assert.ok(progress.search.some(({ stage, unit }) => stage === "searching" && unit === "games"));
  for (const stage of ["packing", "indexing"]) {
    const steps = progress.pack.filter((step) => step.stage === stage);
    assert.ok(steps.length > 0, stage);
    assert.ok(steps.every(({ done, total }, i) => total > 0 && done <= total && done >= (steps[i - 1]?.done ?? 0)), stage);
  }
});

check("a search and packing can be ended", async () => {
  await page.evaluate(async () => void (globalThis.remote = await plypack.open("/data/large-plain.plypack")));
  server.settings.delay = 100;
  const from = server.log.length;
  const result = await page.evaluate(async () => {
    /** Aborts work at its first progress report. */
    const aborted = (work) => {
      const controller = new AbortController();
      return failure(work({ signal: controller.signal, onProgress: () => controller.abort() }));
    };
    const query = { pattern: "8/8/8/8/4P3/8/8/8" };
    const search = await aborted((options) => remote.search(query, options));
    const pgn = await fetchBytes("large.plypack.pgn");
    const pack = await aborted((options) => plypack.pack(pgn, options));
    const before = AbortSignal.abort(new Error("not wanted"));
    const early = [await failure(remote.search(query, { signal: before })), await failure(plypack.pack(pgn, { signal: before }))];
    return { search, pack, early };
  });
  assert.equal(result.search.name, "AbortError");
  assert.equal(result.pack.name, "AbortError");
  for (const early of result.early) assert.equal(early.message, "not wanted");
  // The rest of the file is no longer requested.
  assert.ok(server.since(from, "/data/large-plain.plypack").length <= 1);
  server.reset();
  assert.ok((await page.evaluate(async () => (await remote.search({ pattern: "8/8/8/8/4P3/8/8/8" })).games.length)) > 5000, "it stays open");
});

check("loading can be ended", async () => {
  server.settings.delay = 300;
  const result = await page.evaluate(async () => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 450);
    const open = failure(plypack.open("/data/large.plypack", { signal: controller.signal }));
    return { open: await open };
  });
  assert.equal(result.open.name, "AbortError");
});

check("a closed file answers that it is closed", async () => {
  const codes = await page.evaluate(async () => {
    const collection = await plypack.open("/data/small.plypack");
    const running = failure(collection.search({ sort: "white" }));
    collection.close();
    return [(await running)?.code, (await failure(collection.rows([0])))?.code];
  });
  assert.deepEqual(codes, ["CLOSED", "CLOSED"]);
});

check("other files are refused", async () => {
  const small = data.get("small.plypack");
  data.set("text.plypack", Buffer.from("This is a text, and a long one: a file of games begins otherwise."));
  data.set("empty.plypack", Buffer.alloc(0));
  data.set("header.plypack", small.subarray(0, 20));
  data.set("newer.plypack", ofNewerVersion(small));
  data.set("old.plypack", readFileSync(join(SAMPLES, "kept/0.3-byte.plypack")));
  const bytesOf = (name) => page.evaluate(async (name) => failure(plypack.open(await fetchBytes(name))), name);
  for (const [name, code] of [
    ["text.plypack", "NOT_PLYPACK"],
    ["header.plypack", "TRUNCATED"],
    ["newer.plypack", "UNSUPPORTED_VERSION"],
    ["old.plypack", "UNSUPPORTED_VERSION"],
  ]) {
    assert.equal((await bytesOf(name)).code, code, name);
    assert.equal((await failureOf(`/data/${name}`)).code, code, name);
  }
  assert.equal((await bytesOf("empty.plypack")).code, "TRUNCATED");
  assert.equal((await failureOf("/data/empty.plypack")).code, "NETWORK");
  assert.match((await bytesOf("newer.plypack")).message, /99|newer/);
});

check("a file that is cut off says so, and its whole blocks are read", async () => {
  const large = data.get("large-plain.plypack");
  const [first] = blocksOf(large);
  data.set("cut.plypack", large.subarray(0, first.end + 5000));
  const result = await page.evaluate(async () => {
    const read = async (source) => {
      const refused = await plypack.open(source).catch((error) => error.code);
      if (refused !== "TRUNCATED") throw new Error("opened without its end");
      const collection = await plypack.open(source, { acceptDamage: true });
      return [collection.info, await collection.rows([0]), (await collection.search({ player: "ada" })).games.length];
    };
    return [await read("/data/cut.plypack"), await read(await fetchBytes("cut.plypack"))].map((value) => JSON.stringify(value));
  });
  assert.equal(result[0], result[1]);
  const [info, [row], count] = JSON.parse(result[0]);
  assert.equal(info.games, first.games);
  assert.ok(info.errors.length > 0);
  assert.ok(row.white !== "" && count > 100);
});

check("a damaged block takes no other games with it", async () => {
  const large = data.get("large-plain.plypack");
  const [first, second] = blocksOf(large);
  /** The middle of the longest section of a kind. */
  const middle = (kind) => {
    const sections = second.sections.filter((section) => section.kind === kind).toSorted((a, b) => a.end - a.start - (b.end - b.start));
    const { start, end } = sections.at(-1);
    return (start + end) >> 1;
  };
  data.set("moves.plypack", damagedAt(large, middle(MOVES)));
  data.set("tags.plypack", damagedAt(large, middle(TAG_VALUES)));
  const [moves, tags] = await page.evaluate(async (last) => {
    const read = async (name) => {
      const collection = await plypack.open(`/data/${name}`);
      const found = await collection.search({ pattern: "8/8/8/8/4P3/8/8/8" });
      return {
        rows: await collection.rows([0, last + 1, 19_999]),
        games: [await failure(collection.game(0)), await failure(collection.game(last + 1)), await failure(collection.game(19_999))],
        problems: found.problems,
        found: [...found.games],
        list: (await collection.search({ text: "clock 1990" })).problems,
        tree: (await collection.tree((await collection.game(0)).fen)).problems,
      };
    };
    return [await read("moves.plypack"), await read("tags.plypack")];
  }, first.games - 1);
  assert.ok(moves.rows.every(({ error, white }) => error === undefined && white !== ""), "tags are not damaged");
  assert.deepEqual([moves.games[0], moves.games[2]], [null, null]);
  assert.equal(moves.games[1].code, "CHECKSUM_SECTION");
  assert.equal(moves.problems.length, 1);
  assert.match(moves.problems[0], new RegExp(`^games ${first.games} to ${first.games + second.games - 1}: `));
  assert.ok(moves.found.some((game) => game < first.games) && moves.found.some((game) => game >= first.games + second.games));
  assert.ok(moves.found.every((game) => game < first.games || game >= first.games + second.games));
  assert.equal(moves.tree.length, 1);
  assert.deepEqual(tags.rows.map(({ error }) => error !== undefined), [false, true, false]);
  assert.match(tags.rows[1].error, /checksum/i);
  assert.equal(tags.list.length, 1);
  assert.deepEqual([tags.games[0], tags.games[2]], [null, null]);
});

check("damage is told where it is touched, wherever it is", async () => {
  await packInto(page, data, "few.plypack", pgnOf(madeUpGames(400, 9)));
  const silent = await page.evaluate(async () => {
    const bytes = await fetchBytes("few.plypack");
    const start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    const games = Array.from({ length: 400 }, (_, game) => game);
    /** Each answer, and whether it reports damage. */
    const parts = {
      rows: async (file) => file.rows(games),
      list: async (file) => file.search({ sort: "white", date: "1900.." }),
      tree: async (file) => file.tree(start),
      explorer: async (file) => file.explorer("lichess", { fen: start, ratings: [1800, 2000] }),
      games: async (file) => Promise.all(games.filter((game) => game % 40 === 0).map((game) => file.game(game))),
    };
    const answers = async (file) => {
      const told = [];
      for (const [name, ask] of Object.entries(parts)) {
        const answer = await ask(file).catch((error) => error);
        const isTold = answer instanceof Error || answer.problems?.length > 0 || (name === "rows" && answer.some(({ error }) => error));
        told.push([name, JSON.stringify(answer), isTold]);
      }
      return told;
    };
    const whole = await plypack.open(bytes.slice());
    const wanted = await answers(whole);
    const [silent, counts] = [[], { open: 0, index: 0, touched: 0 }];
    const places = Array.from({ length: 70 }, (_, i) => Math.floor(i < 45 ? (i / 45) * bytes.length : bytes.length - (i - 44) * 17));
    for (const at of places) {
      const damaged = bytes.slice();
      damaged[at] ^= 0x55;
      const file = await plypack.open(damaged, { acceptDamage: true });
      const isTold = file.info.errors.length > 0;
      counts.open += isTold;
      counts.index += isTold && !file.info.indexed;
      if (!file.info.indexed && !isTold) silent.push(`${at}: the index`);
      for (const [i, [name, answer, told]] of (await answers(file)).entries()) {
        counts.touched += told;
        if (answer !== wanted[i][1] && !told && !isTold) silent.push(`${at}: ${name}`);
      }
      file.close();
    }
    whole.close();
    return { silent, ...counts };
  });
  assert.deepEqual(silent.silent, []);
  assert.ok(silent.open > 2 && silent.index > 0 && silent.touched > 20, JSON.stringify(silent));
});

check("a server without ranges, without the file, or that is gone", async () => {
  server.settings.ranges = false;
  assert.equal((await failureOf("/data/small.plypack")).code, "NO_RANGES");
  server.reset();
  const missing = await failureOf("/data/none.plypack");
  assert.deepEqual([missing.code, /404/.test(missing.message)], ["NETWORK", true]);
  const gone = await serve({});
  await gone.close();
  assert.equal((await failureOf(`${gone.url}/x.plypack`)).code, "NETWORK");
});

check("a server that refuses for a while, and a file that changes", async () => {
  await page.evaluate(async () => void (globalThis.remote = await plypack.open("/data/large.plypack")));
  const rowsOf = (game) => page.evaluate((game) => remote.rows([game]).catch(({ code, message }) => ({ code, message })), game);
  server.settings.refuse = (path) => path.endsWith("large.plypack");
  const refused = await rowsOf(9000);
  assert.deepEqual([refused.code, /503/.test(refused.message)], ["NETWORK", true]);
  server.reset();
  assert.equal((await rowsOf(9000))[0].game, 9000);
  server.settings.etag = '"2"';
  assert.equal((await page.evaluate(() => failure(remote.search({ sort: "white" }))))?.code, "CHANGED");
  assert.equal((await rowsOf(9000))[0].game, 9000, "what is loaded stays");
  const again = await page.evaluate(async () => (await (await plypack.open("/data/large.plypack")).search({ sort: "white" })).games.length);
  assert.equal(again, LARGE);
});

check("files of other origins need the leave of their server", async () => {
  const other = await serve({ data });
  try {
    const address = `${other.url}/data/large.plypack`;
    assert.equal((await failureOf(address)).code, "NETWORK");
    other.settings.headers = () => ({ "Access-Control-Allow-Origin": "*" });
    const half = await failureOf(address);
    assert.deepEqual([half.code, /Content-Range/.test(half.message)], ["NETWORK", true]);
    other.settings.headers = () => ({ "Access-Control-Allow-Origin": "*", "Access-Control-Expose-Headers": "Content-Range" });
    const [count, plies] = await page.evaluate(async (address) => {
      const collection = await plypack.open(address);
      return [(await collection.search({ player: "ada" })).games.length, (await collection.game(15_000)).moves.length];
    }, address);
    assert.ok(count > 1000 && plies > 3);
    assert.ok(other.log.every(({ method }) => method === "GET"), "no requests before requests");
  } finally {
    await other.close();
  }
});

check("a file without index is searched through its address", async () => {
  const from = server.log.length;
  const [remote, local] = await page.evaluate(async (fen) => {
    const count = async (source) => {
      const collection = await plypack.open(source);
      const { games } = await collection.search({ fen });
      const tree = await collection.tree(fen);
      collection.close();
      return JSON.stringify([[...games], tree]);
    };
    return [await count("/data/large-plain.plypack"), await count(await fetchBytes("large-plain.plypack"))];
  }, games[3].moves[2].fen);
  assert.equal(remote, local);
  const requests = server.since(from, "/data/large-plain.plypack").filter(({ range }) => range !== null);
  const read = requests.reduce((sum, { bytes }) => sum + bytes, 0);
  assert.ok(read < 2 * data.get("large-plain.plypack").length, `${read} bytes for a search and a tree`);
});

check("calls may be made at the same time", async () => {
  const right = await page.evaluate(async () => {
    const collection = await plypack.open("/data/large.plypack");
    const numbers = Array.from({ length: 40 }, (_, i) => (i * 7919) % 20_000);
    const rows = await Promise.all(numbers.map((game) => collection.rows([game])));
    const search = collection.search({ sort: "date" });
    const games = await Promise.all(numbers.map((game) => collection.game(game)));
    return numbers.every((game, i) => rows[i][0].game === game && games[i].game === game) && (await search).games.length === 20_000;
  });
  assert.ok(right);
});

test("the package has nothing of the viewer, whose chessground is under the GPL", { skip }, () => {
  const read = (name) => readFileSync(join(WEB, "dist/module", name), "utf8");
  const { sources } = JSON.parse(read("index.js.map"));
  assert.deepEqual(sources.filter((source) => !source.startsWith("../../module/")), []);
  assert.doesNotMatch(read("LICENSES.txt"), /^(chessground|preact|shakmaty)\b/m);
});
