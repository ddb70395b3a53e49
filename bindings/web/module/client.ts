/** A worker and its pending calls. */

import { PlypackError } from "./errors.js";
import type { Answer, Calls, Request } from "./messages.js";
import type { WorkOptions } from "./types.js";

interface Pending {
  resolve: (result: never) => void;
  reject: (error: unknown) => void;
  onProgress: WorkOptions["onProgress"];
}

/** A worker. */
export class Client {
  private readonly pending = new Map<number, Pending>();
  private next = 0;
  /** The reason why the worker no longer answers. */
  private ended: PlypackError | null = null;

  constructor(private readonly worker: Worker) {
    this.worker.onmessage = ({ data }: MessageEvent<Answer>) => this.take(data);
    this.worker.onerror = (event) => this.fail(`the worker of plypack cannot run: ${event.message || "its file was not found"}`);
  }

  /** Calls the worker. */
  call<T>(method: keyof Calls, given: Calls[keyof Calls], { onProgress, signal }: WorkOptions = {}): Promise<T> {
    if (signal?.aborted) return Promise.reject(signal.reason as Error);
    if (this.ended !== null) return Promise.reject(this.ended);
    const id = this.next++;
    return new Promise<T>((resolve, reject) => {
      this.pending.set(id, { resolve, reject, onProgress });
      this.post({ id, method, given });
      signal?.addEventListener("abort", () => this.abort(id, signal), { once: true });
    });
  }

  /** Ends the worker. Its pending calls fail. */
  close(): void {
    this.worker.terminate();
    this.fail("the file was closed");
  }

  private post(request: Request): void {
    this.worker.postMessage(request);
  }

  private abort(id: number, signal: AbortSignal): void {
    const pending = this.pending.get(id);
    if (pending === undefined) return;
    this.pending.delete(id);
    this.post({ id, abort: true });
    pending.reject(signal.reason);
  }

  private take(answer: Answer): void {
    const pending = this.pending.get(answer.id);
    if (pending === undefined) return;
    if ("progress" in answer) {
      pending.onProgress?.(answer.progress);
      return;
    }
    this.pending.delete(answer.id);
    if ("result" in answer) pending.resolve(answer.result as never);
    else pending.reject(new PlypackError(answer.error.code, answer.error.message, answer.error.offset));
  }

  private fail(message: string): void {
    this.ended ??= new PlypackError("CLOSED", message);
    for (const { reject } of this.pending.values()) reject(this.ended);
    this.pending.clear();
  }
}

/** A worker that reads. */
export function newReader(): Client {
  return new Client(new Worker(new URL("./worker.js", import.meta.url), { type: "module" }));
}

/** A worker that packs. */
export function newPacker(): Client {
  return new Client(new Worker(new URL("./packer.js", import.meta.url), { type: "module" }));
}
