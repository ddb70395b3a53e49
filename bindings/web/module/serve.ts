/** Answers of a worker to its calls. */

import { PlypackError } from "./errors.js";
import type { Answer, Calls, Request } from "./messages.js";
import type { Opened } from "./opened.js";
import type { Progress, WorkOptions } from "./types.js";

/** Maximum number of rounds in which a call loads bytes; a file that needs more is changing during the read. */
const MAX_ROUNDS = 1000;

/** Options for the progress and cancellation of a call. */
export type Work = Required<WorkOptions>;

/** Functions that answer calls. */
export type Handlers = { [M in keyof Calls]?: (work: Work, ...given: Calls[M]) => Promise<unknown> };

/** A worker's WebAssembly, and its function that takes the model of `tight`. */
export interface Wasm {
  ready: Promise<unknown>;
  loadModel: (bytes: Uint8Array) => void;
}

/** Repeats a call until the bytes that it needs, and the model of `tight` if it needs that, are loaded. */
export async function complete<T>(
  { loadModel }: Wasm,
  opened: Opened,
  work: Work,
  stage: Progress["stage"],
  call: () => T,
): Promise<T> {
  const { loader } = opened;
  let hasModel = false;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    work.signal.throwIfAborted();
    loader?.forget();
    try {
      const result = call();
      if (!loader?.isMissing) return result;
    } catch (error) {
      const failure = PlypackError.of(error);
      if (failure.code === "UNSUPPORTED_MODEL" && !hasModel) {
        loadModel(await modelOfTight(work));
        hasModel = true;
        continue;
      }
      if (!loader?.isMissing) throw failure;
    }
    await loader.load(work.signal, (done, total) => work.onProgress({ stage, done, total, unit: "bytes" }));
  }
  throw new PlypackError("NETWORK", "the file is read again and again: open it again, or download it");
}

/** Loads the model of `tight`. It is larger than everything else, so it is loaded only when a file needs it. */
async function modelOfTight(work: Work): Promise<Uint8Array> {
  work.onProgress({ stage: "loading the model", done: 0, total: 0, unit: "bytes" });
  const answer = await fetch(new URL("tight-model-2.bin", import.meta.url), { signal: work.signal });
  if (!answer.ok) throw new PlypackError("NETWORK", `the model of the codec tight cannot be loaded: ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}

/** Answers calls. */
export function serve(handlers: Handlers, wasm: Wasm): void {
  const running = new Map<number, AbortController>();

  async function answer(id: number, method: keyof Calls, given: unknown[]): Promise<void> {
    const controller = new AbortController();
    running.set(id, controller);
    const work: Work = { signal: controller.signal, onProgress: (progress) => post({ id, progress }) };
    try {
      await wasm.ready;
      const handler = handlers[method] as (work: Work, ...given: unknown[]) => Promise<unknown>;
      const result = await handler(work, ...given);
      post({ id, result }, buffersOf(result));
    } catch (error) {
      const { code, message, offset } = PlypackError.of(error);
      post({ id, error: { code, message, offset } });
    } finally {
      running.delete(id);
    }
  }

  self.onmessage = ({ data }: MessageEvent<Request>): void => {
    if ("abort" in data) running.get(data.id)?.abort();
    else void answer(data.id, data.method, data.given);
  };
}

function post(answer: Answer, transfer: Transferable[] = []): void {
  (self as unknown as Worker).postMessage(answer, transfer);
}

/** Returns the arrays of a result, which are transferred, not copied. */
function buffersOf(result: unknown): Transferable[] {
  const values = typeof result === "object" && result !== null ? Object.values(result) : [];
  return values.filter(ArrayBuffer.isView).map((view) => view.buffer as ArrayBuffer);
}
