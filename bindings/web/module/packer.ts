/** The worker that packs PGN, with a separate WebAssembly, which pages that only read do not load. */

import init, { loadModel, pack } from "../build/wasm-pack/plypack.js";
import { sourceOf } from "./opened.js";
import { complete, serve } from "./serve.js";

const wasm = { ready: init({ module_or_path: new URL("plypack-pack.wasm", import.meta.url) }), loadModel };

serve(
  {
    async pack(work, pgn, options) {
      const opened = await sourceOf(pgn, work.signal);
      const progress = {
        tell(stage: "packing" | "indexing", done: number, total: number): void {
          work.onProgress({ stage, done, total, unit: stage === "packing" ? "bytes" : "games" });
        },
      };
      const packed = await complete(wasm, opened, work, "packing", () => pack(opened.bytes, options, progress));
      return { bytes: packed.bytes(), games: packed.games(), warnings: packed.warnings() };
    },
  },
  wasm,
);
