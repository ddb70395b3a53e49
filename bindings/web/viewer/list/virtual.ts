/** The virtual list of TanStack as a hook. */
import { elementScroll, observeElementOffset, observeElementRect, Virtualizer } from "@tanstack/virtual-core";
import type { RefObject } from "preact";
import { useLayoutEffect, useReducer, useState } from "preact/hooks";

export interface VirtualOptions {
  element: RefObject<HTMLElement | null>;
  count: number;
  rowHeight: number;
  /** The height of the fixed part above the rows. */
  above: number;
}

export type Rolling = Virtualizer<HTMLElement, HTMLElement>;

export function useVirtual({ element, count, rowHeight, above }: VirtualOptions): Rolling {
  const [, redraw] = useReducer((renders: number, _: void) => renders + 1, 0);
  const options = {
    count,
    getScrollElement: () => element.current,
    estimateSize: () => rowHeight,
    observeElementRect,
    observeElementOffset,
    scrollToFn: elementScroll,
    overscan: 10,
    scrollMargin: above,
    scrollPaddingStart: above,
    onChange: () => redraw(),
  };
  const [virtual] = useState<Rolling>(() => new Virtualizer(options));
  virtual.setOptions(options);
  useLayoutEffect(() => virtual._didMount(), [virtual]);
  useLayoutEffect(() => virtual._willUpdate());
  return virtual;
}
