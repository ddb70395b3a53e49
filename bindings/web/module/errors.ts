/** Errors. */

/** An error, with a code that does not change: one of the format's (`spec/limits.md`), or `NETWORK`, `NO_RANGES`, `CHANGED`. */
export class PlypackError extends Error {
  override readonly name = "PlypackError";

  /**
   * @param code - The kind of error.
   * @param message - A sentence that describes the error.
   * @param offset - The byte of the file, if known.
   */
  constructor(
    readonly code: string,
    message: string,
    readonly offset: number | null = null,
  ) {
    super(message);
  }

  /** Returns the error for a value that the WebAssembly threw. A panic is a fault of plypack. */
  static of(error: unknown): PlypackError {
    if (error instanceof PlypackError) return error;
    if (error instanceof WebAssembly.RuntimeError) {
      return new PlypackError("PANIC", `a fault in plypack: ${error.message}; open the file again`);
    }
    const { message, code, offset } = error as { message?: string; code?: string; offset?: number | null };
    return new PlypackError(code ?? "INTERNAL", message ?? String(error), offset ?? null);
  }
}
