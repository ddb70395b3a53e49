/** Keys of the whole page. */
import { useEffect, useRef } from "preact/hooks";

/** Actions by key, with "Shift+" before the key if Shift is held. */
export type Keys = Record<string, (() => void) | null>;

/** Listens until the component is removed. Ignores keys typed into a field or used by a part of the page. */
export function useKeys(keys: Keys): void {
  const now = useRef(keys);
  now.current = keys;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      const isLetter = event.key.length === 1;
      const action = now.current[`${event.shiftKey && !isLetter ? "Shift+" : ""}${event.key}`];
      if (!action) return;
      event.preventDefault();
      action();
    };
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  }, []);
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("input:not([type=checkbox]), select, textarea, dialog, [role=dialog]") !== null;
}
