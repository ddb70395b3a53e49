/** The opening of a position. */
import type { Opening, PositionInfo } from "plypack";
import type { Node } from "../game/line.js";

/**
 * The opening of the last position on the way to `node` that has a name. `position` is what is known of `node`: the start of a game may
 * have a name, which no move tells.
 */
export function openingOf(node: Node, position: PositionInfo | null): Opening | null {
  if (position?.opening) return position.opening;
  for (let at: Node | null = node; at; at = at.parent) if (at.opening) return at.opening;
  return null;
}
