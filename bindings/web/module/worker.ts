/** The worker that reads: one for each open file. */

import init, {
  Collection,
  type Search,
  type TreeSearch,
  loadModel,
  position as positionOf,
} from "../build/wasm/plypack.js";
import { PlypackError } from "./errors.js";
import { type Opened, sourceOf } from "./opened.js";
import { type Work, complete, serve } from "./serve.js";
import type { Info, Progress } from "./types.js";

/** Milliseconds of work after which the worker checks for messages. */
const SLICE = 16;

const wasm = { ready: init({ module_or_path: new URL("plypack.wasm", import.meta.url) }), loadModel };

const { port1, port2 } = new MessageChannel();

/** Lets the worker receive messages of the page. A timer would wait for 4 ms. */
function messages(): Promise<void> {
  return new Promise((resolve) => {
    port1.onmessage = () => resolve();
    port2.postMessage(null);
  });
}

/** The file that is open. */
let file: { opened: Opened; collection: Collection; info: Info } | null = null;

function current(): { opened: Opened; collection: Collection; info: Info } {
  if (file === null) throw new PlypackError("WRONG_STATE", "no file is open");
  return file;
}

/** Calls a method of the open file, and loads the bytes that it needs. */
function read<T>(work: Work, stage: Progress["stage"], call: (collection: Collection) => T): Promise<T> {
  const { opened, collection } = current();
  return complete(wasm, opened, work, stage, () => call(collection));
}

/** Makes all steps of a search, returns the result of `finish`, and frees the search. */
async function finish<S extends Search | TreeSearch, T>(work: Work, search: S, result: (search: S) => Promise<T>): Promise<T> {
  try {
    let slept = performance.now();
    while (!(await read(work, "searching", () => search.step()))) {
      if (performance.now() - slept < SLICE) continue;
      work.onProgress({ stage: "searching", done: search.searched(), total: current().info.games, unit: "games" });
      await messages();
      slept = performance.now();
    }
    return await result(search);
  } finally {
    search.free();
  }
}

serve(
  {
    async open(work, source, acceptDamage) {
      const opened = await sourceOf(source, work.signal);
      const collection = await complete(wasm, opened, work, "opening", () => Collection.open(opened.bytes, acceptDamage));
      const info = await complete(wasm, opened, work, "opening", () => collection.info() as Info);
      file = { opened, collection, info };
      return info;
    },
    rows: (work, games) => read(work, "reading", (collection) => collection.rows(games)),
    loadTags: (work) => read(work, "loading tags", (collection) => collection.loadTags()),
    async search(work, query) {
      const search = await read(work, "searching", (collection) => collection.search(query));
      return finish(work, search, async () => {
        await read(work, "loading tags", () => search.sort());
        return { games: search.games(), plies: search.plies() ?? null, problems: search.problems() };
      });
    },
    async tree(work, fen, filter) {
      const search = await read(work, "searching", (collection) => collection.tree(fen, filter));
      return finish(work, search, async () => search.tree() as unknown);
    },
    explore: (work, address) => read(work, "searching", (collection) => collection.explore(address) as unknown),
    findGame: (work, id) => read(work, "searching", (collection) => collection.findGame(id)),
    game: (work, game) => read(work, "reading", (collection) => collection.game(game)),
    async pgn(work, games) {
      return new TextDecoder().decode(await read(work, "reading", (collection) => collection.pgn(games)));
    },
    async position(_, fen) {
      return positionOf(fen);
    },
  },
  wasm,
);
