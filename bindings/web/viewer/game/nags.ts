/** Numeric annotation glyphs as the symbols of chess books. */

const SYMBOLS: Record<number, string> = {
  1: "!",
  2: "?",
  3: "!!",
  4: "??",
  5: "!?",
  6: "?!",
  7: "□",
  10: "=",
  13: "∞",
  14: "⩲",
  15: "⩱",
  16: "±",
  17: "∓",
  18: "+−",
  19: "−+",
  22: "⨀",
  23: "⨀",
  32: "⟳",
  33: "⟳",
  36: "→",
  37: "→",
  40: "↑",
  41: "↑",
  132: "⇆",
  133: "⇆",
  138: "⊕",
  139: "⊕",
  146: "N",
};

const NAMES: Record<number, string> = {
  1: "good move",
  2: "mistake",
  3: "brilliant move",
  4: "blunder",
  5: "interesting move",
  6: "dubious move",
  7: "only move",
  10: "equal position",
  13: "unclear position",
  14: "White is slightly better",
  15: "Black is slightly better",
  16: "White is better",
  17: "Black is better",
  18: "White is winning",
  19: "Black is winning",
  22: "zugzwang",
  23: "zugzwang",
  146: "novelty",
};

/** The symbol, or "$n" if there is none. */
export const nagSymbol = (nag: number): string => SYMBOLS[nag] ?? `$${nag}`;

/** Returns the meaning of a symbol, for users who do not see it. */
export const nagName = (nag: number): string => NAMES[nag] ?? `annotation ${nag}`;

/** Returns whether it follows the move without a space, like "!" and "?". */
export const isMoveGlyph = (nag: number): boolean => nag >= 1 && nag <= 6;

/** Comments without commands such as `[%clk 1:00]`. */
export const plainComments = (comments: string[]): string[] =>
  comments
    .map((text) =>
      text
        .replace(/\[%[^\]]*\]/g, "")
        .replace(/\s+/g, " ")
        .trim(),
    )
    .filter((text) => text !== "");
