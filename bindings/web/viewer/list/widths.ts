/** Widths of columns that the user has chosen. */
import { useState } from "preact/hooks";

const KEY = "plypack-columns";
/** Pixels. */
const MIN_WIDTH = 36;
const MAX_WIDTH = 800;

/** Pixels by column id; columns without an entry share the remaining width. */
export type Widths = Record<string, number>;

export interface ColumnWidths {
  widths: Widths;
  /** Sets the width of a column; without a width, the column shares the remaining width again. */
  onWidth: (id: string, width: number | null) => void;
}

/** The widths, which are stored for the next visit. Storage can be disabled. */
export function useWidths(): ColumnWidths {
  const [widths, setWidths] = useState(storedWidths);
  const onWidth = (id: string, width: number | null): void => {
    const { [id]: _, ...others } = widths;
    const next = width === null ? others : { ...others, [id]: Math.round(Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, width))) };
    setWidths(next);
    try {
      localStorage.setItem(KEY, JSON.stringify(next));
    } catch {
      // Without storage, the widths are valid for this visit.
    }
  };
  return { widths, onWidth };
}

function storedWidths(): Widths {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return Object.fromEntries(Object.entries(stored ?? {}).filter(([, width]) => width >= MIN_WIDTH && width <= MAX_WIDTH));
  } catch {
    return {};
  }
}

/** CSS variables of the widths. */
export const widthStyle = (widths: Widths): Record<string, string> =>
  Object.fromEntries(Object.entries(widths).map(([id, width]) => [`--width-${id}`, `0 1 ${width}px`]));
