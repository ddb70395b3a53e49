// Reads files with the WebAssembly of bindings/web, by the conformance protocol: `node wasm.mjs ROOT`.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const root = process.argv[2];
const { default: init, Collection, loadModel } = await import(pathToFileURL(`${root}/bindings/web/build/wasm/plypack.js`));
await init({ module_or_path: readFileSync(`${root}/bindings/web/build/wasm/plypack.wasm`) });
loadModel(readFileSync(`${root}/spec/tight-model-2.bin`));

function source(bytes) {
  const read = (offset, into) => (into.set(bytes.subarray(offset, offset + into.length)), true);
  return { size: bytes.length, isRemote: false, read, prefetch: () => true };
}

/** Returns the main line of a game; null for a deleted game. */
function line(collection, number) {
  try {
    return collection.game(number).moves.map(({ san, uci }) => (san.startsWith("O") ? san.replace(/[+#]/, "") : uci));
  } catch (error) {
    if (error.code === "NOT_FOUND") return null;
    throw error;
  }
}

for await (const request of createInterface({ input: process.stdin })) {
  const { id, input, op } = JSON.parse(request);
  let answer;
  try {
    const collection = Collection.open(source(Buffer.from(input, "hex")), false);
    const games = Array.from({ length: collection.info().games }, (_, number) => line(collection, number));
    const numbers = [...games.keys()].filter((number) => games[number] !== null);
    answer = { id, result: "valid", ...(op === "read" ? { games } : { pgn: new TextDecoder().decode(collection.pgn(numbers)) }) };
    collection.free();
  } catch (error) {
    answer = { id, result: "invalid", error: { code: error.code, message: `${error.message ?? error}` } };
  }
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
