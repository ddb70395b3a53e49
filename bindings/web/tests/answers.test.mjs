// Answers from files of several blocks, with an index, edits and games after the index, compared with plain loops. `npm
// test`.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { modulePage, skip, start } from "./browser.mjs";
import { packBlocks } from "./command.mjs";
import * as expected from "./expected.mjs";
import { madeUpGames } from "./sample.mjs";

const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const E4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
const BLOCKS = 5;
const NAMES = ["blocks.plypack", "edited.plypack"];

const data = new Map();
/** By the name of a file: its records, null for deleted games; the games and rows that the module reads. */
const files = new Map();
let web, page;

before(async () => {
  if (skip) return;
  web = await start(data);
  page = await modulePage(web);
  for (const [seed, name] of NAMES.entries()) {
    const { games: records, bytes } = packBlocks(madeUpGames(700, seed + 3), BLOCKS, seed === 1);
    data.set(name, bytes);
    const [games, rows] = await page.evaluate(async (name) => {
      const collection = await plypack.open(`/data/${name}`);
      globalThis[name] = collection;
      const all = Array.from({ length: collection.info.games }, (_, game) => game);
      return [await Promise.all(all.map((game) => collection.game(game).catch(() => null))), await collection.rows(all)];
    }, name);
    assert.deepEqual(games.map((game) => game === null), records.map((record) => record === null));
    files.set(name, { records, games: games.filter((game) => game !== null), rows });
  }
}, { timeout: 600_000 });

after(async () => {
  await web?.close();
});

/** Runs a test with each of the files. */
function check(name, body) {
  for (const file of NAMES) {
    test(`${name}: ${file}`, { skip, timeout: 60_000 }, () => body(file, files.get(file)));
  }
}

const search = (name, query) =>
  page.evaluate(async ([name, query]) => {
    const { games, plies, problems } = await globalThis[name].search(query);
    return { games: [...games], plies: plies && [...plies], problems };
  }, [name, query]);

/** Returns the expected result of a search: the games and plies of hits. */
const found = (hits) => ({ games: hits.map(({ game }) => game), plies: hits.map(({ ply }) => ply), problems: [] });

/** Positions that games of all blocks reach, by several orders of moves, and positions of single games. */
function somePositions(games) {
  const fens = [1, 200, 400, 560].flatMap((number) => games[number].moves.filter((_, ply) => ply % 5 === 2).map(({ fen }) => fen));
  return [...new Set([START, E4, ...fens])];
}

check("games are decoded", (_, { records, rows }) => {
  const present = records.filter((record) => record !== null);
  const wanted = present.map(({ moves, annotator, ...tags }) => ({ ...tags, plies: moves.length }));
  assert.deepEqual(present.map(({ game: number }) => { const { opening, ...row } = rows[number]; return row; }), wanted);
});

check("games by tags", async (file, { records }) => {
  const { contains } = expected;
  const filters = [
    [{}, () => true],
    [{ player: "watch" }, ({ white, black }) => contains(white, "watch") || contains(black, "watch")],
    [{ result: "1-0", white: "lukasik" }, ({ result, white }) => result === "1-0" && contains(white, "lukasik")],
    [{ eco: "C50..C59" }, ({ eco }) => eco >= "C50" && eco <= "C59"],
  ];
  for (const [filter, test] of filters) {
    const wanted = records.filter((record) => record !== null && test(record));
    assert.ok(wanted.length > 5);
    assert.deepEqual((await search(file, filter)).games, wanted.map(({ game }) => game), JSON.stringify(filter));
    const { games } = await search(file, { ...filter, sort: "white", descending: true });
    assert.deepEqual(games, expected.sorted(wanted, "white", true));
  }
});

check("games by positions", async (file, { games, records }) => {
  for (const fen of somePositions(games)) {
    const hits = expected.found(games, (at) => expected.identity(at) === expected.identity(fen));
    assert.deepEqual(await search(file, { fen }), found(hits), fen);
    const board = fen.split(" ")[0];
    assert.deepEqual(await search(file, { fen: board }), found(expected.found(games, (at) => at.split(" ")[0] === board)), board);
    const won = hits.filter(({ game }) => records[game].result === "1-0");
    assert.deepEqual(await search(file, { fen, result: "1-0" }), found(won), `${fen} 1-0`);
  }
  assert.ok(expected.found(games, (at) => at === E4).length > 300);
});

check("games by patterns and material", async (file, { games }) => {
  const stands = (fen) => expected.pieceOn(fen, "e5") === "p" && expected.pieceOn(fen, "e4") === "P";
  assert.deepEqual(await search(file, { pattern: "8/8/8/4p3/4P3/8/8/8" }), found(expected.found(games, stands)));
  const pieces = ["KQRRBBNNPPPPPPP", "KQRRBBNNPPPPPPPP"];
  const hits = expected.found(games, (fen) => expected.material(fen).toSorted().join() === pieces.join());
  assert.ok(hits.length > 20);
  assert.deepEqual(await search(file, { material: pieces.join("v") }), found(hits));
});

check("trees", async (file, { games, rows }) => {
  const bare = ({ branches, problems, ...sums }) => ({ ...sums, branches: branches.map(({ fen, opening, ...branch }) => branch) });
  const tree = (fen, filter) => page.evaluate(([name, fen, filter]) => globalThis[name].tree(fen, filter), [file, fen, filter]);
  for (const fen of somePositions(games)) {
    assert.deepEqual(bare(await tree(fen)), expected.treeOf(games, rows, fen), fen);
    const won = games.filter(({ game }) => rows[game].result === "1-0");
    assert.deepEqual(bare(await tree(fen, { result: "1-0" })), expected.treeOf(won, rows, fen), `${fen} 1-0`);
  }
});

check("the explorer", async (file, { games, rows }) => {
  const ask = (database, parameters) =>
    page.evaluate(([name, database, parameters]) => globalThis[name].explorer(database, parameters), [file, database, parameters]);
  const finished = games.filter(({ game }) => ["1-0", "0-1", "1/2-1/2"].includes(rows[game].result));
  for (const fen of somePositions(games)) {
    const { branches } = expected.treeOf(finished, rows, fen);
    const wanted = branches.filter(({ san }) => san !== null).map(({ san, white, draws, black }) => ({ san, white, draws, black }));
    const answer = await ask("lichess", { fen, moves: 100 });
    const found = answer.moves.map(({ san, white, draws, black }) => ({ san, white, draws, black }));
    const order = (a, b) => (a.san < b.san ? -1 : 1);
    assert.deepEqual(found.toSorted(order), wanted.toSorted(order), fen);
    const dates = answer.recentGames.map(({ month, year }) => month ?? String(year));
    assert.deepEqual(dates, dates.toSorted().reverse());
  }
  assert.equal((await ask("masters", { play: ["e2e4"] })).opening.eco, "B00");
  await assert.rejects(ask("lichess", { play: "e2e5" }), /play: move 1/);
  const { topGames } = await ask("lichess", {});
  const numbers = await page.evaluate(([name, ids]) => Promise.all(ids.map((id) => globalThis[name].findGame(id))), [file, topGames.map(({ id }) => id)]);
  assert.deepEqual(numbers.map((number) => rows[number].white), topGames.map(({ white }) => white.name));
});

check("the viewer", async (file, { games, rows }) => {
  const viewer = await web.browser.newPage({ viewport: { width: 1280, height: 860 } });
  try {
    await viewer.goto(`${web.server.url}/viewer/?file=/data/${file}`);
    const tree = expected.treeOf(games, rows, START);
    await viewer.locator("#list-count", { hasText: String(games.length) }).waitFor();
    await viewer.locator("#tree tfoot", { hasText: String(tree.games) }).waitFor();
    const shown = await viewer.locator("#tree tbody tr").evaluateAll((rows) => rows.map((row) => row.innerText.split(/\s+/).slice(0, 2)));
    assert.deepEqual(shown.toSorted(), tree.branches.map(({ san, games }) => [san, String(games)]).toSorted());
    await viewer.locator("#tree").getByRole("button", { name: "e4", exact: true }).click();
    const hits = expected.found(games, (at) => expected.identity(at) === expected.identity(E4));
    await viewer.locator("#tree tfoot", { hasText: String(hits.length) }).waitFor();
    await viewer.locator("#show-games").click();
    await viewer.locator("#list-count", { hasText: new RegExp(`^${hits.length} of `) }).waitFor();
    const last = hits.length - 1;
    await viewer.locator("#games").evaluate((list, row) => void (list.scrollTop = row * 28), last);
    await viewer.locator(`#row-${last}[data-game="${hits[last].game}"]`).waitFor();
    await viewer.locator("#more-filters").click();
    await viewer.locator("#filter-result").selectOption("1-0");
    const won = hits.filter(({ game }) => rows[game].result === "1-0");
    await viewer.locator("#list-count", { hasText: new RegExp(`^${won.length} of `) }).waitFor();
  } finally {
    await viewer.close();
  }
});
