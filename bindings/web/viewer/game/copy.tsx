/** A button that copies a text. */
import { useRef, useState } from "preact/hooks";

export interface CopyProps {
  label: string;
  /** The text, or a promise of it. */
  text: () => string | Promise<string>;
  /** The reason why the text cannot be copied; null if it can be copied. */
  not?: string | null;
}

/** Copies a text, and reports success. */
export function Copy({ label, text, not = null }: CopyProps) {
  const [said, setSaid] = useState("");
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const copy = async (): Promise<void> => {
    clearTimeout(timer.current);
    try {
      await write(await text());
      setSaid("Copied");
    } catch (error) {
      setSaid("Not copied");
      console.warn(error);
    }
    timer.current = setTimeout(() => setSaid(""), 1500);
  };
  return (
    <button type="button" disabled={not !== null} title={not ?? undefined} onClick={() => void copy()}>
      <span aria-live="polite">{said || label}</span>
    </button>
  );
}

/** A page loaded by http from another computer has no clipboard API, but can copy selected text. */
async function write(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const area = document.createElement("textarea");
  area.value = text;
  document.body.append(area);
  area.select();
  const isCopied = document.execCommand("copy");
  area.remove();
  if (!isCopied) throw new Error("the browser does not let this page copy");
}
