// The command of this repository makes files that the module cannot make: with edits, and with games after their index.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { WEB } from "./browser.mjs";
import { pgnOf } from "./sample.mjs";

/** The path of the command, which is built first. */
function built() {
  const build = ["build", "--quiet", "--locked", "--profile", "test", "--message-format=json", "-p", "plypack-cli", "--bin", "plypack"];
  const output = execFileSync("cargo", build, { cwd: join(WEB, "../.."), encoding: "utf8", maxBuffer: 1 << 28 });
  const messages = output.trim().split("\n").map((line) => JSON.parse(line));
  return messages.find(({ target, executable }) => executable && target.name === "plypack").executable;
}

/**
 * Packs games: `blocks` blocks covered by an index, and a smaller block after it. With `edits`, some games of all
 * indexed blocks are deleted and some replaced. `records` has the final games, and null for a deleted game.
 */
export function packBlocks(records, blocks, edits) {
  const folder = mkdtempSync(join(tmpdir(), "plypack-web-"));
  const path = join(folder, "games.plypack");
  const command = built();
  const run = (args, input) => execFileSync(command, args, { input, encoding: "utf8", stdio: ["pipe", "pipe", "inherit"] });
  const size = Math.ceil(records.length / (blocks + 0.3));
  const games = [...records];
  try {
    for (let block = 0; block <= blocks; block++) {
      const pgn = pgnOf(records.slice(block * size, (block + 1) * size));
      if (block === blocks) {
        run(["index", path]);
        if (edits) edit(run, path, folder, records, games, block * size);
      }
      // Neighbors have different codecs: a writer merges small blocks of one codec.
      const codec = ["--codec", block % 2 === 0 ? "byte" : "coord16"];
      run([...(block === 0 ? ["pack", "-", "-o", path] : ["append", path, "-"]), ...codec], pgn);
    }
    const info = JSON.parse(run(["info", path, "--json"]));
    assert.ok(info.indexed_blocks === blocks && info.blocks > blocks, JSON.stringify(info));
    return { games, bytes: readFileSync(path) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function edit(run, path, folder, records, games, end) {
  const numbers = (first, step) => Array.from({ length: Math.ceil((end - first) / step) }, (_, i) => first + i * step);
  const deleted = numbers(3, 37);
  run(["edit", path, "delete", ...deleted.map(String)]);
  for (const number of deleted) games[number] = null;
  for (const number of numbers(5, 41).filter((number) => games[number] !== null)) {
    const other = { ...records[(number * 7) % 11], game: number };
    const pgn = join(folder, "new.pgn");
    writeFileSync(pgn, pgnOf([other]));
    run(["edit", path, "replace", String(number), "--pgn", pgn]);
    games[number] = other;
  }
}
