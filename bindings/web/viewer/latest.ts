/** Work in which only the latest request counts. */
import type { Progress, WorkOptions } from "plypack";
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { isAbort } from "./advice.js";

export interface Latest<T> {
  /** The last result, also while the next one is computed. */
  value: T | null;
  error: unknown;
  busy: boolean;
  progress: Progress | null;
  /** True if the user cancelled the work. */
  cancelled: boolean;
  /** True if `value` and `error` belong to the current inputs. */
  fresh: boolean;
  cancel: () => void;
  /** Repeats the work after an error or a cancellation. */
  retry: () => void;
}

interface State<T> {
  of: readonly unknown[];
  value: T | null;
  error: unknown;
  busy: boolean;
  progress: Progress | null;
  cancelled: boolean;
}

const same = (left: readonly unknown[], right: readonly unknown[]): boolean =>
  left.length === right.length && left.every((value, index) => Object.is(value, right[index]));

/**
 * Runs `work` when `inputs` have changed and then stayed the same for `delay` milliseconds; aborts earlier work.
 * Without work the value is null.
 */
export function useLatest<T>(work: ((options: WorkOptions) => Promise<T>) | null, inputs: readonly unknown[], delay = 0): Latest<T> {
  const [state, setState] = useState<State<T>>({ of: [], value: null, error: null, busy: false, progress: null, cancelled: false });
  const [attempt, setAttempt] = useState(0);
  const controller = useRef<AbortController | null>(null);

  useEffect(() => {
    if (!work) {
      setState({ of: inputs, value: null, error: null, busy: false, progress: null, cancelled: false });
      return undefined;
    }
    const abort = new AbortController();
    controller.current = abort;
    const update = (change: Partial<State<T>>): void => {
      if (!abort.signal.aborted) setState((before) => ({ ...before, ...change }));
    };
    update({ busy: true, error: null, progress: null, cancelled: false });
    const run = (): void => {
      work({ signal: abort.signal, onProgress: (progress) => update({ progress }) }).then(
        (value) => update({ of: inputs, value, error: null, busy: false, progress: null }),
        (error) => isAbort(error) || update({ of: inputs, error, busy: false, progress: null }),
      );
    };
    const timer = delay > 0 ? setTimeout(run, delay) : (run(), 0);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [...inputs, attempt]);

  const cancel = useCallback(() => {
    controller.current?.abort();
    setState((before) => ({ ...before, busy: false, progress: null, cancelled: true }));
  }, []);

  const retry = useCallback(() => setAttempt((before) => before + 1), []);

  const fresh = same(state.of, inputs);
  return { ...state, error: fresh ? state.error : null, fresh, cancel, retry };
}
