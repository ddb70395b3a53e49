/** Arrows on the board for the moves of the tree. */
import type { DrawShape } from "chessground/draw";
import type { Key } from "chessground/types";
import type { Tree } from "plypack";

/** The most frequent moves have arrows if they have at least this share of the games. */
const MAX_ARROWS = 6;
const MIN_SHARE = 0.03;
/** Widths in 64ths of a square. */
const MIN_WIDTH = 3;
const MAX_WIDTH = 15;

/** The width of an arrow grows with the share of its move. */
export function arrowsOf({ branches, games }: Tree): DrawShape[] {
  const frequent = branches.slice(0, MAX_ARROWS).filter((branch) => branch.games >= MIN_SHARE * games);
  // Wide arrows are drawn below narrow ones.
  return frequent.map((branch) => ({
    orig: branch.uci.slice(0, 2) as Key,
    dest: branch.uci.slice(2, 4) as Key,
    brush: "paleBlue",
    modifiers: { lineWidth: MIN_WIDTH + (MAX_WIDTH - MIN_WIDTH) * (branch.games / games) },
  }));
}
