/** The opening of a position. */
import type { Opening, PositionInfo } from "plypack";
import type { Node } from "../game/line.js";

/**
 * The opening of the last position on the way to `node` that has a name. `position` has the data of `node`, because the
 * start of a game can have a name without a move.
 */
export function openingOf(node: Node, position: PositionInfo | null): Opening | null {
  if (position?.opening) return position.opening;
  for (let at: Node | null = node; at; at = at.parent) if (at.opening) return at.opening;
  return null;
}
