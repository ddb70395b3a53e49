/** The rows of a list that are in view, and the row chosen by keys. */
import type { RefObject } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Rows } from "./rows.js";
import { useVirtual } from "./virtual.js";

/** Heights in pixels. */
export const ROW = 28;
const HEAD = 30;
/** Browsers draw elements of up to 17 million pixels (Firefox) or more; longer lists are shown in such parts. */
export const PART = 500_000;

export interface ListWindow {
  /** The part that is shown, its first row, and its number of rows. */
  part: number;
  begin: number;
  size: number;
  /** The rows that are drawn, counted from the beginning of the part. */
  first: number;
  last: number;
  /** The chosen row, counted from the beginning of the list. */
  active: number;
  choose: (index: number) => void;
  showPart: (part: number) => void;
  /** Moves by a key; returns false if the list does not use the key. */
  press: (key: string) => boolean;
}

export function useWindow(element: RefObject<HTMLElement | null>, rows: Rows, open: number): ListWindow {
  const [part, setPart] = useState(0);
  const [active, choose] = useState(0);
  const begin = Math.min(part * PART, Math.max(0, rows.count - 1));
  const size = Math.min(PART, rows.count - begin);
  const virtual = useVirtual({ element, count: size, rowHeight: ROW, above: HEAD });
  const items = virtual.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const last = items.at(-1)?.index ?? -1;

  const showPart = (shown: number): void => {
    setPart(shown);
    choose(shown * PART);
    virtual.scrollToOffset(0);
  };
  // A list in another order, or of other games, starts at its top. While the list stays the same, it follows the open
  // game.
  useLayoutEffect(() => showPart(0), [rows]);
  const seen = useRef(rows);
  useEffect(() => {
    const isSameList = seen.current === rows;
    seen.current = rows;
    if (open < 0 || !isSameList) return;
    setPart(Math.floor(open / PART));
    choose(open);
    virtual.scrollToIndex(open % PART, { align: "auto" });
  }, [open, rows]);
  useEffect(() => rows.show(begin + first, begin + last), [rows, begin, first, last]);

  const press = (key: string): boolean => {
    const page = Math.max(1, Math.floor(((element.current?.clientHeight ?? 0) - HEAD) / ROW) - 1);
    const to = targetOf(key, active - begin, page, size);
    if (to === undefined) return false;
    const at = Math.max(0, Math.min(size - 1, to));
    choose(begin + at);
    virtual.scrollToIndex(at, { align: "auto" });
    return true;
  };
  return { part, begin, size, first, last, active, choose, showPart, press };
}

function targetOf(key: string, at: number, page: number, size: number): number | undefined {
  const targets: Record<string, number> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    PageDown: at + page,
    PageUp: at - page,
    Home: 0,
    End: size - 1,
  };
  return targets[key];
}
