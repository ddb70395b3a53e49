// Pictures of the viewer for the README: `npm run screenshots`. Check them by eye before you commit them.
import { readFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { modulePage, packInto, SAMPLES, skip, start, WEB } from "./browser.mjs";
import { paletted } from "./palette.mjs";
import { madeUpGames, pgnOf } from "./sample.mjs";

if (skip) process.exit(0);

/** A made-up game with clocks and evaluations as servers write them. */
const BLITZ = `[Event "Lakeside Blitz"]
[Site "Bergen NOR"]
[Date "2025.06.14"]
[Round "7"]
[White "Ödegård, Åsa"]
[Black "García, José"]
[Result "1-0"]
[WhiteElo "2412"]
[BlackElo "2388"]
[ECO "C50"]
[TimeControl "180+2"]

1. e4 {[%eval 0.2] [%clk 0:03:00]} e5 {[%eval 0.25] [%clk 0:03:00]} 2. Nf3 {[%eval 0.3] [%clk 0:03:01]} Nc6 {[%eval 0.22] [%clk 0:02:59]}
3. Bc4 {[%eval 0.1] [%clk 0:03:01]} Bc5 {[%eval 0.2] [%clk 0:02:57]} (3... Nf6 4. d3 (4. Ng5 d5 5. exd5 Na5) 4... Be7 5. O-O O-O)
4. c3 {[%eval 0.15] [%clk 0:02:58]} Nf6 {[%eval 0.2] [%clk 0:02:52]} 5. d3 {[%eval 0.1] [%clk 0:02:57] Quiet, and not without venom.}
d6 {[%eval 0.3] [%clk 0:02:49]} 6. O-O {[%eval 0.2] [%clk 0:02:55]} Bg4?! {[%eval 0.8] [%clk 0:02:30] The bishop will miss the king's side.}
7. h3 {[%eval 0.7] [%clk 0:02:50]} Bh5 {[%eval 0.9] [%clk 0:02:25]} 8. g4 {[%eval 0.5] [%clk 0:02:31]} Bg6 {[%eval 0.6] [%clk 0:02:24]}
9. Bb5 {[%eval 0.1] [%clk 0:02:12]} O-O {[%eval 0.2] [%clk 0:02:01]} 10. Bxc6 {[%eval 0.0] [%clk 0:02:03]} bxc6 {[%eval 0.1] [%clk 0:02:00]}
11. Nh4 {[%eval -0.1] [%clk 0:01:40]} Nxg4? {[%eval 1.9] [%clk 0:01:11] Too much: there are not enough pieces for it.} (11... Qd7 $10)
12. hxg4 {[%eval 1.8] [%clk 0:01:36]} Qxh4 {[%eval 1.9] [%clk 0:01:10]} 13. Kg2 {[%eval 1.2] [%clk 0:01:05]} h5 {[%eval 2.3] [%clk 0:00:48]}
14. gxh5! {[%eval 2.4] [%clk 0:00:58]} Bxh5 {[%eval 2.6] [%clk 0:00:41]} 15. Qe1 {[%eval 0.9] [%clk 0:00:40]} Qg4+ {[%eval 1.1] [%clk 0:00:33]} 1-0
`;

const data = new Map();
const web = await start(data);
const out = join(WEB, "screenshots");
await mkdir(out, { recursive: true });

async function picture(name, { steps, ...options }) {
  const context = await web.browser.newContext(options);
  const page = await context.newPage();
  await page.goto(`${web.server.url}/viewer/?file=/data/club.plypack`);
  await page.locator("#row-0[data-game]").waitFor();
  await steps(page);
  await page.mouse.move(0, 0);
  await page.waitForTimeout(800);
  await writeFile(join(out, `${name}.png`), paletted(await page.screenshot()));
  await context.close();
}

const openGame = async (page, plies) => {
  await page.locator("#row-0").click();
  await page.locator("#moves .move").first().waitFor();
  for (let i = 0; i < plies; i++) await page.keyboard.press("ArrowRight");
  await page.locator("canvas").first().waitFor();
};
const WIDE = { viewport: { width: 1280, height: 840 } };
const NARROW = { viewport: { width: 390, height: 844 }, hasTouch: true };

try {
  const page = await modulePage(web);
  const famous = readFileSync(join(SAMPLES, "famous.pgn"), "utf8");
  await packInto(page, data, "club.plypack", `${BLITZ}\n${famous}\n${pgnOf(madeUpGames(4000, 5))}`);
  await page.close();
  await picture("light", { ...WIDE, colorScheme: "light", steps: (page) => openGame(page, 6) });
  await picture("dark", { ...WIDE, colorScheme: "dark", steps: (page) => openGame(page, 21) });
  await picture("narrow", { ...NARROW, colorScheme: "light", steps: (page) => openGame(page, 12) });
  await picture("narrow-list", { ...NARROW, colorScheme: "dark", steps: async (page) => page.locator("#filter-text").fill("rossi") });
} finally {
  await web.close();
}
