// Modules import from lower modules only, types included: there is no cycle.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const WEB = dirname(dirname(fileURLToPath(import.meta.url)));
/** An import of a module of this package, outside of comments. */
const IMPORT = /^[^*/\n]*\b(?:from|import) ?\(?"(plypack|\.[^"]+)"/gm;

/** Returns the modules of a folder, without file name extensions, and the modules that each imports. */
function modulesOf(folder) {
  const files = readdirSync(join(WEB, folder), { recursive: true }).filter((file) => /\.tsx?$/.test(file));
  return files.map((file) => {
    const path = join(folder, file);
    const imported = [...readFileSync(join(WEB, path), "utf8").matchAll(IMPORT)].map(([, name]) =>
      name === "plypack" ? "module/index" : join(dirname(path), name.replace(/\.js$/, "")),
    );
    return [path.replace(/\.tsx?$/, ""), imported];
  });
}

test("modules import in no cycle", () => {
  const left = new Map(["module", "viewer"].flatMap(modulesOf));
  // An import of a type, a lazy import, and an import of the package.
  for (const [from, to] of [["module/loader", "module/bytes"], ["viewer/game/lazy", "viewer/game/graphs"], ["viewer/workspace", "module/index"]])
    assert.ok(left.get(from).includes(to), `${from} imports ${to}`);
  // Removes modules that import none of the others, until cycles and the modules above them are left.
  for (let count = 0; count !== left.size; ) {
    count = left.size;
    for (const [name, imported] of left) if (!imported.some((other) => left.has(other))) left.delete(name);
  }
  assert.deepEqual(Object.fromEntries(left), {});
});
