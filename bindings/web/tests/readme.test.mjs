// The programs of the documents: their types are right, and they print the `text` block after them.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { format } from "node:util";
import { transformSync } from "esbuild";
import { modulePage, packInto, SAMPLES, skip, start, WEB } from "./browser.mjs";

const DOCUMENTS = { "README.md": join(WEB, "../../README.md"), "bindings/web/README.md": join(WEB, "README.md") };
const BLOCK = /^```ts\n(.*?)^```\n(?:\n```text\n(.*?)^```$)?/gms;

/** The programs of a document: their text and their output. */
function programs(name) {
  const markdown = readFileSync(DOCUMENTS[name], "utf8");
  const found = [...markdown.matchAll(BLOCK)].map(([, text, printed = ""], number) => ({ name: `${name}, program ${number + 1}`, text, printed }));
  assert.ok(found.length > 0, `${name} has programs`);
  return found;
}

const all = Object.keys(DOCUMENTS).flatMap(programs);
const data = new Map();
let web;

before(async () => {
  if (skip) return;
  web = await start(data);
  const page = await modulePage(web);
  const [famous, edge] = ["famous.pgn", "edge.pgn"].map((name) => readFileSync(join(SAMPLES, name)));
  await packInto(page, data, "games.plypack", famous);
  await packInto(page, data, "samples.plypack", Buffer.concat([famous, edge]));
  await page.close();
}, { timeout: 60_000 });

after(() => web?.close());

test("their types are those of the package", { timeout: 60_000 }, () => {
  const folder = join(WEB, "build/documents");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  // The file chosen by the page's user, which no program makes.
  writeFileSync(join(folder, "page.d.ts"), "declare const file: File;\n");
  for (const [number, { text }] of all.entries()) writeFileSync(join(folder, `${number}.ts`), text);
  const compilerOptions = { moduleDetection: "force", paths: { plypack: ["../../dist/module/index.d.ts"] } };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ extends: "../../tsconfig.json", compilerOptions, include: ["."] }));
  execFileSync(join(WEB, "node_modules/.bin/tsc"), ["--project", folder], { stdio: "inherit" });
});

for (const { name, text, printed } of all) {
  test(name, { skip, timeout: 60_000 }, async () => {
    const page = await modulePage(web);
    const said = [];
    page.on("console", (message) => said.push(Promise.all(message.args().map((value) => value.jsonValue()))));
    // The test's server replaces the program's server, and its page replaces the bundler.
    const here = text.replaceAll("https://example.org", `${web.server.url}/data`).replace('from "plypack"', `from "${web.server.url}/module/index.js"`);
    const { code } = transformSync(here, { loader: "ts", format: "esm" });
    await page.evaluate(async (code) => {
      globalThis.file = new File([await fetchBytes("games.plypack.pgn")], "games.pgn");
      await import(URL.createObjectURL(new Blob([code], { type: "text/javascript" })));
    }, code);
    const lines = (await Promise.all(said)).map((values) => `${format(...values)}\n`);
    assert.equal(lines.join(""), printed);
    await page.close();
  });
}
