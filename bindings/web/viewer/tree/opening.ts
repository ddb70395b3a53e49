/** The opening of a position, which goes on to be that of the positions after it. */
import type { Opening, PositionInfo } from "plypack";
import { useRef } from "preact/hooks";
import type { Node } from "../game/line.js";

/** The opening of the last position on the way to `node` that has a name, of those that were on the board; `position` is that of `node`. */
export function useOpening(node: Node, position: PositionInfo | null): Opening | null {
  const named = useRef(new Map<string, Opening>());
  if (position?.opening) named.current.set(node.fen, position.opening);
  for (let at: Node | null = node; at; at = at.parent) {
    const found = named.current.get(at.fen);
    if (found) return found;
  }
  return null;
}
