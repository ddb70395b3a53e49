// The viewer as its users see it: `npm test`.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { modulePage, packInto, skip, start } from "./browser.mjs";
import { contains, sorted } from "./expected.mjs";
import { blocksOf, damagedAt, MOVES, ofNewerVersion, TAG_VALUES } from "./format.mjs";
import { madeUpGames, pgnOf, RICH } from "./sample.mjs";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
/** The games of games.plypack: five special games, and made-up games. */
const OWN = 5;
const records = madeUpGames(1500, 11).map((game) => ({ ...game, game: game.game + OWN }));
const COUNT = records.length + OWN;
const PGN = `${RICH}\n${pgnOf(records)}`;

const data = new Map();
/** Games with only names and results. */
const BARE = '[White "Longworth-Featherstonehaugh, Maximiliana"]\n[Black "Smith, John"]\n[Result "1-0"]\n\n1. e4 e5 1-0\n'.repeat(3);
let web, server, folder;

before(async () => {
  if (skip) return;
  folder = await mkdtemp(join(tmpdir(), "plypack-viewer-"));
  web = await start(data);
  ({ server } = web);
  const page = await modulePage(web);
  await packInto(page, data, "games.plypack", PGN);
  await packInto(page, data, "plain.plypack", PGN, { index: false });
  await packInto(page, data, "bare.plypack", BARE);
  await packInto(page, data, "large.plypack", pgnOf(madeUpGames(20_000, 7)), { index: false });
  await packInto(page, data, "indexed.plypack", pgnOf(madeUpGames(20_000, 7)));
  await page.close();
}, { timeout: 120_000 });

after(async () => {
  await web?.close();
  if (folder) await rm(folder, { recursive: true });
});

/**
 * Runs a test with a new page: its console must have no errors, and all requests must go to the test's server.
 * `options` are the options of the browser's context; with `fails`, requests must fail, which Chromium reports in the
 * console.
 */
function check(name, body, { fails = false, ...options } = {}) {
  test(name, { skip, timeout: 60_000 }, async () => {
    server.reset();
    const context = await web.browser.newContext({ viewport: { width: 1280, height: 860 }, ...options });
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    context.setDefaultTimeout(10_000);
    const [wrong, requests] = [[], []];
    context.on("request", (request) => requests.push(request.url()));
    context.on("console", (message) => {
      const isExpected = fails && /Failed to load resource/.test(message.text());
      if (["error", "warning"].includes(message.type()) && !isExpected) wrong.push(message.text());
    });
    context.on("weberror", (error) => wrong.push(String(error.error())));
    try {
      await body(await context.newPage(), context);
      assert.deepEqual(wrong, []);
      assert.deepEqual(requests.filter((url) => !url.startsWith(`${server.url}/`) && !/^(blob|data):/.test(url)), []);
      assert.ok(requests.some((url) => url.endsWith("/plypack.wasm")) || requests.length < 8, "requests of workers are seen");
    } finally {
      await context.close();
    }
  });
}

const address = (file, fragment = "") => `${server.url}/viewer/${file ? `?file=/data/${file}` : ""}${fragment}`;

/** Opens a file of the server, and waits for its list. */
async function show(page, file = "games.plypack", fragment = "") {
  await page.goto(address(file, fragment));
  await page.locator("#row-0[data-game]").waitFor();
}

const countOf = (games) => `${games.toLocaleString("en")} game${games === 1 ? "" : "s"}`;
const filteredTo = (games) => `${games.toLocaleString("en")} of ${countOf(COUNT)}`;

/** Waits until a text is as expected. */
async function becomes(locator, wanted) {
  const isWanted = (text) => (wanted instanceof RegExp ? wanted.test(text) : text === wanted);
  const end = Date.now() + 8_000;
  let text;
  do {
    text = (await locator.textContent()).trim();
    if (isWanted(text)) return;
    await new Promise((resolve) => setTimeout(resolve, 25));
  } while (Date.now() < end);
  assert.ok(isWanted(text), `“${text}” instead of ${wanted}`);
}

const listCount = (page, wanted) => becomes(page.locator("#list-count"), wanted);
/** The games of the first rows of the list. */
const firstGames = async (page, count) =>
  (await page.locator(".list-row[data-game]").evaluateAll((rows) => rows.map((row) => [row.id, Number(row.dataset.game)])))
    .toSorted(([a], [b]) => Number(a.slice(4)) - Number(b.slice(4)))
    .slice(0, count)
    .map(([, game]) => game);
const currentMove = (page, wanted) => becomes(page.locator("#moves [aria-current] .san"), wanted);
const copied = async (page, button) => {
  const pressed = await page.getByRole("button", { name: button }).elementHandle();
  await pressed.click();
  await page.waitForFunction((element) => element.textContent === "Copied", pressed);
  return page.evaluate(() => navigator.clipboard.readText());
};
const branches = (page) => page.locator("#tree tbody tr").evaluateAll((rows) => rows.map((row) => row.innerText.split(/\s+/).slice(0, 2).join(" ")));

/** Drops a file of the server on the page. */
async function drop(page, name) {
  const dataTransfer = await page.evaluateHandle(async (name) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([await (await fetch(`/data/${name}`)).arrayBuffer()], name));
    return transfer;
  }, name);
  await page.dispatchEvent("body", "dragover", { dataTransfer });
  await page.locator(".drop-over").waitFor();
  await page.dispatchEvent("body", "drop", { dataTransfer });
  await page.locator("#row-0[data-game]").waitFor({ timeout: 30_000 });
}

/** Returns the faults that axe finds in the current page. */
async function violations(page) {
  await page.evaluate(AXE);
  return page.evaluate(async () => {
    const { violations } = await axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"] });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.html.slice(0, 160)} ${node.any[0]?.message ?? ""}`).slice(0, 4).join(" | ")}`);
  });
}

check("the page without a file", async (page) => {
  await page.goto(address());
  await page.getByRole("heading", { level: 1 }).waitFor();
  assert.ok(await page.getByLabel(/address of a file/).isVisible());
  assert.deepEqual(await violations(page), []);
  await page.getByLabel(/address of a file/).fill("/data/games.plypack");
  await page.keyboard.press("Enter");
  await listCount(page, countOf(COUNT));
  assert.match(page.url(), /\?file=\/data\/games\.plypack$/);
});

check("a file by its address", async (page) => {
  await show(page);
  await listCount(page, countOf(COUNT));
  assert.match(await page.title(), /^games\.plypack/);
  const row = await page.locator(`#row-${OWN}`).innerText();
  for (const part of [records[0].white, records[0].black]) assert.ok(row.includes(part), row);
  assert.match(await page.locator("#file-facts").innerText(), /0\.10[\s\S]*indexed/);
});

check("a dropped file", async (page) => {
  await page.goto(address());
  await drop(page, "games.plypack");
  await listCount(page, countOf(COUNT));
  assert.equal(await page.locator("#save").count(), 0);
  assert.ok(await page.getByRole("button", { name: "Copy link" }).isDisabled(), "a local file has no link");
});

check("a dropped PGN is packed, saved, and opened again", async (page) => {
  await page.goto(address());
  await drop(page, "games.plypack.pgn");
  await listCount(page, countOf(COUNT));
  const [download] = await Promise.all([page.waitForEvent("download"), page.locator("#save").click()]);
  assert.equal(download.suggestedFilename(), "games.plypack.plypack");
  const path = join(folder, "saved.plypack");
  await download.saveAs(path);
  assert.ok(readFileSync(path).equals(data.get("games.plypack")), "it is the file that the module makes");
  await page.locator("#open-other").click();
  await page.locator("#file").setInputFiles(path);
  await listCount(page, countOf(COUNT));
  assert.equal(await page.locator("#file-name").innerText(), "saved.plypack");
});

check("what PGN cannot be parsed is told", async (page) => {
  const path = join(folder, "wrong.pgn");
  await writeFile(path, '[White "A"]\n\n1. e4 e5 2. Ke3 *\n\n[White "B"]\n\n1. d4 *\n');
  await page.goto(address());
  await page.locator("#file").setInputFiles(path);
  await listCount(page, countOf(2));
  assert.match(await page.locator("#warnings").innerText(), /1 warning/);
  await page.locator("#row-0").click();
  await page.getByText("2. Ke3 *").waitFor();
});

check("the list is filtered while typing", async (page) => {
  await show(page);
  await page.keyboard.press("/");
  await page.keyboard.type("watch", { delay: 40 });
  const wanted = records.filter(({ white, black }) => [white, black].some((name) => contains(name, "watch")));
  await listCount(page, filteredTo(wanted.length + 1));
  assert.deepEqual(await firstGames(page, 4), [4, ...wanted.slice(0, 3).map(({ game }) => game)]);
  await page.locator("#more-filters").click();
  await page.locator("#filter-result").selectOption("1/2-1/2");
  const draws = wanted.filter(({ result }) => result === "1/2-1/2");
  await listCount(page, filteredTo(draws.length));
  await page.locator("#filter-date").fill("soon");
  await page.locator("#filter-error").waitFor();
  assert.equal(await page.locator("#filter-date").getAttribute("aria-invalid"), "true");
  await page.locator("#filter-date").fill("1990..");
  await listCount(page, filteredTo(draws.filter(({ date }) => Number(date.slice(0, 4)) >= 1990).length));
  assert.equal(await page.locator("#filter-error").count(), 0);
  await page.locator("#filter-player").fill("nobody");
  await page.getByText(/No game is like that/).waitFor();
  await page.locator("#clear-filters").click();
  await listCount(page, countOf(COUNT));
});

check("the list is sorted by its columns", async (page) => {
  await show(page);
  const own = [
    { game: 0, white: "Clock, Ada", whiteElo: 2101 },
    { game: 1, white: "Bakker, Jo", whiteElo: null },
    { game: 2, white: "Novak, Ivan", whiteElo: null },
    { game: 3, white: "Novak, Ivan", whiteElo: null },
    { game: 4, white: "Watch, Ben", whiteElo: null },
  ];
  const all = [...own, ...records];
  const head = page.getByRole("columnheader", { name: "White", exact: true });
  for (const [state, descending] of [["ascending", false], ["descending", true]]) {
    await head.getByRole("button").click();
    await page.locator(`#row-0[data-game="${sorted(all, "white", descending)[0]}"]`).waitFor();
    assert.equal(await head.getAttribute("aria-sort"), state);
    assert.deepEqual(await firstGames(page, 8), sorted(all, "white", descending).slice(0, 8));
  }
  await head.getByRole("button").click();
  await page.locator('#row-0[data-game="0"]').waitFor();
  await page.getByRole("columnheader", { name: "White's rating" }).getByRole("button").click();
  await page.locator(`#row-0[data-game="${sorted(all, "whiteElo", true)[0]}"]`).waitFor();
});

check("the list by keyboard", async (page) => {
  await show(page);
  await page.locator("#games").focus();
  const active = () => page.locator("#games").getAttribute("aria-activedescendant");
  assert.equal(await active(), "row-0");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  assert.equal(await active(), "row-2");
  await page.keyboard.press("End");
  await page.locator(`#row-${COUNT - 1}.active[data-game="${COUNT - 1}"]`).waitFor();
  await page.keyboard.press("Home");
  await page.locator("#row-0.active").waitFor();
  await page.keyboard.press("PageDown");
  const paged = Number((await active()).slice(4));
  assert.ok(paged > 3, `a page is ${paged} rows`);
  await page.keyboard.press("Home");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: /Clock, Ada/ }).waitFor();
  assert.equal(await page.locator("#row-0").getAttribute("aria-selected"), "true");
});

check("scrolling loads the rows that come into view", async (page) => {
  await show(page, "large.plypack");
  for (const row of [9_000, 19_999, 4]) {
    await page.locator("#games").evaluate((list, row) => void (list.scrollTop = row * 28), row);
    await page.locator(`#row-${row}[data-game="${row}"]`).waitFor();
  }
  assert.ok((await page.locator(".list-row").count()) < 90, "only rows in view are drawn");
});

check("a walk through a game with variations", async (page) => {
  await show(page);
  await page.locator("#row-0").click();
  await page.getByRole("heading", { name: /Clock, Ada/ }).waitFor();
  await page.keyboard.press("ArrowRight");
  await currentMove(page, /^e4/);
  await page.keyboard.press("ArrowRight");
  await currentMove(page, /^e5/);
  await page.keyboard.press("Shift+ArrowRight");
  await currentMove(page, /^c5/);
  await becomes(page.locator("#announcer"), /c5.*The Sicilian/);
  await page.keyboard.press("ArrowRight");
  await currentMove(page, /^Nf3/);
  assert.equal(await copied(page, "Copy FEN"), "rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2");
  await page.locator("#board, cg-board").first().waitFor();
  await page.getByRole("button", { name: "Previous move (←)" }).focus();
  await page.keyboard.press("Shift+ArrowLeft");
  await currentMove(page, /^e5|^e4/);
  await page.keyboard.press("End");
  await currentMove(page, /^O-O/);
  assert.ok(await page.getByRole("button", { name: "Next move (→)" }).isDisabled());
  await page.keyboard.press("Home");
  assert.equal(await page.locator("#moves [aria-current]").count(), 0);
  const moves = await page.locator("#moves").innerText();
  for (const part of ["The Sicilian.", "!?", "Spanish.", "+0.3", "2:59", "#"]) assert.ok(moves.includes(part), `${part} in ${moves}`);
  await page.locator(".variations .move", { hasText: "g3" }).click();
  await currentMove(page, /^g3/);
  await page.locator("canvas").first().waitFor();
});

check("next and previous game of the list", async (page) => {
  await show(page);
  await page.locator("#row-1").click();
  await page.getByRole("heading", { name: /Bakker/ }).waitFor();
  await page.keyboard.press("n");
  await page.getByRole("heading", { name: /Novak/ }).waitFor();
  await page.keyboard.press("p");
  await page.getByRole("heading", { name: /Bakker/ }).waitFor();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  assert.match(await copied(page, "Copy FEN"), /^2kr/, "castling of Chess960");
});

check("the tree follows the board and leads to the games", async (page) => {
  await show(page);
  await page.locator("#tree tbody tr").first().waitFor();
  const first = (move) => records.filter(({ moves }) => moves[0] === move).length;
  const e4 = first("e4") + 2;
  await becomes(page.locator("#tree tbody tr").first(), /^e4/);
  assert.equal((await branches(page))[0], `e4 ${e4.toLocaleString("en")}`);
  await page.locator("#tree").getByRole("button", { name: "e4", exact: true }).click();
  await page.locator("#analysis").waitFor();
  const c5 = records.filter(({ moves }) => moves[0] === "e4" && moves[1] === "c5").length;
  await becomes(page.locator("#tree tfoot"), new RegExp(`^All ?${e4.toLocaleString("en")}`));
  assert.ok((await branches(page)).includes(`c5 ${c5}`), String(await branches(page)));
  await page.locator("#tree").getByRole("button", { name: "c5", exact: true }).click();
  await becomes(page.locator("#tree tfoot"), new RegExp(`^All ?${c5}`));
  await page.locator("#show-games").click();
  await listCount(page, filteredTo(c5));
  await page.locator("#row-0").click();
  await currentMove(page, /^c5/);
  assert.match(page.url(), /#game=\d+&ply=2$/);
  await page.locator("#position-filter").click();
  await listCount(page, countOf(COUNT));
});

check("a position is searched from the board, by typed moves", async (page) => {
  await show(page, "plain.plypack");
  for (const move of ["c4", "e6", "Nc3", "d5", "d4", "Nf6"]) {
    await page.locator("#move-input").fill(move);
    await page.keyboard.press("Enter");
    await page.locator("#analysis .move[aria-current]", { hasText: move }).waitFor();
  }
  // Three orders of moves lead there.
  const orders = ["d4 d5 c4 e6 Nc3 Nf6", "c4 e6 Nc3 d5 d4 Nf6"];
  const reach = ({ moves }) => orders.includes(moves.slice(0, 6).join(" "));
  const wanted = records.filter(reach);
  await page.locator("#show-games").click();
  await listCount(page, filteredTo(wanted.length));
  assert.deepEqual(await firstGames(page, 5), wanted.slice(0, 5).map(({ game }) => game));
  await page.locator("#move-input").fill("Ke5");
  await page.keyboard.press("Enter");
  await page.locator("#move-input[aria-invalid=true]").waitFor();
});

check("the tree counts filtered games alone if that is asked for", async (page) => {
  await show(page);
  await page.locator("#tree tbody tr").first().waitFor();
  await page.locator("#filter-text").fill("rossi");
  const wanted = records.filter(({ white, black }) => contains(white, "rossi") || contains(black, "rossi")).length;
  await listCount(page, filteredTo(wanted + 1));
  await page.locator("#tree-filtered").check();
  await becomes(page.locator("#tree tfoot"), new RegExp(`^All ?${wanted.toLocaleString("en")}`));
});

check("the tree names the opening of the position on the board, after quick steps, too", async (page) => {
  await show(page);
  await page.locator("#row-0").click();
  await page.getByRole("heading", { name: /Clock, Ada/ }).waitFor();
  const named = await page.evaluate(async () => {
    const { open, position } = await import("/module/index.js");
    const collection = await open("/data/games.plypack");
    const { moves } = await collection.game(0);
    collection.close();
    return Promise.all(moves.map(async ({ fen }) => (await position(fen)).opening));
  });
  assert.ok(new Set(named.map((opening) => opening?.name)).size > 5);
  for (const plies of [9, 3, 5, 1, 8, 0, 4]) {
    // All keys in one task, so that no intermediate position stays on the board.
    await page.evaluate((plies) => {
      for (const key of ["Home", ...Array(plies).fill("ArrowRight")]) document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
    }, plies);
    const opening = named.slice(0, plies).findLast((opening) => opening !== null);
    await becomes(page.locator(".tree-head h2"), opening ? `${opening.eco} ${opening.name}` : "Opening tree");
  }
});

const groupOf = ({ whiteElo, blackElo }) => {
  const average = Math.floor((whiteElo + blackElo) / 2);
  return whiteElo && blackElo ? [0, 1000, 1200, 1400, 1600, 1800, 2000, 2200, 2500].findLast((lowest) => lowest <= average) : null;
};
const all = (page, games) => becomes(page.locator("#tree tfoot .figure").first(), games.toLocaleString("en"));

check("filters of the tree, which are in the link, and its top games", async (page, context) => {
  await show(page);
  await page.locator("#tree-more").click();
  await page.getByRole("button", { name: "Blitz" }).click();
  await all(page, 1);
  await page.locator("#tree-clear").click();
  for (const name of ["2200+", "1600+"]) await page.getByRole("button", { name }).click();
  await page.locator("#tree-since").fill("1990-");
  assert.equal(await page.locator("#tree-since").getAttribute("aria-invalid"), "true");
  await page.locator("#tree-since").fill("1990-03");
  const wanted = records.filter((game) => {
    const [year, month] = game.date.split(".").map((part) => Number(part.replace(/\?/g, "0")));
    return [1600, 2200].includes(groupOf(game)) && game.result !== "*" && year * 100 + month >= 1990_03;
  });
  assert.ok(wanted.length > 50);
  await all(page, wanted.length);
  const e4 = wanted.filter(({ moves }) => moves[0] === "e4").length;
  assert.ok((await branches(page)).includes(`e4 ${e4}`));
  assert.match(await page.locator("#tree-more").innerText(), /\(2\)/);
  const best = wanted.toSorted((a, b) => b.whiteElo + b.blackElo - a.whiteElo - a.blackElo || (a.date < b.date ? 1 : -1));
  const top = page.locator("#top-games li");
  await becomes(top.first(), new RegExp(`^${best[0].white} ${best[0].whiteElo}.*${best[0].moves[0]}$`));
  assert.equal(await top.count(), 4);
  await page.waitForURL(/#ratings=1600,2200&since=1990-03$/);
  const other = await context.newPage();
  await other.goto(page.url());
  await all(other, wanted.length);
  assert.equal(await other.locator("#tree-since").inputValue(), "1990-03");
  await other.locator("#show-games").click();
  await listCount(other, filteredTo(wanted.length));
  assert.match(await other.locator("#position-filter").innerText(), /^Position after the start, filtered/);
  // Without an index, conditions select the same games.
  await show(other, "plain.plypack", "#ratings=1600,2200&since=1990-03");
  await all(other, wanted.length);
  assert.deepEqual(await branches(other), await branches(page));
  await becomes(other.locator("#top-games li").first(), await top.first().textContent());
  await top.first().getByRole("button").click();
  await page.getByRole("heading", { name: `${best[0].white} – ${best[0].black}` }).waitFor();
  await page.waitForURL(new RegExp(`#game=${best[0].game}&ratings=`));
});

/** Plays moves by typing. */
async function play(page, ...moves) {
  for (const move of moves) {
    await page.locator("#move-input").fill(move);
    await page.keyboard.press("Enter");
    await page.locator("#analysis .move[aria-current]", { hasText: move }).waitFor();
  }
  await page.locator("#move-input").blur();
}
const ownLines = (page) => page.locator("#analysis ol").evaluateAll((lines) => lines.map((line) => line.innerText.replace(/\s+/g, " ").trim()));

check("own moves stay beside the game, in the link, and in a PGN", async (page, context) => {
  await show(page, "games.plypack", "#game=0&ply=2");
  await currentMove(page, /^e5/);
  await play(page, "d4", "exd4");
  await page.keyboard.press("Escape");
  await currentMove(page, /^e5/);
  await page.keyboard.press("ArrowRight");
  await currentMove(page, /^Nf3/);
  await play(page, "d6", "Bc4");
  await page.keyboard.press("ArrowLeft");
  await play(page, "h3");
  const lines = ["2.d4 exd4", "2…d6 3.Bc4", "3.h3"];
  assert.deepEqual(await ownLines(page), lines);
  for (const key of ["End", "Home", "n", "p"]) {
    await page.keyboard.press(key);
    if (key === "n") await page.getByRole("heading", { name: /Bakker/ }).waitFor();
    if (key === "n") assert.equal(await page.locator("#analysis").count(), 0);
  }
  await page.getByRole("heading", { name: /Clock, Ada/ }).waitFor();
  await page.locator("#analysis").waitFor();
  assert.deepEqual(await ownLines(page), lines);

  await page.locator("#analysis .move", { hasText: "h3" }).click();
  const other = await context.newPage();
  await other.goto(await copied(page, "Copy link"));
  await other.locator("#analysis .move[aria-current]", { hasText: "h3" }).waitFor();
  assert.deepEqual(await ownLines(other), lines);
  assert.equal(await copied(other, "Copy FEN"), await copied(page, "Copy FEN"));

  await page.locator("#moves .move", { hasText: /^O-O/ }).click();
  await play(page, "Nxe4");
  const [download] = await Promise.all([page.waitForEvent("download"), page.locator("#save-pgn").click()]);
  assert.equal(download.suggestedFilename(), "game-0.pgn");
  const path = join(folder, "analysis.pgn");
  await download.saveAs(path);
  const pgn = readFileSync(path, "utf8").replace(/\s+/g, " ");
  for (const part of ["(2. d4 exd4)", "(2... d6 3. Bc4 (3. h3))", "(5. O-O Nxe4)", "(1... c5 { The Sicilian. } 2. Nf3 (2. Nc3 Nc6 $5 3. g3)"])
    assert.ok(pgn.includes(part), `${part} in ${pgn}`);
  assert.ok(readFileSync(path, "utf8").split("\n").every((line) => line.length <= 80));
  await other.goto(address());
  await other.locator("#file").setInputFiles(path);
  await other.locator("#row-0[data-game]").click();
  await other.locator(".variations .move", { hasText: "Nxe4" }).waitFor();
  assert.equal(await other.locator("#warnings").count(), 0, "it is PGN");
  const tags = async (shown) => (await shown.locator(".tags dl").textContent()).trim();
  assert.equal(await tags(other), await tags(page));

  await page.locator("#clear-moves").click();
  assert.equal(await page.locator("#analysis").count(), 0);
  await page.waitForURL(/#game=0&ply=9$/);
});

check("arrows of the tree's moves are as wide as they are frequent", async (page) => {
  await show(page);
  const widths = () => page.locator("svg.cg-shapes line").evaluateAll((lines) => lines.map((line) => Number(line.getAttribute("stroke-width"))));
  await page.locator("svg.cg-shapes line").first().waitFor({ state: "attached" });
  const shares = (await branches(page)).map((branch) => Number(branch.split(" ")[1].replace(",", "")));
  const total = shares.reduce((sum, games) => sum + games);
  const wanted = shares.slice(0, 6).filter((games) => games >= 0.03 * total);
  const drawn = await widths();
  assert.equal(drawn.length, wanted.length);
  assert.deepEqual(drawn, drawn.toSorted((a, b) => b - a));
  assert.ok(drawn[0] > 1.5 * drawn[1] && wanted[0] > 2 * wanted[1], String(drawn));
  await page.keyboard.press("a");
  await page.waitForFunction(() => !document.querySelector("svg.cg-shapes line"));
  await page.locator("#tree-arrows").check();
  await page.locator("svg.cg-shapes line").first().waitFor({ state: "attached" });
});

check("from the filter to the list by Enter and by ArrowDown", async (page) => {
  await show(page);
  for (const key of ["Enter", "ArrowDown"]) {
    await page.keyboard.press("/");
    await page.keyboard.press(key);
    assert.equal(await page.evaluate(() => document.activeElement.id), "games", key);
    await page.keyboard.press("ArrowDown");
  }
  assert.equal(await page.locator("#games").getAttribute("aria-activedescendant"), "row-2");
});

const edge = (page, label) => page.getByRole("separator", { name: `Width of ${label}`, exact: true });
const widthOf = (page, id) => page.locator(`#row-0 .cell.${id}`).evaluate((cell) => cell.offsetWidth);

check("widths of columns by mouse and keyboard", async (page) => {
  await show(page);
  const [white, event] = [await widthOf(page, "white"), await widthOf(page, "event")];
  const box = await edge(page, "White").boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + 8);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2 + 60, box.y + 8, { steps: 4 });
  await page.mouse.up();
  assert.ok(Math.abs((await widthOf(page, "white")) - white - 60) <= 1, `${white} and 60 is ${await widthOf(page, "white")}`);
  assert.equal(await page.locator("#list-count").innerText(), countOf(COUNT), "the list is not sorted by that");
  await edge(page, "Event").focus();
  for (const key of ["ArrowLeft", "ArrowLeft"]) await page.keyboard.press(key);
  const narrower = await widthOf(page, "event");
  assert.ok(narrower < event);
  await page.reload();
  await page.locator("#row-0[data-game]").waitFor();
  assert.equal(await widthOf(page, "event"), narrower, "the choice stays");
  await edge(page, "Event").focus();
  await page.keyboard.press("Delete");
  await edge(page, "White").dblclick();
  assert.deepEqual([await widthOf(page, "white"), await widthOf(page, "event")], [white, event]);
});

check("an opening column, and no room for columns that are empty", async (page) => {
  await show(page);
  const b90 = records.find(({ eco }) => eco === "B90");
  await page.locator("#games").evaluate((list, row) => void (list.scrollTop = row * 28), b90.game);
  await becomes(page.locator(`#row-${b90.game} .cell.opening`), "Sicilian Defense: Najdorf Variation");
  await show(page, "bare.plypack");
  const seen = await page.locator("#row-0 .cell").evaluateAll((cells) => cells.filter((cell) => cell.offsetWidth > 0).map((cell) => cell.className));
  assert.deepEqual(seen.map((name) => name.split(" ")[1]), ["white", "black", "result", "plies"]);
  assert.ok(await page.locator("#row-0 .cell.white span").evaluate((name) => name.scrollWidth <= name.clientWidth), "the name is not cut");
}, { viewport: { width: 1600, height: 900 } });

check("FEN, PGN and link are copied; the link leads back", async (page, context) => {
  await show(page);
  await page.locator("#row-0").click();
  await page.getByRole("heading", { name: /Clock, Ada/ }).waitFor();
  for (const _ of [1, 2, 3, 4, 5]) await page.keyboard.press("ArrowRight");
  await currentMove(page, /^Bb5/);
  assert.equal(await copied(page, "Copy FEN"), "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3");
  const pgn = await copied(page, "Copy PGN");
  assert.match(pgn, /^\[Event "Made up: variations and more"\][\s\S]*\(1\.\.\. c5 \{ The Sicilian\. \}[\s\S]*1-0\s*$/);
  const link = await copied(page, "Copy link");
  assert.equal(link, `${address("games.plypack")}#game=0&ply=5`);
  const other = await context.newPage();
  await other.goto(link);
  await currentMove(other, /^Bb5/);
  await other.goto(`${address("games.plypack")}#game=99999`);
  await other.getByRole("alert").waitFor();
});

check("Back and Forward", async (page) => {
  await page.goto(address());
  await page.getByLabel(/address of a file/).fill("/data/games.plypack");
  await page.keyboard.press("Enter");
  await page.locator("#row-1").click();
  await page.getByRole("heading", { name: /Bakker/ }).waitFor();
  await page.locator("#row-2").click();
  await page.getByRole("heading", { name: /Novak/ }).waitFor();
  await page.goBack();
  await page.getByRole("heading", { name: /Bakker/ }).waitFor();
  await page.goBack();
  await page.goBack();
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.goForward();
  await listCount(page, countOf(COUNT));
});

const brightness = (page) =>
  page.evaluate(() => {
    const canvas = new OffscreenCanvas(1, 1).getContext("2d");
    canvas.fillStyle = getComputedStyle(document.body).backgroundColor;
    canvas.fillRect(0, 0, 1, 1);
    return canvas.getImageData(0, 0, 1, 1).data[1];
  });

check("dark as the system is, and as the user wants", async (page) => {
  await show(page);
  assert.ok((await brightness(page)) < 80);
  await page.locator("#row-0").click();
  await page.locator("#moves .move").first().waitFor();
  await page.locator("#tree tbody tr").first().waitFor();
  await page.locator("#tree-more").click();
  await page.getByRole("button", { name: "2200+" }).click();
  await play(page, "d4");
  await page.locator("#top-games li").first().waitFor();
  assert.deepEqual(await violations(page), []);
  await page.locator("#theme").click();
  assert.ok((await brightness(page)) > 180);
  await page.reload();
  assert.ok((await brightness(page)) > 180, "the choice stays");
}, { colorScheme: "dark" });

check("nothing that axe finds: list, game, tree, filters, help", async (page) => {
  await show(page);
  assert.ok((await brightness(page)) > 180);
  await page.locator("#row-0").click();
  await page.locator("#moves .move").first().waitFor();
  await page.locator("#tree tbody tr").first().waitFor();
  await page.locator("#more-filters").click();
  await page.locator("#tree-more").click();
  await page.getByRole("button", { name: "2200+" }).click();
  await play(page, "d4");
  await page.locator("#top-games li").first().waitFor();
  assert.deepEqual(await violations(page), []);
  await page.locator("#help").click();
  await page.getByRole("dialog", { name: "Keys" }).waitFor();
  assert.deepEqual(await violations(page), []);
  await page.keyboard.press("Escape");
});

check("a narrow screen", async (page) => {
  await show(page);
  const fits = async () => assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "nothing is wider than the screen");
  await fits();
  const rows = await page.locator(".list-row[data-game]").evaluateAll((rows) => rows.filter((row) => row.getBoundingClientRect().bottom <= innerHeight).length);
  assert.ok(rows >= 10, `${rows} games`);
  assert.equal(await page.getByRole("tab", { name: "Games" }).getAttribute("aria-selected"), "true");
  await page.locator("#row-0").click();
  await page.getByRole("tab", { name: "Moves", selected: true }).waitFor();
  await page.getByRole("heading", { name: /Clock, Ada/ }).waitFor();
  await page.getByRole("button", { name: "Next move (→)" }).click();
  await currentMove(page, /^e4/);
  await fits();
  const moves = await page.locator("#moves").boundingBox();
  assert.ok(moves.y + 180 <= 844 && moves.height >= 180, `moves from ${moves.y} on, ${moves.height} high`);
  assert.deepEqual(await violations(page), []);
  await page.getByRole("tab", { name: "Tree" }).click();
  await page.locator("#tree tbody tr").first().waitFor();
  await fits();
  await page.locator("#show-games").click();
  await page.getByRole("tab", { name: "Games", selected: true }).waitFor();
  await page.locator("#position-filter").waitFor();
  await fits();
}, { viewport: { width: 390, height: 844 }, hasTouch: true });

/** Opens a file that cannot be opened. Returns the page's message. */
async function refusal(page, file) {
  await page.goto(address(file));
  return page.getByRole("alert").innerText();
}

check("files that cannot be opened say what to do", async (page) => {
  const games = data.get("games.plypack");
  data.set("newer.plypack", ofNewerVersion(games));
  data.set("text.plypack", Buffer.from("This is a text, and a long one: a file of games begins otherwise."));
  data.set("short.plypack", games.subarray(0, 20));
  assert.match(await refusal(page, "newer.plypack"), /newer page[\s\S]*update this page/);
  assert.match(await refusal(page, "text.plypack"), /not a plypack file/);
  assert.match(await refusal(page, "short.plypack"), /cut off/);
  assert.match(await refusal(page, "none.plypack"), /could not be fetched[\s\S]*404/);
  server.settings.ranges = false;
  assert.match(await refusal(page, "games.plypack"), /download the file and drop it here/);
  server.reset();
  await page.getByRole("button", { name: "Try again" }).click();
  await listCount(page, countOf(COUNT));
}, { fails: true });

check("a damaged file shows what is left", async (page) => {
  const large = data.get("large.plypack");
  const [first, second] = blocksOf(large);
  data.set("cut.plypack", large.subarray(0, first.end + 5000));
  await show(page, "cut.plypack");
  assert.match(await page.locator("#damage").innerText(), /damaged/);
  await listCount(page, countOf(first.games));
  const sections = second.sections.filter(({ kind }) => kind === TAG_VALUES).toSorted((a, b) => b.end - b.start - (a.end - a.start));
  data.set("tags.plypack", damagedAt(large, (sections[0].start + sections[0].end) >> 1));
  await show(page, "tags.plypack");
  await page.locator("#games").evaluate((list, row) => void (list.scrollTop = row * 28), first.games);
  await page.locator(`#row-${first.games + 2}`, { hasText: /cannot be read/ }).waitFor();
  await page.locator("#filter-text").fill("clock 1990");
  await page.getByRole("region", { name: "Games" }).getByText("Damaged parts of the file could not be searched.").waitFor();
  const moves = second.sections.find(({ kind }) => kind === MOVES);
  data.set("moves.plypack", damagedAt(large, (moves.start + moves.end) >> 1));
  await page.goto(address("moves.plypack", `#game=${first.games + 5}`));
  await page.getByRole("alert").filter({ hasText: /cannot be read/ }).waitFor();
});

check("damage is told: of the index when the file is opened, of games when the explorer meets them", async (page) => {
  const games = data.get("games.plypack");
  data.set("index.plypack", damagedAt(games, games.length - 140));
  await show(page, "index.plypack");
  assert.match(await page.locator("#damage").innerText(), /damaged[\s\S]*index/);
  assert.match(await page.locator("#file-facts").innerText(), /no index/);
  await listCount(page, countOf(COUNT));
  data.set("header.plypack", damagedAt(games, blocksOf(games)[0].sections[0].start - 8));
  await page.goto(address("header.plypack", "#ratings=2200"));
  await page.getByRole("region", { name: "Opening tree" }).getByText("Damaged parts of the file could not be searched.").waitFor();
});

check("a server that refuses for a while", async (page) => {
  // With an index, because otherwise the tree of the first position reads all of a small file.
  await show(page, "indexed.plypack");
  server.settings.refuse = (path) => path.endsWith("indexed.plypack");
  await page.locator("#games").evaluate((list) => void (list.scrollTop = 15_000 * 28));
  await page.getByRole("alert").filter({ hasText: /503/ }).first().waitFor();
  server.reset();
  const retry = page.getByRole("button", { name: "Try again" });
  // The button can disappear before it is pressed, because scrolling also requests the rows again.
  while ((await retry.count()) > 0) await retry.first().click({ timeout: 1_000 }).catch(() => {});
  await page.locator("#games").evaluate((list) => void (list.scrollTop = 15_000 * 28));
  await page.locator('#row-15000[data-game="15000"]', { hasText: /,/ }).waitFor();
  assert.equal(await page.getByRole("alert").count(), 0);
}, { fails: true });

check("long work says what it does, and is cancelled", async (page) => {
  await show(page, "indexed.plypack");
  server.settings.delay = 700;
  await page.getByRole("columnheader", { name: "Date" }).getByRole("button").click();
  const cancel = page.locator(".list-bar").getByRole("button", { name: "Cancel" });
  await cancel.waitFor();
  assert.match(await page.locator("#row-0").innerText(), /,/, "the list stays");
  await page.locator("#games").evaluate((list) => void (list.scrollTop = 2_000 * 28));
  await page.locator('#row-2000[data-game="2000"]').waitFor();
  await cancel.click();
  await page.getByText("Cancelled: the list is as it was before.").waitFor();
  await page.locator("#row-2000").waitFor();
});
